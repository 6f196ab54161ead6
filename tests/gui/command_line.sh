#!/bin/sh
# command_line.sh PROGRAM FOLDER – the program without a window: what it writes, and one clear error with the right exit code
# for every bad input.
set -u
program=$1 folder=$2
. "$(dirname "$0")/want.sh"
export HOME="$PWD" XDG_CONFIG_HOME="$PWD/config"

want 0 'Headscope [0-9]' "$program" --version
want 0 'usage: headscope' "$program" --help
cat stdout >>said
# Help and man page, which are loops over the options, name every one and no other.
manual=$(dirname "$program")/headscope.1
list_options
check test "$(wc -l <options)" -gt 90
"$program" --help | grep -o -e '^  --[a-z][a-z-]*' | tr -d ' ' | sort >helped
check cmp options helped
sed -n 's/^\\fB\\-\\-\([^ ]*\)\\fR.*/--\1/p' "$manual" | sed 's/\\-/-/g' | sort >manned
check cmp options manned
# The README names every view with its key.
"$program" --view none 2>&1 | sed -n 's/.*one of: \(.*\), not.*/\1/p' | tr -d ',' | tr ' ' '\n' >views
check test "$(wc -l <views)" -ge 7
number=0
while read -r view; do
    number=$((number + 1))
    check grep -qi "^| $number | $view |" "$here/../../README.md"
done <views

# ---- what it writes
want 0 '' "$program" --fonts fixed --export grid.png
check test "$(head -c 4 grid.png | tail -c 3)" = PNG
want 0 '' "$program" --fonts fixed --view head --head 2 --export head.svg "The cat sat."
check grep -q '</svg>' head.svg
want 0 '' "$program" --fonts fixed --view head --head 2 --export head.csv The cat sat.
check test "$(wc -l <head.csv)" -eq 17
want 0 '' "$program" --fonts fixed --heads 4 --mask causal --json out.json "The cat sat."
check grep -q '"h": 4' out.json
check grep -q 'null' out.json
want 0 '"tokens"' "$program" --fonts fixed --json - "The cat sat."
want 0 '' "$program" --fonts fixed --export - --format csv "The cat sat."
check test "$(wc -l <stdout)" -eq 129
want 0 '' "$program" --fonts fixed --sheet --heads 16 --export sheet.png "The cat sat."
# A page says whether its own cells share pixels: its maps are 214 wide, those of the window beside its panel 217.
words() { awk -v n="$1" 'BEGIN { while (n-- > 0) printf "cat " }'; }
want 0 '' "$program" --fonts fixed --export fits.svg "$(words 210)"
check sh -c '! grep -q "cells a pixel\|pixels: largest" fits.svg'
want 0 '' "$program" --fonts fixed --export shares.svg "$(words 216)"
check grep -q 'cells a pixel\|pixels: largest' shares.svg
printf '# note\nFirst one.\nSecond one here.\n' >two.txt
want 0 'Second' "$program" --fonts fixed --json - two.txt --sentence 2
printf 'From a pipe.\n' | "$program" --fonts fixed --json - - >stdout 2>stderr
check grep -q pipe stdout
# The same command gives the same bytes, at every number of threads the machine has.
want 0 '' "$program" --fonts fixed --export again.png
check cmp -s grid.png again.png
# A page of what was learnt has every head looking at the sentence: one of h = 1, two of h = 2.
want 0 '' "$program" --fonts fixed --learn --learn-heads 1,2 --learn-sentences 96 --export learn.svg
check test "$(grep -c crispEdges learn.svg)" -eq 3

# ---- a file that is there stays
cp grid.png before.png
want 1 'grid.png: it exists already, and stays: .*--force' "$program" --fonts fixed --heads 2 --export grid.png
one_line
want 1 'grid.png: it exists already.*--force' "$program" --fonts fixed --json grid.png
want 1 'grid.png: it exists already.*--force' "$program" --fonts fixed --stats grid.png
check cmp -s grid.png before.png
want 0 '' "$program" --fonts fixed --heads 2 --force --export grid.png
check test -s grid.png

