# window.sh – sourced by the scripts that end windows and writing in bad ways: waits() needs a fail() of theirs, said() counts in
# $passed and $failed and shows the files named by $logs.

# waits WHAT COMMAND… – until the command succeeds; the limit, minutes, is for what hangs and not for a busy machine.
waits() {
    what=$1 tries=0
    shift
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -gt 1800 ] && fail "in vain: $what"
        sleep 0.1
    done
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
