#!/bin/sh
# display_lost.sh PROGRAM FOLDER – displays that end, windows that are taken away, made tiny or unmapped, and clipboards whose
# owner dies, is silent or has too much, on a real X server and a real Wayland compositor. Nothing hangs, nothing crashes, and
# the sentence is offered by the next start. PROGRAM is headscope_faulty (faulty.h), which also tells what it shows.
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/window.sh"
tools Xvfb xdotool xclip
rm -rf "$folder"
mkdir -p "$folder/config/headscope" "$folder/runtime"
chmod 700 "$folder/runtime"
cd "$folder" || exit 1
HOME=$folder XDG_CONFIG_HOME=$folder/config XDG_RUNTIME_DIR=$folder/runtime
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export HOME XDG_CONFIG_HOME XDG_RUNTIME_DIR ASAN_OPTIONS
settings=config/headscope
server='' app='' owner='' compositor=''
finish() {
    for process in $app $owner $server $compositor; do
        kill -CONT "$process" 2>/dev/null
        kill -9 "$process" 2>/dev/null
    done
}
trap finish EXIT
fail() {
    echo "$1"
    tail -3 app.out
    cat app.log
    ls -l $settings
    exit 1
}
new_server() {
    start_x
    xdotool mousemove 1590 990 # beside the window: pointing at it changes the picture
}
pictures() { # how many were shown
    grep -c '^shown' app.out
}
picture() {
    grep '^shown' app.out | tail -1
}
more_than() {
    [ "$(pictures)" -gt "$1" ]
}
start() {
    rm -rf $settings/running* $settings/last*
    : >$settings/settings # not the very first start: that opens the tour
    "$program" --fonts fixed "$@" >app.out 2>app.log &
    app=$!
    opened
}
kept() {
    cat $settings/running-*.session | grep -q "$1"
}
type_sentence() {
    press slash
    xdotool type --delay 40 "$1"
    waits "the running session" kept "$1"
}
# ends_kept WHY TEXT – the program ends with 1, says one line, and TEXT is on disk.
ends_kept() {
    waits "the end after $1" gone
    wait "$app"
    code=$?
    app=
    # What the program says is judged, not what coverage, and libdecor without its plugin, say beside it.
    sed -i -e '/^libgcov/d' -e "/^No plugins found, /d; /^Couldn't open plugin directory: /d" app.log
    [ $code -eq 1 ] || fail "it ended with $code after $1"
    [ "$(wc -l <app.log)" -eq 1 ] || fail "not one line after $1"
    grep -q 'display is gone.*is kept, and the next start offers it' app.log || fail "other words after $1"
    kept "$2" || fail "the sentence is lost after $1"
    [ -z "$(ls core* 2>/dev/null)" ] || fail "a core after $1"
}

# ---- X: the server dies less than a second after a change, which is therefore not on disk yet
new_server
HS_PLAN="text:First. text:The_server_dies. kill:$server go"
export HS_PLAN
rm -rf $settings
mkdir -p $settings
: >$settings/settings
"$program" --fonts fixed >app.out 2>app.log &
app=$!
ends_kept "the end of the X server" "The server dies."
unset HS_PLAN
wait "$server" 2>/dev/null
# ---- the next start offers it, and restores it
new_server
"$program" --fonts fixed >app.out 2>app.log &
app=$!
opened
press ctrl+shift+r
xdotool key ctrl+q
waits "the end" gone
wait "$app" || fail "the end after restoring is no clean one"
grep -q 'The server dies.' $settings/last.session || fail "the sentence was not restored"

# ---- X: only our connection is cut
start
type_sentence "Cut off"
xdotool windowkill "$window"
ends_kept "xkill" "Cut off"

# ---- X: unmapped, tiny, and back: the same picture
start "A cat sat."
before=$(picture)
count=$(pictures)
xdotool windowunmap --sync "$window"
xdotool windowmap --sync "$window"
xdotool windowsize --sync "$window" 1 1
xdotool windowsize --sync "$window" 1280 800
same_picture() {
    more_than "$count" && [ "$(picture)" = "$before" ]
}
waits "the same picture at the same size" same_picture
opened # no window manager gives the focus back

# ---- clipboards: gone, silent, too large
# offer FILE – a program, $owner, owns the clipboard and hands out FILE.
offer() {
    xclip -selection clipboard -quiet <"$1" >/dev/null 2>&1 &
    owner=$!
    waits "the clipboard" offered "$1"
}
offered() {
    xclip -selection clipboard -o | cmp -s - "$1"
}
press slash
printf ' Gone.' >clip
offer clip
kill -9 $owner
wait $owner 2>/dev/null
press End ctrl+v
xdotool type --delay 20 ' One'
waits "typing after the owner of the clipboard has gone" kept "A cat sat. One"
printf ' Silent.' >clip
offer clip
kill -STOP $owner
xdotool key ctrl+v
xdotool type --delay 20 ' two'
waits "typing after a clipboard that does not answer" kept "A cat sat. One two"
kill -CONT $owner 2>/dev/null
kill $owner 2>/dev/null
wait $owner 2>/dev/null
head -c 6000000 /dev/zero | tr '\0' 'x' >clip
offer clip
press ctrl+v ctrl+a
xdotool type --delay 20 'Dogs sat.'
waits "typing after a clipboard of 6 MB" kept '"Dogs sat."'
kill $owner 2>/dev/null
wait $owner 2>/dev/null
owner=
rm clip
kill -0 "$app" || fail "a clipboard ended the program"
xdotool key ctrl+q
waits "the end" gone
wait "$app" || fail "the end after clipboards is no clean one"
app=
grep -qi 'sanitizer\|runtime error' app.log && fail "a sanitizer spoke"

# ---- Wayland: no window surface there, and a compositor that dies
if ! command -v weston >/dev/null 2>&1; then
    echo "skipped: Wayland, as weston is not installed (package weston); X is fine"
    exit 0
fi
# In a window of the X server: without any seat, as on its headless backend, SDL 2.26 itself falls.
weston --backend=x11-backend.so --socket=test --idle-time=0 --width=1600 --height=1000 >weston.log 2>&1 &
compositor=$!
waits "a compositor" test -S runtime/test
rm -rf $settings
mkdir -p $settings
: >$settings/settings
env -u DISPLAY WAYLAND_DISPLAY=test SDL_VIDEODRIVER=wayland HS_PLAN="text:First. expose text:On_Wayland. kill:$compositor go" \
    "$program" --fonts fixed >app.out 2>app.log &
app=$!
ends_kept "the end of the compositor" "On Wayland."
more_than 1 || fail "nothing was shown on Wayland"
grep -q '^texture' app.out || fail "Wayland gave a window surface: the texture was not tried"
wait $compositor 2>/dev/null
compositor=
echo "nothing hung, nothing was lost"
