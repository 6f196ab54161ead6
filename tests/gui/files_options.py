# files_options.py PROGRAM FOLDER SOURCES [--all|--show] – no option is taken and then silently ignored: over every option and everything
# that can be written (picture and numbers of each view, all heads on a sheet, a page, statistics, lists, measurements) the output
# changes, or one line on standard error names the option, or it is refused by name. A line that says that nothing changed is true.
# In ctest a part of the pairs, with --all every pair (tests/long.sh); --show prints what was found.
import json
import os
import re
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

from program import Program, check, report

START = os.getcwd()
program = Program(sys.argv[1], sys.argv[2])
sources = os.path.join(START, sys.argv[3])
ALL, SHOW = "--all" in sys.argv, "--show" in sys.argv
TEXT = "The dog, which slept, ate it."
ANNOTATED = ["--annotated", "few.json"]

# ---------------------------------------------------------------- an attention file with all there can be
L, B, H, N = 3, 2, 4, 8


def invented(seed):
    values, state = [], seed
    for i in range(L * B * H * N):
        row = []
        for _ in range(N):
            state = (state * 1103515245 + 12345) % 2 ** 31
            row.append((state / 2 ** 31) ** (1 + i % 5) + 1e-3)
        values += [x / sum(row) for x in row]
    return values


def write(path, seed):
    blocks, at = [], 0
    words = [["[CLS]", "the", "##re", ",", "[SEP]", "a", "dog", "[SEP]"], ["[CLS]", "one", "cat", "[SEP]", "it", "##s", ".", "[SEP]"]]
    header = {"__metadata__": {"key_tokens": json.dumps(words), "query_tokens": json.dumps(words),
                               "segment_ids": json.dumps([[0, 0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1]])}}
    for i, name in enumerate(["encoder_attention", "decoder_attention"]):
        data = struct.pack(f"<{L * B * H * N * N}f", *invented(seed + i))
        header[name] = {"dtype": "F32", "shape": [L, B, H, N, N], "data_offsets": [at, at + len(data)]}
        blocks.append(data)
        at += len(data)
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blocks))


write("one.safetensors", 1)
write("two.safetensors", 9)
for name, of in (("few.json", "annotated"), ("others.json", "hard")):  # as many as a name for a head takes, and quick
    with open(f"{sources}/samples/{of}.json", encoding="utf-8") as file, open(name, "w", encoding="utf-8") as few:
        json.dump(json.load(file)[:8], few)
with open("texts.json", "w", encoding="utf-8") as file:  # this very sentence
    json.dump([{"tokens": re.findall(r"\w+|[.,]", TEXT), "relations": [{"type": "subj", "from": 6, "to": [1]}]}], file)
with open("texts.txt", "w", encoding="utf-8") as file:
    file.write("The cat slept in the house.\n" + TEXT + "\n")
program.run("--learn", "--learn-sentences", "960", "--learn-heads", "1,4", "--save-run", "learnt.safetensors", "a b")

