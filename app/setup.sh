# shellcheck shell=sh disable=SC2154
# setup.sh – sourced by app/run.sh, tests/run.sh and the other scripts, which set $here: makes sure that Debian packages are
# there, and finds the folder to build in. `want` and `require` note what is missing, install_wanted installs it at once by one
# apt-get, with sudo when not root; nothing is done and nothing is said when everything is there.

hs_missing='' hs_reasons='' hs_required=''
decoration=libdecor-0-plugin-1-cairo # only recommended by libdecor; older systems have none

say() {
    echo "headscope: $*" >&2
}
here_is() { # COMMAND
    command -v "$1" >/dev/null 2>&1
}
# missing_of PACKAGE… – prints those that are not installed. Where no dpkg knows packages, what they are wanted for is looked for;
# whether libraries are there buildable tells, and of fonts the program itself.
missing_of() {
    for package in "$@"; do
        if here_is dpkg-query; then
            state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
            [ "$state" = installed ] || printf ' %s' "$package"
            continue
        fi
        case $package in
        lib*-utils) tool=xmllint ;;
        lib* | fonts-*) continue ;;
        xvfb) tool=Xvfb ;;
        x11-utils) tool=xprop ;;
        imagemagick) tool=import ;;
        poppler-utils) tool=pdftoppm ;;
        desktop-file-utils) tool=desktop-file-validate ;;
        appstream) tool=appstreamcli ;;
        *) tool=$package ;;
        esac
        here_is "$tool" || printf ' %s' "$package"
    done
}
# want WHY PACKAGE… – to be installed by install_wanted; where that cannot be, one goes on without.
want() {
    why=$1
    shift
    missing=$(missing_of "$@")
    [ -n "$missing" ] || return 0
    hs_missing="$hs_missing$missing"
    hs_reasons="$hs_reasons
  $why:$missing"
}
# require WHY PACKAGE… – the same, and where it cannot be the script ends.
require() {
    before=$hs_missing
    want "$@"
    hs_required="$hs_required${hs_missing#"$before"}"
}
# need WHY PACKAGE… – at once, or the script ends.
need() {
    require "$@"
    install_wanted
}
# buildable – whether all is there that a build asks for, wherever it came from; else $lacking says what is not.
buildable() {
    lacking=
    for tool in cmake ninja pkg-config; do
        here_is "$tool" || lacking="$lacking $tool"
    done
    echo '#include <stdio.h>' | cc -E - >/dev/null 2>&1 || lacking="$lacking cc-with-stdio.h"
    for module in $(sed -n 's/^pkg_check_modules(.* IMPORTED_TARGET \(.*\))$/\1/p' "$here/CMakeLists.txt"); do
        pkg-config --exists "$module" 2>/dev/null || lacking="$lacking $module.pc"
    done
    [ -z "$lacking" ]
}
# What the product needs to be built and to run.
want_product() {
    set -- gcc libc6-dev cmake ninja-build pkg-config libsdl2-dev libsdl2-ttf-dev libcjson-dev libpng-dev libfontconfig-dev \
        libutf8proc-dev libpcre2-dev libcairo2-dev libharfbuzz-dev zlib1g-dev
    if ! buildable; then
        here_is apt-get || {
            say "cannot build: there is no$lacking here, and no apt-get to install it."
            say "Install it by your system's means (on Debian it comes with $*), then run this again."
            exit 1
        }
        require "to build Headscope" "$@"
    fi
    want "fonts for the window" fonts-inter fonts-jetbrains-mono fonts-dejavu-core
    if [ -z "$(apt-cache pkgnames libsdl2-dev 2>/dev/null)" ] || [ -n "$(apt-cache pkgnames $decoration 2>/dev/null)" ]; then
        want "a title bar on Wayland" $decoration
    fi
}
need_product() {
    want_product
    install_wanted
}

