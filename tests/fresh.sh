#!/bin/sh
# fresh.sh [--compile] [SUITE...] – both commands of the README on a minimal Debian (bookworm when no suite is named), as a newcomer
# runs them: a base system from the mirror that this machine's apt uses, a clone of what is committed, a home that cannot be written
# to. With --compile it is only built, by gcc and clang, with warnings as errors.
# Wants root, apt and a kernel that lets root mount; says what is lacking otherwise, as skipped, and exits with 77. 3 GB in build-fresh/
# while it runs; what was printed stays there. HS_FRESH_BUILD is another such folder, HS_FRESH_MINUTES (40) how long a suite may take,
# HS_JOBS (2) how many tests run at a time.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd -P)
. "$here/app/setup.sh"
skip() {
    echo "skipped: a minimal Debian, as $1"
    exit 77
}
task=both
[ "${1:-}" != --compile ] || { task=compile; shift; }
[ $# -gt 0 ] || set -- bookworm
[ "$(id -u)" = 0 ] || skip "this user is not root"
here_is apt-get || skip "there is no apt-get here"
unshare --mount --pid --fork true 2>/dev/null || skip "root may not mount here"
need "to make a minimal Debian" mmdebstrap
build_folder build-fresh "${HS_FRESH_BUILD:-}"
mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' | sed -n 's/^Debian Debian //p' | head -1)
[ -n "$mirror" ] || skip "this machine's apt has no Debian mirror"

# How this machine reaches its mirror: proxies, certificates, and what it does not check.
settings=$build/apt.conf
apt-config dump | grep -E '^Acquire::(https?|socks|Check-|Retries|ForceIP)' >"$settings" || true
echo 'Acquire::Languages "none";' >>"$settings"

# in_root SUITE – in a namespace of its own, so that whatever is mounted and runs there goes with it.
in_root() {
    timeout -k 60 $((${HS_FRESH_MINUTES:-40} * 60)) unshare --mount --pid --fork --kill-child sh -eu -c '
        root=$1 task=$2
        mount --make-rprivate /
        mount --rbind /dev "$root/dev"
        mount -t proc proc "$root/proc"
        mount -t tmpfs -o ro none "$root/home"
        cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
        sed -n "s/.*\(CaInfo\|SslCert\|SslKey\|CaPath\) \"\(.*\)\";/\2/p" "$root/apt.conf" | while read -r file; do
            mkdir -p "$root$(dirname "$file")" && cp -rL "$file" "$root$file"
        done
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home CI=true HS_JOBS="${HS_JOBS:-2}" HS_WERROR=ON \
            ${http_proxy+"http_proxy=$http_proxy"} ${https_proxy+"https_proxy=$https_proxy"} \
            chroot "$root" sh -eu /root/headscope/tests/fresh_inside.sh "$task"
    ' sh "$root" "$task"
}
failed=0
for suite in "$@"; do
    root=$build/$suite
    log=$build/$suite.log
    rm -rf "$root"
    started=$(date +%s)
    # In a namespace, too: what it mounts must not be there when the next run, or whoever ended this one, removes the folder.
    if ! timeout 900 unshare --mount --pid --fork --kill-child mmdebstrap --variant=minbase --mode=root --aptopt="$settings" --dpkgopt=force-unsafe-io "$suite" "$root" "$mirror" >"$log" 2>&1; then
        tail -5 "$log"
        echo "$suite: FAILED, no base system could be made"
        failed=1
        continue
    fi
    cp "$settings" "$root/apt.conf"
    git clone -q --no-hardlinks "$here" "$root/root/headscope"
    before=$(du -smx "$root" | cut -f 1)
    code=0
    in_root >>"$log" 2>&1 || code=$?
    written=$(git -C "$root/root/headscope" status --porcelain)
    if [ $code -eq 0 ] && [ -z "$written" ]; then
        echo "$suite: $(tail -1 "$log")$(sed -n 's/.*tests passed, \(.* out of [0-9]*\)$/, \1/p' "$log")"
        # what apt said of the first command, and of the second
        sed -n 's/^headscope: \(.* to download\|.* on disk\).*/    \1/p' "$log"
        echo "    $(($(du -smx "$root" | cut -f 1) - before)) MB more on disk in the end; $((($(date +%s) - started) / 60)) minutes"
    else
        tail -40 "$log"
        [ -z "$written" ] || echo "the checkout was written to: $written"
        [ $code -ne 124 ] || echo "$suite: stopped after ${HS_FRESH_MINUTES:-40} minutes"
        echo "$suite: FAILED, the whole output stands in $log"
        failed=1
    fi
    rm -rf --one-file-system "$root"
done
exit $failed