# ---------------------------------------------------------------- options, with values that are not the usual ones
LIVE, FILE, LEARN, LONG = "live", "file", "learn", "long"  # LONG: more tokens than pixels
BOTH = (LIVE, FILE, LEARN)
FORMULA, CELL = ("--formula", "--step", "scale", "--lock", "3,2"), ("--cell", "2,obj")
OTHER = ("--formula", "--step", "q", "--lock", "3,2")  # of no score
# option, value, of what, what stands beside it
OPTIONS = [
    ("--count-from", "0", BOTH), ("--theme", "dark", BOTH), ("--palette", "magma", BOTH), ("--palette", "magma", BOTH, "--minus-head", "1"),
    ("--cells", "log", BOTH), ("--cells", "log", BOTH, "--minus-head", "1"), ("--range", "own", BOTH), ("--reduce", "mean", (LONG,)),
    ("--values", "no", (*BOTH, LONG)), ("--dimension", "3", (LIVE,), "--step", "q"), ("--model-dimension", "3", (LIVE,)), ("--rule", "top", BOTH),
    ("--amount", "0.6", BOTH, "--rule", "mass"), ("--layers-sort", "entropy", (FILE,)), ("--layers-reverse", None, (FILE,)),
    ("--layers-reverse", None, (FILE,), "--layers", "table"), ("--reverse", None, (FILE,), "--layers", "table"),
    ("--table-sort", "obj", (LIVE,)), ("--link-order", "weight", (LIVE,), *CELL), ("--link-order", "weight", (LIVE,)),
    ("--link", "2", (LIVE,), *CELL), ("--csv", "wide", BOTH), ("--background", "transparent", BOTH), ("--crop", None, BOTH),
    ("--heading", "no", BOTH), ("--legend", "no", BOTH), ("--text", "outlines", BOTH), ("--width-mm", "80", BOTH), ("--lens", "value", (LIVE,)),
    ("--minus-head", "2", BOTH), ("--minus-heads", "4", (LIVE,)), ("--minus-text", "The cat sat.", (LIVE,)), ("--beside", None, (LIVE, FILE), "--minus-head", "2"), ("--beside", None, BOTH), ("--hide", "1", BOTH),
    ("--hide", "punctuation", BOTH), ("--renormalise", None, BOTH, "--hide", "1"), ("--renormalise", None, BOTH),
    ("--renormalise", None, (LIVE,), "--hide", "1", "--lens", "score"), ("--sort", "entropy", BOTH), ("--reverse", None, BOTH),
    ("--find", "e", BOTH), ("--head-off", "1", (LIVE,)), ("--head-uniform", "1", (LIVE,)), ("--head-mean", "1", (LIVE,)),
    ("--annotated", "others.json", (LIVE,)), ("--annotated", "texts.json", (LIVE,)), ("--compare", "uniform", (LIVE,)), ("--cell", "2,obj", (LIVE,)),
    ("--links", "against", (LIVE,), *CELL), ("--links", "for", (LIVE,)), ("--attention", "decoder", (FILE,)), ("--item", "2", (FILE,)),
    ("--layer", "2", (FILE,)), ("--pieces", "words", (FILE,)), ("--pair", "A-B", (FILE,)), ("--layers", "table", (FILE,)),
    ("--minus-file", "two.safetensors", (FILE,)), ("--all-items", None, (FILE,)), ("--formula", None, (LIVE,)),
    ("--contrast", None, (LIVE,), *FORMULA), ("--contrast", None, (LIVE,), *OTHER), ("--contrast", None, (LIVE,)), ("--terms", "dimensions", (LIVE,), *FORMULA, "--size", "700x640"), ("--terms", "dimensions", (LIVE,), *FORMULA),
    ("--terms", "dimensions", (LIVE,), *OTHER),
    ("--terms", "dimensions", (LIVE,)), ("--formula", None, (LIVE,), *FORMULA[1:]), ("--present", None, BOTH), ("--heads", "4", (LIVE,)), ("--mask", "causal", (LIVE,)),
    ("--sentence", "2", (LIVE,)), ("--head", "3", BOTH), ("--tour", "3", (LIVE,)), ("--crop", None, (LIVE,), "--tour", "3"),
    ("--lock", "3,2", (LIVE,), "--step", "softmax"), ("--head-off", "1", (LIVE,), "--step", "softmax"), ("--head-mean", "1", (LIVE,), "--step", "mask"),
    ("--head-uniform", "1", (LIVE,), "--step", "mask"), ("--mask", "causal", (LIVE,), "--step", "scale"), ("--column", "4", (LIVE,), "--step", "q"),
    ("--model-dimension", "3", (LIVE,), "--step", "output"),
    ("--column", "4", (LIVE,)), ("--step", "mix", (LIVE,)), ("--hide-heads", "1", BOTH), ("--lock-key", "2", BOTH),
    ("--zoom", "0,0.5,0,0.5", BOTH), ("--queries", "1-3", BOTH), ("--keys", "1-3", BOTH), ("--size", "1000x700", BOTH), ("--scale", "2", BOTH),
    ("--lock", "3,2", BOTH), ("--moment", "1", (LEARN,)), ("--view", "head", BOTH),
]
# What is no part of what is shown, or makes what is trained; each has tests of its own.
OTHERS = {"--check", "--resume", "--export", "--format", "--about", "--sheet", "--json", "--force", "--evaluate", "--script", "--fonts",
          "--assets", "--minus-model", "--version", "--help", "--dump", "--stats", "--list", "--learn", "--learn-heads", "--learn-sentences",
          "--learn-relations", "--learn-hints", "--learn-chance", "--learn-seed", "--learn-rate", "--learn-stop", "--save-run"}
VIEWS = {LIVE: ["grid", "head", "compare", "steps", "lines", "specialise"], FILE: ["grid", "head", "compare", "lines", "layers"],
         LEARN: ["learn", "grid", "specialise"], LONG: ["grid", "head", "compare", "lines"]}
INPUT = {LIVE: ["--", TEXT], FILE: ["one.safetensors"], LEARN: ["learnt.safetensors"], LONG: ["--", " ".join(f"w{i}" for i in range(700))]}


