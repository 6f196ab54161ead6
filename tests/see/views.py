"""views.py – what each view draws, line by line, against the facts of its state (drawn.py)."""
import math
import re

import made


def bare(text):
    """Without the marks that keep the direction of what stands around a word."""
    return text.replace("\u200e", "")


def named(facts, side):
    return facts.names(facts.keys if side == "key" else facts.tokens)


def entropy(row):
    return -math.fsum(p * math.log(p) for p in row if p)


def ranks(row):
    """[(key, value)] of what is not masked, largest first."""
    return sorted(((k, v) for k, v in enumerate(row) if v is not None), key=lambda cell: -cell[1])


# ------------------------------------------------------------------ bars, legend, panel, words
def window(checks, facts, root):
    top = root.group("top")
    if top and "file" not in facts.state.options and not facts.state.get("tour"):
        texts = top.texts()
        words = f"d_k = 512/{facts.h} = {512 // facts.h}"
        if words not in texts:
            checks.check(f"{facts.h} heads, d_k = {512 // facts.h}" in texts or f"1 head, d_k = 512" in texts, f"no \"{words}\" in the bar")
        if root.group("heads"):
            checks.equal(root.group("heads").texts(), [str(facts.h)], "number of heads")
    theme = facts.state.get("theme", "light")
    ground = next(root.all("rect")).color
    light = sum(int(ground[i:i + 2], 16) for i in (2, 4, 6)) / 3
    checks.check((light > 200) == (theme == "light"), f"the bar is #{ground} in theme {theme}")
    ink = {one.color[2:] for one in root.all("text") if one.color.startswith("ff")}
    checks.check({"light": "1d1c1a", "dark": "eceae6"}.get(theme, next(iter(ink))) in ink, f"no text in the colour of theme {theme}")
    if facts.state.get("tour") or any(line.startswith("key") for line in facts.state.script):
        return
    legend(checks, facts, root)
    panel(checks, facts, root)
    words_of_cell(checks, facts, root)


def pointed_row(facts, root):
    """The head in whose row of Compare the pointer stands; None for no head's."""
    for line in facts.state.script:
        if line.startswith("move ") and root.group("compare"):
            y = float(line.split()[2])
            for i in range(facts.h):
                group = root.group(f"{i + facts.base} · {facts.labels[i]}")
                title = next((one for one in group.children if one.kind == "text"), None) if group else None
                if title and title.area[1] <= y < title.area[1] + title.area[3]:
                    return i
    return None


def shown_head(facts, root):
    """Whose numbers the panel has: the head pointed at, else the selected one."""
    view = facts.state.get("view", "grid")
    if pointed_row(facts, root) is not None:
        return pointed_row(facts, root)
    return facts.cell[0] if facts.cell and view in ("grid", "head") else facts.head


def range_of(facts, head=None):
    """The largest value of the picture or of one head, and the smallest."""
    heads = facts.values if head is None else [facts.values[head]]
    flat = [v for one in heads for row in one for v in row if v is not None]
    return min(flat), max(flat)


def signed(facts):
    return facts.state.get("lens") == "score" or any(facts.state.get(name) for name in ("minus-head", "minus-heads", "minus-text"))


def palette_of(facts):
    """Signed numbers have maps of their own: one with a dark middle in the dark themes."""
    if not signed(facts):
        return facts.state.get("palette", "viridis")
    return "diverging" if facts.state.get("theme", "light") == "light" else "diverging, dark"


def legend(checks, facts, root):
    group = root.group("legend")
    view = facts.state.get("view", "layers" if "file" in facts.state.options else "grid")
    ramp = next(group.all("ramp"), None) if group else None
    if view not in ("grid", "head") or not ramp:
        return
    low, high = range_of(facts, facts.head if facts.state.get("range") == "own" else None)
    if view == "head" and facts.state.get("range", "one") == "own":
        low, high = range_of(facts, facts.head)
    texts = [one.text for one in group.children if one.kind == "text"]
    if facts.state.get("range") == "own" or facts.state.get("cells") == "row-max":
        return
    if signed(facts):
        most = max(abs(low), abs(high))
        checks.near(texts[0], -most, "legend's low end")
        checks.near(texts[1], most, "legend's high end")
    else:
        checks.near(texts[1], high, "legend's high end")
        checks.near(texts[0], high * 1e-4 if facts.state.get("cells") == "log" else 0, "legend's low end", 1e-6)
    scale = facts.state.get("cells", "linear")
    checks.check(len(texts) == 2 or any(f"{scale} scale" in text for text in texts[2:]), f"the legend does not say \"{scale} scale\": {texts}")
    checks.check(f" {palette_of(facts)} " in ramp.line, f"ramp {ramp.line}")


def pairs(group):
    """{name: value} of texts that share a line, the value being the right-aligned one."""
    lines = {}
    for one in group.all("text"):
        lines.setdefault(one.area[1], []).append(one)
    return {next((o.text for o in line if o.align == "left"), ""): next((o.text for o in line if o.align == "right"), "")
            for line in lines.values()}


