# setup.sh – sourced by app/run.sh and tests/run.sh: makes sure that Debian packages are there.
# `need PACKAGE...` installs those that are missing: says which and why, uses sudo when not root, and does nothing at all
# when everything is there.

need() {
    why=$1
    shift
    missing=
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
        [ "$state" = installed ] || missing="$missing $package"
    done
    [ -z "$missing" ] && return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "headscope: apt-get is not here; install these packages' counterparts by hand ($why):$missing" >&2
        exit 1
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || {
            echo "headscope: these packages are missing ($why), and sudo is not here to install them. As root:" >&2
            echo "  apt-get install$missing" >&2
            exit 1
        }
        as_root=sudo
    fi
    echo "headscope: installing what is missing ($why):$missing" >&2
    apt_log=$(mktemp)
    # shellcheck disable=SC2086  # one word per package is meant
    if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >"$apt_log" 2>&1; then
        # The package lists may be old or absent: refresh them once and try again.
        $as_root apt-get update >>"$apt_log" 2>&1
        if ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing >>"$apt_log" 2>&1; then
            cat "$apt_log" >&2
            rm -f "$apt_log"
            echo "headscope: apt-get could not install:$missing" >&2
            exit 1
        fi
    fi
    rm -f "$apt_log"
}

# What the product needs to be built and to run.
need_product() {
    need "to build Headscope" gcc libc6-dev cmake ninja-build pkg-config libsdl2-dev libsdl2-ttf-dev libcjson-dev \
        libpng-dev libfontconfig-dev libutf8proc-dev libpcre2-dev
    need "fonts for the window" fonts-inter fonts-jetbrains-mono fonts-dejavu-core
    # Draws the title bar on Wayland; only recommended by libdecor, and older systems have none.
    decoration=libdecor-0-plugin-1-cairo
    if apt-cache show "$decoration" >/dev/null 2>&1; then
        need "a title bar on Wayland" "$decoration"
    fi
}
