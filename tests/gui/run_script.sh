#!/bin/sh
# run_script.sh PROGRAM SCRIPT FOLDER [OPTION...] – one GUI script in a new folder, beside links to tests/gui/data and tests/models; it keeps what was
# written. That is also the home, so that nothing else is touched. Every message that is shown is one of said/NAME.txt (known.sh).
set -eu
program=$1 script=$2 folder=$3
shift 3
rm -rf "$folder"
mkdir -p "$folder/out" "$folder/home"
cd "$folder"
ln -s "$(dirname "$script")/data" data
ln -s "$(dirname "$script")/../models" models
HOME=$folder/home XDG_CONFIG_HOME=$folder/home/.config
export HOME XDG_CONFIG_HOME
# Printed after each line. (What fails is run as it stands, for the number of its line.)
awk '{ print } /^[a-z]/{ print "print message" }' "$script" >asked.hs
"$program" "$@" --script asked.hs >said || exec "$program" "$@" --script "$script"
exec sh "$(dirname "$0")/known.sh" "$(basename "$script" .hs)" said "$(cd "$(dirname "$0")/../.." && pwd)"
