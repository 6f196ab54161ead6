"""learn.py – is the Learn view what its saved run holds? The run's file is read here (made.read_safetensors); names of heads, shares, loss
and colours are worked out from its numbers by the rules of judge.c's sources (Voita et al. 2019), matrices come from the JSON of each model."""
import json
import math
import re
import struct

import colours
import views

ROLES = ("subject", "object", "place/time", "pronoun", "relative", "modifier", "preposition", "auxiliary", "previous")
CHARTS = ("verb → its subject", "verb → its object", "verb → its place or time", "pronoun → what it stands for")
BATCH = 96


def points(margin):
    text = f"{100 * margin:+.0f}".replace("-", "−")
    return "0" if text[1:] == "0" else text


def name_tokens(of):
    tokens = [token["text"] for token in of["tokens"]]
    return [f"{one} ({tokens[:i + 1].count(one)})" if tokens.count(one) > 1 else one for i, one in enumerate(tokens)]


class Run:
    """What a saved run's file holds."""

    def __init__(self, metadata, tensors):
        def numbers(name):
            kind, shape, data = tensors[name]
            return shape, struct.unpack(f"<{math.prod(shape)}{'e' if kind == 'F16' else 'f'}", data)
        self.heads = [int(h) for h in metadata["heads"].split(",")]
        self.steps, self.asked = [[int(one) for one in numbers(name)[1]] for name in ("steps", "asked")]
        self.chance, self.hints = metadata["answers_by_chance"] == "yes", metadata["hints"] == "yes"
        self.total = int(metadata["sentences"]) // BATCH * BATCH
        self.models = [{name: numbers(f"model{m + 1}.{name}") for name in ("answers", "scores", "profiles", "without_head")}
                       for m in range(len(self.heads))]

    def row(self, model, name, *index):
        """The last dimension of a tensor at an index of the others."""
        shape, values = self.models[model][name]
        at = 0
        for size, one in zip(shape, index):
            at = at * size + one
        return values[at * shape[-1]:(at + 1) * shape[-1]]

    def loss(self, model, moment):
        return self.row(model, "answers", moment)[1]

    def share(self, model, moment, slot=None):
        right = self.row(model, "answers", moment)[2:]
        return right[slot] / self.asked[slot] if slot is not None else math.fsum(right) / math.fsum(self.asked[:8])

    def name(self, model, moment, head):
        """(name, numbers) of the two lines below a head."""
        scores = [self.row(model, "scores", moment, head, r) for r in range(len(ROLES))]
        margins = [hits / eligible - baseline if eligible else -baseline for eligible, hits, _, baseline, _ in scores]
        able = [r for r in range(len(ROLES)) if scores[r][0] >= 20] or range(len(ROLES))
        best = max(able, key=lambda r: margins[r])  # the first of equals
        sentences, rows, even, first, punctuation, offset, at_offset = self.row(model, "profiles", moment, head)
        if sentences >= 5 and rows and at_offset >= .9:
            return {-1: "previous token", 0: "own token", 1: "next token"}.get(
                int(offset), f"{abs(int(offset))} tokens {'back' if offset < 0 else 'ahead'}"), ""
        if sentences >= 5 and scores[best][0] >= 20 and margins[best] >= .1 and (not rows or even < .98 or scores[best][2] >= .2):
            return ROLES[best], f"{100 * scores[best][1] / scores[best][0]:.0f} %, {points(margins[best])}"
        if sentences >= 5 and rows and max(first, punctuation) >= .8:
            return "sink: " + ("first token" if first >= .8 else "punctuation"), ""
        if sentences >= 5 and rows and even >= .98:
            return "uniform", ""
        return "unclear", f"best {ROLES[best]}: {points(margins[best])}"


def queries(checks, root, cells, names, what):
    """Left of each row stands its query's name."""
    x, y, _, height = cells.area
    beside = [one for one in root.all("text") if y - 2 < one.area[1] < y + height and x - 90 < one.area[0] < x]
    for i, name in enumerate(names):
        middle = y + height * (i + .5) / len(names)
        checks.check(any(one.text == name and abs(one.area[1] - middle) < height / len(names) for one in beside), f"row {i + 1} of {what} is not called {name}")


def pointed(checks, state, root, cells, of, head, what):
    """The tooltip tells the cell under the pointer."""
    at = next((re.match(r"move (\d+) (\d+)$", line) for line in state.script), None)
    x, y, width, height = cells.area
    if not at or not (x <= int(at[1]) < x + width and y <= int(at[2]) < y + height):
        return
    names = name_tokens(of)
    q, k = int((int(at[2]) - y) / height * len(names)), int((int(at[1]) - x) / width * len(names))
    words = " ".join(root.group("tooltip").texts())
    said = re.match(r"“(.*?)” gives “(.*?)” ([\d.e-]+)\. (.*)", words)
    checks.check(said is not None, f"the tooltip on {what} says {words}")
    if said:
        checks.equal(said.groups()[:2], (names[q], names[k]), f"cell that is pointed at in {what}")
        checks.near(said[3], of["heads"][head]["weights"][q][k], f"weight that is pointed at in {what}")
        checks.check(said[4].startswith(f"Head {head + 1} of {len(of['heads'])}: "), f"the tooltip on {what} speaks of {said[4]}")


