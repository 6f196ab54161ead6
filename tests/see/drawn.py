"""drawn.py – is what a trace shows what the engine worked out? Every number, token and colour of a picture is worked out again here,
from the JSON of the same state and, for the invented model and file, from made.py's own sums, and compared with what is drawn."""
import csv
import io
import json
import math
import os
import re
import sys

import colours
import made
import views


def shown(text):
    """The number that a text shows, and what half a unit of its last digit is."""
    text = text.strip().rstrip("%").strip().replace("−", "-").lstrip("+")
    return float(text), .5 * 10 ** -len(text.partition(".")[2])


class Facts:
    """What one state should show."""

    def __init__(self, checks, state):
        program = checks.program
        self.state, self.checks = state, checks
        plain = program.json(state.model_words(False))
        drawn = program.json(state.model_words(True))
        self.plain, self.drawn = plain, drawn
        self.h, self.d_k = plain["h"], plain.get("d_k")
        self.tokens = [token["text"] for token in plain["tokens"]]
        self.keys = [token["text"] for token in plain.get("key_tokens", plain["tokens"])]
        self.drawn_tokens = [token["text"] for token in drawn["tokens"]]  # with those of another sentence, when it is the difference
        self.n, self.m = len(drawn["tokens"]), len(drawn.get("key_tokens", drawn["tokens"]))
        self.kinds = [token["kind"] for token in plain.get("key_tokens", plain["tokens"])]
        self.base = state.number("count-from", 1)
        self.weights = [head["weights"] for head in plain["heads"]]
        self.values = [head["weights"] for head in drawn["heads"]]
        self.labels = [head["label"] for head in plain["heads"]]
        self.causal = state.get("mask") == "causal"
        self.head = state.number("head", self.base) - self.base
        lock = [int(part) - self.base for part in state.get("lock", "").split(",") if part]
        self.query = lock[0] if lock else None
        self.key = lock[1] if len(lock) > 1 else None
        self.cell = None
        for line in state.script:
            if line.startswith("cell "):
                self.cell = tuple(int(word) - self.base for word in line.split()[1:])
        self.left = self.without(state.get("hide", ""), "--renormalise" in state.options)
        self.layer, self.item = state.number("layer", 1) - 1, state.number("item", 1) - 1

    def without(self, hide, renormalise):
        """The weights without the keys that `--hide` names."""
        words = [word for word in hide.split(",") if word]
        gone = {k for k in range(self.m if words else 0) for word in words
                if (word == "first" and k == 0) or (word == "punctuation" and self.kinds[k] == "punctuation") or word == str(k + self.base)}

        def rest(row):
            total = math.fsum(p for k, p in enumerate(row) if k not in gone and p is not None) if renormalise else 1
            return [None if k in gone or p is None else p / total for k, p in enumerate(row)]
        return [[rest(row) for row in head] for head in self.weights] if words else self.weights

    @staticmethod
    def names(tokens):
        """A repeated token carries which of its kind it is."""
        seen = {}
        return [f"{one} ({seen.setdefault(one, []).append(0) or len(seen[one])})" if tokens.count(one) > 1 else one for one in tokens]

    def aligned(self, others):
        """Of every token that is drawn: where it stands in this sentence and in the other one; None where it does not."""
        pairs, i, j = [], 0, 0
        for token in self.drawn_tokens:
            ours, theirs = i < len(self.tokens) and self.tokens[i] == token, j < len(others) and others[j] == token
            pairs.append((i if ours else None, j if theirs else None))
            i, j = i + ours, j + theirs
        return pairs

    def links(self, head):
        """[(-weight, query, key)], the largest first, of the rows that have a choice."""
        return sorted((-value, q, k) for q, row in enumerate(self.left[head]) if sum(v is not None for v in row) > 1
                      for k, value in enumerate(row) if value is not None)

    def statistics(self, head, of=None):
        """Vig & Belinkov 2019, Clark et al. 2019, Voita et al. 2019, as hs.h defines them; without hidden keys."""
        rows = [(q, row) for q, row in enumerate((of or self.left)[head]) if any(value is not None for value in row)]
        seen = [[(k, value) for k, value in enumerate(row) if value is not None] for _, row in rows]

        def mean(values):
            values = list(values)
            return math.fsum(values) / len(values) if values else 0

        def on(offset):
            return mean(row[q + offset] for q, row in rows if 0 <= q + offset < len(row) and row[q + offset] is not None)
        maxima = [max(row, key=lambda cell: cell[1]) for row in seen]
        return {
            "entropy": mean(-math.fsum(p * math.log(p) for _, p in row if p > 0) for row in seen),
            "entropy_max": mean(math.log(len(row)) for row in seen),
            "distance": mean(math.fsum(p * abs(k - q) for k, p in row) for (q, _), row in zip(rows, seen)),
            "self": on(0), "previous": on(-1), "next": on(1),
            "first": mean(row[0] for _, row in rows if row[0] is not None),
            "punctuation": mean(math.fsum(p for k, p in row if self.kinds[k] == "punctuation") for row in seen),
            "largest": max(p for _, p in maxima), "confidence": mean(p for _, p in maxima)}


