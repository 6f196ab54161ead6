#!/usr/bin/env python3
"""Would the tests notice? Changes one operator or constant of the engine's numerics at a time, in a copy of the source, builds, and
runs the tests that know the numerics. A change that no test notices survives and is listed.

    tests/mutate.py [COUNT [SEED]]      220 changes by default, about 10 s each; a fixed seed picks the same ones again

Exits with 1 when fewer than 90 % were noticed. tests/mutate.txt lists survivors that change nothing that can be seen, and why; they
count as neither. HS_MUTATE_BUILD is the scratch folder (build-mutate)."""
import os
import random
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = ["engine/kernels/scalar.c", "engine/kernels/level/tile.c", "engine/kernels/level/softmax.c",
         "engine/kernels/level/entropy.c", "engine/kernels/level/pack.c", "engine/mha/attend.c", "engine/mha/project.c",
         "engine/mha/plan.c", "engine/mha/forward.c", "engine/set/stats.c", "engine/set/measure_row.c", "engine/set/links.c",
         "engine/set/judge.c", "engine/set/explain.c"]
# quick ones first: most changes are noticed within a second
TESTS = ["test_mha_plan", "test_set", "test_run", "test_golden", "test_measure", "test_mha", "test_kernels", "test_evaluate"]
TIMEOUT = 120  # s; a change that makes a loop endless is noticed by that
FLOOR = 90     # % noticed

SWAPS = {"+": "-", "-": "+", "*": "+", "/": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
         "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "*=": "+="}
OPERATOR = re.compile(r"(?<=\s)(\+=|-=|\*=|<=|>=|==|!=|&&|\|\||[-+*/<>])(?=\s)")
NUMBER = re.compile(r"(?<![\w.])(\d+\.\d+|\d+)(?=[fu]?\b)(?![\w]*[xX])")


def sites(path):
    """(line number, start, end, replacement) of everything that can be changed in a file's code."""
    comment = False
    for number, line in enumerate(open(os.path.join(HERE, path), encoding="utf-8")):
        code = line
        if comment:
            if "*/" not in code:
                continue
            cut = code.index("*/") + 2
            code = " " * cut + code[cut:]
            comment = False
        if "/*" in code:
            start = code.index("/*")
            comment = "*/" not in code[start:]
            end = len(code) if comment else code.index("*/", start) + 2
            code = code[:start] + " " * (end - start) + code[end:]
        code = code.split("//")[0]
        if code.lstrip().startswith(("#", "_Static_assert", "static_assert")) or '"' in code or "[" in code and "{" in code:
            continue
        for found in OPERATOR.finditer(code):
            yield number, found.start(), found.end(), SWAPS[found.group()]
        for found in NUMBER.finditer(code):
            text = found.group()
            new = repr(float(text) * 1.5 + 0.25) if "." in text else str(int(text) + 1)
            yield number, found.start(), found.end(), new


def known():
    """(file, the changed line without blanks at its ends): why it cannot be noticed."""
    table = {}
    path = os.path.join(HERE, "tests", "mutate.txt")
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        part = line.rstrip("\n").split(" | ")
        if len(part) == 3 and not line.startswith("#"):
            table[part[0], part[1].strip()] = part[2]
    return table


def run(command, folder):
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=TIMEOUT).returncode
    except subprocess.TimeoutExpired:
        return -1


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    chosen = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    scratch = os.path.abspath(os.environ.get("HS_MUTATE_BUILD", os.path.join(HERE, "build-mutate")))
    source, build = os.path.join(scratch, "source"), os.path.join(scratch, "build")
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(HERE, source, symlinks=True, ignore=shutil.ignore_patterns(".git", "build*"))
    subprocess.run(["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=RelWithDebInfo"], check=True,
                   stdout=subprocess.DEVNULL)
    compile_all = ["ninja", "-C", build] + TESTS
    subprocess.run(compile_all, check=True, stdout=subprocess.DEVNULL)
    tests = [[os.path.join(build, "tests", test)] for test in TESTS]
    for test in tests:  # a test that fails anyway would notice everything
        if run(test, build):
            sys.exit(f"{test[0]} fails without any change")

    everything = [(path,) + site for path in FILES if os.path.exists(os.path.join(HERE, path)) for site in sites(path)]
    chosen.shuffle(everything)
    explained, survivors, noticed, skipped = known(), [], 0, 0
    for path, number, start, end, new in everything:
        if noticed + len(survivors) >= count:
            break
        target = os.path.join(source, path)
        before = open(target, encoding="utf-8").read()
        lines = before.split("\n")
        lines[number] = lines[number][:start] + new + lines[number][end:]
        if (path, lines[number].strip()) in explained:
            skipped += 1
            continue
        open(target, "w", encoding="utf-8").write("\n".join(lines))
        try:
            if run(compile_all, build) != 0:
                continue  # no program: nothing to be noticed
            if any(run(test, build) != 0 for test in tests):
                noticed += 1
            else:
                survivors.append(f"{path}:{number + 1} | {lines[number].strip()}")
                print("survived:", survivors[-1], flush=True)
        finally:
            open(target, "w", encoding="utf-8").write(before)
    total = noticed + len(survivors)
    share = 100 * noticed / max(total, 1)
    print(f"{noticed} of {total} changes noticed ({share:.1f} %), {skipped} known to change nothing, of {len(everything)} possible")
    sys.exit(share < FLOOR)


if __name__ == "__main__":
    main()
