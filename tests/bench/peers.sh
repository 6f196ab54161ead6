#!/bin/sh
# Compares the engine's forward pass with the libraries a user could call instead, in one run on one machine:
#     sh tests/bench/peers.sh [ROUNDS=3] [n,d_model,h …]
# Installs the peers that are missing (one that cannot be had is left out, and said so): Debian's, which are years old, and from PyPI,
# in a venv under the build folder, MKL and today's OpenBLAS and PyTorch. Builds Release in build-bench/ and prints,
# for 1 and 2 threads, the milliseconds of each peer (median over the rounds), the engine's time over the best peer's and its share
# of the multiply-add peak. All get the same random inputs, write the output and all weights of attention, and have packed and
# allocated what their library allows before the clock starts; a result that differs by more than 1e-4 is called wrong and not timed.
# Each (shape, threads, peer, round) is its own process, and each round has another order.
#     HS_PEERS="oneDNN numpy"          only these
#     HS_VENV=FOLDER                   a venv that has mkl, scipy-openblas64, torch and numpy already
#     HS_PEERS_MORE="name|command"     one more a line; the command is given what peer.c is, and prints the same, as in
#                                      "new OpenBLAS|env LD_LIBRARY_PATH=/opt/openblas/lib build-bench/tests/bench_peer_openblas"
#     HS_BENCH_PRIORITY=50             real-time priority (chrt), so that other programs disturb less; the machine may stall meanwhile
set -eu
cd "$(dirname "$0")/../.."
here=$PWD
. app/setup.sh
rounds=${1:-3}
[ $# -eq 0 ] || shift
shapes=${*:-"12,512,8 64,512,8 128,768,12 512,512,8 512,768,12 2048,512,8 4096,512,8"}
for word in "$rounds" $(echo "$shapes" | tr , ' '); do
    case $word in *[!0-9]* | '' | 0) echo "usage: peers.sh [ROUNDS] [n,d_model,h …]" >&2; exit 2 ;; esac
done
build=${HS_BENCH_BUILD:-build-bench}
picked=${HS_PEERS:-oneDNN OpenBLAS BLIS PyTorch numpy MKL OpenBLAS-now PyTorch-now}
seconds=0.3 # of samples in each process
python=/usr/bin/python3 # whatever else is called python3 does not know Debian's packages
data=$build/peers bin=$build/tests
peers=$data/peers.txt results=$data/results.txt log=$data/log.txt
# What the user's shell sets would favour one peer or slow it.
unset OPENBLAS_NUM_THREADS OMP_NUM_THREADS BLIS_NUM_THREADS OMP_WAIT_POLICY OMP_PROC_BIND HS_CPU

need_product
cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release >/dev/null
mkdir -p "$data"
cmake --build "$build" --target bench_peer -j 2 >"$log" || { cat "$log" >&2; exit 1; }
echo "Headscope|$bin/bench_peer" >"$peers"
priority=
if [ -n "${HS_BENCH_PRIORITY:-}" ]; then
    priority="chrt -f $HS_BENCH_PRIORITY"
    $priority true || { echo "this user may not have real-time priority" >&2; exit 1; }
fi

has() { # NAME PACKAGE... – picked, and to be had
    case " $picked " in *" $1 "*) ;; *) return 1 ;; esac
    name=$1
    shift
    (need "to compare with $name" "$@") && return 0
    echo "left out: $name, its packages cannot be had"
    return 1
}
built() { # NAME TARGET
    cmake -S . -B "$build" >/dev/null # finds what was just installed
    cmake --build "$build" --target "$2" -j 2 >>"$log" 2>&1 && return 0
    echo "left out: $1, which cannot be built (see $log)"
    return 1
}
add() { # NAME COMMAND
    echo "$1|$2" >>"$peers"
    $2 about 2>>"$log" || echo "$1 does not run (see $log)"
}

echo "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors${priority:+; each run by $priority}"
"$bin/bench_peer" about
has oneDNN libdnnl-dev && built oneDNN bench_peer_dnnl && add oneDNN "$bin/bench_peer_dnnl"
# numpy and PyTorch call OpenBLAS too. Its flavour with OpenMP is theirs: the threads of the other one wait for PyTorch's and lose.
python_blas=
case $picked in
*OpenBLAS* | *PyTorch* | *numpy*)
    if (need "to compare with OpenBLAS" libopenblas-dev libopenblas0-openmp) && built OpenBLAS bench_peer_openblas; then
        kernels=$("$bin/bench_peer_openblas" about)
        if [ -z "${OPENBLAS_CORETYPE:-}" ] && grep -q avx512vl /proc/cpuinfo; then
            case $kernels in
            *SkylakeX | *Cooperlake | *SapphireRapids) ;;
            *)
                echo "OpenBLAS takes this processor with AVX-512 for ${kernels##* }: run with OPENBLAS_CORETYPE=SKYLAKEX"
                export OPENBLAS_CORETYPE=SKYLAKEX
                ;;
            esac
        fi
        case " $picked " in *" OpenBLAS "*) add OpenBLAS "$bin/bench_peer_openblas" ;; esac
        python_blas="env LD_LIBRARY_PATH=$(dirname "$(dpkg -L libopenblas0-openmp | grep '/libblas\.so\.3$')") "
    else
        echo "left out: OpenBLAS"
    fi
    ;;
