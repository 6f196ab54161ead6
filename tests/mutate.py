#!/usr/bin/env python3
"""Would the tests notice? Changes one operator or constant of the engine's numerics at a time, in a copy of the source, builds and runs
the tests that know that code, and, when they notice nothing, once more with ASan and UBSan as tests/run.sh does. A change that no test
notices survives and is listed.

    tests/mutate.py [COUNT [SEED]] [PATH...]   220 changes; a seed picks the same ones again; 0 tries all; PATHs take files beginning so

Exits with 1 when fewer than 90 % were noticed. tests/mutate.txt lists what changes nothing that can be seen, and why; it counts as
neither. HS_MUTATE_BUILD is the scratch folder (build-mutate), HS_JOBS how many work side by side (2)."""
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# (files, the tests that know them: quick and near ones first, since most changes are noticed by the first)
PLAN = [
    (["engine/kernels/scalar.c", "engine/kernels/level/tile.c", "engine/kernels/level/softmax.c", "engine/kernels/level/entropy.c",
      "engine/kernels/level/pack.c"], ["test_kernels", "test_golden", "test_mha"]),
    (["engine/mha/attend.c", "engine/mha/project.c", "engine/mha/plan.c", "engine/mha/forward.c"],
     ["test_mha", "test_mha_plan", "test_mha_alloc", "test_golden", "test_run"]),
    (["engine/set/stats.c", "engine/set/measure_row.c", "engine/set/links.c", "engine/set/judge.c", "engine/set/explain.c"],
     ["test_set", "test_explain", "test_statistics", "test_run", "test_trace", "test_evaluate", "test_measure", "test_golden"]),
]
FLOOR = 90  # % noticed
WAIT = 600  # s; a change that makes threads wait for ever ends so. Endless loops end sooner, by the CPU time they may take.

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


def changed(lines, site):
    number, start, end, new = site
    return lines[number][:start] + new + lines[number][end:]


def known():
    """(file, a line without blanks at its ends): why it cannot be noticed. The line is either as changed, or as it stands in the
    source, which takes every change of it out."""
    table = {}
    for line in open(os.path.join(HERE, "tests", "mutate.txt"), encoding="utf-8"):
        part = line.rstrip("\n").split(" | ")
        if len(part) == 3 and not line.startswith("#"):
            table[part[0], part[1].strip()] = part[2]
    return table


def candidates(prefixes):
    """All changes as (file, tests, site, changed line, whether the list explains it), and what of the list fits no line any more."""
    explained, found, used = known(), [], set()
    for paths, tests in PLAN:
        for path in paths:
            lines = open(os.path.join(HERE, path), encoding="utf-8").read().split("\n")
            for site in sites(path):
                new = changed(lines, site)
                keys = {(path, new.strip()), (path, lines[site[0]].strip())} & explained.keys()
                used |= keys
                if not prefixes or path.startswith(tuple(prefixes)):
                    found.append((path, tests, site, new, bool(keys)))
    return found, explained.keys() - used


class Bench:
    """A copy of the source with two builds, a quick one and one with sanitizers, for one change at a time."""

    def __init__(self, folder, threads):
        self.source = os.path.join(folder, "source")
        shutil.rmtree(self.source, ignore_errors=True)
        shutil.copytree(HERE, self.source, symlinks=True, ignore=shutil.ignore_patterns(".git", "build*"))
        self.builds = []
        for name, sanitizers in ("quick", ""), ("careful", "address,undefined"):
            build = os.path.join(folder, name)
            subprocess.run(["cmake", "-S", self.source, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                            "-DCMAKE_C_FLAGS=-O1 -DCHECK_STOP", "-DHS_SANITIZE=" + sanitizers], check=True, stdout=subprocess.DEVNULL)
            self.builds.append((build, ["ninja", "-C", build, "-j", str(threads)]))
        self.seconds = {}  # CPU time of each build's tests

    def prepare(self, tests, measure):
        for build, ninja in self.builds:
            listed = open(os.path.join(build, "tests", "CTestTestfile.cmake"), encoding="utf-8").read()
            self.commands = {name: words.split('" "') for name, words in re.findall(r'^add_test\(\W*(\w+)\W* "(.*)"\)', listed, re.M)}
            subprocess.run(ninja + [self.program(test) for test in tests], check=True, stdout=subprocess.DEVNULL)
            for test in tests if measure else []:  # one that fails anyway would notice everything
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                if self.run(build, test, 3600):
                    sys.exit(f"{test} fails without any change")
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                self.seconds[os.path.basename(build), test] = after.ru_utime - before.ru_utime

    def program(self, test):
        return os.path.basename(self.commands[test][0])

    def run(self, build, test, seconds):
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        try:
            return subprocess.run([os.path.join(build, "tests", self.program(test))] + self.commands[test][1:], cwd=build,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=WAIT, preexec_fn=limit).returncode
        except subprocess.TimeoutExpired:
            return -1

    def notice(self, path, tests, site):
        """The test that notices a change, "" when none does, None when it is no program."""
        target = os.path.join(self.source, path)
        before = open(target, encoding="utf-8").read()
        lines = before.split("\n")
        lines[site[0]] = changed(lines, site)
        open(target, "w", encoding="utf-8").write("\n".join(lines))
        try:
            for build, ninja in self.builds:
                for test in tests:
                    if subprocess.run(ninja + [self.program(test)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
                        return None
                    if self.run(build, test, int(4 * self.seconds[os.path.basename(build), test]) + 10):
                        return test
            return ""
        finally:
            open(target, "w", encoding="utf-8").write(before)


def main():
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count = numbers[0] if numbers else 220
    everything, stale = candidates([word for word in sys.argv[1:] if not word.isdigit()])
    for path, line in stale:
        print(f"tests/mutate.txt: no line of {path} fits: {line}")
    random.Random(numbers[1] if len(numbers) > 1 else 1).shuffle(everything)
    todo = iter([one for one in everything if not one[4]])
    skipped = sum(one[4] for one in everything)
    tests = list(dict.fromkeys(test for one in everything for test in one[1]))
    scratch = os.path.abspath(os.environ.get("HS_MUTATE_BUILD", os.path.join(HERE, "build-mutate")))
    jobs = int(os.environ.get("HS_JOBS", "2"))
    benches = [Bench(os.path.join(scratch, str(i)), 2 if jobs == 1 else 1) for i in range(jobs)]
    for bench in benches:
        bench.prepare(tests, bench is benches[0])
        bench.seconds = benches[0].seconds
    survivors, noticed, lock = [], [0], threading.Lock()

    def work(bench):
        while True:
            with lock:
                one = next(todo, None) if not count or noticed[0] + len(survivors) < count else None
            if one is None:
                return
            path, its_tests, site, new, _ = one
            found = bench.notice(path, its_tests, site)
            with lock:
                if found:
                    noticed[0] += 1
                    print(f"{found} notices: {path}:{site[0] + 1} | {new.strip()}", flush=True)
                elif found is not None:
                    survivors.append(f"{path}:{site[0] + 1} | {new.strip()}")
                    print("survived:", survivors[-1], flush=True)

    workers = [threading.Thread(target=work, args=(bench,)) for bench in benches]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    total = noticed[0] + len(survivors)
    share = 100 * noticed[0] / max(total, 1)
    print(f"{noticed[0]} of {total} changes noticed ({share:.1f} %), {skipped} known to change nothing, of {len(everything)} possible")
    sys.exit(share < FLOOR or bool(stale))


if __name__ == "__main__":
    main()
