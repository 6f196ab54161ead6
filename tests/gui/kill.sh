#!/bin/sh
# kill.sh PROGRAM FOLDER – a user's text is sacred: the real window, with a home of its own, opens the tour on its very first
# start, remembers itself, and after kill -9 the next start offers the last sentence. Two windows keep apart. A broken settings
# file loses no start. Skipped, saying why, when the tools are missing.
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/window.sh"
tools Xvfb xdotool import
rm -rf "$folder"
mkdir -p "$folder/home"
cd "$folder" || exit 1
HOME=$folder/home
export HOME
unset XDG_CONFIG_HOME
config=$HOME/.config/headscope
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export ASAN_OPTIONS

server='' app='' second=''
finish() {
    [ -n "$app" ] && kill "$app" 2>/dev/null
    [ -n "$second" ] && kill "$second" 2>/dev/null
    [ -n "$server" ] && kill "$server" 2>/dev/null
}
trap finish EXIT
fail() {
    echo "$1"
    cat app.log
    ls -l "$config" 2>/dev/null
    exit 1
}
start_x
# start – leaves $app and $window.
start() {
    "$program" >app.log 2>&1 &
    app=$!
    opened
}
leave() {
    xdotool key ctrl+q
    waits "the end" gone
    wait "$app" || fail "the program ended with $?"
    app=
}
type_sentence() {
    press slash
    xdotool type --delay 40 "$1"
}
# kept TEXT – some window's running session holds TEXT.
kept() {
    cat "$config"/running-*.session | grep -q "$1"
}
last_holds() {
    grep -q "$1" "$config/last.session"
}
nothing_kept() {
    ! ls "$config"/running-*.session
}

# The very first start: the tour is on, Escape leaves it, typing is the user's, the end is clean.
start
press Escape
type_sentence "Dogs chase cats."
waits "the running session of the first window" kept "Dogs chase cats"
press Return t
leave
[ -f "$config/settings" ] || fail "no settings were written"
grep -q 'theme = dark' "$config/settings" || fail "the theme was not remembered"
grep -q 'size = 1280x800' "$config/settings" || fail "the size was not remembered"
nothing_kept || fail "a clean end leaves a running session"
last_holds "Dogs chase cats" || fail "the last session is not the last sentence"

# Killed: what was typed is on disk, and the next start offers it.
start
type_sentence "The text that must not be lost."
waits "the running session" kept "must not be lost"
kill -9 "$app"
wait "$app" 2>/dev/null
start
import -window "$window" offer.png
press ctrl+shift+r
waits "the restored session in its new place" kept "must not be lost"
leave
nothing_kept || fail "the restored session was not cleaned up"
last_holds "must not be lost" || fail "the sentence was not restored"

# Later, then discard: asked twice, gone after that.
start
type_sentence "Asked about twice."
waits "the running session" kept "Asked about twice"
kill -9 "$app"
wait "$app" 2>/dev/null
start
press Escape
leave
kept "Asked about twice" || fail "Later forgot the sentence"
last_holds "Asked about twice" && fail "Later restored the sentence"

# The terminal goes (SIGHUP), or the system ends (SIGTERM), within a second of the last letter: an end in order.
for signal in HUP TERM; do
    start
    type_sentence "Typed just before $signal."
    waits "the letters" dealt_with
    kill -$signal "$app"
    waits "the end" gone
    wait "$app" || fail "SIG$signal ended the program with $?"
    app=
    last_holds "Typed just before $signal" || fail "SIG$signal lost the last second"
done

# Two windows: each has a place of its own; one's end does not touch the other's.
rm -f "$config"/running-*.session
start
type_sentence "First window here."
waits "the first window's session" kept "First window here"
second=$app
start
type_sentence "Second window here."
waits "the second window's session" kept "Second window here"
kept "First window here" || fail "the second window wrote over the first one's session"
leave
kept "First window here" || fail "the second window's end took the first one's session"
kill -9 "$second"
wait "$second" 2>/dev/null
second=
kept "First window here" || fail "the first window's sentence is lost"

# A broken settings file: the window comes, the end mends the file.
printf 'theme = purple\n\377\376\n' >"$config/settings"
start
leave
grep -q 'theme = light' "$config/settings" || fail "the settings were not mended"
grep -qi 'sanitizer\|runtime error' app.log && fail "a sanitizer spoke"
echo "nothing was lost"
