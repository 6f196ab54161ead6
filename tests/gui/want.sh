# shellcheck shell=sh
# want.sh – sourced by command_line.sh, options.sh, dump.sh and model_dump.sh, which set $folder, where they begin anew: counts runs that
# end as they should. Every line of error that they make is one of said/NAME.txt (known.sh).

here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failed=0 passed=0
: >said

# want CODE PART COMMAND... – runs it; checks the exit code and that stdout or stderr holds PART.
want() {
    code=$1 part=$2
    shift 2
    "$@" >stdout 2>stderr </dev/null
    got=$?
    cat stderr >>said
    if [ "$got" = "$code" ] && { [ -z "$part" ] || cat stdout stderr | grep -q -e "$part"; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "exit $got (wanted $code), wanted \"$part\": $*" | cut -c 1-300 >&2
        head -c 600 stderr >&2
    fi
}

# One message is one line.
one_line() {
    if [ "$(wc -l <stderr)" -ne 1 ]; then
        failed=$((failed + 1))
        echo "more than one line of error:" >&2
        cat stderr >&2
    fi
}
check() {
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $*" >&2
    fi
}

# Every option there is into the file options.
list_options() {
    sed -n 's/^    \[OPTION_[A-Z_]*\] = {"\([a-z-]*\)".*/--\1/p' "$source/app/model/options.c" | sort >options
}

# The end of a script: what was counted.
want_done() {
    check sh "$here/known.sh" "$(basename "$0" .sh)" said "$source" "$program"
    echo "$passed passed, $failed failed"
    exit "$((failed > 0))"
}