STOPS = "HS_CHECK_STOP" in os.environ  # the first failure ends it: tests/mutate.py only asks whether there is one


class Checks:
    def __init__(self, program, model, file_weights):
        self.program, self.model, self.file_weights = program, model, file_weights
        self.passes, self.drawn, self.done, self.failed, self.name = {}, {}, 0, 0, ""

    def report(self):
        return f"{self.done} numbers and names checked, {self.failed} wrong"

    def check(self, right, message):
        self.done += 1
        if not right:
            self.failed += 1
            if self.failed < 60:
                print(f"{self.name}: {message}"[:300])
            if STOPS:
                sys.exit(1)

    def near(self, text, want, what, slack=2e-5):
        """A drawn number is the wanted one, rounded as drawn."""
        try:
            got, half = shown(text)
        except ValueError:
            self.check(False, f"{what} is \"{text}\", expected a number, {want:.6g}")
            return
        self.check(abs(got - want) <= half * 1.001 + slack * max(1, abs(want)), f"{what} is {text}, expected {want:.6g}")

    def equal(self, got, want, what):
        self.check(got == want, f"{what} is {got!r}, expected {want!r}")

    def begins(self, text, want, what):
        """A text that may have been cut to fit."""
        self.check(text == want or text.endswith("…") and want.startswith(text[:-1].rstrip()), f"{what} is {text!r}, expected {want!r}")

    def rows(self, got, want, what, slack=3e-5):
        """Matrices of numbers, None where masked."""
        for q, (a, b) in enumerate(zip(got, want, strict=True)):
            for k, (x, y) in enumerate(zip(a, b, strict=True)):
                if x is None or y is None:
                    self.check(x is y, f"{what} [{q}][{k}] is {x}, expected {y}")
                else:
                    self.check(abs(x - y) <= slack * max(1, abs(y)), f"{what} [{q}][{k}] is {x:.8g}, expected {y:.8g}")

    def run_of(self, text):
        """Our own forward pass over the program's embedding of a text."""
        if text not in self.passes:
            X = {}
            for line in self.steps_csv(["--view", "steps", "--step", "x", text]):
                X.setdefault(int(line["query"]), []).append(float(line["value"]))
            self.passes[text] = made.Pass(self.model, [X[q] for q in sorted(X)])
        return self.passes[text]

    def steps_csv(self, words):
        text = self.program.run("--export", "-", "--format", "csv", *words)
        plain = re.compile(r"(.*)_from_(\d)")
        return [dict((m[1], str(int(v) - int(m[2]))) if (m := plain.fullmatch(k)) else (k, v) for k, v in row.items())
                for row in csv.DictReader(io.StringIO(text))]

    def steps_json(self, words):
        return json.loads(self.program.run("--export", "-", "--format", "json", *words))

    # -------------------------------------------------------------- one state
    def state(self, view, state, root, shot):
        self.name = f"{view}/{state.name}"
        if view == "words":  # nothing of the engine's is drawn there that no other state checks
            return
        facts = Facts(self, state)
        self.engine(facts)
        views.window(self, facts, root)
        drawn = state.get("view", "layers" if "file" in state.options else "grid")
        self.drawn[state.name] = [one.line for one in root.all()]
        if state.name.endswith("-back"):
            self.equal(self.drawn[state.name] == self.drawn["plain"], True, "the picture, as it was before,")
        covered = any(line.startswith("key") for line in state.script) or state.get("tour")
        if not covered:
            getattr(views, drawn)(self, facts, root)
            colours.check(self, facts, root, shot)
            self.page(facts)

    def page(self, facts):
        """What an exported page says of itself, which stands above the picture."""
        state = facts.state
        if "file" in state.options or state.get("view") == "specialise" or "--present" in state.options:
            return
        text = self.program.run("--export", "-", "--format", "svg", *state.words)
        words = [re.sub("<[^>]*>", "", one) for one in re.findall(r"<text.*?</text>", text)]
        line = next((one for one in words if " mask " in one), "")
        want = f"{facts.h} head{'s' * (facts.h > 1)}  ·  d_k = 512/{facts.h} = {512 // facts.h}  ·  {'causal' if facts.causal else 'no'} mask  ·"
        self.check(want in line, f"the page says \"{line}\", expected \"{want}\"")
        if state.get("view") in ("head", "steps"):
            self.check(line.startswith(f"head {facts.head + facts.base}, {facts.labels[facts.head]} of " if facts.labels[facts.head]
                                       else f"head {facts.head + facts.base} of "), f"the page says \"{line}\"")

    def subtracted(self, facts):
        """(what is subtracted of a head, None when nothing is, tokens of another sentence or None)"""
        state, mask = facts.state, facts.state.get("mask", "none")
        if state.get("minus-text"):
            tokens = [token["text"] for token in self.program.json([state.get("minus-text")])["tokens"]]
            other, h, of = self.run_of(state.get("minus-text")), facts.h, lambda i: i
        elif state.get("minus-head") or state.get("minus-heads"):
            tokens, other = None, self.run_of(state.text)
            h = int(state.get("minus-heads", facts.h))
            of = (lambda i: int(state.get("minus-head")) - 1) if state.get("minus-head") else lambda i: i * h // facts.h
        else:
            return None, None
        return lambda i, lens: other.lens(h, of(i), lens, other.head(h, of(i), mask)), tokens

    def engine(self, facts):
        """The program's JSON against sums of our own."""
        state = facts.state
        if "file" in state.options:
            want = self.file_weights[facts.layer][facts.item]
            if "--layer" in state.options:
                for head in range(facts.h):
                    self.rows(facts.weights[head], want[head], f"weights of head {head}", 1e-7)
            self.equal(facts.tokens, made.QUERIES[facts.item], "query tokens")
            self.equal(facts.keys, made.KEYS[facts.item], "key tokens")
            return
        if any(name in state.options for name in ("--head-off", "--head-uniform", "--head-mean")) or state.get("tour"):
            return
        own = self.run_of(state.text)
        lens = state.get("lens", "weight")
        mask = state.get("mask", "none")
        minus, minus_tokens = self.subtracted(facts)
        for head in range(facts.h):
            parts = own.head(facts.h, head, mask)
            self.rows(facts.weights[head], parts["softmax"], f"weights of head {head}")
            if state.get("hide"):
                continue
            want = own.lens(facts.h, head, lens, parts)
            if minus:
                pairs = facts.aligned(minus_tokens or facts.tokens)
                theirs = minus(head, lens)
                want = [[None if None in (*row, *col) or want[row[0]][col[0]] is None else want[row[0]][col[0]] - theirs[row[1]][col[1]]
                         for col in pairs] for row in pairs]
            self.rows(facts.values[head], want, f"{lens} of head {head}")
        for head in range(facts.h):
            theirs, ours = facts.plain["heads"][head]["statistics"], facts.statistics(head, facts.weights)
            for name, value in ours.items():
                self.check(abs(theirs[name] - value) < 1e-5 * max(1, value), f"{name} of head {head} is {theirs[name]}, expected {value:.6g}")
