#!/bin/sh
# setup.sh FOLDER SOURCE – the set-up script on machines that are not as wished, with stand-ins for apt-get, sudo and dpkg: each
# failure is told by its reason, with one command to paste; what can be done without it is gone on with.
set -u
folder=$1 source=$2
rm -rf "$folder"
mkdir -p "$folder/bin"
cd "$folder" || exit 1
failed=0 passed=0

# tool NAME BODY – a stand-in; nothing else is in the PATH of what is tried, apart from what every system has.
tool() {
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}
for name in sh sed grep tail cat mktemp rm mkdir cksum cut basename env; do
    ln -s "$(command -v $name)" "bin/$name"
done
# machine USER SUDO APT – a Debian where nothing is installed: id is USER, SUDO and APT are the bodies of these tools, "" for none.
machine() {
    rm -f bin/sudo bin/apt-get bin/apt-cache bin/dpkg-query bin/pkg-config installed
    tool id "echo $1"
    [ -z "$2" ] || tool sudo "$2"
    [ -z "$3" ] || {
        tool apt-get "case \"\$*\" in *assume-no*) echo 'Need to get 5 MB of archives.'; exit 1 ;; esac
echo \"\$*\" >>called; $3"
        tool apt-cache 'case $1 in pkgnames) echo "$2" ;; esac'
        tool dpkg-query '[ -e installed ] && echo installed || exit 1'
    }
    rm -f called
}
# told CODE WORDS COMMAND – what the script's COMMAND ends with and says; "went on" stands at its end.
told() {
    PATH=$PWD/bin CI='' sh -euc "here=$source; . '$source/app/setup.sh'; $3; echo went on" >out 2>&1
    code=$?
    if [ $code -eq "$1" ] && grep -q -e "$2" out; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "exit $code instead of $1, or no \"$2\", by $3:" >&2
        cat out >&2
    fi
}
both='require "to build" gcc cmake; want "to test" xvfb; want "to look" appstream; install_wanted'
some='want "to test" xvfb; install_wanted'
paste='As root: apt-get install --no-install-recommends gcc cmake xvfb appstream$'

machine 0 '' ': >installed'
told 0 'went on' "$both"
grep -qx 'headscope: 5 MB to download' out && [ "$(grep -c install called)" -eq 1 ] && grep -q 'gcc cmake xvfb appstream$' called ||
    { failed=$((failed + 1)); echo "not one installation: $(cat called)" >&2; }
told 0 '^went on' "$both" # everything is there: nothing more is said or done
[ "$(cat out)" = "went on" ] && [ "$(wc -l <called)" -eq 1 ] || { failed=$((failed + 1)); echo "said or done for nothing: $(cat out)" >&2; }
machine 1000 'exec "$@"' ': >installed'
told 0 'went on' "$both"

machine 1000 'echo "sudo: a password is required" >&2; exit 1' 'true'
told 1 'sudo refused: sudo: a password' "$both"
told 1 "$paste" "$both"
told 0 'going on without' "$some"
machine 1000 '' 'true'
told 1 'not root, and sudo is not here' "$both"
told 1 "$paste" "$both"
machine 0 '' 'echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt)"; exit 100'
told 1 'another program is installing packages.*process 7' "$both"
machine 0 '' 'echo "Err:1 Could not resolve mirror.invalid"; exit 100'
told 1 'cannot be reached, is there a network' "$both"
machine 0 '' 'echo "E: You have not enough free space in /var/cache/apt/archives/."; exit 100'
told 1 'the disk is full' "$both"
machine 0 '' 'echo "E: dpkg was interrupted, you must manually run it"; exit 100'
told 1 'dpkg --configure -a' "$both"
machine 0 '' 'echo "E: something new"; exit 100'
told 1 'something new' "$both"
machine 0 '' ': >installed'
tool apt-cache 'case "$*" in *xvfb*) exit 100 ;; esac'
told 1 'has not all of them' "$both"

# No apt-get: what a build asks for is looked for, and goes on or is named.
machine 1000 '' ''
for name in cmake ninja cc; do
    tool $name 'exit 0'
done
tool pkg-config '[ ! -e "lacking-$2" ]'
told 0 '^went on' need_product
: >lacking-libpng
told 1 'there is no libpng.pc here, and no apt-get' need_product
rm lacking-libpng bin/ninja
told 1 'there is no ninja here' need_product
told 0 'going on without' "$some"

# Folders: the one named, the checkout's, the cache's; moved ones.
told 0 "went on" "build_folder build '$folder/named'; [ \"\$build\" = '$folder/named' ]"
told 1 'cannot be written to: name another' 'build_folder build /proc/nowhere'
told 0 'building in .*/cache/headscope/.*/build' "here=/proc/nowhere XDG_CACHE_HOME='$folder/cache'; build_folder build ''"
told 1 'set XDG_CACHE_HOME' 'here=/proc/nowhere XDG_CACHE_HOME=/proc/nowhere; build_folder build ""'
mkdir -p named/CMakeFiles
echo 'CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere' >named/CMakeCache.txt
told 0 'configured anew' "build_folder build '$folder/named'"
[ ! -e named/CMakeCache.txt ] || { failed=$((failed + 1)); echo "the old configuration is still there" >&2; }

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
