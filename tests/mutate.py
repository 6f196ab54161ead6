#!/usr/bin/env python3
"""Would the tests notice? Makes one small mistake at a time in engine/ or app/ (mutate_sites.py says which), compiles that file, exchanges
its room's shared library and runs the tests that reach the changed line, the quickest first, until one fails. What none notices survives.

    tests/mutate.py [--again] [COUNT [SEED]] [PATH...]   1000 changes of each PATH (app, engine; a folder or file of theirs, too)

SEED is today's date when none is given; the same seed picks the same changes. Results are written as they come to FOLDER/results, and a
run that was cut short goes on where it ended; --again tries the survivors anew, for tests written since. Which test reaches which line is
measured once (a build that writes down which blocks run) and kept until a file of app, engine or tests changes; HS_MUTATE_KEEP=REGEX keeps it and measures only those tests.

Exits with 1 when fewer than 90 % (app) or 95 % (engine) were noticed. tests/mutate.txt lists what changes nothing that can be seen, and
why; that counts as neither, and so does what the compiler makes the same code of. HS_MUTATE_BUILD is FOLDER (build-mutate), HS_JOBS how
many work side by side (2)."""
import bisect
import collections
import concurrent.futures
import datetime
import glob
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import mutate_sites

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOORS = {"app": 90, "engine": 95}  # % noticed
# Not changed: the window itself, whose tests exchange calls of SDL when they are linked and wait for an X server; the tool that trains.
NO_FILES = ("app/platform/", "engine/preset/train/tool/")
# Not run: tests that exchange functions by the linker, which shared rooms do not allow, and tests of something else than the code.
NO_TESTS = re.compile(r"architecture|setup|monkey|test_mha_alloc|test_memory|gui_(window_faults|killed_writing|display_lost|smoke)|"
                      r"fuzz_(annotated|args|script|session|settings)$")
PROGRAMS = re.compile(r"test_(?!mha_alloc|memory)\w+|fuzz_corpus|headscope|bench_dump_make")
JOBS = int(os.environ.get("HS_JOBS", "2"))
BUDGET = float(os.environ.get("HS_MUTATE_SECONDS", "inf"))  # of tests a change; --again without it tries the rest of those that survive
LONGEST = 20  # s of CPU; a test that takes longer is not run
TRACED_SLOWER = 3  # times, about, than what is run then
QUICK = "-O1 -DCHECK_STOP -fno-semantic-interposition -Werror=incompatible-pointer-types -Werror=int-conversion"
TRACED = "-Og -g1 -w -fsanitize-coverage=trace-pc -D__SANITIZE_THREAD__"  # (target_clones would call what is not bound yet)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def sources(ending, folders=("app", "engine")):
    return sorted(os.path.relpath(path, HERE) for folder in folders
                  for path in glob.glob(os.path.join(HERE, folder, "**", "*" + ending), recursive=True))


class Build:
    """One build of everything the tests need."""

    def __init__(self, folder, flags, kind, library=""):
        self.folder, linking = folder, f"{library} {os.environ.get('LDFLAGS', '')}"
        subprocess.run(["cmake", "-S", HERE, "-B", folder, "-G", "Ninja", "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_BUILD_TYPE=None",
                        "-DHS_ROOM_KIND=" + kind, "-DCMAKE_C_FLAGS=" + flags, f"-DCMAKE_EXE_LINKER_FLAGS=-Wl,--enable-new-dtags,--no-as-needed {linking}",
                        f"-DCMAKE_SHARED_LINKER_FLAGS=-Wl,--no-as-needed {linking}"],
                       check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], check=True, stdout=subprocess.PIPE, text=True).stdout
        programs = [name for name in re.findall(r"^([\w-]+): (?:phony|C_EXEC)", listed, re.M) if PROGRAMS.fullmatch(name)]
        subprocess.run(["ninja", "-C", folder, "-j", str(JOBS), *programs], check=True, stdout=subprocess.DEVNULL)
        shown = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.tests, self.passed = {}, {}
        for test in json.loads(shown)["tests"]:
            if "command" in test and not NO_TESTS.match(test["name"]):
                about = {one["name"]: one["value"] for one in test["properties"]}
                self.tests[test["name"]] = test["command"], dict(one.split("=", 1) for one in about.get("ENVIRONMENT", []))

    def run(self, name, seconds, wall=None, linked=None, **more):
        """(whether it passes or is skipped, CPU seconds). More than the seconds ends it; so does waiting for ever. What is linked
        elsewhere comes before the build's own."""
        command, environment = self.tests[name]
        if linked:
            more["LD_LIBRARY_PATH"] = linked
            other = os.path.join(linked, "headscope")
            command = [other if word == os.path.join(self.folder, "headscope") and os.path.exists(other) else word for word in command]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
            most = 1 << (36 if name == "gui_dump" else 30)  # bytes of a file; one of its files has a hole of 40 GB
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        job = subprocess.Popen(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, **environment, "HS_CHECK_STOP": "1", **more}, preexec_fn=limit, start_new_session=True)
        timer = threading.Timer(wall or 60 + 30 * seconds, os.killpg, (job.pid, signal.SIGKILL))
        timer.start()
        _, status, used = os.wait4(job.pid, 0)
        job.returncode = status
        timer.cancel()
        return os.WIFEXITED(status) and os.WEXITSTATUS(status) in (0, 77), used.ru_utime + used.ru_stime


    def sound(self, name):
        """Whether a test passes without any change."""
        if name not in self.passed:
            self.passed[name], seconds = self.run(name, 2 * LONGEST)
            if not self.passed[name]:
                print(f"{name} is left out: it fails without any change ({seconds:.1f} s)", flush=True)
        return self.passed[name]