def outputs(kind):
    for view in VIEWS[kind]:
        for ending in ("svg", "csv", "json") if kind != LONG else ("svg",):
            yield [*(ANNOTATED if view == "specialise" else []), "--view", view, "--export", "-", "--format", ending]
    if kind == LEARN:
        yield ["--view", "learn", "--sheet", "--export", "-", "--format", "svg"]
    if kind in (LIVE, FILE):
        yield ["--view", "grid", "--export", "-", "--format", "png"]
        yield ["--sheet", "--export", "-", "--format", "svg"]
        yield ["--sheet", "--export", "-", "--format", "csv"]
        yield ["--export", "-", "--format", "html"]
        for job in (["--json", "-"], ["--stats", "-"], ["--list", "links"], ["--list", "alike"], ["--evaluate", ANNOTATED[1]]):
            yield job
    if kind == LIVE:
        yield ["--list", "output", "--head-off", "2"]


def run(arguments, ending):
    """Exit code, output without the command in it, lines on standard error."""
    done = subprocess.run([program.path, "--fonts", "fixed", *arguments], capture_output=True, env=program.env, check=False)
    out = done.stdout
    if ending == "svg":
        out = re.sub(rb"<desc>.*?</desc>", b"", out, flags=re.S)
    elif ending == "png":
        out = re.sub(rb"....[it][ET]XtCommand\0.*?....IDAT", b"", out, flags=re.S)
    return done.returncode, out, [line for line in done.stderr.decode(errors="replace").splitlines() if line]


def job(kind, output, option):
    """Arguments without and with the option; None where it cannot be asked."""
    name, value, _, *beside = option
    if name in output or any(one.startswith("--") and one in output for one in beside) or (kind == LONG and name not in ("--reduce", "--values")):
        return None
    if "--evaluate" in output and kind == FILE:
        return None  # its tokens spell no annotated sentence
    given = [name] if value is None else [name, value]
    plain = [*beside, *output]
    if "--cell" in (name, *beside) and "--annotated" not in output:
        plain = [*ANNOTATED, *plain]
    ending = output[output.index("--format") + 1] if "--format" in output else ""
    source = ["texts.txt"] if name == "--sentence" else [] if "--evaluate" in output else INPUT[kind]
    return [*plain, *source], [*given, *plain, *source], ending


def words(output):
    return " ".join(o for o in output if o not in ("--view", "--export", "-", "--format", "--annotated") and "/" not in o)


def chosen(kind, output, option):
    return ALL or SHOW or zlib.crc32(repr((kind, words(output), option[0])).encode()) % (8 if "svg" in output else 24) == 0


text = program.run("--help").decode()
named = set(re.findall(r"^  (--[a-z-]+)", text, re.M)) | set(re.findall(r", (--keys|--help)", text))
check(named == {option[0] for option in OPTIONS} | OTHERS, "options that are not looked at, or are no more:",
      sorted(named ^ ({option[0] for option in OPTIONS} | OTHERS)))
jobs = [(kind, output, option) for kind in VIEWS for output in outputs(kind) for option in OPTIONS
        if (kind in option[2]) and chosen(kind, output, option)]
made = [(one, which) for one in jobs if (which := job(*one))]
plain = {tuple(base): ending for _, (base, _, ending) in made}
with ThreadPoolExecutor(int(os.environ.get("HS_JOBS", "2"))) as pool:
    before = dict(zip(plain, pool.map(lambda a: run(list(a), plain[a]), plain)))
    after = list(pool.map(lambda one: run(one[1][1], one[1][2]), made))
seen = {}
for ((kind, output, option), (base, given, _)), (code, out, lines) in zip(made, after):
    base_code, base_out, said = before[tuple(base)]
    mine = [line for line in lines if line not in said and re.search(rf"{option[0]}\b(?!-)", line)]
    nothing = any("changes nothing" in line or ("--find" in line and "shows it" in line) for line in mine)
    changed, told, refused = out != base_out, code == 0 and len(mine) == 1, code == 2 and len(mine) == 1
    if base_code:
        good, word = True, "cannot be asked"
    elif code:
        good, word = refused, "refused" if refused else f"exit {code}"
    elif nothing:
        good, word = told and not changed, "FALSE" if changed else "told"
    else:
        good, word = changed, "changed" if changed else "SILENT"
    seen.setdefault((kind, " ".join([option[0], option[1] or "", *option[3:]])), {}).setdefault(word, []).append(words(output))
    if not SHOW:
        check(good, kind, " ".join(given), "is", word, lines)
for (kind, option), row in seen.items() if SHOW else []:
    print(kind, option.replace(sources, ""), *(f"\n    {word}: {', '.join(where)}" for word, where in row.items()))
check(len(made) > (1500 if ALL or SHOW else 100), "pairs", len(made))
report()
