#!/bin/sh
# known.sh NAME SAID SOURCE [PROGRAM] – whether every line of the file SAID is one of said/NAME.txt, so that a message is known whole where
# a test asks for a part of it. Folders are written as FOLDER, SOURCE and PROGRAM, and what a training
# run found is left out. With HS_SAID=update said/NAME.txt is written anew, to be read.
set -eu
known=$(dirname "$0")/said/$1.txt
sed "s#${4:-^$}#PROGRAM#g; s#$PWD#FOLDER#g; s#$3#SOURCE#g; s#^Headscope [0-9.]*#Headscope#; / sentences; h = /d; s#^message = ##; /^\$/d" "$2" | LC_ALL=C sort -u >"$2.sorted"
if [ "${HS_SAID:-}" = update ] && [ -s "$2.sorted" ]; then
    cp "$2.sorted" "$known"
fi
test -e "$known" || known=/dev/null
LC_ALL=C comm -23 "$2.sorted" "$known" >"$2.unknown"
sed "s#^#$known does not know: #" "$2.unknown" >&2
test ! -s "$2.unknown"
