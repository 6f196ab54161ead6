#!/bin/sh
# smoke.sh PROGRAM FOLDER – the real window on a virtual X server, driven by xdotool: it opens, shows something, takes text and
# keys, follows its size, saves, and closes. Skipped, saying why, when the tools are missing.
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/window.sh"
tools Xvfb xdotool import xprop
rm -rf "$folder"
mkdir -p "$folder/config/headscope"
: >"$folder/config/headscope/settings" # not the very first start: that opens the tour
cd "$folder" || exit 1
HOME=$folder XDG_CONFIG_HOME=$folder/config
export HOME XDG_CONFIG_HOME
# LeakSanitizer would report what the X libraries keep until exit.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export ASAN_OPTIONS
server='' app=''
finish() {
    [ -n "$app" ] && kill "$app" 2>/dev/null
    [ -n "$server" ] && kill "$server" 2>/dev/null
}
trap finish EXIT
fail() {
    echo "$1"
    cat app.log
    exit 1
}
start_x
"$program" >app.log 2>&1 &
app=$!
opened
shot() {
    import -window "$window" rgb:- 2>/dev/null | cksum
}
# changed FROM WHAT – waits for another picture than FROM, and until it stands still; leaves it in $now.
other_picture() {
    now=$(shot)
    [ "$now" != "$1" ]
}
still() {
    dealt_with && last=$now && now=$(shot) && [ "$now" = "$last" ]
}
changed() {
    waits "$2 changes the screen" other_picture "$1"
    waits "the screen stands still after $2" still
}
# becomes PICTURE WHAT – waits for that picture.
is_picture() {
    [ "$(shot)" = "$1" ]
}
becomes() {
    waits "$2 brings the picture back" is_picture "$1"
}

colours=$(import -window "$window" -format '%k' info:)
[ "$colours" -gt 100 ] || fail "the window shows $colours colours: it is empty"
xprop -id "$window" WM_CLASS | grep -q org.headscope.Headscope || fail "the window class is not the desktop file's"
import -window "$window" start.png

xdotool mousemove --window "$window" 600 770
changed none "opening"
start=$now
xdotool key plus
changed "$start" "more heads"
xdotool key minus
becomes "$start" "fewer heads"
xdotool key 2
changed "$start" "the Head view"
head=$now
xdotool mousemove --window "$window" 500 450
changed "$head" "pointing at a cell"
xdotool mousemove --window "$window" 600 770
becomes "$head" "leaving the matrix"
press slash
xdotool type --delay 20 'Dogs chase cats.'
changed "$head" "typing"
press Return
typed=$(shot)
xdotool key t
changed "$typed" "the dark theme"
import -window "$window" dark.png
xdotool windowsize "$window" 1000 700
changed "$now" "resizing"
size=$(import -window "$window" -format '%wx%h' info:)
[ "$size" = 1000x700 ] || fail "the picture is $size after resizing to 1000x700"
xdotool key e
saved() {
    ls ./*-h8-head1.png
}
waits "the picture that E saves" saved
kill -0 "$app" || fail "the program has gone"
xdotool key ctrl+q
waits "the end" gone
wait "$app"
code=$?
app=
[ "$code" -eq 0 ] || fail "the program ended with $code"
grep -q 'theme = dark' config/headscope/settings || fail "the theme was not remembered"
grep -qi 'sanitizer\|runtime error' app.log && fail "a sanitizer spoke"
echo "the window works; pictures in $folder"
