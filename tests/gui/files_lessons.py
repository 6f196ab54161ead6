# files_lessons.py PROGRAM FOLDER SOURCES – answers of questions, as --check tells them, against the largest weights that Python finds in
# the program's JSON; refusals with the line they name; the tour and the sample lesson hold.
import os
import re
import sys

from program import Program, check, check_near, check_same, png_texts, report, svg_texts

program = Program(sys.argv[1], sys.argv[2])
SOURCES = sys.argv[3]


def write(name, *lines):
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return name


def session(text, **keys):
    parts = "".join(f', "{key}": {value}' for key, value in keys.items())
    return f'session {{"headscope_session": 1, "text": "{text}"{parts}}}'


# ---------------------------------------------------------------- truth
def name_of(tokens, index):
    """WORD, or WORD#2: as a lesson names a token."""
    before = tokens[:index].count(tokens[index])
    return f"{tokens[index]}#{before + 1}" if before else tokens[index]


def shown(tokens, index):
    """WORD, or WORD (1): as the program shows it."""
    return f"{tokens[index]} ({tokens[: index + 1].count(tokens[index])})" if tokens.count(tokens[index]) > 1 else tokens[index]


asked = 0
for text, heads, mask in [("The student delivered the book to the library yesterday.", 8, "none"), ("She gave the letter to her brother.", 4, "causal"),
                          ("Dogs that cats fear chase the birds that the cats watch.", 2, "none")]:
    set_ = program.json("--heads", str(heads), "--mask", mask, "--json", "-", "--", text)
    tokens = [token["text"] if isinstance(token, dict) else token for token in set_["tokens"]]
    A = [head["weights"] for head in set_["heads"]]
    steps, want = [], []

    def ask(line, weights, names):
        order = sorted((w for w in weights if w is not None), reverse=True)
        if len(order) < 2 or order[0] - order[1] < 1e-6:
            return
        steps.extend(["step A question", session(text, heads=heads, mask=f'"{mask}"', view='"head"'), line, "text Words."])
        want.append((names[weights.index(order[0])], order[0]))

    for q in range(0, len(tokens), 2):
        ask(f"find key from {name_of(tokens, q)} in head {heads}", A[heads - 1][q], [shown(tokens, k) for k in range(len(tokens))])
        ask(f"find query to {name_of(tokens, q)} in head 1", [row[q] for row in A[0]], [shown(tokens, k) for k in range(len(tokens))])
        k = q // 2
        ask(f"find head from {name_of(tokens, q)} to {name_of(tokens, k)}", [head[q][k] for head in A], [f"head {h + 1}" for h in range(heads)])
    path = write("truth.lesson", "headscope-lesson 1", "title Truth", *steps)
    said = program.run("--check", path).decode()
    answers = re.findall(r"answer: (.*?) ([0-9.e-]+), then ", said)
    check_same(len(answers), len(want), path)
    for (got, weight), (name, largest) in zip(answers, want):
        check_same(got, name, text)
        check_near(float(weight), largest, 0.0051, name)
        asked += 1
check(asked > 20, asked)

