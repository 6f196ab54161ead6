#!/bin/sh
# run_script.sh PROGRAM SCRIPT FOLDER [OPTION...] – one GUI script in an empty folder, which keeps what it wrote.
set -eu
program=$1 script=$2 folder=$3
shift 3
rm -rf "$folder/out"
mkdir -p "$folder/out"
cd "$folder"
exec "$program" "$@" --script "$script"
