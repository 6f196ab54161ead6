#!/bin/sh
# limits.sh PROGRAM FOLDER – sizes and numbers beyond all sense, through the program: each is refused in one line that names the limit,
# at once and in little memory.
set -u
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failed=0 passed=0
patience=600
refused() { # PART COMMAND… – exit 1 or 2, one line with PART, within $patience s
    part=$1
    shift
    timeout $patience "$@" >stdout 2>stderr </dev/null
    code=$?
    if { [ $code -eq 1 ] || [ $code -eq 2 ]; } && [ "$(wc -l <stderr)" -eq 1 ] && grep -q -e "$part" stderr; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "exit $code, wanted \"$part\": $*" | cut -c 1-300 >&2
        head -c 600 stderr >&2
    fi
}
ln -s "$program" headscope && program=./headscope # words of a command, whatever folder it lies in
fixed="$program --fonts fixed"
# ---- files
yes '0123456789abcdef' | head -c 100000000 | tr '\n' ' ' >long.txt
refused 'larger than 64 MiB' $fixed --json - long.txt
head -c 30000000 long.txt >line.txt
refused 'limit' $fixed --json - line.txt
rm long.txt line.txt
awk 'BEGIN { for (i = 0; i < 1000000; i++) print "A b." }' >many.txt
refused '100000' $fixed --json - many.txt
rm many.txt
# ---- JSON: depth, count, numbers
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; for (i = 0; i < 100000; i++) printf "]" }' >deep.json
refused '64' $fixed --evaluate deep.json
cp deep.json deep.session
refused '64' $fixed --json - deep.session
awk 'BEGIN { printf "[0"; for (i = 0; i < 4100000; i++) printf ",0"; print "]" }' >wide.json
refused '4000000' $fixed --evaluate wide.json
rm wide.json
for number in NaN Infinity -Infinity 1e999 -1e999 0x10 01 1. .5 -1 0.5 99999999999999999999 true null '"1"' '[]'; do
    printf '[{"id": "a", "tokens": ["She", "sat"], "relations": [{"type": "subj", "from": %s, "to": [0]}]}]' "$number" >number.json
    refused 'number.json' $fixed --evaluate number.json
    printf '[{"id": "a", "tokens": ["She", "sat"], "relations": [{"type": "subj", "from": 1, "to": [%s]}]}]' "$number" >number.json
    refused 'number.json' $fixed --evaluate number.json
    printf '{"headscope_session": 1, "text": "She sat.", "heads": %s}' "$number" >number.session
    refused 'number.session' $fixed --json - number.session
done
# ---- arguments
for number in nan inf -inf 1e999 0x10 '' ' ' 1e-999 99999999999999999999; do
    refused 'heads' $fixed --heads "$number" --json -
    refused 'size' $fixed --size "${number}x800" --json -
    refused 'scale' $fixed --scale "$number" --json -
done
# ---- tokens and heads: told with the bytes
words=$(awk 'BEGIN { for (i = 0; i < 4096; i++) printf "x " }')
refused 'MiB' $fixed --heads 512 --json - -- "$words"
refused '4096' $fixed --json - -- "$words x"
refused '8 heads of 4096 x 4096 weights would be about 7168 MiB of CSV, and 4096 MiB' \
    $fixed --sheet --export all.csv -- "$words"
if sh -c "ulimit -v 3000000; $program --version" >/dev/null 2>&1; then
    # 64 heads take 4.3 GB: where that is not to be had it is refused at once, and the bytes are told
    refused '64 heads: 4[0-9]* bytes' sh -c "ulimit -v 3000000; exec $fixed --heads 64 --export grid.png -- '$words'"
else
    echo "skipped: a machine without memory, as sanitizers want more addresses than ulimit -v gives"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
