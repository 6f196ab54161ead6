#!/usr/bin/env python3
"""pages.py PROGRAM ASSETS FOLDER [--update] – golden texts of what the program writes without a window: SVG, CSV, JSON, figures and lists of
the invented model and file, numbers rounded to four digits. What the numbers must be is checked elsewhere (drawn.py, gui/files_*.py); here no
name, place, column or order changes unseen. READINGS are states in which a script prints all that it can read; what is as in the first is left out. --update writes golden/pages.txt anew and prints the difference."""
import json
import os
import re
import shlex
import shutil
import sys

import made
import traces

CAT = '"The cat sat."'
PAGES = [f"--export - --format {line}" for line in (
    f"svg --view compare --heads 2 --lock 3 {CAT}",
    f"svg --view head --heads 2 --head 2 --lock 2,1 --hide 3 --theme dark {CAT}",
    f"svg --view lines --heads 2 --rule top --amount 1 {CAT}",
    'svg --heads 2 --mask causal "قرأت الكتاب"',
    "svg --view specialise --annotated annotated.json --heads 2",
    f"svg --heads 2 --legend no --heading no --crop --background transparent --width-mm 80 --minus-head 1 {CAT}",
    f"svg --heads 2 --sheet {CAT}",
    f"csv --heads 2 --mask causal {CAT}",
    f"csv --heads 2 --csv wide --mask causal {CAT}",
    f"csv --heads 2 --lens output {CAT}",
    f"csv --heads 2 --minus-head 1 {CAT}",
    f'csv --heads 2 --minus-text "A cat sat." {CAT}',
    f"csv --heads 2 --hide 2 --renormalise --count-from 0 {CAT}",
    f"csv --view head --head 3 --heads 4 --lock 2 {CAT}",
    f"csv --view compare --heads 4 --lock 3 {CAT}",
    f"csv --view lines --heads 2 --rule mass --amount 0.4 {CAT}",
    "csv --view specialise --annotated annotated.json --heads 2",
    "csv --view specialise --annotated annotated.json --heads 2 --cell 2,subj",
    "csv --view layers cross.safetensors",
    "csv --view head --layer 2 --head 3 --item 2 cross.safetensors",
    f"json --heads 2 --mask causal {CAT}",
    f"json --view head --head 2 --heads 2 --lens value --head-off 1 {CAT}",
    f"json --view compare --heads 2 --lock 3 {CAT}",
    f"json --view lines --heads 2 --lock 2 {CAT}",
    "json --view specialise --annotated annotated.json --heads 2 --compare uniform",
    "json --view layers cross.safetensors",
)] + [f"--export - --format {form} --view steps --heads 64 --head 3 --lock 2,3 --step {step} {CAT}"
      for form, steps in (("csv", "q v raw scale softmax mix read"), ("json", "q scale softmax mix")) for step in steps.split()] + [
    f"--json - --heads 2 --lens output {CAT}",
    "--json - --layer 1 --item 2 cross.safetensors",
    f"--stats - --heads 4 {CAT}",
    "--stats - cross.safetensors",
    "--stats - --all-items cross.safetensors",
    f"--list links --heads 2 --head 2 {CAT}",
    f"--list alike --heads 4 --head 3 {CAT}",
    f"--list output --heads 4 --head-off 2 --head-mean 3 {CAT}",
    "--evaluate annotated.json --heads 4",
]
READINGS = [
    (CAT, ""),
    (f"--heads 2 --mask causal --count-from 0 {CAT}", "cell 1 2 0"),
    (f"--view head --head 3 --lock 2,3 --lens output --theme dark {CAT}", "key shift+d"),
    (f"--head-off 2 --head-uniform 3 --sort entropy --reverse {CAT}", "key i"),
    (f"--minus-head 2 --hide 2 --renormalise {CAT}", "key i\nkey i"),
    (f"--view compare --lock 3 {CAT}", "key ctrl+c"),
    (f"--view steps --step scale --head 2 --lock 2,3 --formula --contrast {CAT}", ""),
    (f"--view steps --step read --head 2 --lock 3,2 --column 3 {CAT}", "key enter"),
    (f"--view steps --step mix --lock 3 {CAT}", ""),
    (f"--view lines --rule top --amount 2 --lock 2 {CAT}", ""),
    ("--view specialise --annotated annotated.json --heads 2 --cell 2,subj", ""),
    ("--view layers --layers table --layers-sort entropy cross.safetensors", "move 300 300"),
    ("--view grid --layer 2 --item 3 --pieces raw cross.safetensors", "cell 1 2 3"),
    (f"--find at {CAT}", 'key ctrl+f\ntext "sat"\nkey enter'),
    ("--tour 4", ""),
    (CAT, "key ?\nkey escape\nkey ctrl+e"),
    (CAT, "key m\nkey ctrl+z\nkey ctrl+s"),
    ("--view learn --learn-heads 2,4 --learn-sentences 960", ""),
]
NUMBER = re.compile(r"(?<![\w.#])-?\d+\.\d{3,}(?:e[-+]\d+)?")


def lines_of(text):
    """Short lines: numbers rounded, fonts and pixels (which colours.py compares) left out."""
    text = re.sub(r"base64,[^\"]*", "…", re.sub(r" font-family=\"[^\"]*\"| xml:space=\"preserve\"", "", text))
    return re.sub(r"Headscope \d[\d.]*", "Headscope", NUMBER.sub(lambda found: f"{float(found[0]):.4g}", text)).replace("\r", "").splitlines()


def main():
    update = "--update" in sys.argv
    path, shipped, folder = [word for word in sys.argv[1:] if word != "--update"]
    folder = os.path.abspath(folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "config", "headscope"))
    made.make_model(shipped, os.path.join(folder, "assets"))
    made.make_file(os.path.join(folder, "cross.safetensors"))
    with open(os.path.join(folder, "annotated.json"), "w", encoding="utf-8") as file:
        json.dump(made.ANNOTATED, file)
    program = traces.Program(os.path.abspath(path), folder)
    lines = []
    for page in PAGES:
        lines += ["", "== " + page] + lines_of(program.run(*shlex.split(page)))
    script = os.path.join(folder, "readings.hs")

    def play(text, words):
        with open(script, "w", encoding="utf-8") as file:
            file.write(text)
        return program.run("--script", script, *shlex.split(words)).replace(folder, "FOLDER")
    keys, known = play("print keys\n", CAT).split(), set()
    for words, commands in READINGS:
        read = lines_of(play(commands + "".join(f"\nprint {key}" for key in keys) + "\n", words))
        lines += ["", f"== readings: {words} ; {commands!r}"] + [line for line in read if line not in known and not line.endswith("= ")]
        known = known or set(read)
    print(f"{len(PAGES)} pages, {len(READINGS)} readings of {len(keys)}")
    sys.exit(not traces.compare("pages.txt", lines[1:], update))


main()
