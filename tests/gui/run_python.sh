#!/bin/sh
# run_python.sh SCRIPT ARGUMENT... – a test in Python, which leaves no compiled files beside its source.
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped: python3 is not installed (package python3)"
    exit 77
fi
exec python3 -B "$@"