def panel(checks, facts, root):
    group = root.group("panel")
    if not group or "file" in facts.state.options or facts.state.get("view") in ("specialise", "layers"):
        return
    head = shown_head(facts, root)
    texts = group.texts()
    title = next((text for text in texts if re.fullmatch(r"Head \d+", text)), None)
    checks.equal(title, f"Head {head + facts.base}", "panel's title")
    checks.check(f"{facts.h} head{'s' * (facts.h > 1)}, d_k = {facts.d_k}" in texts, "panel's number of heads and d_k")
    label = facts.labels[head]
    if label:
        checks.check(any(text == label or text.endswith("…") and label.startswith(text[:-1]) for text in texts), f"panel lacks \"{label}\"")
    own = facts.statistics(head)
    if root.group("statistics"):
        lines = pairs(root.group("statistics"))
        checks.check(not (facts.causal and "On next" in lines), "what is always 0 under a causal mask stands in the panel")
        for name, text in lines.items():
            want = {"Entropy of max": 100 * own["entropy"] / (own["entropy_max"] or 1), "Confidence": own["confidence"],
                    "Largest weight": own["largest"], "On itself": 100 * own["self"], "On previous": 100 * own["previous"],
                    "On next": 100 * own["next"], "On first token": 100 * own["first"], "On punctuation": 100 * own["punctuation"],
                    "Mean distance": own["distance"]}.get(name)
            if name == "Rows almost even":
                rows = [row for row in ([v for v in row if v is not None] for row in facts.left[head]) if len(row) > 1]
                even = sum(entropy(row) >= .95 * math.log(len(row)) for row in rows)
                checks.equal(text, f"{even}/{len(rows)}", "rows that are almost even")
                continue
            if name.startswith("Of the weights"):
                continue
            checks.check(want is not None, f"statistic \"{name}\" is not known here")
            if want is not None:
                checks.near(text.removesuffix(" tokens"), want, f"panel's {name}", 1e-4)
    words = " ".join(one.text for one in group.children if one.kind == "text")
    link = re.search(r"strongest link is '(.*?)' to '(.*?)' with ([\d.]+)\.", words)
    queries, keys = named(facts, "query"), named(facts, "key")
    if link:
        value, q, k = facts.links(head)[0]
        checks.equal(bare(link[1]), queries[q], "strongest link's query")
        checks.equal(bare(link[2]), keys[k], "strongest link's key")
        checks.near(link[3], -value, "strongest link's weight")
    plain = not signed(facts) and facts.state.get("lens", "weight") == "weight" and not facts.state.get("hide")
    if root.group("row") and plain:
        row_list(checks, facts, root, head)
    elif root.group("Links") and plain:
        for (value, q, k), (name, text) in zip(facts.links(head), ((n, t) for n, t in pairs(root.group("Links")).items() if "→" in n)):
            checks.near(text, -value, f"link {name}")
            checks.begins(bare(name), f"{queries[q]} → {keys[k]}", "link")


def row_list(checks, facts, root, head):
    """The locked row, or the one pointed at: keys by weight, with scores."""
    query = facts.query if facts.query is not None else facts.cell[1] if facts.cell else None
    if query is None:
        return
    title = next((text for text in root.group("panel").texts() if "ow “" in text), "")
    checks.equal(title.split("“")[-1].rstrip("”"), named(facts, "query")[query], "row's title")
    lines = {}
    for one in root.group("row").all("text"):
        lines.setdefault(one.area[1], []).append(one.text)
    rows = [line for line in lines.values() if line[0].isdigit()]
    want = ranks(facts.weights[head][query])
    scores = checks.run_of(facts.state.text).head(facts.h, head, facts.state.get("mask", "none"))["scale"][query]
    checks.check(len(rows) > 0, "the row's list is empty")
    for place, (line, (k, value)) in enumerate(zip(rows, want)):
        checks.equal(line[0], str(place + 1), "rank")
        checks.near(line[1], scores[k], f"score of rank {place + 1}", 1e-4)
        checks.near(line[2], value, f"weight of rank {place + 1}")
        checks.begins(line[3], named(facts, "key")[k], f"key of rank {place + 1}")


