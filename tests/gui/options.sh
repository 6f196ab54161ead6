#!/bin/sh
# options.sh PROGRAM FOLDER – every option with a value that is none and with a number, beside a table of figures: what is wrong with it, or
# that the table does not show it, is one of said/options.txt.
set -u
program=$1 folder=$2
. "$(dirname "$0")/want.sh"
export HOME="$PWD" XDG_CONFIG_HOME="$PWD/config"

list_options
check test "$(wc -l <options)" -gt 90
while read -r option; do
    [ "$option" = --learn ] && continue # it would train
    for value in '?' 2; do
        "$program" --fonts fixed "$option" "$value" --stats - The cat sat. >stdout 2>stderr </dev/null
        check test $? -le 2
        cat stderr >>said
    done
done <options
want_done
