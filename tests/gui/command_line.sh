#!/bin/sh
# command_line.sh PROGRAM FOLDER – the program without a window: what it writes, and one clear error with the right exit code
# for every bad input.
set -u
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
. "$here/want.sh"

want 0 'Headscope [0-9]' "$program" --version
want 0 'usage: headscope' "$program" --help

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
printf '# note\nFirst one.\nSecond one here.\n' >two.txt
want 0 'Second' "$program" --fonts fixed --json - two.txt --sentence 2
printf 'From a pipe.\n' | "$program" --fonts fixed --json - - >stdout 2>stderr
check grep -q pipe stdout
# The same command gives the same bytes, at every number of threads the machine has.
want 0 '' "$program" --fonts fixed --export again.png
check cmp -s grid.png again.png

# ---- a file that is there stays
cp grid.png before.png
want 1 'grid.png' "$program" --fonts fixed --heads 2 --export grid.png
one_line
check cmp -s grid.png before.png
want 0 '' "$program" --fonts fixed --heads 2 --force --export grid.png
check test -s grid.png

# ---- wrong usage: 2
want 2 'take 4 or 8' "$program" --heads 7 --export a.png
one_line
want 2 'divide' "$program" --heads 3
want 2 'from 900x600' "$program" --size 300x200 --export a.png
want 2 'lists all' "$program" --whatever
want 2 '.png, .svg' "$program" --fonts fixed --export picture.bmp
want 2 'heads 1 to 8' "$program" --fonts fixed --head 9 --export a.png
want 2 '1 to 2, not 5' "$program" --fonts fixed two.txt --sentence 5 --export a.png
want 2 'is not in this matrix' "$program" --fonts fixed --lock 40,1 --export a.png

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
printf 'dance\n' >wrong.hs
bad 'wrong.hs:1' "$program" --fonts fixed --script wrong.hs
printf 'text "open\n' >wrong.hs
bad 'quote' "$program" --fonts fixed --script wrong.hs
bad 'none.hs' "$program" --fonts fixed --script none.hs

# ---- no display: one line that names the way out
for driver in '' x11; do
    if [ -n "$driver" ]; then
        SDL_VIDEODRIVER=$driver timeout 60 "$program" --fonts fixed >stdout 2>stderr
    else
        env -u SDL_VIDEODRIVER timeout 60 "$program" --fonts fixed >stdout 2>stderr
    fi
    check test $? -eq 1
    check grep -q 'no display.*--export' stderr
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
