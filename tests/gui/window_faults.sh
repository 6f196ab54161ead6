#!/bin/sh
# window_faults.sh PROGRAM FOLDER – what can happen to a window: the surface refused (as on Wayland), textures, renderers and
# devices lost, no size, minimised, another scale, no events, no clipboard. PROGRAM is headscope_faulty (faulty.h). Whatever
# happened, the picture that is shown in the end is the one that would be shown without it; where none can be shown, the
# program ends with one line and the sentence is kept.
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder/config/headscope"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
HOME=$folder XDG_CONFIG_HOME=$folder/config SDL_VIDEODRIVER=dummy
# What libraries keep until the end is not ours.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export HOME XDG_CONFIG_HOME SDL_VIDEODRIVER ASAN_OPTIONS
failed=0 passed=0
text=text:Dogs_chase_cats.
. "$here/window.sh"
logs='stdout stderr'
# window FAULTS PLAN – leaves the exit code in $code and the last picture in $shown.
window() {
    rm -f config/headscope/*
    : >config/headscope/settings # not the very first start: that opens the tour
    HS_FAULTS=$1 HS_PLAN=$2 timeout 600 "$program" --fonts fixed --size 900x600 >stdout 2>stderr </dev/null
    code=$?
    sed -i '/^libgcov/d' stderr
    shown=$(grep '^shown' stdout | tail -1)
}
# same WHAT FAULTS PLAN – the end is as without faults.
same() {
    window "$2" "$3"
    said "$1: exit $code" test "$code" -eq 0
    said "$1: $shown instead of $want" test "$shown" = "$want"
    said "$1: something was said" test ! -s stderr
    said "$1: the sentence is not the last session's" grep -q 'Dogs chase cats' config/headscope/last.session
}

window '' "$text expose"
want=$shown
said "a window without faults: $shown" test "$code" -eq 0 -a -n "$shown"
window '' expose
said "the sentence does not change the picture" test -n "$shown" -a "$shown" != "$want"

same "no window surface" SDL_GetWindowSurface=0- "$text expose"
same "the surface is not taken" SDL_UpdateWindowSurface=1- "$text expose"
same "the surface comes and goes" SDL_GetWindowSurface=1-1 "$text expose expose"
same "the first texture fails" SDL_GetWindowSurface=0-,SDL_CreateTexture=0-1 "$text expose"
same "the texture is lost" SDL_GetWindowSurface=0-,SDL_UpdateTexture=1-1 "$text expose"
same "the renderer is lost" SDL_GetWindowSurface=0-,SDL_RenderCopy=1-2 "$text expose expose"
same "no renderer at first" SDL_GetWindowSurface=0-2,SDL_CreateRenderer=0-5 "$text expose expose expose expose"
for event in reset targets; do
    same "$event with a texture" SDL_GetWindowSurface=0- "$text $event expose"
    same "$event without one" '' "$text $event expose"
done
same "$event, and the new texture fails" SDL_GetWindowSurface=0-,SDL_CreateTexture=1-1 "$text expose reset expose"
same "minimised and restored" '' "minimise $text expose restore"
same "no size for a while" '' "zero $text zero expose"
same "no size for a while, with a texture" SDL_GetWindowSurface=0- "zero $text zero expose"
same "wider than a canvas" '' "$text wide expose"
same "another scale and back" '' "$text double expose single expose"
same "no cursors" SDL_CreateSystemCursor=0- "$text expose"

# A clipboard that gives nothing is told of, and costs nothing else.
window '' "$text key:f key:c expose" # copies nothing
found=$shown
window SDL_GetClipboardText=0-,SDL_SetClipboardText=0- "$text key:f key:v expose"
said "no clipboard: exit $code" test "$code" -eq 0
said "pasting nothing is not told of" test -n "$found" -a -n "$shown" -a "$shown" != "$found"
said "no clipboard: the sentence is not the last session's" grep -q 'Dogs chase cats' config/headscope/last.session

# While nobody can see it, nothing is drawn.
window '' "minimise $text minimise minimise"
said "a minimised window draws $(grep -c '^shown' stdout) pictures" test "$(grep -c '^shown' stdout)" -eq 1

# A display of twice the pixels: the picture has them, and everything in it is twice as large.
window '' "$text double expose"
said "double: $shown" test "$code" -eq 0
said "the picture has not the display's pixels" grep -q '^texture 1800x1200' stdout

# Nothing can be shown, or no event comes: one line, and the sentence is offered by the next start.
window SDL_GetWindowSurface=1-,SDL_CreateRenderer=0- "$text $(yes expose | head -30 | tr '\n' ' ')"
said "exit $code when nothing can be shown" test "$code" -eq 1
said "not one line" test "$(wc -l <stderr)" -eq 1
said "other words" grep -q 'takes no picture.*is kept' stderr
said "the sentence is lost" grep -q 'Dogs chase cats' config/headscope/running-1.session
window SDL_WaitEvent=2- "$text expose"
said "exit $code when no event comes" test "$code" -eq 1
said "other words" grep -q 'gives no events.*is kept' stderr
said "the sentence is lost" grep -q 'Dogs chase cats' config/headscope/running-1.session

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