class Reach:
    """Which tests reach a line, and how long each takes: {"lines": {file: {line: [test]}}, "seconds": {test: s}, "print": what it is of}."""

    def __init__(self, folder, quick):
        self.path = os.path.join(folder, "reach.json")
        known = json.loads(read(self.path)) if os.path.exists(self.path) else {"lines": {}, "seconds": {}, "print": ""}
        keep = os.environ.get("HS_MUTATE_KEEP")
        now = hashlib.sha256()
        for path in sources(".[ch]") + sources("", ["tests"]):
            if os.path.isfile(os.path.join(HERE, path)) and not path.startswith("tests/mutate"):
                with open(os.path.join(HERE, path), "rb") as file:
                    now.update(path.encode() + file.read())
        if known["print"] != now.hexdigest() and not keep:
            known = {"lines": {}, "seconds": {}, "print": now.hexdigest()}
        self.known = known
        todo = [name for name in quick.tests if name not in known["seconds"] or keep and re.fullmatch(keep, name)]
        if todo:
            self.measure(folder, quick, todo)
        self.seconds, self.noticed = known["seconds"], collections.Counter()  # (folder, test): how often
        self.expected = expectations()
        self.of = {path: collections.Counter(name for tests in lines.values() for name in tests) for path, lines in known["lines"].items()}
        self.all = sum(self.of.values(), collections.Counter())  # lines that a test reaches, in a file and everywhere

    def measure(self, folder, quick, todo):
        os.makedirs(folder, exist_ok=True)
        record = os.path.join(folder, "libreached.so")
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", record, os.path.join(HERE, "tests", "mutate_reached.c")], check=True)
        traced = Build(os.path.join(folder, "traced"), TRACED, "SHARED", record)
        blocks = {path: Blocks(path) for path in [os.path.join(traced.folder, "headscope"),
                                                  *glob.glob(traced.folder + "/**/libhs_*.so", recursive=True)]}
        lock, kept = threading.Lock(), [time.monotonic()]

        def one(name):
            with tempfile.TemporaryDirectory(dir=folder) as written:
                passes, seconds = traced.run(name, LONGEST, 15 * LONGEST, HS_REACHED=written)
                reached = {line for path, known in blocks.items() for line in known.lines(os.path.join(written, os.path.basename(path)))}
            if not passes:  # cut short: it may reach all of the files that it came to, a script all of the program
                files = {path for path, _ in reached}
                reached = {(path, line) for known in blocks.values() for path, lines in known.all.items() for line in lines
                           if path in files or name.startswith(("gui_", "see_")) and path.startswith("app/")}
                seconds = LONGEST
            with lock:
                self.known["seconds"][name] = seconds / TRACED_SLOWER
                for tests in (tests for lines in self.known["lines"].values() for tests in lines.values() if name in tests):
                    tests.remove(name)
                for path, number in sorted(reached):
                    self.known["lines"].setdefault(path, {}).setdefault(str(number), []).append(name)
                if time.monotonic() - kept[0] > 60:
                    self.keep()
                    kept[0] = time.monotonic()

        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            for _ in pool.map(one, todo):
                pass
        self.known["lines"] = {path: {**{str(line): [] for known in blocks.values() for line in known.all[path]}, **lines}
                               for path, lines in self.known["lines"].items()}
        self.keep()

    def keep(self):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.known, file)
        os.replace(self.path + ".new", self.path)

    def tests(self, change):
        """The tests that reach a change, in the order in which they are likely to notice it soon: quick ones, those which noticed other
        changes near it or do little else than run its file, have its name, or whose expectations hold its words."""
        path, lines = change.path, self.known["lines"].get(change.path, {})
        span = range(change.number, change.last + 1)
        # A statement of several lines counts at one of them, a constant where it is used; a table is reached when anything of its file is.
        near = {name for number in range(change.number - 1, change.last + 2) for name in lines.get(str(number), [])}
        if not any(str(number) in lines for number in span):
            near |= set(lines.get(str(span[0] - 2), [])) if near else {name for tests in lines.values() for name in tests}
        said = [max(re.split(r"%[-+ #0-9.*]*[hlzjt]*[a-zA-Z%]|\\.", text), key=len) for text in re.findall(r'"((?:\\.|[^"\\])*)"', change.old)]
        words = re.split("[_.]", os.path.basename(path))[:-1]

        def cost(name):
            knows = any(len(text) > 4 and text in self.expected.get(name, "") for text in said)
            sees = path.startswith("app/") and name.startswith("see_")
            waits = name in ("gui_faults", "gui_kill", "gui_limits")  # for windows and large files
            return (1 + 9 * waits) * self.seconds[name] / (1 + self.noticed[os.path.dirname(path), name] + (2 + 8 * sees) * sum(word in name for word in words) + 3 * sees + 20 * knows + 60 * self.of[path][name] / max(self.all[name], 1))
        return sorted((name for name in near if self.seconds.get(name, -1) >= 0), key=cost)