def maps(checks, state, root, run, moment, shot, colors):
    """Every head of every model: its matrix, its colours and what it is called."""
    picture = colours.read_png(shot) if state.name == "plain" else None
    for model, h in enumerate(run.heads):
        of = checks.program.json([state.options["file"], "--moment", str(moment + 1), "--heads", str(h), "--mask", state.get("mask", "none"), state.text])
        named = 0
        for head in range(h):
            group = root.group(f"h = {h}, head {head + 1}")
            cells = next(group.all("cells"))
            values = of["heads"][head]["weights"]
            n = len(values)
            what = f"head {head + 1} of {h}"
            checks.equal((cells.rows, cells.cols, cells.low, cells.high), (n, n, 0, 1), f"shape and range of {what}")
            checks.check(abs(cells.sum - views.checksum(values, n)) < 1e-3 + 3e-5 * n, f"sum of {what} is {cells.sum}")
            checks.equal(cells.causal is not None, state.get("mask") == "causal", f"mask of {what}")
            if picture:
                colours.check_cells(checks, cells, values, picture, 1, what)
            if head == 0 and state.get("size") is None:
                queries(checks, root, cells, name_tokens(of), what)
            pointed(checks, state, root, cells, of, head, what)
            name, numbers = run.name(model, moment, head)
            named += name in ROLES
            texts = [one for one in group.all("text")]
            if texts:
                checks.equal(texts[0].text, f"{head + 1} {name}", f"name of {what}")
                checks.equal(texts[0].face, "bold" if name in ROLES else "ui", f"face of the name of {what}")
            if len(texts) > 1:
                checks.check(texts[1].text in (numbers, re.sub("^best |/time|:", "", numbers)), f"numbers of {what} are {texts[1].text}, expected {numbers}")
        title = f"h = {h}: " + ("no head measured to find a relation" if not named and h > 1 else "measured to find no relation" if not named else
                                f"measured to find the {run.name(model, moment, 0)[0]} best" if h == 1 else
                                f"{named} head{'s' * (named > 1)} measured to find a relation")
        checks.check(any(one.text == title and one.color == colors[model] for one in root.all("text")), f"no title \"{title}\" in its colour")


def curves(checks, root, run, moment, colors):
    """Shares and losses: the lines' ends, the numbers beside them, each in its model's colour."""
    shapes = list(root.all())
    for model, h in enumerate(run.heads):
        words = f"h = {h}: {100 * run.share(model, moment):.0f} % right of all"
        at = next((i for i, one in enumerate(shapes) if one.text == words), None)
        checks.check(at is not None, f"no legend \"{words}\"")
        if at is not None:  # its sample of the line is drawn before it
            checks.equal(shapes[at - 1].color, colors[model], f"colour of the line beside \"{words}\"")
    for slot, title in [*enumerate(CHARTS), (None, "loss, nats")]:
        group = root.group(title)
        most = 1 if slot is not None else math.ceil(2 * max(1, *(run.loss(m, i) for m in range(len(run.heads)) for i in range(len(run.steps))))) / 2
        grid = sorted({one.area[1] for one in group.all("rect") if one.area[3] == 1})
        plot = next(one.area for one in group.all("rect") if one.area[3] == 1)
        checks.equal(len(grid), 3, f"lines of the axis of {title}")
        for model in range(len(run.heads)):
            value = [run.share(model, i, slot) if slot is not None else run.loss(model, i) for i in range(len(run.steps))]
            text = f"{100 * value[moment]:.0f} %" if slot is not None else f"{value[moment]:.2f}"
            checks.check(any(one.text == text and one.color == colors[model] for one in group.all("text")), f"{title}: no {text} in the colour of model {model + 1}")
            ends = [tuple(float(word) for word in one.line.split()[1:5]) for one in group.all("line") if one.color == colors[model]]
            where = [(plot[0] + plot[2] * step * BATCH / run.total, grid[2] - (grid[2] - grid[0]) * v / most) for step, v in zip(run.steps, value)]
            for i, (x, y) in enumerate(where):  # a dashed line ends up to a dash before
                near = min((math.hypot(x - a, y - b) for x0, y0, x1, y1 in ends for a, b in ((x0, y0), (x1, y1))), default=99)
                checks.check(near < (1 if model or len(run.heads) == 1 else 4) or len(where) == 1, f"{title}: model {model + 1} does not pass moment {i + 1}: {near:.1f} away")


