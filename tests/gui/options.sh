#!/bin/sh
# options.sh PROGRAM FOLDER – every option with a value that is none and with a number, beside a table of figures: what is wrong with it, or
# that the table does not show it, is one of said/options.txt.
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
export HOME="$PWD" XDG_CONFIG_HOME="$PWD/config"
. "$here/want.sh"

sed -n 's/^    row([A-Z_]*, "\([a-z-]*\)").*/--\1/p' "$source/app/model/options.h" >rows
sed -n 's/^    {"\(--[a-z-]*\)".*/\1/p' "$source/app/cli/args.c" | sort -u - rows >options
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