def words_of_cell(checks, facts, root):
    """What the bar below and the label say of the cell pointed at."""
    view = facts.state.get("view", "grid")
    if not facts.cell or view not in ("grid", "head") or facts.state.get("lens"):
        return
    head, q, k = facts.cell
    row = facts.weights[head][q]
    texts = root.group("status").texts()
    query, key = named(facts, "query")[q], named(facts, "key")[k]
    found = next((m for m in (re.match(r"'(.*)' gives ([\d.e−-]+) of (?:layer \d+, )?head (\d+) to '(.*?)'(?:; rank (\d+) of (\d+))?", t) for t in texts) if m), None)
    if row[k] is None:
        checks.check(any("masked" in text or "may not" in text for text in texts), f"the words do not say masked: {texts}")
        return
    checks.check(found is not None, f"no words of the cell: {texts}")
    if found:
        checks.equal((found[1], found[4]), (query, key), "tokens in words")
        checks.equal(found[3], str(head + facts.base), "head in words")
        checks.near(found[2], row[k], "weight in words")
        if found[5]:
            checks.equal((found[5], found[6]), (str(1 + sum(v > row[k] for v in row if v is not None)),
                                                str(sum(v is not None for v in row))), "rank in words")
    tip = root.group("cell tip").texts()
    if "file" in facts.state.options:
        for text in (tip[1], *texts):
            found = re.search(r"layer (\d+)", text)
            checks.check(found is None or int(found[1]) == facts.layer + facts.base, f"the layer is {facts.layer + facts.base}, not as in {text}")
    checks.equal(tip[0], f"{query} → {key}", "label of the cell")
    number = re.match(r"(\S+) +(?:layer \d+, )?head (\d+), row (\d+), column (\d+)", tip[1])
    checks.check(number is not None, f"label {tip}")
    if number:
        checks.near(number[1], row[k], "weight in the label", 1e-5)
        checks.equal([int(number[i]) for i in (2, 3, 4)], [i + facts.base for i in (head, q, k)], "cell in the label")


# ------------------------------------------------------------------ heatmaps
def checksum(rows, cols):
    """As trace.c sums the unmasked cells: weights 0.5 … 1.5 by the golden ratio, so that no two cells can change places."""
    total = 0
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value is not None:
                turn = (r * cols + c + 1) * 0.6180339887498949
                total += value * (0.5 + turn - int(turn))
    return total


def cells_are(checks, facts, cells, head):
    whole = cells.window == (0, facts.n, 0, facts.m)
    checks.equal((cells.rows, cells.cols), (facts.n, facts.m), f"shape of head {head}")
    if whole:
        values = facts.values[head]
        size = max(1, max(abs(v) for row in values for v in row if v is not None))
        checks.check(abs(cells.sum - checksum(values, facts.m)) < 1e-3 + 3e-5 * size * len(values), f"sum of head {head}'s cells is "
                     f"{cells.sum}, expected {checksum(values, facts.m):.4f}")
    low, high = range_of(facts, head if facts.state.get("range") == "own" else None)
    most = max(abs(low), abs(high))
    checks.check(abs(cells.high - (most if signed(facts) else high)) <= 1e-3 * most, f"colour range ends at {cells.high}, expected {high:.5g}")
    checks.check(abs(cells.low - (-most if signed(facts) else 0)) <= 1e-3 * most, f"colour range begins at {cells.low}")
    checks.equal(cells.palette, palette_of(facts), "palette")
    checks.equal(cells.scale, facts.state.get("cells", "linear"), "scale")
    checks.equal(cells.causal is not None, facts.causal, "causal mask of the cells")


def order_of(facts):
    """The heads as they are sorted."""
    heads = list(range(facts.h))
    if facts.state.get("sort"):
        value = {i: facts.statistics(i)[facts.state.get("sort")] for i in heads}
        heads.sort(key=lambda i: value[i] if "--reverse" in facts.state.options else -value[i])
    return heads


def grid(checks, facts, root):
    groups = root.group("grid").groups(r"head \d+|.*head \d+")
    groups = [one for one in groups if next(one.all("cells"), None)]
    order = order_of(facts)
    checks.check(len(groups) > 0 and (len(groups) == facts.h or facts.h > 16), f"{len(groups)} heads are drawn")
    for group, head in zip(groups, order):
        checks.equal(group.text.split("head ")[-1], str(head + facts.base), "name of a head's group")
        texts = group.texts()
        checks.equal(re.match(r"\D*(\d+)", texts[0])[1], str(head + facts.base), "title")
        label = facts.labels[head]
        if label:
            part = re.sub(r" \(\d+ of \d+\)$", "", label)  # which part of several is left out first
            short = re.split("–| ", part)[0]  # with no "…" where Specialise calls a relation so
            called = (label, part) + ((short,) if short in ("pronoun", "modifier", "preposition", "auxiliary", "previous") else ())
            checks.check(any(text in [f" · {name}" for name in called] or text.endswith("…") and f" · {label}".startswith(text[:-1]) for text in texts),
                         f"head {head} is not called \"{label}\": {texts}")
        line = next((re.match(r"(?:weights: )?entropy (\d+) % · max ([\d.]+)", text) for text in texts if "entropy" in text), None)
        if line:
            own = facts.statistics(head)
            checks.near(line[1], 100 * own["entropy"] / own["entropy_max"], f"entropy of head {head}", 1e-4)
            checks.near(line[2], own["largest"], f"largest weight of head {head}")
        cells_are(checks, facts, next(group.all("cells")), head)
        if group.group("labels"):
            names(checks, facts, group.group("labels"), next(group.all("cells")))
    if len(facts.drawn_tokens) <= 12 and facts.h <= 8 and not facts.state.get("tour") and "900x600" not in facts.state.options:
        where = {side: set() for side in ("query", "key")}
        for group in groups[:1]:
            for side, index in names(checks, facts, group.group("labels"), next(group.all("cells"))):
                where[side].add(index)
        # the pointed row and column are written over the thumbnails, those beside them make way
        away = 3 if facts.cell else 0
        checks.check(len(where["query"]) >= facts.n - away and len(where["key"]) >= facts.m - away, f"names are missing: {where}")
    pointed(checks, facts, root)


