# shellcheck shell=sh
# venv.sh – sourced by what compares with PyPI's packages, which set $work and $here.

# venv_for WHAT MODULES PACKAGE... – $venv becomes a venv with those modules: the one that HS_VENV names, or one in $work with the
# packages. Says so and ends the script well when they cannot be had.
venv_for() {
    what=$1 modules=$2
    shift 2
    mkdir -p "$work"
    work=$(cd "$work" && pwd)
    venv=${HS_VENV:-$work/venv}
    "$venv/bin/python" -c "import $modules" 2>/dev/null && return
    need "$what" python3-venv
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv"
    "$venv/bin/pip" install -q "$@" >"$work/pip.log" 2>&1 || {
        echo "skipped: PyPI's torch and transformers cannot be had"
        exit 0
    }
}

# build TARGET – in $work/build, for measuring.
build() {
    cmake -S "${here:?}" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
    cmake --build "$work/build" --target "$1"
}
