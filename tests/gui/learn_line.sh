#!/bin/sh
# learn_line.sh PROGRAM FOLDER – training from the command line: what it writes, that its command makes a picture again, and one clear
# error for each bad word.
set -u
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failed=0 passed=0
want() { # CODE PART ARGUMENTS...
    code=$1 part=$2
    shift 2
    "$program" --fonts fixed "$@" >stdout 2>stderr </dev/null
    got=$?
    if [ "$got" = "$code" ] && { [ -z "$part" ] || cat stdout stderr | grep -q -e "$part"; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "exit $got (wanted $code), wanted \"$part\": $*" >&2
        head -c 600 stderr >&2
    fi
}
check() {
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "failed: $*" >&2
    fi
}
# A PNG without the texts in it, one of which is the command.
pixels() {
    python3 -c 'import sys, hashlib; data = open(sys.argv[1], "rb").read(); print(hashlib.md5(data[data.index(b"IDAT"):]).hexdigest())' "$1"
}
annotated=none.json # never read
small="--learn --learn-sentences 192 --learn-heads 1,2"
# shellcheck disable=SC2086  # words are meant
{
    want 0 '192 of 192 sentences; h = 1: loss .*; h = 2: loss' $small --save-run run.safetensors --export grid.png --view grid --about grid.json
    check test -s run.safetensors
    check grep -q 'learnt from 192 sentences, 2 heads, seed 1' grid.json
    check grep -q -e '--learn --learn-heads 1,2 --learn-sentences 192 --learn-seed 1' grid.json
    # What cannot be written is told before the training, of which nothing is said then.
    want 1 'run.safetensors: it exists already' $small --save-run run.safetensors
    check test "$(grep -c 'of 192 sentences' stderr)" = 0
    want 2 'nothing was trained' --view learn --export none.csv
    want 2 'nothing was trained' --view learn --sheet --export none.png
    check test ! -e none.csv
    want 0 '' $small --learn-stop 96 --view learn --export half.png --about half.json
    check grep -q -e '--learn-stop 96 --moment 2' half.json
}
# The saved run gives the same picture, and its command does.
want 0 '' run.safetensors --view grid --export again.png
check test "$(pixels grid.png)" = "$(pixels again.png)"
command=$(python3 -c 'import json; print(json.load(open("half.json"))["Command"].replace("OUT.png", "made.png"))')
eval "set -- $command"
shift
want 0 '' "$@"
check cmp half.png made.png
want 0 '' run.safetensors --heads 1 --moment 2 --view learn --export moment.png --about moment.json -- 'Birds sing.'
check grep -q -e '--moment 2' moment.json
check grep -q "run.safetensors' -- 'Birds sing.'" moment.json
command=$(python3 -c 'import json; print(json.load(open("moment.json"))["Command"].replace("OUT.png", "made2.png"))')
eval "set -- $command"
shift
want 0 '' "$@"
check cmp moment.png made2.png
# The figures of the built-in model are not told for those of a run.
want 2 'of a training run --view specialise' run.safetensors --evaluate "$annotated"
# shellcheck disable=SC2086  # words are meant
want 2 'of a training run --view specialise' $small --evaluate "$annotated"
# Every kind of output is of the moment, without a word about it.
for output in '--json -' '--stats -' '--list links' '--export - --format csv --view grid' '--export - --format html'; do
    # shellcheck disable=SC2086  # words are meant
    for moment in 1 3; do
        "$program" --fonts fixed $output run.safetensors --moment $moment -- 'Birds sing.' >of$moment 2>said || echo "exit $?" >said
        check test ! -s said
    done
    check test -s of1
    check test "$(cksum <of1)" != "$(cksum <of3)"
done
want 0 '' run.safetensors --view learn --export last.png -- 'Birds sing.'
check test "$(cmp -s last.png moment.png; echo $?)" = 1
want 0 '^192,2,' run.safetensors --view learn --export - --format csv
want 0 '' run.safetensors --view learn --sheet --export film.svg
check grep -q '>random<' film.svg
check grep -q '>192<' film.svg
# One clear error each.
want 2 'goes with --learn' --learn-seed 3 "The cat sat."
want 2 'goes with --learn or a saved run' --moment 2 "The cat sat."
want 2 'such as 1,8, not "1;8"' --learn --learn-heads '1;8' --save-run x.safetensors
want 2 '1, 2, 4, 8, 16 or 32 heads, not 3' --learn --learn-heads 3 --save-run x.safetensors
want 2 'is a list of subj' --learn --learn-relations nose --save-run x.safetensors
want 2 'above 0 and at most 0.1' --learn --learn-rate 5 --save-run x.safetensors
want 2 'leave run.safetensors out' --learn run.safetensors --save-run x.safetensors
want 2 'there is no moment 9: 3 are kept' run.safetensors --moment 9 --export x.png
want 1 'it exists already' run.safetensors --save-run run.safetensors
head -c 3000000 run.safetensors >cut.safetensors
want 1 'cut.safetensors' cut.safetensors --export x.png
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