def names(checks, facts, labels, cells):
    """Every name stands at the row or column that it names; [(side, index)] of what is named."""
    wide, high = cells.area[2] / (cells.window[3] - cells.window[2]), cells.area[3] / (cells.window[1] - cells.window[0])
    left, top, right = cells.area[0], cells.area[1], cells.area[0] + cells.area[2]
    done = []
    for one in labels.all():
        if one.kind not in ("text", "text-up") or "key" in one.text and "→" in one.text or "query" in one.text and "↓" in one.text:
            continue
        x, y = one.area[0] + one.area[2] / 2, one.area[1] + one.area[3] / 2
        if y < top and left <= x <= right:
            done.append(("key", int((x - left) / wide + cells.window[2])))
        elif top <= y <= top + cells.area[3] and (x < left or x > right):
            done.append(("query", int((y - top) / high + cells.window[0])))
        else:
            checks.check(False, f"the name {one.text!r} stands at no row or column")
            continue
        tokens = facts.names(facts.drawn_tokens) if facts.state.get("minus-text") else named(facts, done[-1][0])
        short(checks, one.text, tokens[done[-1][1]], f"name of {done[-1]}")
    return done


def short(checks, text, want, what):
    """The whole name, or its beginning and the number that tells it from its equals."""
    cut = re.fullmatch(r"(.*)…( \(\d+\))?", text)
    number = re.search(r" \(\d+\)$", want)
    whole = text == want
    checks.check(whole or cut and want.startswith(cut[1]) and (cut[2] or "") == (number[0] if number else ""), f"{what} is {text!r}, expected {want!r}")


def pointed(checks, facts, root):
    """The names of the cell under the pointer, in full."""
    group = root.group("pointed names")
    if not facts.cell or not group:
        checks.check(not facts.cell, "the pointed names are not written")
        return
    texts = group.texts()
    for side, index in (("query", facts.cell[1]), ("key", facts.cell[2])):
        checks.check(named(facts, side)[index] in texts, f"pointed {side} {named(facts, side)[index]!r} is not among {texts}")


def head(checks, facts, root):
    own_group = r"head \d+" if facts.state.get("beside") is not None else r"head|head \d+"
    group = next(one for one in root.groups(own_group) if next(one.all("cells"), None))
    cells = next(group.all("cells"))
    cells_are(checks, facts, cells, facts.head)
    wide, high = cells.area[2] / (cells.window[3] - cells.window[2]), cells.area[3] / (cells.window[1] - cells.window[0])

    def index(one):
        return (round((one.area[1] - cells.area[1]) / high + cells.window[0]), round((one.area[0] - cells.area[0]) / wide + cells.window[2]))
    values = facts.values[facts.head]
    count = 0
    for one in root.group("values").all("text") if root.group("values") else []:
        q, k = index(one)
        if abs(one.area[2] - wide) < 1.5 and values[q][k] is not None:
            checks.near(one.text, values[q][k], f"number in cell {q}, {k}")
            count += 1
        else:
            checks.check(values[q][k] is not None, f"a number stands in the masked cell {q}, {k}")
    if facts.state.get("beside") is not None:
        checks.check("= difference" in group.texts(), "the third is not called the difference")
        beside(checks, facts, root)
        return
    title = next(([one, *rest[:1]] for one, *rest in (group.texts()[i:] for i in range(3)) if re.match(r"(Layer \d+, h|H)ead \d+$", one)), ["", ""])
    checks.check(title[0].lower().endswith(f"head {facts.head + facts.base}"), f"the view says it shows {title}")
    checks.check(not facts.labels[facts.head] or title[1] == f" · {facts.labels[facts.head]}", f"the head's label is {title}")
    found = names(checks, facts, root.group("labels"), cells)
    if cells.window == (0, facts.n, 0, facts.m):
        checks.check(len({q for side, q in found if side == "query"}) >= facts.n - (3 if facts.cell else 0), f"only {len(found)} rows and columns are named")
    pointed(checks, facts, root)


