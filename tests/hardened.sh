#!/bin/sh
# hardened.sh PROGRAM – is a Release program built as meant: position independent, relocations read-only, every symbol bound at
# the start, no executable stack, stack protector and fortified calls in use. CI runs it on the program it built.
set -u
program=$1
failed=0
has() { # WHAT PATTERN COMMAND...
    what=$1 pattern=$2
    shift 2
    "$@" 2>/dev/null | grep -qE -- "$pattern" || {
        echo "$program: no $what" >&2
        failed=1
    }
}
has "position independence" 'Type:[[:space:]]+DYN' readelf -hW "$program"
has "PIE flag" 'FLAGS_1.*PIE' readelf -dW "$program"
has "read-only relocations" 'GNU_RELRO' readelf -lW "$program"
has "binding at the start" 'BIND_NOW' readelf -dW "$program"
has "stack without execute permission" 'GNU_STACK.* RW ' readelf -lW "$program"
has "stack protector" '__stack_chk_fail' readelf -sW --dyn-syms "$program"
has "fortified calls" '__(memcpy|snprintf|vsnprintf|printf|fprintf)_chk' readelf -sW --dyn-syms "$program"
[ $failed -eq 0 ] && echo "$program: PIE, full RELRO, stack protector, fortified"
exit $failed
