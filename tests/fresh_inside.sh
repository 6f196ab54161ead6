# shellcheck shell=sh
# fresh_inside.sh both|compile – what fresh.sh runs in the minimal Debian, where nothing is installed and the home is read-only.
cd /root/headscope || exit 1
if [ "$1" = both ]; then
    sh app/run.sh --json - "A cat sat." >/root/cat.json
    grep -q '"headscope-attention 1"' /root/cat.json
    code=0
    sh app/run.sh >/root/window.log 2>&1 || code=$?
    [ $code -eq 1 ] && grep -q 'no display' /root/window.log || { cat /root/window.log; exit 1; }
    sh tests/run.sh
    echo "both commands passed"
else
    here=$PWD
    . app/setup.sh
    want_product
    require "the second compiler" clang
    install_wanted
    for cc in gcc clang; do
        $cc --version | head -1
        for type in Release Debug; do
            cmake -S . -B "build-$cc-$type" -G Ninja -DCMAKE_C_COMPILER=$cc -DCMAKE_BUILD_TYPE=$type -DHS_WERROR=ON >/dev/null
            cmake --build "build-$cc-$type" -- -k 0
        done
    done
    echo "no warning by $(gcc -dumpfullversion) and $(clang --version | sed -n '1s/.*version //p')"
fi