def beside(checks, facts, root):
    """Both sides of the difference, on its tokens and in one range of colours."""
    state, mask, lens = facts.state, facts.state.get("mask", "none"), facts.state.get("lens", "weight")
    own, (minus, tokens) = checks.run_of(state.text), checks.subtracted(facts)
    pairs = facts.aligned(tokens or facts.tokens)
    both = []
    for head in range(facts.h):
        sides = own.lens(facts.h, head, lens, own.head(facts.h, head, mask)), minus(head, lens)
        both.append([[[None if row[i] is None or col[i] is None else side[row[i]][col[i]] for col in pairs] for row in pairs]
                     for i, side in enumerate(sides)])
    most = max(v for head in both for side in head for row in side for v in row if v is not None)
    names_of = [f"Head {facts.head + facts.base}", f"minus head {state.get('minus-head')}" if state.get("minus-head") else
                f"minus B, head {facts.head + facts.base}" if tokens else
                f"minus head {facts.head * int(state.get('minus-heads')) // facts.h + facts.base} of h = {state.get('minus-heads')}"]
    lefts = []
    for i, name in enumerate(("side A", "side B")):
        group = root.group(name)
        cells = next(group.all("cells"))
        values = both[facts.head][i]
        checks.equal((cells.rows, cells.cols), (facts.n, facts.m), f"shape of {name}")
        checks.check(abs(cells.sum - checksum(values, facts.m)) < 1e-3 + 3e-5 * max(1, most) * facts.n, f"sum of {name} is {cells.sum}, expected {checksum(values, facts.m):.4f}")
        checks.check(cells.low == 0 and abs(cells.high - most) < 1e-3 * most, f"range of {name} is {cells.low} to {cells.high}, expected {most:.4f}")
        checks.equal(cells.palette, state.get("palette", "viridis"), f"palette of {name}")
        checks.equal(group.texts()[0], names_of[i], f"title of {name}")
        if i == 0:
            checks.near(group.texts()[1], most, "end of the colours of both sides")
        lefts.append(cells.area[0])
    whole = next(root.group(f"head {facts.head + facts.base}").all("cells"))
    checks.check(lefts[0] < lefts[1] < whole.area[0], "the sides do not stand left of the difference")


def layers(checks, facts, root):
    """The map of a file: layers down, heads across."""
    if facts.state.get("layers") == "table":
        return
    group = root.group("layers")
    checks.check(group is not None, "no layers")


# ------------------------------------------------------------------ Compare
def compare(checks, facts, root):
    group = root.group("compare")
    texts = group.texts()
    title = next(re.match(r"What “(.*)” attends to: one head against (\d+)", text) for text in texts if text.startswith("What “"))
    query = named(facts, "query").index(title[1])
    if facts.query is not None:
        checks.equal(query, facts.query, "query")
    checks.equal(title[2], str(facts.h), "number of heads in the title")
    own = checks.run_of(facts.state.text)
    mask = facts.state.get("mask", "none")
    rows = {"one head, h = 1": own.head(1, 0, mask)["softmax"][query]}
    for i in range(facts.h):
        rows[f"{i + facts.base} · {facts.labels[i]}" if facts.labels[i] else f"head {i + facts.base}"] = facts.weights[i][query]
    heads = [facts.weights[i][query] for i in range(facts.h)]
    over = {"largest": [None if v[0] is None else max(v) for v in zip(*heads)],
            "mean": [None if v[0] is None else math.fsum(v) / len(v) for v in zip(*heads)]}
    rows[f"largest of {facts.h} heads"], rows[f"mean of {facts.h} heads"] = over["largest"], over["mean"]
    columns = sorted(((one.area[0] + one.area[2] / 2, one.text) for one in group.all() if one.kind in ("text", "text-up")
                      and one.text.rstrip("…") and any(name.startswith(one.text.rstrip("…")) for name in named(facts, "key"))
                      and one.area[1] < group.group("one head, h = 1").children[0].area[1]), key=lambda pair: pair[0])
    columns = columns[-facts.m:]
    checks.equal([len(columns)], [facts.m], "columns")
    for k, (_, text) in enumerate(columns):
        checks.begins(text, named(facts, "key")[k], f"name of column {k}")
    step = (columns[-1][0] - columns[0][0]) / max(1, facts.m - 1)
    for name, row in rows.items():
        bars = group.group(name)
        if not bars and facts.state.get("present") is not None and name.endswith("heads"):
            continue  # no room for them
        checks.check(bars is not None, f"no row \"{name}\"")
        if not bars:
            continue
        hatched = {round((one.area[0] + one.area[2] / 2 - columns[0][0]) / step) for one in bars.all("hatch")}
        checks.equal(sorted(hatched), [k for k, value in enumerate(row) if value is None], f"hatched keys of {name}")
        drawn = [one for one in bars.all("rect") if abs(one.area[2] - step) < .35 * step]
        checks.equal(len(drawn), sum(value is not None for value in row), f"bars of {name}")
        tall = {round((one.area[0] + one.area[2] / 2 - columns[0][0]) / step): one.area[3] for one in drawn}
        top = max(range(len(row)), key=lambda k: row[k] or 0)
        unit = tall.get(top, 0) / row[top]
        for k, height in tall.items():
            checks.check(abs(height - max(1, unit * row[k])) < .3, f"bar {k} of {name} is {height} high, expected {unit * row[k]:.1f}")
        for one in bars.all("text"):
            if re.fullmatch(r"[\d.]+", one.text) and one.face == "mono":
                k = round((one.area[0] + one.area[2] / 2 - columns[0][0]) / step)
                checks.near(one.text, row[k], f"number {k} of {name}")
        line = next((re.match(r"entropy ([\d.]+) of ([\d.]+)", text) for text in bars.texts() if text.startswith("entropy")), None)
        if line:
            checks.near(line[1], entropy([v for v in row if v]), f"entropy of {name}", 1e-4)
            checks.near(line[2], math.log(sum(v is not None for v in row)), f"largest entropy of {name}")
    pointed = next((line.split()[1:] for line in facts.state.script if line.startswith("move ")), None)
    if pointed:
        x, y = (float(word) for word in pointed)
        k = min(range(facts.m), key=lambda k: abs(columns[k][0] - x))
        words = " ".join(text for one in root.groups("status|bar tip|tip|cell tip") for text in one.texts())
        checks.check(f"'{named(facts, 'key')[k]}'" in words or f"→ {named(facts, 'key')[k]}" in words,
                     f"pointing at {named(facts, 'key')[k]} the words are: {words}")
        over_row = next((name for name in rows if group.group(name) and any(
            one.area and one.kind == "text" and one.area[1] <= y < one.area[1] + 46 for one in group.group(name).children[:2])), None)
        value = re.search(r"gives ([\d.]+)", words)
        checks.check(value is not None and over_row is not None, f"no weight in words: {words}")
        if value and over_row:
            checks.near(value[1], rows[over_row][k], f"weight in words of {over_row}")


