# shellcheck shell=sh disable=SC2034,SC2154
# window.sh – sourced by the scripts that drive real windows, or end windows and writing in bad ways. Nothing here goes by the clock:
# limits are minutes, for what hangs. waits() needs a fail() of theirs, said() counts in $passed and $failed and shows the files
# named by $logs; $app and $server are the processes of the program and of its X server.

# tools NAME… – ends as skipped when one is not installed.
tools() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 && continue
        echo "skipped: $tool is not installed (packages xvfb, xdotool, xclip, imagemagick, x11-utils)"
        exit 77
    done
}
# waits WHAT COMMAND… – until the command succeeds; calls fail() when it never does.
waits() {
    what=$1 tries=0
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -le 2400 ] || { fail "in vain: $what"; return 1; }
        sleep 0.1
    done
}
has_number() {
    [ -s display ] || ! kill -0 "$server" 2>/dev/null
}
# start_x – an X server of one's own, in $server and DISPLAY; with -noreset, as one that starts anew when its last client leaves turns
# away who comes at that moment.
start_x() {
    : >display
    Xvfb -displayfd 3 -noreset -screen 0 1600x1000x24 -nolisten tcp 3>display 2>xvfb.log &
    server=$!
    waits "an X server" has_number
    [ -s display ] || { echo "skipped: Xvfb does not start: $(tail -1 xvfb.log)"; exit 77; }
    DISPLAY=:$(cat display)
    export DISPLAY
    unset WAYLAND_DISPLAY SDL_VIDEODRIVER
}
shown() {
    window=$(xdotool search --onlyvisible --pid "$app" 2>/dev/null | head -1)
    [ -n "$window" ]
}
focused() {
    [ "$(xdotool getwindowfocus)" = "$window" ]
}
gone() {
    ! kill -0 "$app" 2>/dev/null
}
# asleep PROCESS – all its threads wait for something.
asleep() {
    [ -z "$(cat /proc/"$1"/task/*/stat 2>/dev/null | sed 's/^.*) //' | grep -v '^S')" ]
}
# dealt_with – what was sent to the window has been: the server has nothing to do, and the program waits for it. Keys and buttons are
# with the program when xdotool ends, so that it cannot be asleep before it has seen them.
dealt_with() {
    for _ in 1 2 3; do
        gone || { asleep "$server" && asleep "$app"; } || return 1
        sleep 0.05
    done
}
# press KEY… – one after the other, each when the one before has been dealt with: as a person does.
press() {
    for key in "$@"; do
        xdotool key "$key"
        waits "an answer to $key" dealt_with
    done
}
# opened – the program that was started shows its window and has read all that it reads at first.
opened() {
    waits "a window" shown
    xdotool windowfocus "$window"
    waits "the focus" focused
    waits "the first picture" dealt_with
}
# said WHAT COMMAND… – counts; when the command fails, says what that means and shows the end of the logs.
said() {
    meaning=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $meaning" >&2
        # shellcheck disable=SC2086  # names are meant
        tail -n 5 $logs >&2
    fi
}
