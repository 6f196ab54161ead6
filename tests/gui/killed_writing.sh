#!/bin/sh
# killed_writing.sh PROGRAM FOLDER – kill -9 before every step of writing: exports, a session that is saved, and all that a window
# writes (the running session, settings, the last session). Afterwards each file is the old one or the new one, whole, and a
# sentence that was on disk once stays there. PROGRAM is headscope_faulty (faulty.h).
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder/config/headscope"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
HOME=$folder XDG_CONFIG_HOME=$folder/config
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export HOME XDG_CONFIG_HOME ASAN_OPTIONS
failed=0 passed=0 steps=0
. "$here/window.sh"
logs=log
# killed COMMAND… – true when it was killed at step $k; false when it came to its end.
killed() {
    { HS_KILL_AT=$k timeout 600 "$@" >stdout 2>log </dev/null; } 2>/dev/null
    code=$?
    [ $code -eq 137 ]
}
# either FILE OLD NEW – FILE is one of them; OLD may be "" for no file.
either() {
    cmp -s "$1" "$3" || { [ -n "$2" ] && cmp -s "$1" "$2"; } || { [ -z "$2" ] && [ ! -e "$1" ]; }
}
# sweep WHAT FILE OLD COMMAND… – kills COMMAND at every step; FILE is OLD before it, or not there.
sweep() {
    what=$1 file=$2 old=$3
    shift 3
    rm -f "$file"
    "$@" >stdout 2>log </dev/null
    said "$what: no new file" test -s "$file"
    mv "$file" new
    k=1
    while :; do
        rm -f "$file"
        [ -n "$old" ] && cp "$old" "$file"
        killed "$@" || break
        said "$what: half a file at step $k" either "$file" "$old" new
        k=$((k + 1))
    done
    said "$what: exit $code at step $k" test $code -eq 0
    said "$what: not the new file" cmp -s "$file" new
    said "$what: only $k steps" test $k -gt 5
    steps=$((steps + k - 1))
}
printf 'the old file' >old
head -c 8000 /dev/zero | tr '\0' 'o' >long
for ending in png svg csv json; do
    sweep "new $ending" "a.$ending" '' "$program" --fonts fixed --force --export "a.$ending" "A cat sat."
done
sweep "old png" a.png old "$program" --fonts fixed --force --export a.png "A cat sat."
sweep "longer old json" a.json long "$program" --fonts fixed --force --json a.json "A cat sat."
cat >save.hs <<SCRIPT
key ctrl+shift+s
key tab
key ctrl+a
text "$folder/kept.session"
key enter
SCRIPT
sweep "new session" kept.session '' "$program" --fonts fixed --script save.hs "A cat sat."

# ---- a window: what it writes while it runs and at its end
SDL_VIDEODRIVER=dummy HS_PLAN="text:Dogs_chase_cats. expose"
export SDL_VIDEODRIVER HS_PLAN
settings=config/headscope
start_over() {
    rm -rf "$settings"
    mkdir "$settings"
    printf 'theme = dark\npalette = viridis\n' >"$settings/settings"
}
start_over
cp "$settings/settings" settings.old
"$program" --fonts fixed >stdout 2>log </dev/null
mv "$settings/settings" settings.new
mv "$settings/last.session" last.new
said "the settings do not change" test -n "$(diff settings.old settings.new)"
said "the last session has another sentence" grep -q 'Dogs chase cats' last.new
k=1 seen=no
while :; do
    start_over
    killed "$program" --fonts fixed || break
    said "half of the settings at step $k" either "$settings/settings" settings.old settings.new
    said "half of the last session at step $k" either "$settings/last.session" '' last.new
    if grep -qs 'Dogs chase cats' "$settings"/running-1.session "$settings"/last.session; then
        seen=yes
    else
        said "the sentence is gone at step $k" test $seen = no
    fi
    if [ -e "$settings/running-1.session" ]; then
        said "half a running session at step $k" env -u HS_PLAN "$program" --json /dev/null "$settings/running-1.session" 2>log
    fi
    k=$((k + 1))
done
said "the window ends with $code" test $code -eq 0
said "the sentence was never on disk" test $seen = yes
said "only $k steps of a window" test $k -gt 15
steps=$((steps + k - 1))

echo "$passed passed, $failed failed; killed at $steps steps"
[ "$failed" -eq 0 ]