def expectations():
    """{test: the text of the files in which it looks}"""
    found = collections.defaultdict(str)
    for kind, pattern in (("gui_", "gui/said/*.txt"), ("gui_", "gui/*.hs"), ("gui_", "gui/*.sh"), ("gui_", "gui/*.py"), ("", "unit/said/*.txt"),
                          ("", "unit/*.c"), ("see_", "see/golden/*")):
        for path in glob.glob(os.path.join(HERE, "tests", pattern)):
            found[kind + os.path.splitext(os.path.basename(path))[0]] += read(path)
    return found


class Blocks:
    """The lines of each block of a library or program that calls __sanitizer_cov_trace_pc where a block begins."""

    def __init__(self, path):
        self.starts, self.of, self.all = [], {}, collections.defaultdict(set)
        folder, called = os.path.dirname(os.path.dirname(path)), False
        said = subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], check=True, stdout=subprocess.PIPE, text=True).stdout
        for line in said.splitlines():
            if called and ":\t" in line:
                self.starts.append(int(line.split(":", 1)[0], 16))  # where the call returns to
            called = "call" in line and "__sanitizer_cov_trace_pc" in line
        said = subprocess.run(["objdump", "--dwarf=decodedline", "-w", path], check=True, stdout=subprocess.PIPE, text=True).stdout
        file = None
        for line in said.splitlines():
            words = line.split()
            if line.endswith(":"):
                at = max(line.find("/app/"), line.find("/engine/"))
                file = line[at + 1:-1] if at >= 0 and line.endswith(".c:") else None
            elif file and len(words) > 2 and words[1].isdigit() and words[2].startswith("0x"):
                at = bisect.bisect_right(self.starts, int(words[2], 16)) - 1
                self.all[file].add(int(words[1]))
                if at >= 0:
                    self.of.setdefault(self.starts[at], set()).add((file, int(words[1])))

    def lines(self, path):
        if os.path.exists(path):
            with open(path, "rb") as file:
                data = file.read()
            for start in self.starts:
                if start < len(data) and data[start]:
                    yield from self.of.get(start, ())


class Change:
    def __init__(self, path, text, site, number):
        self.path, self.text, self.number, self.kind = path, text, number, site[3]
        start, end, new, _ = site
        self.last = number + text.count("\n", start, end)
        first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        self.old, self.new = one_line(text[first:last]), one_line(text[first:start] + new + text[end:last])
        self.changed = text[:start] + new + text[end:]
        self.key = f"{path} | {self.old} | {self.new}"


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def changes(wanted, seed):
    """All lines with the changes of each, in the order of the seed; made as they are asked for, since reading all files takes a while."""
    names = mutate_sites.Names(read(os.path.join(HERE, path)) for path in sources(".h") + sources(".c"))
    dice, lines = random.Random(f"{seed} {wanted}"), []
    for path in sources(".c"):
        if path.startswith(NO_FILES) or not (path + "/").startswith(wanted.rstrip("/") + "/"):
            continue
        text = read(os.path.join(HERE, path))
        of = collections.defaultdict(list)
        for site in mutate_sites.File(text, names).sites:
            of[text.count("\n", 0, site[0]) + 1].append(site)
        lines += [(path, text, number, sites) for number, sites in of.items()]
    dice.shuffle(lines)
    for path, text, number, sites in lines:
        kind = dice.choice(sorted({site[3] for site in sites}))
        yield Change(path, text, dice.choice([site for site in sites if site[3] == kind]), number)


