#!/usr/bin/env python3
"""traces.py PROGRAM ASSETS FOLDER [--update] [VIEW...] – golden traces of what the program draws.

Runs the program in every state of states.txt, compares the text traces with golden/VIEW.trace, and has drawn.py and colours.py check
what is drawn against the program's JSON and against sums made here, so that a wrong picture cannot simply be written down as right.
--update writes the golden traces anew and prints what changed: read it. Everything is made in FOLDER."""
import difflib
import json
import os
import shlex
import shutil
import subprocess
import sys

import made
import drawn
import learn
import trace

HERE = os.path.dirname(os.path.abspath(__file__))
SENTENCE = "The dog that she saw read the book twice."
# Options that change what the engine works out; the others only change how it is shown.
MODEL = {"--heads": 1, "--mask": 1, "--lens": 1, "--minus-head": 1, "--minus-heads": 1, "--minus-text": 1, "--hide": 1, "--renormalise": 0,
         "--head-off": 1, "--head-uniform": 1, "--head-mean": 1, "--item": 1, "--layer": 1, "--moment": 1}
LENSES = {"--lens", "--minus-head", "--minus-heads", "--minus-text", "--hide", "--renormalise"}


class State:
    def __init__(self, line, files):
        self.golden = not line.startswith("~")
        self.name, _, rest = line.removeprefix("~").partition(":")
        commands = rest.split(" ; ") if " ; " in rest else rest.split("; ")
        words = [files.get(word, word) for word in shlex.split(commands[0])]
        self.script, self.text = [one.strip() for one in commands[1:]], SENTENCE
        self.options, self.words = {}, []
        while words:
            word = words.pop(0)
            if word.startswith("text:"):
                self.text = word[5:]
                continue
            self.words.append(word)
            if word.startswith("--"):
                takes = MODEL.get(word, word not in ("--present", "--formula", "--contrast", "--reverse", "--beside"))
                self.options[word] = words.pop(0) if takes else ""
                self.words += [self.options[word]] if takes else []
            else:
                self.options["file"] = word
        if self.options.get("file") in (None, files["$run"], files["$bert"]):
            self.words.append(self.text)

    def get(self, name, default=None):
        return self.options.get("--" + name, default)

    def number(self, name, default):
        return int(self.get(name, default))

    def model_words(self, lens):
        """The words of the command line that make the same set, with or without what a lens makes of it."""
        words = []
        for name, value in self.options.items():
            if name in MODEL and (lens or name not in LENSES):
                words += [name, value] if MODEL[name] else [name]
        return words + [self.options.get("file", self.text)]


class Program:
    def __init__(self, program, folder):
        self.program, self.folder, self.known = program, folder, {}
        self.environment = {**os.environ, "XDG_CONFIG_HOME": os.path.join(folder, "config"), "HOME": folder, "TZ": "UTC"}
        for name in "DISPLAY", "WAYLAND_DISPLAY":
            self.environment.pop(name, None)

    def run(self, *words):
        done = subprocess.run([self.program, "--assets", os.path.join(self.folder, "assets"), "--fonts", "fixed", *words], cwd=self.folder,
                              env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode:
            sys.exit(f"{shlex.join(words)}: exit {done.returncode}\n{done.stderr.decode()[-2000:]}")
        return done.stdout.decode()

    def json(self, words):
        key = tuple(words)
        if key not in self.known:
            self.known[key] = json.loads(self.run("--json", "-", *words))
        return self.known[key]

    def draw(self, state):
        """(trace, path of the picture)"""
        script, path, shot = (os.path.join(self.folder, name) for name in ("script", "trace", "shot.png"))
        for old in path, shot:
            if os.path.exists(old):
                os.remove(old)
        for name in os.listdir(self.folder):  # dialogs show when files were changed
            os.utime(os.path.join(self.folder, name), (1700000000, 1700000000))
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(state.script + [f'trace "{path}"', f'shot "{shot}"']) + "\n")
        self.run("--script", script, *state.words)
        return open(path, encoding="utf-8").read().replace(self.folder, "FOLDER"), shot


def read_states(files):
    views, view = {}, None
    for line in open(os.path.join(HERE, "states.txt"), encoding="utf-8"):
        line = line.strip()
        if line.startswith("["):
            view = views.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            view.append(State(line, files))
    return views


def compare(view, lines, update):
    """Whether the golden trace is this one; else what differs is printed."""
    path = os.path.join(HERE, "golden", view if "." in view else view + ".trace")
    golden = open(path, encoding="utf-8").read().splitlines() if os.path.exists(path) else []
    if len(golden) == len(lines) and all(trace.same(a, b) for a, b in zip(golden, lines)):
        return True
    for line in difflib.unified_diff(golden, lines, "golden/" + view + ".trace", "now", n=2, lineterm=""):
        print(line[:220])
    if update:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return update


def main():
    update = "--update" in sys.argv
    program, shipped, folder, *wanted = [word for word in sys.argv[1:] if word != "--update"]
    folder = os.path.abspath(folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "config", "headscope"))
    model = made.make_model(shipped, os.path.join(folder, "assets"))
    files = {"$cross": "cross.safetensors", "$annotated": "annotated.json", "$run": "run.safetensors", "$two": "two.txt",
             "$bert": os.path.join(HERE, "..", "models", "bert")}
    file_weights = made.make_file(os.path.join(folder, files["$cross"]))
    with open(os.path.join(folder, files["$annotated"]), "w", encoding="utf-8") as file:
        json.dump(made.ANNOTATED, file)
    with open(os.path.join(folder, "packed.npz"), "wb"):
        pass  # a dialog lists it
    with open(os.path.join(folder, files["$two"]), "w", encoding="utf-8") as file:
        file.write("# a note\nThe cat sat.\nA dog ran to the park.\n")
    program = Program(os.path.abspath(program), folder)
    run = None
    failed = False
    known = read_states(files)
    for view in wanted:
        if view not in known:
            sys.exit(f"states.txt has no [{view}]")
    for view, states in known.items():
        if wanted and view not in wanted:
            continue
        shortener, lines = trace.Shortener(), []
        checks = drawn.Checks(program, model, file_weights)
        if view == "learn":
            program.run("--learn", "--learn-sentences", "288", "--learn-heads", "1,4", "--learn-rate", "0.02", "--save-run", files["$run"])
            run = learn.Run(*made.read_safetensors(os.path.join(folder, files["$run"])))
        pictures = []
        for state in states:
            text, shot = program.draw(state)
            root = trace.parse(text)
            pictures.append((state, root, os.path.join(folder, "config", state.name + ".png")))  # where no dialog looks
            os.replace(shot, pictures[-1][2])
            if state.golden:
                lines += ["", f"== {state.name}", *shortener.write(root.children, state.name)]
        failed |= not compare(view, lines[1:], update)
        if failed and drawn.STOPS:
            sys.exit(1)  # at once: what follows takes longer
        for picture in pictures:
            if view == "learn":
                learn.state(checks, *picture, run)
            else:
                checks.state(view, *picture)
        print(f"{view}: {len(states)} states, {checks.report()}")
        failed |= checks.failed > 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
