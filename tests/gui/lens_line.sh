#!/bin/sh
# lens_line.sh PROGRAM FOLDER SOURCES – lens, head modes and measurements from the command line: what is written, and one clear
# error for each bad word.
set -u
program=$1 folder=$2 sources=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failed=0 passed=0

# want CODE PART ARGUMENTS... – runs the program; checks the exit code and that stdout or stderr holds PART.
want() {
    code=$1 part=$2
    shift 2
    "$program" --fonts fixed "$@" >stdout 2>stderr </dev/null
    got=$?
    if [ "$got" = "$code" ] && cat stdout stderr | grep -q -e "$part" &&
        { [ "$code" = 0 ] || [ "$(wc -l <stderr)" -eq 1 ]; }; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "exit $got (wanted $code), wanted \"$part\": $*" >&2
        head -c 600 stderr >&2
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

# ---- what it writes
want 0 ',masked,norm$' --lens output --export - --format csv "The cat sat."
want 0 '"values": "score"' --lens score --json - "The cat sat."
want 0 'each head of h = 8 minus head 2 of h = 8' --minus-head 2 --json - "The cat sat."
want 0 ',masked,difference$' --minus-head 2 --export - --format csv "The cat sat."
want 0 'in its place of h = 2' --minus-heads 2 --json - "The cat sat."
# Lines leave hidden tokens out, too, and say so; what a view cannot show is said
want 0 '^1,3,sat,2,cat,' --view lines --export - --format csv "The cat sat."
"$program" --fonts fixed --view lines --hide 2 --export - --format csv "The cat sat." >lines.csv
check test "$(grep -c '^1,3,sat,2,cat,' lines.csv)" -eq 0
want 0 '>hidden: “cat”, rows not renormalised<' --view lines --hide 2 --export - --format svg "The cat sat."
want 0 'warning: --sort changes nothing here: --view grid or layers shows it' --view lines --sort entropy --export - --format svg "The cat sat."
want 0 'headscope: --find: 1 token holds .*; --view grid or head shows it' --view compare --find cat --export - --format svg "The cat sat."
want 0 '^headscope: --find: no token holds "dog"$' --view compare --find dog --export - --format svg "The cat sat."
want 0 'warning: --annotated changes nothing here: --view compare or specialise shows it' --view grid --annotated "$sources/samples/annotated.json" --export - --format svg "The cat sat."
# a part of the head view by its tokens: the same picture as by fractions
"$program" --fonts fixed --view head --queries 2-3 --keys 4 --export part.svg "The cat sat." || failed=$((failed + 1))
"$program" --fonts fixed --view head --zoom 0.25,0.75,0.75,1 --export same.svg "The cat sat." || failed=$((failed + 1))
check cmp part.svg same.svg
check test "$(grep -c '>The<' part.svg)" -eq 0
want 2 'keys is a token or a range of them, A-B, counted from 1 to 4; not "3-5"' --keys 3-5 --export - --format svg "The cat sat."
want 2 'queries is a token or a range of them' --queries 3-2 --export - --format svg "The cat sat."
want 2 'each say which part of the head is shown' --queries 1-2 --zoom 0,1,0,1 --export - --format svg "The cat sat."
# settings stand in a file of their own, when asked for; numbers have no lines beside them
want 0 '^layer_from_0,head_from_0,query_from_0,query_token,key_from_0,key_token,masked,weight,score$' --count-from 0 --head-off 3 --hide first --export - --format csv --about about.json "The cat sat."
check grep -q '"Shown": "hidden: the first token, rows not renormalised  ·  head 3 off"' about.json
check grep -q '"Command": "headscope --heads 8 .*--export OUT.csv' about.json
want 2 'about tells how an export was made' --about other.json "The cat sat."
want 1 'about.json: it exists already' --export - --format csv --about about.json "The cat sat."
want 0 '^layer_from_1,head_from_1,query_from_1,query_token,The,cat,sat,\.$' --view head --head 2 --csv wide --export - --format csv "The cat sat."
want 2 'is a matrix of weights, and the view lines has numbers of another kind' --view lines --csv wide --export - --format csv "The cat sat."
want 2 'csv says how numbers are written, and this export is a svg' --csv wide --export - --format svg "The cat sat."
want 0 'the other sentence: The dog sat .' --minus-text "The dog sat." --json - "The cat sat."
want 0 '2 of 4 keys hidden; rows renormalised' --hide punctuation,2 --renormalise --json - "The cat sat."
want 0 '"mode": "off"' --head-off 3 --json - "The cat sat."
want 0 '"mode": "uniform"' --head-uniform 1,2 --json - "The cat sat."
want 0 '"mode": "uniform"' --head-even 1,2 --json - "The cat sat."
want 0 '^1,The,0\.' --head-off 1 --list output "The cat sat."
want 0 '^head_from_1,jensen_shannon_bits$' --head 2 --list alike "The cat sat."
want 0 '^query_from_1,query_name,key_from_1,key_name,value$' --list links "The cat sat."
want 0 'sort entropy' --sort entropy --reverse --find at --export - --format svg "The cat sat."
want 0 '^head_from_1,relation,hits,' --view specialise --export - --format csv
want 0 '^2,obj,' --view specialise --annotated "$sources/samples/annotated.json" --export - --format csv
want 0 '"relation": "obj", "links": \[' --cell 2,obj --links against --annotated "$sources/samples/annotated.json" --export - --format json
want 0 ',[0-9]*,[0-9.]*,uniform,[0-9.]*,' --view specialise --compare uniform --export - --format csv

# ---- the command in a picture brings the same picture back
"$program" --fonts fixed --lens value --minus-head 1 --hide first --head-off 2 --sort self --export one.svg "It's a cat." || failed=$((failed + 1))
command=$(sed -n 's/^Command: headscope/"$program" --fonts fixed/p' one.svg | sed 's/OUT.svg/two.svg/')
eval "$command" || failed=$((failed + 1))
if [ -s two.svg ] && grep -q 'minus head 1' two.svg && cmp -s one.svg two.svg; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "another picture came of: $command" >&2
fi

# holds FILE PATTERN – the file was written and says so.
holds() {
    if grep -q -e "$2" "$1"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1 does not hold \"$2\"" >&2
    fi
}
# A long sentence B stands in the command whole; where no command can say what B is, none is written.
long=$(awk 'BEGIN { for (i = 0; i < 300; i++) printf "word%d ", i }')
"$program" --fonts fixed --minus-text "$long" --export long.svg "The cat sat."
holds long.svg "^Command: .*--minus-text 'word0 .* word299 '.*-- 'The cat sat.'"
printf 'key shift+d\nkey minus\nkey d\nexpect done ~ "minus B"\nkey ctrl+e\nclick "export path"\nkey ctrl+a\ntext "other.svg"\nkey enter\nexpect message ~ other.svg\n' >other.hs
"$program" --fonts fixed --script other.hs
holds other.svg '^Command: (no command makes this picture: picture B, which was kept with another number of heads'

# ---- what it refuses
want 2 'no head "9"' --head-off 9 --json - "The cat sat."
want 2 'no head "0"' --head-off 0 --json - "The cat sat."
want 2 'one comma between' --head-off 1,,2 --json - "The cat sat."
want 2 'no token "5"' --hide 5 --json - "The cat sat."
want 2 'no head 9 to subtract' --minus-head 9 --json - "The cat sat."
want 2 '3 heads do not divide' --minus-heads 3 --json - "The cat sat."
want 2 'give one' --minus-head 1 --minus-heads 2 --json - "The cat sat."
want 2 'HEAD,RELATION' --cell 2 --export - "The cat sat."
want 2 'no relation "verb"' --cell 2,verb --export - "The cat sat."
want 2 'what switched heads change' --list output "The cat sat."
want 1 'compares up to 8388608 weights, and 16 heads of 1024 x 1024 tokens have more' --heads 16 --list alike "$(awk 'BEGIN { for (i = 0; i < 1024; i++) printf "w%d ", i }')"
want 2 'compares heads, and there is one' --heads 1 --list alike "The cat sat."
want 2 'is one of: weight, value' --lens heat --json - "The cat sat."
want 1 'nowhere.json' --annotated nowhere.json --view specialise --export - "The cat sat."

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