# ---- wrong usage: 2
want 2 '--heads: 7 heads do not divide.*4 and 8' "$program" --heads 7 --export a.png
one_line
want 2 'divide' "$program" --heads 3
want 2 'from 320x240' "$program" --size 300x200 --export a.png
want 2 'lists all' "$program" --whatever
want 2 '.png, .svg' "$program" --fonts fixed --export picture.bmp
# usage PART ARGUMENT... – refused with one line that says PART; it names no key, for there is no window.
usage() {
    part=$1
    shift
    want 2 "$part" "$program" --fonts fixed "$@" --export a.png
    one_line
    check test ! -e a.png
    check test -z "$(grep -e Ctrl -e overwriting stderr)"
}
usage '^headscope: --head: there is no head 9: this picture has heads 1 to 8' --head 9
usage '1 to 2, not 5' two.txt --sentence 5
usage 'lock: there is no row 40 to lock: the query tokens are 1 to 10' --lock 40
usage 'lock: there is no cell 0,1 to lock' --lock 0,1
usage 'lock: there is no cell 3,99 to lock.* the keys 1 to 10' --lock 3,99
usage 'the keys 0 to 9' --count-from 0 --lock 3,10
usage 'column: there is no column 300 in the step q: they are counted from 1 to 64' --step q --column 300
usage 'column: there is no column 0 in the step softmax: .* from 1 to 10' --step softmax --column 0
usage 'column: there is no column 64 in the step q: they are counted from 0 to 63' --count-from 0 --step q --column 64
usage 'view: Layers shows .*: name one that ends in .safetensors or .npy' --view layers
usage 'head-off: there is no head "9"' --head-off 9
usage 'head-mean: ",2": give numbers' --head-mean 1,,2
usage 'hide: there is no token "77"' --hide 77
usage 'cell: there is no head "0"' --cell 0,obj
usage 'cell: there is no relation "foo"' --cell 2,foo
usage 'minus-head: there is no head 9 to subtract: this picture has heads 1 to 8' --minus-head 9
usage 'minus-heads: 7 heads do not divide' --minus-heads 7
usage 'resume: there is no last session yet' --resume
# ---- bad input: 1
bad() {
    want 1 "$@"
    one_line
    check test ! -e a.png
}
bad 'missing.txt' "$program" --fonts fixed missing.txt --export a.png
: >empty.txt
bad 'empty.txt' "$program" --fonts fixed empty.txt --export a.png
printf 'PK\003\004\000\000\001' >binary.txt
bad 'binary.txt' "$program" --fonts fixed binary.txt --export a.png
printf 'Fine.\nNot \303( fine.\n' >utf8.txt
bad 'line 2' "$program" --fonts fixed utf8.txt --export a.png
mkdir folder.txt
bad 'folder.txt' "$program" --fonts fixed folder.txt --export a.png
truncate -s 100M huge.txt
bad 'huge.txt' "$program" --fonts fixed huge.txt --export a.png
rm huge.txt
many=$(awk 'BEGIN { for (i = 0; i < 5000; i++) printf "x " }')
bad '4096' "$program" --fonts fixed --export a.png -- "$many"
bad 'type a sentence' "$program" --fonts fixed --export a.png ''
if [ "$(id -u)" != 0 ]; then
    printf 'Hidden.\n' >secret.txt
    chmod 000 secret.txt
    bad 'secret.txt' "$program" --fonts fixed secret.txt --export a.png
fi
printf '{"headscope_session": 1, "text": " "}' >blank.session
bad 'blank.session: "text" cannot be shown: .*type a sentence' "$program" --fonts fixed blank.session --export a.png
bad 'nowhere' "$program" --fonts fixed --export nowhere/a.png
bad '/proc' "$program" --fonts fixed --export /proc/a.png
mkdir assets
bad 'lexicon.json' "$program" --assets assets --fonts fixed --export a.png
printf '{"format": "other"}' >assets/lexicon.json
bad 'lexicon.json' "$program" --assets assets --fonts fixed --export a.png
printf '{"format": ' >assets/lexicon.json
bad 'lexicon.json' "$program" --assets assets --fonts fixed --export a.png
real=$(dirname "$program")/assets/lexicon.json
if [ -e "$real" ]; then
    cp "$real" assets/lexicon.json
    echo 'not safetensors' >assets/preset.safetensors
    bad 'preset.safetensors' "$program" --assets assets --fonts fixed --export a.png
    rm assets/preset.safetensors
    bad 'preset.safetensors' "$program" --assets assets --fonts fixed --export a.png
fi
if [ -e /dev/full ]; then
    "$program" --fonts fixed --json - >/dev/full 2>stderr
    check test $? -eq 1
    one_line