# ---------------------------------------------------------------- what does not hold
GOOD = session("The dog chased the cat.", view='"head"')
HEAD = ["headscope-lesson 1", "title T", "step S"]
cases = [
    (3, "no word that begins a line", ["headscope-lesson 1", "title T", "stop S"]),
    (1, "a lesson begins with the line", ["title T"]),
    (2, "line \"title\" names the lesson", ["headscope-lesson 1", "step S"]),
    (3, "the step “S” has no text", [*HEAD, GOOD]),
    (3, "the first step needs a session", [*HEAD, "text T"]),
    (4, "\"heads\" should be", [*HEAD, session("The dog.", heads=7), "text T"]),
    (6, "\"mask\" should be", [*HEAD, "session {\"headscope_session\": 1,", "  \"text\": \"A dog.\",", "  \"mask\": \"half\"}", "text T"]),
    (5, "not valid JSON", [*HEAD, "session {\"headscope_session\": 1,", "  \"text\" \"A dog.\"}", "text T"]),
    (5, "no field of a session", [*HEAD, "session", '{"headscope_session": 1, "text": "A dog.", "txt": 1}', "text T"]),
    (4, "does not end", [*HEAD, "session {", "text T"]),
    (5, "there is no head 9", [*HEAD, GOOD, "find key from dog in head 9", "text T"]),
    (5, "this should be \"find key", [*HEAD, GOOD, "find key to dog in head 1", "text T"]),
    (5, "the sentence has no “cow”", [*HEAD, GOOD, "find head from cow to dog", "text T"]),
    (5, "has no “dog#2”", [*HEAD, GOOD, "point cell dog#2 dog", "text T"]),
    (5, "nothing to point at", [*HEAD, GOOD, "point north", "text T"]),
    (5, "is no value", [*HEAD, GOOD, "text The {wait 1 dog cat}."]),
    (5, "a brace stands alone", [*HEAD, GOOD, "text The {weight"]),
    (6, "a question needs its answer", [*HEAD, GOOD, "text T", "ask Which?"]),
    (6, "only lines of", [*HEAD, GOOD, "point row dog", "  and here", "text T"]),
    (5, "no such thing to point at in the view grid", [*HEAD, session("The dog.", view='"grid"'), "point cell dog The", "text T"]),
    (5, "share the largest weight", [*HEAD, session("The dog.", view='"head"', head_modes='{"1": "uniform"}'), "find key from dog in head 2", "text T"]),
    (5, "only one answer", [*HEAD, session("The dog.", view='"head"', mask='"causal"'), "find key from The in head 1", "text T"]),
    (5, "lens, difference and hidden", [*HEAD, session("The dog.", view='"head"', lens='"value"'), "find key from dog in head 1", "text T"]),
    (4, "none.txt", [*HEAD, session("The dog.", file='{"path": "none.txt", "sentence": 0}'), "text T"]),
    (4, "tokens: nothing is locked", [*HEAD, session("The dog.", lock='{"query": 7}'), "text T"]),
    (5, "has no value in this picture", [*HEAD, session("The dog.", view='"grid"'), "text {single dog The}"]),
]
for number, (line, reason, lines) in enumerate(cases):
    path = write(f"bad{number}.lesson", *lines)
    program.run("--check", path, code=1)
    check(f"{path}, line {line}" in re.split(": |, column", program.errors)[1] and reason in program.errors, lines, program.errors)
    check(len(program.errors.strip().split("\n")) == 1, "one line each", program.errors)
with open("bytes.lesson", "wb") as file:
    file.write(b"headscope-lesson 1\ntitle \xff\n")
program.run("--check", "bytes.lesson", code=1)
check("bytes.lesson, line 2: byte 0xFF is not valid UTF-8" in program.errors, program.errors)
program.run("--check", "none.lesson", code=1)
check("none.lesson" in program.errors and "no such file" in program.errors, program.errors)
program.run("none.lesson", "--export", "none.png", code=1)  # no sentence of that name
check("none.lesson" in program.errors and "no such file" in program.errors, program.errors)
# every fault of a lesson is told, and the steps after it
path = write("two.lesson", *HEAD, session("The dog.", view='"grid"'), "point row dog", "text T", "step Two", "text {hits 1 subj}")
said = program.run("--check", path, code=1).decode()
check("line 5" in program.errors and "line 8" in program.errors and "step 2" in said, program.errors, said)

# ---------------------------------------------------------------- pages of a lesson
path = write("page.lesson", *HEAD, GOOD, "text See.", "step Asks", "find key from chased in head 2", "text {weight 2 chased cat}")
for step, ending in [(1, "png"), (2, "svg"), (2, "png")]:
    out = f"page{step}.{ending}"
    program.run(path, "--tour", str(step), "--theme", "dark", "--size", "900x600", "--export", out)
    texts = svg_texts(out) if ending == "svg" else png_texts(out)
    if check("Command" in texts, texts) and program.shell(texts["Command"].replace("OUT", "again")):
        with open(out, "rb") as one, open("again." + ending, "rb") as two:
            check(one.read() == two.read(), texts["Command"])
        os.remove("again." + ending)
with open("page2.svg", encoding="utf-8") as file:
    drawn = re.findall(r"<text[^>]*>(.*?)</text>", file.read())
check(any("Before you see" in text for text in drawn) and "chased" in drawn, drawn)
check(not any(re.search(r"\d\.\d", text) for text in drawn), "a number is drawn while a question waits:", drawn)

# ---------------------------------------------------------------- what comes with the program
for path in ["assets/tour.lesson", *sorted("samples/" + name for name in os.listdir(SOURCES + "/samples") if name.endswith(".lesson"))]:
    said = program.run("--check", os.path.join(SOURCES, path)).decode()
    check("step 1 " in said and program.errors == "", path, program.errors)
report()
