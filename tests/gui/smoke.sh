#!/bin/sh
# smoke.sh PROGRAM FOLDER – the real window on a virtual X server, driven by xdotool: it opens, shows something, takes text and
# keys, follows its size, saves, and closes. Skipped, saying why, when the tools are missing.
set -u
program=$1 folder=$2
for tool in Xvfb xdotool import xprop; do
    if ! command -v "$tool" >/dev/null 2>&1; then
        echo "skipped: $tool is not installed (packages xvfb, xdotool, imagemagick, x11-utils)"
        exit 77
    fi
done
rm -rf "$folder"
mkdir -p "$folder/config/headscope"
: >"$folder/config/headscope/settings" # not the very first start: that opens the tour
cd "$folder" || exit 1
XDG_CONFIG_HOME=$folder/config
export XDG_CONFIG_HOME
# LeakSanitizer would report what the X libraries keep until exit.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export ASAN_OPTIONS
unset WAYLAND_DISPLAY

Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 -nolisten tcp 3>display 2>xvfb.log &
server=$!
app=
finish() {
    [ -n "$app" ] && kill "$app" 2>/dev/null
    kill "$server" 2>/dev/null
}
trap finish EXIT
tries=0
until [ -s display ]; do
    tries=$((tries + 1))
    [ $tries -gt 100 ] && { echo "skipped: Xvfb does not start: $(tail -1 xvfb.log)"; exit 77; }
    sleep 0.1
done
DISPLAY=:$(cat display)
export DISPLAY

"$program" >app.log 2>&1 &
app=$!
window=
tries=0
while [ -z "$window" ]; do
    tries=$((tries + 1))
    if [ $tries -gt 200 ] || ! kill -0 "$app" 2>/dev/null; then
        echo "no window"
        cat app.log
        exit 1
    fi
    sleep 0.1
    window=$(xdotool search --onlyvisible --name '^Headscope$' 2>/dev/null | head -1)
done
xdotool windowfocus "$window"

fail() {
    echo "$1"
    cat app.log
    exit 1
}
shot() {
    import -window "$window" rgb:- 2>/dev/null | cksum
}
# changed FROM WHAT – waits for another picture than FROM, and until it stands still; leaves it in $now.
changed() {
    tries=0
    now=$(shot)
    while [ "$now" = "$1" ]; do
        tries=$((tries + 1))
        [ $tries -gt 50 ] && fail "$2 changed nothing on the screen"
        sleep 0.2
        now=$(shot)
    done
    last=
    while [ "$now" != "$last" ]; do
        last=$now
        sleep 0.3
        now=$(shot)
    done
}
# becomes PICTURE WHAT – waits for that picture.
becomes() {
    tries=0
    until [ "$(shot)" = "$1" ]; do
        tries=$((tries + 1))
        [ $tries -gt 50 ] && fail "$2 does not bring the picture back"
        sleep 0.2
    done
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
xdotool key slash
xdotool type --delay 20 'Dogs chase cats.'
changed "$head" "typing"
xdotool key Return
sleep 0.5
typed=$(shot)
xdotool key t
changed "$typed" "the dark theme"
import -window "$window" dark.png
xdotool windowsize "$window" 1000 700
changed "$now" "resizing"
size=$(import -window "$window" -format '%wx%h' info:)
[ "$size" = 1000x700 ] || fail "the picture is $size after resizing to 1000x700"
xdotool key e
tries=0
until ls ./*-h8-head1.png >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -gt 100 ] && fail "E saved nothing"
    sleep 0.1
done
kill -0 "$app" || fail "the program has gone"
xdotool key ctrl+q
tries=0
while kill -0 "$app" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -gt 100 ] && fail "Ctrl+Q does not close the program"
    sleep 0.1
done
wait "$app"
code=$?
app=
[ "$code" -eq 0 ] || fail "the program ended with $code"
grep -q 'theme = dark' config/headscope/settings || fail "the theme was not remembered"
grep -qi 'sanitizer\|runtime error' app.log && fail "a sanitizer spoke"
echo "the window works; pictures in $folder"