fi
# ---- scripts: the error names file and line
printf 'key 2\nexpect view grid\n' >wrong.hs
bad 'wrong.hs:2: view is "head", expected "grid"' "$program" --fonts fixed --script wrong.hs
printf '\n# fine\nclick "Nothing"\n' >wrong.hs
bad 'wrong.hs:3: nothing on the screen is called "Nothing"' "$program" --fonts fixed --script wrong.hs
# script PART LINE – a script that ends in this line fails there and says PART.
script() {
    printf 'key 1\n%s\n' "$2" >wrong.hs
    bad "wrong.hs:2: .*$1" "$program" --fonts fixed --script wrong.hs
}
script 'no command "dance"; commands are: move, click, .*print$' 'dance'
script 'there is no command "mask"; commands are: move, click' 'mask causal'
script 'did you mean click?' 'clik 1 1'
script 'did you mean expect-label?' 'expect-lable "x"'
script 'resize has 1 word after it, and is written: resize W H' 'resize 900'
script 'move X Y, or move "LABEL"' 'move'
script 'down has 2 words after it' 'down 1 2'
for line in 'click 99999 99999' 'move 1280 10' 'click 10 800' 'move -1 5' 'drag 10 10 2000 10' 'drag -5 10 20 10'; do
    script 'lies outside the window, which is 1280 wide and 800 high' "$line"
done
script 'more than 8 words' 'text a b c d e f g h'
script 'called "nan"' 'click nan 3'
script '1, 2 or 3 times, not "4"' 'click "heads" 4'
script 'click has 4 words after it' 'click 1 1 1 1'
script '1, 2 or 3 times, not "x"' 'click "heads" 1 x'
script 'too much' 'move "heads" 2'
script 'no reading "vew"; did you mean view?' 'expect vew grid'
script 'no reading "zebra": "print keys" prints all there are, among them text' 'expect zebra 1'
script 'no reading "step-slot-9"; did you mean step-slot-' 'print step-slot-9'
script 'put quotes around "The student"' 'expect text The student'
script 'whole numbers from 1 on, not "1.5"' 'cell 1 1.5 2'
script 'cell 9 1 1 is not there: 8 heads of 10 queries and 10 keys' 'cell 9 1 1'
script 'no key "ctl+s": a letter' 'key ctl+s'
script 'each side must be 1 to' 'resize 0 0'
script 'each side must be 1 to' 'resize 99999 800'
script 'from 0.5 to 4, or 0' 'scale 9'
script 'should be a number' 'drag 1 2 3 x'
script 'above 0 up' 'wheel up'
script 'UTF-8 at its byte 2' "$(printf 'text "a\377"')"
script 'quote before open is not closed' 'text "open'
printf 'key 3\ncell 1 1 1\n' >wrong.hs
bad 'wrong.hs:2: cell points into Grid and Head, and the view is compare' "$program" --fonts fixed --script wrong.hs
printf 'key 1\nkey \0002\n' >wrong.hs
bad 'wrong.hs:2: a zero byte' "$program" --fonts fixed --script wrong.hs
awk 'BEGIN { printf "text \""; for (i = 0; i < 9000; i++) printf "x"; print "\"" }' >wrong.hs
bad 'wrong.hs:1: the line is longer than' "$program" --fonts fixed --script wrong.hs
bad 'none.hs: the script cannot be read: No such file' "$program" --fonts fixed --script none.hs
bad 'assets: the script cannot be read: Is a directory' "$program" --fonts fixed --script assets
# Every reading that is listed can be read, in every view.
printf 'print keys\n' >keys.hs
want 0 '^tour-text$' "$program" --fonts fixed --script keys.hs
check test "$(wc -l <stdout)" -gt 80
{
    sed 's/^/print /' stdout
    echo 'key 4'
    sed 's/^/print /' stdout
} >all.hs
want 0 '^step-single-8 = ' "$program" --fonts fixed --script all.hs

# ---- no display: one line that names the way out
for driver in '' x11; do
    if [ -n "$driver" ]; then
        SDL_VIDEODRIVER=$driver timeout 600 "$program" --fonts fixed >stdout 2>stderr
    else
        env -u SDL_VIDEODRIVER timeout 600 "$program" --fonts fixed >stdout 2>stderr
    fi
    check test $? -eq 1
    check grep -q 'no display.*--export' stderr
done

want_done