def explained():
    """(file, a line without blanks at its ends): why it cannot be noticed. The line is either as changed, or as it stands in the
    source, which takes every change of it out."""
    table = {}
    for line in read(os.path.join(HERE, "tests", "mutate.txt")).splitlines():
        part = line.split(" | ")
        if len(part) == 3 and not line.startswith("#"):
            table[part[0], one_line(part[1])] = part[2]
    return table


def stale(table):
    """What of the list fits no line any more."""
    names = mutate_sites.Names(read(os.path.join(HERE, path)) for path in sources(".h") + sources(".c"))
    for path in sorted({path for path, _ in table}):
        full = os.path.join(HERE, path)
        lines = set()
        if os.path.exists(full):
            text = read(full)
            for site in mutate_sites.File(text, names).sites:
                change = Change(path, text, site, 0)
                lines |= {change.old, change.new}
        yield from (f"{path} | {line}" for at, line in table if at == path and line not in lines)


class Bench:
    """Where one change at a time is compiled and tested: objects and libraries lie beside the build, which stays as it is."""

    def __init__(self, folder, quick, busy):
        self.folder, self.quick, self.busy = folder, quick, busy
        shutil.rmtree(folder, ignore_errors=True)
        self.compile = collections.defaultdict(list)
        for one in json.loads(read(os.path.join(quick.folder, "compile_commands.json"))):
            self.compile[os.path.relpath(one["file"], HERE)].append(one["command"])
        self.plain, self.link = {}, {}
        for target in glob.glob("**/libhs_*.so", root_dir=quick.folder, recursive=True) + ["headscope"]:
            said = subprocess.run(["ninja", "-C", quick.folder, "-t", "commands", "-s", target], check=True, stdout=subprocess.PIPE, text=True)
            self.link[target] = said.stdout.strip().splitlines()[-1]

    def objects(self, change, text):
        """{object of the build: object made of this text}, or None when it does not compile."""
        source = os.path.join(self.folder, "source", change.path)
        os.makedirs(os.path.dirname(source), exist_ok=True)
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        made = {}
        for command in self.compile[change.path]:
            target = re.search(r" -o (\S+\.o) ", command).group(1)
            made[target] = os.path.join(self.folder, hashlib.md5(target.encode()).hexdigest() + ".o")
            command = command.replace(" -o " + target, " -o " + made[target])
            command = re.sub(r" -c \S+$", f" -iquote {os.path.join(HERE, os.path.dirname(change.path))} -c {source}", command)
            if subprocess.run(command, shell=True, cwd=self.quick.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env={**os.environ, "CCACHE_DISABLE": "1"}).returncode:
                return None
        return made

    def same(self, change, made):
        """Whether the compiler makes the same code of the change."""
        if change.path not in self.plain:
            now = {target: open(path, "rb").read() for target, path in made.items()}
            self.plain[change.path] = {target: open(path, "rb").read() for target, path in self.objects(change, change.text).items()}
            for target, path in made.items():
                with open(path, "wb") as file:
                    file.write(now[target])
        return all(open(path, "rb").read() == self.plain[change.path][target] for target, path in made.items())

    def exchange(self, made):
        """Links the room (or the program, of main.c) anew, into a folder in which the tests look first."""
        libraries = os.path.join(self.folder, "linked")
        shutil.rmtree(libraries, ignore_errors=True)
        os.makedirs(libraries)
        for name in "assets", "samples":
            os.symlink(os.path.join(HERE, name), os.path.join(libraries, name))
        for target, command in self.link.items():
            if not any(f" {one} " in command for one in made):
                continue
            for one, path in made.items():
                command = command.replace(f" {one} ", f" {path} ")
            command = command.replace(f" -o {target} ", f" -o {os.path.join(libraries, os.path.basename(target))} ")
            subprocess.run(command, shell=True, cwd=self.quick.folder, check=True, stdout=subprocess.DEVNULL)
        return libraries

    def judge(self, change, reach):
        """(what became of it, the test that noticed it)"""
        made = self.objects(change, change.changed)
        if made is None:
            return "no program", ""
        if self.same(change, made):
            return "same code", ""
        tests = reach.tests(change)
        linked = self.exchange(made) if tests else None
        spent, tried = 0, 0
        for name in tests:
            if tried and spent + reach.seconds[name] > BUDGET:
                continue
            with self.busy[name]:  # each test has one folder
                passes, seconds = self.quick.run(name, 2 * reach.seconds[name] + 3, linked=linked)
                if not passes and self.quick.sound(name):
                    return "noticed", name
            reach.seconds[name] = seconds if passes else reach.seconds[name]
            spent, tried = spent + seconds, tried + 1
        return "survived", f"{tried} of {len(tests)} tests that run it"


