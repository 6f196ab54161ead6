# files_commands.py PROGRAM FOLDER SOURCES – what a picture says of itself: every text chunk of a PNG and every line of an
# SVG's description against the state it was made in, and the command in it makes the same file again, byte for byte.
import os
import sys

from program import Program, check, check_same, png_texts, report, svg_texts

program = Program(sys.argv[1], sys.argv[2])
SENTENCE = "It's a \"naïve\" cat, 日本 $HOME `x`."


def texts_of(path):
    return png_texts(path) if path.endswith(".png") else svg_texts(path)


def again(path):
    """Runs the picture's own command; the file must come out equal."""
    texts, other = texts_of(path), "again" + os.path.splitext(path)[1]
    if os.path.exists(other):
        os.remove(other)
    if not check("Command" in texts, path, "has no command:", texts):
        return
    command = texts["Command"]
    if program.shell(command.replace("OUT" + os.path.splitext(path)[1], other)) and check(os.path.exists(other), command):
        with open(path, "rb") as one, open(other, "rb") as two:
            check(one.read() == two.read(), "another picture came of", command)


# ---------------------------------------------------------------- the texts
for heads, mask, base, ending in [(8, "none", 1, "png"), (4, "causal", 0, "png"), (8, "causal", 1, "svg"), (1, "none", 0, "svg")]:
    path = f"head{heads}{mask}.{ending}"
    program.run("--heads", str(heads), "--mask", mask, "--count-from", str(base), "--view", "head", "--head", str(base), "--palette",
                "magma", "--cells", "sqrt", "--range", "own", "--lens", "value", "--export", path, "--", SENTENCE)
    texts = texts_of(path)
    set_ = program.json("--heads", str(heads), "--mask", mask, "--lens", "value", "--view", "head", "--json", "-", "--", SENTENCE)
    top = max(p for row in set_["heads"][0]["weights"] for p in row if p is not None)
    label = set_["heads"][0]["label"]
    want = {"Title": SENTENCE, "Model": set_["source"], "Weights": "constructed teaching model", "Heads": str(heads),
            "Head width d_k": str(512 // heads), "Mask": mask, "View": "head", "Head": f"{base} (counted from {base}) {label}".rstrip(),
            "Shown": "value-weighted a·‖v‖", "Colours": f"magma, sqrt scale, 0 to {top:.9g}, each head its own range"}
    for key, value in want.items():
        check_same(texts.get(key, "").rstrip(), value, path, key)
    check(texts["Software"].startswith("Headscope "), texts["Software"])
    check_same(set(texts), set(want) | {"Software", "Command"}, "keys of", path)
    again(path)

# The lens that draws the same picture says so.
for lens in ("value", "output"):
    program.run("--lens", lens, "--export", f"{lens}.png", "--", SENTENCE)
check("keeps lengths" in png_texts("output.png")["Shown"] and "same as a·‖v‖" in png_texts("output.png")["Shown"], "the output lens")
check("keeps lengths" not in png_texts("value.png")["Shown"], "the value lens")
one, two = ([[[p for p in row] for row in head["weights"]] for head in program.json("--lens", lens, "--json", "-", "--", SENTENCE)["heads"]]
            for lens in ("value", "output"))
check(all(abs(a - b) < 1e-3 * max(a, b) for x, y in zip(one, two) for r, s in zip(x, y) for a, b in zip(r, s)), "it is the same picture")

# ---------------------------------------------------------------- the commands
OPTIONS = [
    [], ["--heads", "16", "--mask", "causal", "--theme", "dark", "--cells", "log", "--palette", "cividis"],
    ["--view", "head", "--head", "5", "--lock", "3,2", "--range", "own", "--count-from", "0"],
    ["--sheet", "--heads", "32", "--reduce", "mean"], ["--view", "compare", "--lock", "2"],
    ["--view", "steps", "--step", "scale", "--formula", "--head", "2", "--lock", "3,5"], ["--view", "lines", "--theme", "contrast"],
    ["--minus-head", "2", "--hide", "first,3", "--renormalise", "--sort", "entropy", "--reverse", "--find", "cat"],
    ["--minus-text", "It's another cat.", "--lens", "score"], ["--view", "head", "--minus-head", "2", "--beside"], ["--head-off", "2", "--head-mean", "3", "--lens", "output"],
    ["--size", "333x241"], ["--size", "1500x333", "--scale", "1.5"], ["--present"], ["--present", "--view", "head", "--head", "2"],
]
for i, options in enumerate(OPTIONS):
    for ending in ("png", "svg") if i % 3 == 0 else ("png",):
        path = f"made{i}.{ending}"
        program.run(*options, "--export", path, "--", SENTENCE)
        again(path)

# Pressed in a window: of a small one, and in presenter mode, too, whatever its scale.
for keys in ["resize 500 300\n", "resize 1000 620\nkey f5\n", "scale 2\n", "key 2\nkey f5\nkey t\n", "scale 1.5\nkey f5\n", "resize 20 10\n"]:
    before = set(os.listdir("."))
    program.script(keys + 'key e\nexpect message ~ "Saved"\n', "--", SENTENCE)
    made = [name for name in set(os.listdir(".")) - before if name.endswith(".png")]
    check_same(len(made), 1, "pictures of", keys)
    for name in made:
        again(name)
        os.remove(name)

# Every stop of the tour, in the window as it stands.
for stop in range(1, 10):
    options = [["--theme", "dark"], ["--present"], ["--palette", "blues", "--count-from", "0"], ["--size", "1000x700", "--scale", "1.5"]][stop % 4]
    path = f"tour{stop}.{'svg' if stop == 4 else 'png'}"
    program.run("--tour", str(stop), *options, "--export", path)
    check(f"--tour {stop} " in texts_of(path).get("Command", ""), "the tour's command", texts_of(path).get("Command"))
    again(path)

# ---------------------------------------------------------------- what is there stays
program.script("shot a.png\ntrace a.txt\n")
before = open("a.png", "rb").read(), open("a.txt", "rb").read()
for line in ("shot a.png", "trace a.txt"):
    program.script(f"key 2\n{line}\n", code=1)
    check("script.hs:2: a." in program.errors and "exists already, and stays" in program.errors and "--force" in program.errors, program.errors)
check_same((open("a.png", "rb").read(), open("a.txt", "rb").read()), before, "files that were there")
program.script("key 2\nshot a.png\ntrace a.txt\n", "--force")
check(open("a.txt", "rb").read() != before[1], "--force replaces")
report()
