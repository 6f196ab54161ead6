#!/bin/sh
# run_script.sh PROGRAM SCRIPT FOLDER [OPTION...] – one GUI script in a new folder, beside links to tests/gui/data and tests/models; it keeps what was
# written. That is also the home, so that nothing else is touched.
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
exec "$program" "$@" --script "$script"