def selected(checks, state, root, run, moment):
    """The words about the chosen head, and the share without it in each chart."""
    clicked = next((re.match(r'click "h = (\d+), head (\d+)"', line) for line in state.script if line.startswith("click")), None)
    h, head = (int(clicked[1]), int(clicked[2]) - 1) if clicked else (run.heads[-1], state.number("head", 1) - 1)
    model = run.heads.index(h)
    left = run.row(model, "without_head", moment, head)
    lost = []
    for slot, title in enumerate(CHARTS):
        share = run.share(model, moment, slot)
        without = left[slot] / run.asked[slot]
        texts = root.group(title).texts()
        said = [one for one in texts if one.startswith("without")]
        checks.check(all(one in (f"without head {head + 1}: {100 * without:.0f} %", f"without: {100 * without:.0f} %") for one in said), f"{title}: {said}")
        points_lost = int(f"{100 * share:.0f}") - int(f"{100 * without:.0f}")
        lost += [(without - share, f"{ROLES[slot]} {100 * share:.0f} → {100 * without:.0f} %")] if points_lost >= 1 else []
    group = root.group("selected head")
    if not group:
        return
    words = " ".join(group.texts())
    checks.check(words.startswith(f"Head {head + 1} of h = {h} "), f"the words speak of {words[:30]}")
    want = "Without it: " + ", ".join(text for _, text in sorted(lost, key=lambda one: one[0])[:3]) if lost else "Without it no share falls by a point"
    checks.check(want in words, f"\"{words}\" lacks \"{want}\"")
    of = checks.program.json([state.options["file"], "--moment", str(moment + 1), "--heads", str(h), "--mask", state.get("mask", "none"), state.text])
    names = name_tokens(of)
    q = next((q for q, name in enumerate(names) if f"“{name}” gives" in words), None)
    checks.check(q is not None, f"no row is told: {words}")
    if q is not None:
        found = re.findall(r"“([^”]*)” (\d+(?:\.\d+)?)", words.partition("gives")[2])
        best = views.ranks(of["heads"][head]["weights"][q])[:3]
        checks.equal([name for name, _ in found], [names[k] for k, _ in best], "keys that are told")
        for (_, text), (_, value) in zip(found, best):
            checks.near(text, value, "weight that is told")


def labels(checks, texts, run, moment):
    """Other views call a head what the run measured it to do, and an unclear one nothing."""
    measured = [text for text in texts if text.endswith("(measured)")]
    model = len(run.heads) - 1
    for head in range(run.heads[model]):
        name = run.name(model, moment, head)[0]
        known = [text for text in measured if name in text]
        checks.check(bool(known) == (name != "unclear"), f"head {head + 1}, {name}, is called {measured}")
    checks.check(bool(measured) == any(run.name(model, moment, head)[0] != "unclear" for head in range(run.heads[model])), f"measured: {measured}")


def state(checks, state, root, shot, run):
    checks.name = f"learn/{state.name}"
    texts = root.texts()
    if "file" not in state.options:
        checks.check(root.group("heads") is None or not root.group("heads").groups("h = .*"), "heads are drawn before there is a run")
        checks.check(any(text.startswith("Start makes layers") for text in texts), "nothing says what Start does")
        return
    moment = state.number("moment", len(run.steps)) - 1
    if state.get("view") != "learn":
        labels(checks, texts, run, moment)
        return
    sentences = run.steps[moment] * BATCH
    shown = "Shown: the start, random weights" if moment == 0 else f"Shown: after {sentences} sentences (moment {moment + 1} of {len(run.steps)})"
    checks.check(any(text.startswith(shown) for text in texts), f"the view does not say \"{shown}\"")
    claim = " ".join(texts)
    checks.check(("by chance, so there is nothing to learn" in claim) == run.chance, "what is said of the answers")
    checks.check(("no hints" in claim) != run.hints, "what is said of hints")
    checks.check(f"measured on {run.row(0, 'profiles', 0, 0)[0]:.0f} others" in claim, "sentences that were measured")
    colors = [next((one.color for one in root.all("text") if one.face == "bold" and one.text.startswith(f"h = {h}: ")), None) for h in run.heads]
    checks.equal(len(set(colors)), len(run.heads), "colours of the models")
    maps(checks, state, root, run, moment, shot, colors)
    curves(checks, root, run, moment, colors)
    selected(checks, state, root, run, moment)
    short = " ".join(root.group("in short").texts())
    checks.check(("Random weights" in short) == (moment == 0), f"in short: {short}")
    theme = state.get("theme", "light")
    ground = next(root.all("rect")).color
    checks.check((sum(int(ground[i:i + 2], 16) for i in (2, 4, 6)) > 600) == (theme == "light"), f"the bar is #{ground} in theme {theme}")