class Results:
    """What is known of each change, kept in a file: status | test | file | line as it was | line as changed | kind."""

    def __init__(self, path, again):
        self.path, self.known, self.lock = path, {}, threading.Lock()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        for line in read(path).splitlines() if os.path.exists(path) else []:
            status, test, *key, kind = line.split(" \t ")
            self.known[" | ".join(key)] = status, test, kind
        if again:
            self.known = {key: one for key, one in self.known.items() if one[0] != "survived"}

    def put(self, change, status, test):
        with self.lock:
            self.known[change.key] = status, test, change.kind
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(" \t ".join([status, test, change.path, change.old, change.new, change.kind]) + "\n")


def main():
    words = [word for word in sys.argv[1:] if word != "--again"]
    numbers = [int(word) for word in words if word.isdigit()]
    count = numbers[0] if numbers else 1000
    seed = numbers[1] if len(numbers) > 1 else int(datetime.date.today().strftime("%Y%m%d"))
    areas = [word for word in words if not word.isdigit()] or ["app", "engine"]
    folder = os.path.abspath(os.environ.get("HS_MUTATE_BUILD", os.path.join(HERE, "build-mutate")))
    table, bad = explained(), False
    for line in stale(table):
        print("tests/mutate.txt: fits no change:", line)
        bad = True
    quick = Build(os.path.join(folder, "quick"), QUICK, "SHARED")
    reach = Reach(folder, quick)
    busy = collections.defaultdict(threading.Lock)
    results = {area: Results(os.path.join(folder, "results", f"{area.replace('/', '-')}-{seed}.txt"), "--again" in sys.argv) for area in areas}
    streams = {area: changes(area, seed) for area in areas}
    tally = {area: collections.Counter() for area in areas}
    asking = threading.Lock()

    def done(area):
        return tally[area]["noticed"] + tally[area]["survived"] + tally[area]["trying"] >= count

    def next_change():
        """The next one to try, of the area that has had fewest."""
        with asking:
            while True:
                open_areas = [area for area in areas if streams[area] and not done(area)]
                if not open_areas:
                    return None, None
                area = min(open_areas, key=lambda one: tally[one]["noticed"] + tally[one]["survived"] + tally[one]["trying"])
                change = next(streams[area], None)
                if change is None:
                    streams[area] = None
                elif (change.path, change.old) in table or (change.path, change.new) in table:
                    tally[area]["explained"] += 1
                elif change.key in results[area].known:
                    tally[area][results[area].known[change.key][0]] += 1
                else:
                    tally[area]["trying"] += 1
                    return area, change

    def work(number):
        bench = Bench(os.path.join(folder, f"bench{number}"), quick, busy)
        while True:
            area, change = next_change()
            if change is None:
                return
            status, test = bench.judge(change, reach)
            results[area].put(change, status, test)
            with asking:
                reach.noticed[os.path.dirname(change.path), test] += 1
                tally[area]["trying"] -= 1
                tally[area][status] += 1
            if status in ("noticed", "survived"):
                print(f"{status} ({test}): {change.path}:{change.number} | {change.new}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for ended in [pool.submit(work, number) for number in range(JOBS)]:
            ended.result()
    said = []
    for area in areas:
        total = tally[area]["noticed"] + tally[area]["survived"]
        share = 100 * tally[area]["noticed"] / max(total, 1)
        floor = FLOORS[area.split("/")[0]]
        bad |= share < floor or total < count and streams[area] is not None
        print(f"{area}: {dict(tally[area])}")
        said.append(f"{area} {share:.1f} % of {total} (floor {floor})")
    print(f"noticed, seed {seed}: " + ", ".join(said))
    sys.exit(bad)


if __name__ == "__main__":
    main()
