#!/bin/sh
# faults.sh PROGRAM FOLDER – what a machine can do to a program, through the program itself: full disks, limits, pipes, links,
# strange names, files that change, displays and fonts that are not there. One clear error each, and never half a file.
set -u
program=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
unset DISPLAY WAYLAND_DISPLAY
failed=0 passed=0
pass() {
    passed=$((passed + 1))
}
fail() {
    failed=$((failed + 1))
    echo "failed: $*" | cut -c 1-400 >&2
    [ -s stderr ] && head -c 600 stderr >&2
}
check() {
    if "$@"; then pass; else fail "$*"; fi
}
# want CODE PART COMMAND... – exit code, one line at most on stderr, PART in it or in the output.
want() {
    code=$1 part=$2
    shift 2
    timeout 120 "$@" >stdout 2>stderr </dev/null
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
    umount "$small"
else
    echo "no small file system may be mounted here; /dev/full and ulimit stand in"
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
# ---- pipes whose other end never comes, both ways; and one that works
mkfifo pipe pipe.csv
want 1 'nobody writes' $fixed --json - pipe
want 1 'nobody reads' $fixed --force --export pipe.csv
(printf 'From a pipe.\n' >pipe) &
want 0 'pipe' $fixed --json - pipe
cat pipe.csv >got.csv &
reader=$!
want 0 '' $fixed --force --export pipe.csv "A cat sat."
wait $reader
check test "$(wc -l <got.csv)" -gt 100
rm pipe pipe.csv
printf 'From standard input.\n' | run --json - /dev/stdin >stdout 2>stderr
check grep -q standard stdout
want 1 '' $fixed --json - /dev/zero
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
key n
expect text "Second one."
SCRIPT
want 0 '' $fixed --script going.hs
(sleep 1; rm -f going.txt) & # whenever that is: all sentences were read at once
want 0 '' $fixed --script going.hs
wait
cat >gone.hs <<'SCRIPT'
key ctrl+1
expect tokens 10
drop going.txt
expect message ~ "no such file"
expect tokens 10
hash
SCRIPT
want 0 '' $fixed --script gone.hs
# What libraries keep until the end, and say themselves, is not ours: no leak check, and a place for Wayland's files.
ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" XDG_RUNTIME_DIR=$folder
export ASAN_OPTIONS XDG_RUNTIME_DIR
# ---- displays: drivers that show nothing are used when they are named, others are told
for driver in dummy offscreen; do
    SDL_VIDEODRIVER=$driver timeout 20 "$program" --fonts fixed >stdout 2>stderr &
    window=$!
    sleep 3
    if kill -0 $window 2>/dev/null; then
        kill -TERM $window
        wait $window
        check test $? -le 1
    else
        wait $window
        check grep -q 'no display\|no window' stderr
    fi
done
want 1 'no display' env SDL_VIDEODRIVER=nonsense "$program" --fonts fixed
want 1 'no display' env SDL_VIDEODRIVER=wayland "$program" --fonts fixed
want 1 'no display' env DISPLAY=:4711 SDL_VIDEODRIVER=x11 "$program" --fonts fixed
# ---- no fonts at all: the built-in letters stand in, or one line says what to install
printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>' >fonts.conf
FONTCONFIG_FILE=$folder/fonts.conf timeout 120 "$program" --export bare.png "A cat sat." >stdout 2>stderr
code=$?
if [ $code -eq 0 ]; then
    check test -s bare.png
else
    check test $code -eq 1
    check grep -qi font stderr
    check test "$(wc -l <stderr)" -eq 1
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