# ------------------------------------------------------------------ Steps
STEPS = {"x": 1, "q": 2, "k": 3, "v": 4, "raw": 5, "scale": 6, "mask": 7, "softmax": 8, "mix": 9, "concat": 10, "output": 11, "read": 12}


def steps(checks, facts, root):
    step = facts.state.get("step")
    own = checks.run_of(facts.state.text)
    mask = facts.state.get("mask", "none")
    parts = own.head(facts.h, facts.head, mask)
    open_scale = own.head(facts.h, facts.head)["scale"]
    concat, output = own.output(facts.h, mask)
    matrix = {"x": own.X, "q": parts["q"], "k": parts["k"], "v": parts["v"], "raw": parts["raw"], "scale": open_scale,
              "mask": parts["scale"], "softmax": parts["softmax"], "mix": parts["mix"], "concat": concat, "output": output}
    texts = root.group("steps").texts()
    checks.check(any(text.startswith(f"{STEPS[step]}/12") for text in texts), f"the step is not {STEPS[step]}/12")
    checks.equal(root.group("query").texts(), [named(facts, "query")[facts.query]], "query in the bar")
    checks.equal(root.group("key").texts(), [named(facts, "key")[facts.key]], "key in the bar")
    for name in "raw", "scale", "mask", "softmax":
        box = root.group(f"step {name}").texts()
        if matrix[name][facts.query][facts.key] is not None:
            checks.near(box[1], matrix[name][facts.query][facts.key], f"number of the step {name}", 1e-4)
    words = " ".join(texts)
    if facts.state.get("step") == "scale":
        checks.check(f"√{512 // facts.h}" in words, f"√{512 // facts.h} is not named")
    found = re.search(r"√(\d+) = ([\d.]+)$", next((text for text in texts if text.startswith("S′")), ""))
    if found:
        checks.near(found[2], math.sqrt(int(found[1])), "√d_k in the step's formula")
    found = re.search(r"/ √(\d+) = (\S+) / (\S+) = (\S+)", words)
    if found:
        checks.equal(found[1], str(512 // facts.h), "d_k under the root")
        checks.near(found[2], parts["raw"][facts.query][facts.key], "q · k", 1e-4)
        checks.near(found[3], math.sqrt(512 / facts.h), "√d_k")
        checks.near(found[4], open_scale[facts.query][facts.key], "scaled score", 1e-4)
    found = re.search(r"A = exp\((\S+) [−-] (\S+)\) / (\S+) = ([\d.]+)\S* rank (\d+)", words)
    if found:
        row = parts["scale"][facts.query]
        seen = [s for s in row if s is not None]
        checks.near(found[2], max(seen), "row's largest score", 1e-4)
        checks.near(found[3], math.fsum(math.exp(s - max(seen)) for s in seen), "row's sum", 1e-4)
        checks.near(found[4], parts["softmax"][facts.query][facts.key], "weight in the formula")
        checks.equal(found[5], str(1 + sum(s > row[facts.key] for s in seen)), "rank in the formula")
    if step in matrix:
        steps_files(checks, facts, step, matrix[step])


def steps_files(checks, facts, step, want):
    """The CSV and JSON of the same step."""
    sides = {"x": ("query", "model_dimension"), "q": ("query", "head_dimension"), "k": ("key", "head_dimension"),
             "v": ("key", "head_dimension"), "mix": ("query", "head_dimension"), "concat": ("query", "model_dimension"),
             "output": ("query", "model_dimension")}.get(step, ("query", "key"))
    words = [word for word in facts.state.words if word not in ("--formula", "--contrast")]
    data = checks.steps_json(words)
    checks.equal((data["step"], data["h"], data["d_k"], data["mask"], *(data[key] - data["index_base"] for key in ("head", "query", "key")),
                  data["rows"], data["columns"]),
                 (step, facts.h, 512 // facts.h, facts.state.get("mask", "none"), facts.head, facts.query, facts.key, *sides), "head of the JSON")
    checks.rows(data["values"], want, f"JSON of the step {step}", 1e-4)
    lines = checks.steps_csv(words)
    checks.equal(len(lines), len(want) * len(want[0]), "lines of the CSV")
    for line in lines:
        row, col = int(line[sides[0]]), int(line[sides[1]])
        value = want[row][col]
        checks.equal((line["step"], line["head"], line["row_name"], line["masked"]),
                     (step, str(facts.head), named(facts, "query")[row], str(int(value is None))), "line of the CSV")
        if sides[1] == "key":
            checks.equal(line["column_name"], named(facts, "key")[col], "column's name in the CSV")
        if value is None:
            checks.equal(line["value"], "", "masked value in the CSV")
        else:
            checks.check(abs(float(line["value"]) - value) <= 1e-4 * max(1, abs(value)), f"CSV [{row}][{col}] is {line['value']}, expected {value:.8g}")
    if "value" in data:
        one = data["value"]
        value = want[one["row"] - data["index_base"]][one["column"] - data["index_base"]]
        if value is not None and step not in ("softmax", "mask", "concat"):
            checks.check(abs(one["sum"] - value) <= 1e-4 * max(1, abs(value)), f"sum of terms is {one['sum']}, expected {value:.6g}")
            scale = math.sqrt(512 / facts.h) if step == "scale" else 1
            total = math.fsum(term["term"] for term in one["terms"])
            products = math.fsum(term["a"] * term["b"] for term in one["terms"])
            checks.check(abs(products / scale - value) <= 2e-2 * max(1, abs(value)) or abs(products - value) <= 2e-2 * max(1, abs(value)),
                         f"products of terms give {products:.6g}, terms {total:.6g}, expected {value:.6g}")


# ------------------------------------------------------------------ Lines
def lines(checks, facts, root):
    group = next(one for one in root.group("lines").groups("links") if next(one.all("link"), None))
    links = list(group.all("link"))
    left, right = links[0].area[0], links[0].area[2]
    spots = {"query": [], "key": []}
    for one in root.group("lines").all("text"):
        side = "query" if one.area[0] + one.area[2] <= left + 4 else "key" if one.area[0] >= right - 4 else None
        middle = one.area[1] + one.area[3] / 2
        if side and one.text in named(facts, side):
            spots[side].append((middle, one.text))
    for side, spot in spots.items():
        spot.sort()
        count = len(named(facts, side))
        checks.equal([name for _, name in spot[-count:]], named(facts, side), f"{side} tokens")
        spots[side] = [middle for middle, _ in spot[-count:]]

    def index(side, y):
        near = min(range(len(spots[side])), key=lambda i: abs(spots[side][i] - y))
        apart = spots[side][1] - spots[side][0] if len(spots[side]) > 1 else 40
        checks.check(abs(spots[side][near] - y) < .31 * apart, f"a link ends beside the {side} tokens")
        return near
    found = re.search(r"in head (\d+): entropy ([\d.]+) of at most ([\d.]+) nats over (\d+) keys", " ".join(root.group("status").texts()))
    if facts.query is not None:
        checks.check(found is not None, "the words do not tell the locked row's entropy")
        row = [v for v in facts.weights[int(found[1]) - facts.base][facts.query] if v is not None]
        checks.near(found[2], entropy(row), "entropy in words", 1e-4)
        checks.near(found[3], math.log(len(row)), "largest entropy in words", 1e-4)
        checks.equal(found[4], str(len(row)), "keys in words")
    # Each link is one weight of some head; stronger is wider and more opaque, and no stronger one is left out.
    colour = {}
    used = []
    for one in links:
        q, k = index("query", one.area[1]), index("key", one.area[3])
        used.append((q, k, one.color[2:], int(one.color[:2], 16), float(re.search(r"width ([\d.]+)", one.line)[1])))
    checks.equal(len({(one.area[1], one.area[3]) for one in links}), len(links), "links that lie on no other")
    chips = [one for one in root.group("lines").children[0].children if one.kind == "round" and abs(one.area[2] - 10) < .6]
    for i, chip in enumerate(chips[:facts.h]):
        colour[chip.color[2:]] = i
    checks.equal(len(colour), facts.h, "heads with a colour of their own")
    if facts.query is not None:
        checks.equal({q for q, *_ in used}, {facts.query}, "queries of the links")
    weight = [(facts.weights[colour[c]][q][k], alpha, width) for q, k, c, alpha, width in used if c in colour]
    checks.equal(len(weight), len(used), "links in a head's colour")
    checks.check(all(w is not None for w, _, _ in weight), "a link goes to a masked key")
    weight.sort()
    checks.check(all(a[1] <= b[1] and a[2] <= b[2] + .051 for a, b in zip(weight, weight[1:])), "a smaller weight has a stronger link")
    least = weight[0][0]
    possible = sum(v is not None and v > least + 1e-6 for i in range(facts.h) for q, row in enumerate(facts.weights[i])
                   if facts.query in (None, q) for v in row)
    checks.check(len(weight) - 1 <= possible <= len(weight), f"{len(weight)} links, but {possible} weights are over the least of them")


# ------------------------------------------------------------------ Specialise
def specialise(checks, facts, root):
    baseline = facts.state.get("compare", "best-offset")
    names = ["subj", "obj", "loct", "ana", "rel", "mod", "pobj", "aux", "prev"]
    mask = facts.state.get("mask", "none")
    count = {(i, name): [0, 0, 0.0] for i in range(facts.h) for name in names}
    offsets, links, against = {}, {name: 0 for name in names}, {}
    for sentence in made.ANNOTATED:
        n = len(sentence["tokens"])
        words = ["--heads", str(facts.h), "--mask", mask, " ".join(sentence["tokens"])]
        data = checks.program.json(words)
        checks.equal([token["text"] for token in data["tokens"]], sentence["tokens"], "tokens of an annotated sentence")
        relations = [(one["type"], one["from"], one["to"]) for one in sentence["relations"]] + [("prev", q, [q - 1]) for q in range(1, n)]
        for name, q, targets in relations:
            visible = [k for k in range(n) if mask == "none" or k <= q]
            links[name] += 1  # also those whose targets are all masked: they are missed
            for offset in range(-n, n):
                if q + offset in targets:
                    offsets.setdefault(name, {}).setdefault(offset, []).append(1)
            for i in range(facts.h):
                row = data["heads"][i]["weights"][q]
                best = max(visible, key=lambda k: (row[k], -k))
                count[i, name][0] += best in targets
                count[i, name][1] += 1
                count[i, name][2] += sum(row[k] or 0 for k in targets)
    for line in checks.steps_csv(facts.state.words) if facts.state.get("cell") is None else []:
        hits, eligible, mass = count[int(line["head"]), line["relation"]]
        checks.equal((line["hits"], line["eligible"]), (str(hits), str(eligible)), f"hits of {line['head']}, {line['relation']}")
        if eligible:
            checks.check(abs(float(line["mass"]) - mass / eligible) < 1e-5, "mass in the CSV")
            other = against[int(line["head"]), line["relation"]] = float(line["compared_with_accuracy"])
            checks.check(abs(float(line["margin"]) - (hits / eligible - other)) < 1e-6, f"margin {line['margin']} of {line['head']}, {line['relation']}")
            best = max((len(v) for v in offsets.get(line["relation"], {0: []}).values()), default=0) / links[line["relation"]]
            checks.check(abs(float(line["best_offset_accuracy"]) - best) < 1e-6, f"best offset of {line['relation']}")
            if baseline == "best-offset":
                checks.check(abs(other - best) < 1e-6, "what the margin is over")
    columns = {}
    for name, title in zip(names, ("subject", "object", "place/time", "pronoun", "relative", "modifier", "pobj", "auxiliary", "previous")):
        columns[name] = next((one.area[0] for one in root.group("specialise").all("text") if one.text == title), None)
        checks.check(columns[name] is not None, f"no column \"{title}\"")
    drawn = 0
    for i in range(facts.h):
        group = next((one for one in root.groups(f"head {i + facts.base}") if "Head" in " ".join(one.texts())), None)
        if not group:
            continue
        checks.equal(group.texts()[0], f"Head {i + facts.base}", "name of a row")
        for name in names:
            cell = [one.text for one in group.all("text") if columns[name] is not None and abs(one.area[0] - columns[name]) < 2]
            hits, eligible, mass = count[i, name]
            if not eligible:
                checks.equal(cell, ["–"], f"cell of {name}, which has no links")
                continue
            drawn += 1
            best = max((len(v) for v in offsets.get(name, {0: []}).values()), default=0) / links[name]
            checks.near(cell[0], 100 * hits / eligible, f"share of {i}, {name}")
            checks.equal(cell[1], f"{hits}/{eligible}", f"hits of {i}, {name}")
            other = best if baseline == "best-offset" else against.get((i, name))
            if other is not None:
                checks.near(cell[2], 100 * (hits / eligible - other), f"margin of {i}, {name}", 1e-6)
            for text in cell[3:]:
                if text.startswith("weight "):
                    checks.near(text[7:], mass / eligible, f"mass of {i}, {name}")
    checks.check(drawn > 0, "the table is empty")
