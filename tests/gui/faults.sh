#!/bin/sh
# faults.sh PROGRAM FOLDER – what a machine can do to a program, through the program itself: full disks, limits, pipes, links,
# strange names, files that change, displays and fonts that are not there. One clear error each, and never half a file.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
HOME=$folder/home XDG_CONFIG_HOME=$folder/home/.config
export HOME XDG_CONFIG_HOME
failed=0 passed=0
pass() {
    passed=$((passed + 1))
}
fail() {
    failed=$((failed + 1))
    echo "failed: $*" | cut -c 1-400 >&2
    [ -s stderr ] && head -c 600 stderr >&2
}
. "$here/window.sh"
check() {
    if "$@"; then pass; else fail "$*"; fi
}
# want CODE PART COMMAND... – exit code, one line at most on stderr, PART in it or in the output.
want() {
    code=$1 part=$2
    shift 2
    timeout 600 "$@" >stdout 2>stderr </dev/null
    got=$?
    sed -i '/^libgcov/d' stderr # a build that measures coverage is cut off as well
    if [ $got -ne "$code" ]; then
        fail "exit $got instead of $code: $*"
    elif [ "$code" -ne 0 ] && [ "$(wc -l <stderr)" -ne 1 ]; then
        fail "not one line of error: $*"
    elif [ -n "$part" ] && ! cat stdout stderr | grep -q -e "$part"; then
        fail "no \"$part\": $*"
    else
        pass
    fi
}
run() { # the program without a window, with the same letters everywhere
    "$program" --fonts fixed "$@"
}
ln -s "$program" headscope && program=./headscope # words of a command, whatever folder it lies in
fixed="$program --fonts fixed"
# no_temporary FOLDER – nothing of ours is left beside what should be there
no_temporary() {
    check test -z "$(find "$1" -maxdepth 1 -name '.hs-*' | head -1)"
}

# ---- a full disk: a small file system of its own where that is allowed
small=$folder/small
mkdir -p "$small"
if mount -t tmpfs -o size=16k none "$small" 2>/dev/null; then
    printf 'old' >"$small/a.json"
    want 1 'the disk is full' $fixed --force --json "$small/a.json" "A cat sat on the mat and looked at the dog for a while."
    check test "$(wc -c <"$small/a.json")" -eq 3
    no_temporary "$small"
    cat >full.hs <<SCRIPT
click "Export"
key ctrl+a
text "$small/b.png"
key enter
expect message-kind error
expect message ~ "the disk is full"
expect tokens 10
SCRIPT
    want 0 '' $fixed --script full.hs
    check test ! -e "$small/b.png"
    no_temporary "$small"
    rm "$small/a.json"
    if mount -o remount,ro "$small" 2>/dev/null; then
        want 1 'read-only' $fixed --json "$small/c.json" "A cat sat."
        want 1 'read-only' $fixed --export "$small/c.png" "A cat sat."
    fi
    umount "$small"
else
    echo "skipped: a small file system, which may not be mounted here; /dev/full and ulimit stand in"
fi
if [ -e /dev/full ]; then
    ln -s /dev/full full.json
    want 1 'the disk is full' $fixed --force --json full.json
fi
# ---- a limit on the size of files
printf 'old' >limited.json
want 1 'too large' sh -c "ulimit -f 2; exec $fixed --force --json limited.json 'A cat sat on the mat and looked at the dog.'"
check test "$(wc -c <limited.json)" -eq 3
no_temporary .
# ---- pipes and sockets: nothing waits for whoever may be at the other end, and what is open already works
mkfifo pipe pipe.csv
for name in pipe pipe.npy pipe.safetensors pipe.session; do
    [ -e $name ] || mkfifo $name
    want 1 'pipe' $fixed --json - $name
done
want 1 'named pipe' $fixed --evaluate pipe
(printf 'Somebody is there.\n' >pipe) & # it is refused all the same: by what it is, not by what it does
writer=$!
want 1 'named pipe' $fixed --json - pipe
kill $writer 2>/dev/null
wait $writer 2>/dev/null
want 1 'nobody reads' $fixed --force --export pipe.csv
cat pipe.csv >got.csv &
reader=$!
want 0 '' $fixed --force --export pipe.csv "A cat sat."
wait $reader
check test "$(wc -l <got.csv)" -gt 100
cat >pipe.hs <<'SCRIPT'
drop pipe
expect message-kind error
expect message ~ "named pipe"
expect tokens 10
drop pipe.session
expect message ~ "named pipe"
drop pipe.npy
expect message-kind error
expect tokens 10
SCRIPT
want 0 '' $fixed --script pipe.hs
rm pipe pipe.csv pipe.npy pipe.safetensors pipe.session
printf 'From standard input.\n' | run --json - /dev/stdin >stdout 2>stderr
check grep -q standard stdout
printf 'By another name.\n' | run --json - /dev/fd/0 >stdout 2>stderr
check grep -q another stdout
printf 'By a dash.\n' | run --json - - >stdout 2>stderr
check grep -q dash stdout
want 1 'a device' $fixed --json - /dev/zero
want 1 'a device' $fixed --evaluate /dev/zero
# ---- what is printed and does not arrive is an error, and never goes into a file that was opened meanwhile
for target in '>&-' '>/dev/full'; do
    if [ -e /dev/full ] || [ "$target" = '>&-' ]; then
        want 1 'standard output' sh -c "$program --help $target"
        want 1 'standard output' sh -c "$program --version $target"
        want 1 'standard output' sh -c "$fixed --json - 'A cat sat.' $target"
        want 1 'standard output' sh -c "$program --evaluate '$here/../../samples/annotated.json' $target"
    fi
