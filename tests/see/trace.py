"""trace.py – reads the text traces of the draw list (app/canvas/trace.c) and writes them short for people to review: icons and frames
of one kind in one line, and a block or run of lines that stood in an earlier state of the same file as a reference to it."""
import json
import re

TEXT = re.compile(r'(text|text-up) (\S+) (\S+) (\S+) (\S+) (left|center|right) (ui|bold|mono) (\S+) #(\w{8}) (".*")$')
CELLS = re.compile(r"cells (\S+) (\S+) (\S+) (\S+) shape (\d+)x(\d+) rows (\S+)\.\.(\S+) cols (\S+)\.\.(\S+) (diverging, dark|\S+) (\S+) (max|mean) "
                   r"range (\S+)\.\.(\S+)(?: causal ([+-]\d+))?(?: hidden (\d+))? sum (\S+)$")


class Node:
    """One line of a trace. kind: group, clip, text, text-up, cells, rect …; area: (x, y, w, h) where it has one."""

    def __init__(self, line):
        self.line, self.kind, self.children = line, line.split(" ", 1)[0], []
        self.text, self.color, self.area = "", "", None
        words = line.split()
        if self.kind == "group":
            self.text = json.loads(line[6:])
        elif self.kind in ("text", "text-up"):
            found = TEXT.match(line)
            self.area = tuple(float(found[i]) for i in range(2, 6))
            self.align, self.face, self.size, self.color, self.text = found[6], found[7], float(found[8]), found[9], json.loads(found[10])
        elif self.kind == "cells":
            found = CELLS.match(line)
            self.area = tuple(float(found[i]) for i in range(1, 5))
            self.rows, self.cols = int(found[5]), int(found[6])
            self.window = tuple(float(found[i]) for i in range(7, 11))
            self.palette, self.scale, self.reduce = found[11], found[12], found[13]
            self.low, self.high, self.causal = float(found[14]), float(found[15]), found[16]
            self.hidden, self.sum = int(found[17] or 0), float(found[18])
        elif self.kind not in ("circle", "polygon"):
            self.area = tuple(float(word) for word in words[1:5])
        if self.kind not in ("group", "clip", "cells", "ramp") and words[-1].startswith("#"):
            self.color = words[-1][1:]

    def all(self, kind=None, text=None):
        """Every line below this one, in order, of a kind and with a text."""
        for child in self.children:
            if (kind is None or child.kind == kind) and (text is None or child.text == text):
                yield child
            yield from child.all(kind, text)

    def groups(self, pattern):
        return [one for one in self.all("group") if re.fullmatch(pattern, one.text)]

    def group(self, name):
        return next(iter(self.groups(re.escape(name))), None)

    def texts(self):
        return [one.text for one in self.all() if one.kind in ("text", "text-up")]

    def at(self, x, y):
        """Texts that begin within half a pixel of a point."""
        return [one.text for one in self.all("text") if abs(one.area[0] - x) < .5 and abs(one.area[1] - y) < .5]


def parse(text):
    root = Node("group \"\"")
    path = [root]
    for line in text.splitlines():
        depth = (len(line) - len(line.lstrip(" "))) // 2
        node = Node(line.strip())
        del path[depth + 1:]
        path[-1].children.append(node)
        path.append(node)
    return root


# ------------------------------------------------------------------ short form
def number(value):
    return f"{value:.1f}".removesuffix(".0")


def place(area):
    return ",".join(number(v) for v in area[:2]) + "+" + "x".join(number(v) for v in area[2:])


def short_line(node):
    color = node.color.removeprefix("ff")
    if node.kind in ("text", "text-up"):
        words = [json.dumps(node.text, ensure_ascii=False), ",".join(number(v) for v in node.area[:2])]
        words += ["up"] * (node.kind == "text-up") + [node.align] * (node.align != "left")
        return " ".join(words + [f"{node.face}{number(node.size)} #{color}"])
    if node.kind == "cells":
        line = f"cells {place(node.area)} " + " ".join(node.line.split()[5:])
        if node.window == (0, node.rows, 0, node.cols):
            line = re.sub(" rows .* cols [^ ]*", "", line)
        return line.replace("shape ", "")
    return node.line


def short(nodes, depth=0):
    """Lines of a list of nodes; shapes of one kind, size of stroke and colour that follow each other share a line."""
    lines, run = [], None
    for node in nodes:
        if node.kind in ("rect", "frame", "round", "round-frame", "line", "hatch", "link"):
            rest = " ".join(node.line.split()[5:-1])
            head = f"{node.kind}{' ' + rest if rest else ''} #{node.color.removeprefix('ff')}"
            if run == head:
                lines[-1] += " " + place(node.area)
            else:
                lines.append("  " * depth + head + " " + place(node.area))
            run = head
            continue
        run = None
        lines.append("  " * depth + short_line(node))
        lines += short(node.children, depth + 1)
    return lines


class Shortener:
    """Keeps what was written of one file, so that it is not written again."""

    def __init__(self):
        self.seen = {}

    def runs(self, nodes):
        """Groups and clips one by one, lines between them together."""
        run = []
        for node in nodes:
            if node.kind in ("group", "clip"):
                if run:
                    yield run
                run = []
                yield [node]
            else:
                run.append(node)
        if run:
            yield run

    def write(self, nodes, state, depth=0):
        lines = []
        for run in self.runs(nodes):
            text = short(run)
            key = "\n".join(text)
            if key in self.seen and len(key) > 60:
                what = run[0].line if run[0].kind in ("group", "clip") else f"{len(text)} lines, {text[0][:40].rstrip()} …"
                lines.append("  " * depth + f"{what} as in {self.seen[key]}")
                continue
            self.seen[key] = state
            if run[0].kind in ("group", "clip"):
                lines.append("  " * depth + run[0].line)
                lines += self.write(run[0].children, state, depth + 1)
            else:
                lines += ["  " * depth + line for line in text]
        return lines


NUMBER = re.compile(r"[-+−]?\d+\.\d+|\d+")


def same(line, other):
    """Equal but for one unit in the last place of numbers with a point: other processors round the last bit of fp32 otherwise.
    The numbers themselves are checked to more digits than these by drawn.py."""
    if line == other:
        return True
    if NUMBER.sub("#", line) != NUMBER.sub("#", other):
        return False
    for a, b in zip(NUMBER.findall(line), NUMBER.findall(other)):
        if a != b:
            places = len(a.partition(".")[2])
            if not places or places != len(b.partition(".")[2]):
                return False
            if abs(float(a.replace("−", "-")) - float(b.replace("−", "-"))) > 1.01 * 10 ** -places:
                return False
    return True