esac
if has BLIS libblis-dev && built BLIS bench_peer_blis; then
    add BLIS "$bin/bench_peer_blis"
    # It may take a processor with AVX-512 for less. Its kernels for that gain from some 64 tokens on and lose below: both are timed.
    if [ -z "${BLIS_ARCH_TYPE:-}" ] && grep -q avx512vl /proc/cpuinfo; then
        kernels=$("$bin/bench_peer_blis" about)
        case "$kernels / $(BLIS_ARCH_TYPE=0 "$bin/bench_peer_blis" about 2>>"$log")" in
        *skx\ /*) ;;
        *skx) add "BLIS skx" "env BLIS_ARCH_TYPE=0 $bin/bench_peer_blis" ;;
        esac
    fi
fi
has PyTorch python3-torch python3-numpy && add PyTorch "$python_blas$python tests/bench/peer_py.py torch"
has numpy python3-numpy && add numpy "$python_blas$python tests/bench/peer_py.py numpy"

venv=$(cd "$build" && pwd)/venv
[ -z "${HS_VENV:-}" ] || venv=$(cd "$HS_VENV" && pwd)
wheel() { # NAME PACKAGE... – picked, and to be had from PyPI
    case " $picked " in *" $1 "*) ;; *) return 1 ;; esac
    name=$1
    shift
    if [ ! -x "$venv/bin/python" ] && ! { (need "to compare with $name" python3-venv) && python3 -m venv "$venv"; } >>"$log" 2>&1; then
        echo "left out: $name, a venv cannot be made"
        return 1
    fi
    "$venv/bin/pip" install -q --disable-pip-version-check "$@" >>"$log" 2>&1 && return 0
    echo "left out: $name, PyPI's $* cannot be had"
    return 1
}
# They look at the processor themselves; what is set for Debian's would hold them back.
alone="env -u OPENBLAS_CORETYPE -u OPENBLAS_L2_SIZE"
if wheel MKL mkl; then
    cmake -S . -B "$build" -DHS_PEER_VENV="$venv" >/dev/null
    built MKL bench_peer_mkl && add MKL "env LD_LIBRARY_PATH=$venv/lib MKL_THREADING_LAYER=SEQUENTIAL MKL_NUM_THREADS=1 $bin/bench_peer_mkl"
fi
if wheel OpenBLAS-now scipy-openblas64; then
    cmake -S . -B "$build" -DHS_PEER_VENV="$venv" >/dev/null
    built OpenBLAS-now bench_peer_wheel && add OpenBLAS-now "$alone $bin/bench_peer_wheel"
fi
wheel PyTorch-now torch numpy && add PyTorch-now "$alone $venv/bin/python tests/bench/peer_py.py torch"
[ -z "${HS_PEERS_MORE:-}" ] || echo "$HS_PEERS_MORE" >>"$peers"

rested=$(date +%s)
run() { # THREADS N D_MODEL H – every peer in turn, each a process
    while IFS='|' read -r name command; do
        # Libraries of plain C peers run on one thread: the peer has its own. Python's are told by the script.
        # shellcheck disable=SC2086  # commands are words
        line=$($priority env OMP_NUM_THREADS="$1" OPENBLAS_NUM_THREADS=1 BLIS_NUM_THREADS=1 timeout 300 \
            $command "$2" "$3" "$4" "$1" $seconds "$data" </dev/null 2>>"$log" | tail -n 1) || line=
        echo "$name|$2,$3,$4|$1|$line" >>"$results"
        if [ -n "$priority" ] && [ $(($(date +%s) - rested)) -ge 8 ]; then
            sleep 2 # lets the rest of the machine live
            rested=$(date +%s)
        fi
    done
}
: >"$results"
for shape in $shapes; do
    # shellcheck disable=SC2046
    "$bin/bench_peer" $(echo "$shape" | tr , ' ') 1 write "$data"
done
round=0
while [ $round -lt "$rounds" ]; do
    round=$((round + 1))
    for shape in $shapes; do
        echo "round $round of $rounds: $shape" >&2
        for threads in 1 2; do
            [ $threads -le "$(nproc)" ] || continue
            # shellcheck disable=SC2046
            awk -v r=$round '{ a[NR] = $0 } END { for (i = 0; i < NR; i++) print a[((r % 2 ? i : NR - 1 - i) + r) % NR + 1] }' \
                "$peers" | run $threads $(echo "$shape" | tr , ' ')
        done
    done
done
rm -f "$data"/*.bin
awk -F '|' -v shapes="$shapes" -v rounds="$rounds" -f tests/bench/peers.awk "$peers" "$results"