done
printf 'print text\n' >print.hs
want 1 'standard output' sh -c "$fixed --script print.hs >&-"
want 0 '' sh -c "$fixed --force --json closed.json 'A cat sat.' >&- 2>&- <&-"
check grep -q '^{' closed.json
want 0 '' $fixed --json /dev/null --force "A cat sat."
# ---- names
newline=$(printf 'new\nline.txt')
printf 'A cat sat.\n' >"$newline"
want 0 cat $fixed --json - "$newline"
rm "$newline"
want 1 'new\\nfolder' $fixed --json "$(printf 'new\nfolder/a.json')" "A cat sat."
long=$(awk 'BEGIN { for (i = 0; i < 250; i++) printf "n" }')
want 0 '' $fixed --json "$long.json" "A cat sat."
check test -s "$long.json"
want 1 'too long' $fixed --json "${long}n.json" "A cat sat."
check test ! -e "${long}n.json"
printf 'A cat sat.\n' >"$(printf 'bad\377utf8.txt')"
want 0 cat $fixed --json - "$(printf 'bad\377utf8.txt')"
want 1 'xFF' $fixed --json "$(printf 'no\377folder/a.json')" "A cat sat."
# ---- symbolic links: followed to the file, and circles told
mkdir -p real
printf 'old' >real/target.json
ln -s real/target.json link.json
want 0 '' $fixed --force --json link.json "A cat sat."
check test -L link.json
check grep -q tokens real/target.json
ln -s circle circle
want 1 'circle' $fixed --force --json circle "A cat sat."
# ---- folders that may not be written to
if [ "$(id -u)" != 0 ]; then
    mkdir shut
    chmod 500 shut
    want 1 'you may not write' $fixed --json shut/a.json
    chmod 700 shut
fi
# ---- a file that goes away, shrinks, or becomes something else while it is open: the text stays
printf 'First one.\nSecond one.\n' >going.txt
cat >going.hs <<'SCRIPT'
drop going.txt
expect text "First one."
shot going.png
shot going-2.png
key n
expect text "Second one."
SCRIPT
rm -f going.png
(waits "the first picture" test -e going.png; rm -f going.txt) & # whenever that is: all sentences were read at once
want 0 '' $fixed --script going.hs
wait
check test ! -e going.txt
cat >gone.hs <<'SCRIPT'
key ctrl+1
expect tokens 10
drop going.txt
expect message ~ "no such file"
expect tokens 10
hash
SCRIPT
want 0 '' $fixed --script gone.hs
# What libraries keep until the end is not ours: no leak check.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export ASAN_OPTIONS
unset XDG_RUNTIME_DIR
# ---- displays: drivers that show nothing are used when they are named, others are told
for driver in dummy offscreen; do
    rm -rf "$HOME"
    mkdir -p "$XDG_CONFIG_HOME/headscope"
    SDL_VIDEODRIVER=$driver "$program" --fonts fixed >stdout 2>stderr &
    app=$!
    started() { # a window marks its place among the running ones
        gone || { [ -e "$XDG_CONFIG_HOME/headscope/running-1.lock" ] && asleep "$app"; }
    }
    waits "a window of the driver $driver" started
    if gone; then
        check grep -q 'no display\|no window' stderr
    else
        kill -TERM $app
    fi
    wait $app
    check test $? -le 1
done
want 1 'no display (SDL_VIDEODRIVER is "nonsense"' env SDL_VIDEODRIVER=nonsense "$program" --fonts fixed
want 1 'no display (SDL_VIDEODRIVER is "wayland"' env SDL_VIDEODRIVER=wayland "$program" --fonts fixed
want 1 'no display (nothing answers at DISPLAY=:4711)' env DISPLAY=:4711 SDL_VIDEODRIVER= "$program" --fonts fixed
want 1 'no display (nothing answers at WAYLAND_DISPLAY=gone)' env WAYLAND_DISPLAY=gone "$program" --fonts fixed
if [ -z "$(ls /dev/dri 2>/dev/null)" ]; then # else the console itself is a display
    want 1 'no display (neither DISPLAY nor WAYLAND_DISPLAY is set)' "$program" --fonts fixed
fi
# ---- no fonts at all: the built-in letters stand in, or one line says what to install
printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>' >fonts.conf
FONTCONFIG_FILE=$folder/fonts.conf timeout 600 "$program" --export bare.png "A cat sat." >stdout 2>stderr
code=$?
if [ $code -eq 0 ]; then
    check test -s bare.png
else
    check test $code -eq 1
    check grep -qi font stderr
    check test "$(wc -l <stderr)" -eq 1
fi
# ---- a font that lacks most letters: what it has not is shown all the same, and the program goes on
one=$(fc-match -f '%{file}' Inter 2>/dev/null)
if [ -f "$one" ]; then
    mkdir few
    ln -s "$one" few/
    printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>%s/few</dir><cachedir>%s/few</cachedir></fontconfig>' \
        "$folder" "$folder" >few.conf
    want 0 '' env FONTCONFIG_FILE="$folder/few.conf" "$program" --export few.png "猫 sat \xe0\xa4\x95 ▁the 🐈 אב."
    check test -s few.png
else
    echo "skipped: missing letters, as fc-match knows no font"
fi
# ---- windows of no size
cat >tiny.hs <<'SCRIPT'
resize 1 1
hash
key 2
hash
key 3
hash
key 4
hash
key ctrl+o
hash
key escape
key ctrl+s
hash
resize 16384 1
hash
resize 1280 800
hash
SCRIPT
want 0 '' $fixed --script tiny.hs

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