# install_wanted – installs what is missing; where that fails, says why and what to paste, and ends the script if it was required.
install_wanted() {
    wanted=$hs_missing reasons=$hs_reasons required=$hs_required
    hs_missing='' hs_reasons='' hs_required=''
    [ -n "$wanted" ] || return 0
    apt_log=$(mktemp) || { say "no temporary file can be made: make room in ${TMPDIR:-/tmp}, or set TMPDIR"; exit 1; }
    as_root=
    [ "$(id -u)" = 0 ] || as_root=sudo
    if ! here_is apt-get; then
        not_installed "apt-get is not here: install their counterparts by your system's means"
    elif [ -n "$as_root" ] && ! here_is sudo; then
        not_installed "this user is not root, and sudo is not here"
    else
        say "installing what is missing:$reasons"
        install_by_apt || not_installed "$(apt_reason)"
    fi
    rm -f "$apt_log"
}
apt_get() {
    $as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 "$@" >>"$apt_log" 2>&1
}
# shellcheck disable=SC2086  # one word a package is meant
install_by_apt() {
    # Absent lists, and such as are older than the packages, are fetched; so are those that an installation fails with.
    apt-cache show $wanted >/dev/null 2>&1 || apt_get update || return 1
    known=
    for package in $wanted; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            known="$known $package"
        elif [ "$package" = "$decoration" ]; then
            say "this system has no $package: going on without"
        else
            echo "E: Unable to locate package $package" >>"$apt_log"
            return 1
        fi
    done
    [ -n "$known" ] || return 0
    wanted=$known
    LC_ALL=C apt-get install --assume-no --no-install-recommends $wanted 2>/dev/null |
        sed -n -e 's/^Need to get \(.*\) of archives\.$/headscope: \1 to download/p' \
            -e 's/^After this operation, \(.*\) of additional disk space will be used\.$/headscope: \1 on disk; this takes minutes/p' >&2
    apt_get install -y --no-install-recommends $wanted ||
        { apt_get update && apt_get install -y --no-install-recommends $wanted; }
}
# apt_reason – what $apt_log says went wrong.
apt_reason() {
    line() { # PATTERN – the last line with it
        grep -E -e "$1" "$apt_log" | tail -1
    }
    case $(cat "$apt_log") in
    "") echo "sudo refused" ;;
    *"et lock"* | *"frontend lock"* | *"Unable to lock"*) echo "another program is installing packages, wait for its end: $(line lock)" ;;
    *"No space left"* | *"enough free space"*) echo "the disk is full: $(line 'No space left|free space')" ;;
    *"dpkg was interrupted"*) echo "an earlier installation was cut off: as root run 'dpkg --configure -a' first" ;;
    *resolv* | *"Could not connect"* | *"timed out"* | *"unreachable"* | *"onnection refused"*)
        echo "the package server cannot be reached, is there a network? $(line 'resolv|connect|timed out|unreachable|refused')" ;;
    *"Unable to locate package"*) echo "this system has not all of them: $(line 'Unable to locate')" ;;
    *"sudo: "* | *sudoers* | *"not allowed to"*) echo "sudo refused: $(line 'sudo|not allowed')" ;;
    *) echo "apt-get failed:"; tail -15 "$apt_log" ;;
    esac
}
not_installed() { # REASON
    say "not installed: $1"
    say "As root: apt-get install --no-install-recommends$wanted"
    # A CI that went on would skip tests and be green.
    if [ -n "$required" ] || [ "${CI:-}" = true ]; then
        rm -f "$apt_log"
        exit 1
    fi
    say "going on without them"
}

# build_folder NAME [FOLDER] – sets $build: FOLDER; or NAME in the checkout; or, when that cannot be written to, a folder in the
# user's cache. What was configured for another place, as the checkout was moved or copied, is configured anew.
build_folder() {
    build=${2:-"$here/$1"}
    writable() {
        mkdir -p "$build" 2>/dev/null && [ -w "$build" ]
    }
    if ! writable; then
        [ -z "${2:-}" ] || { say "$build cannot be written to: name another folder to build in"; exit 1; }
        build=${XDG_CACHE_HOME:-${HOME:-}/.cache}/headscope/$(echo "$here" | cksum | cut -d ' ' -f 1)/$1
        writable || { say "neither $here nor $build can be written to: set XDG_CACHE_HOME to a folder that can"; exit 1; }
        say "$here cannot be written to: building in $build"
    fi
    build=$(cd "$build" && pwd -P)
    cache=$build/CMakeCache.txt
    if [ -f "$cache" ] && ! { grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$here" "$cache" &&
        grep -qxF "CMAKE_CACHEFILE_DIR:INTERNAL=$build" "$cache"; }; then
        say "$build was configured for another place: it is configured anew"
        rm -rf "$cache" "$build/CMakeFiles"
    fi
}
