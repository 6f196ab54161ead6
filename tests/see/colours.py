"""colours.py – are cells drawn in the colour of their value? Reads the picture itself and places each value on the published colour maps
(van der Walt and Smith 2015, Nunez et al. 2018, Brewer's Blues), here as eleven or nine samples with straight lines between them, which
stay within a few of 255 steps of the whole tables."""
import math
import struct
import zlib

MAPS = {
    "viridis": "440154 482475 414487 35608d 2a788e 21908c 22a884 43bf71 7ad151 bbdf27 fde725",
    "magma": "000004 140e36 3b0f70 641a80 8c2981 b73779 de4968 f7705c fe9f6d fecf92 fcfdbf",
    "cividis": "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
    "blues": "f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b"}
NEAR = 15  # of 255
# Whose pictures are read, which takes half a second each: one of each scale, map and lens.
READ = {"grid/plain", "grid/own-range", "grid/log", "grid/sqrt-blues", "grid/output", "grid/minus-head", "grid/dark", "grid/scaled",
        "head/plain", "head/hide", "steps/softmax", "steps/dark"}


def read_png(path):
    """(width, height, bytes a pixel, rows) of 8-bit RGB or RGBA without interlacing."""
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, kind_of_color, *_ = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    assert depth == 8 and kind_of_color in (2, 6)
    step = 3 if kind_of_color == 2 else 4
    raw, stride, rows = zlib.decompress(packed), width * step, []
    before = bytearray(stride)
    for y in range(height):
        how, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if how == 1:
            for i in range(step, stride):
                line[i] = line[i] + line[i - step] & 255
        elif how == 2:
            line = bytearray(a + b & 255 for a, b in zip(line, before))
        elif how == 3:
            for i in range(stride):
                line[i] = line[i] + ((line[i - step] if i >= step else 0) + before[i]) // 2 & 255
        elif how == 4:
            for i in range(stride):
                a, b, c = (line[i - step], before[i], before[i - step]) if i >= step else (0, before[i], 0)
                p = a + b - c
                pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
                line[i] = line[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c) & 255
        rows.append(line)
        before = line
    return width, height, step, rows


def on_map(name, t):
    knots = [tuple(bytes.fromhex(one)) for one in MAPS[name].split()]
    place = min(max(t, 0), 1) * (len(knots) - 1)
    i = min(int(place), len(knots) - 2)
    return tuple(a + (b - a) * (place - i) for a, b in zip(knots[i], knots[i + 1]))


def position(scale, value, low, high, row_most):
    if scale == "row-max":
        return value / row_most if row_most else 0
    t = (value - low) / (high - low) if high > low else 0
    if scale == "sqrt":
        return math.sqrt(max(t, 0))
    if scale == "log":
        return 1 + math.log10(value / high) / 4 if value > 0 else 0
    return t


def check_cells(checks, cells, values, picture, zoom, what):
    width, height, step, rows = picture
    wide, high = cells.area[2] / cells.cols, cells.area[3] / cells.rows
    if wide * zoom < 6 or high * zoom < 6 or cells.window != (0, cells.rows, 0, cells.cols):
        return
    most = max(abs(cells.low), abs(cells.high))
    for q, row in enumerate(values):
        seen = [value for value in row if value is not None]
        for k, value in enumerate(row):
            # beside the middle, where a number may stand, and away from the edges, where frames do
            x, y = int((cells.area[0] + (k + .3) * wide) * zoom), int((cells.area[1] + (q + .18) * high) * zoom)
            if value is None or not (0 <= x < width and 0 <= y < height):
                continue
            got = tuple(rows[y][x * step:x * step + 3])
            if cells.palette in MAPS:
                want = on_map(cells.palette, position(cells.scale, value, cells.low, cells.high, max(seen)))
                right = all(abs(a - b) <= NEAR for a, b in zip(got, want))
                checks.check(right, f"{what}: cell {q}, {k} ({value:.4g}) is {got}, expected {tuple(round(v) for v in want)}")
                continue
            # signed: blue is positive, orange negative, the middle without colour; light in light themes, dark in dark ones
            side = got[2] - got[0]
            if abs(value) > .15 * most:
                checks.check((side > 20) == (value > 0), f"{what}: cell {q}, {k} ({value:.3g}) is {got}: the wrong side")
            elif abs(value) < .02 * most:
                checks.check((min(got) > 180) == ("dark" not in cells.palette), f"{what}: cell {q}, {k}, near 0, is {got}")


def check(checks, facts, root, shot):
    if checks.name not in READ:
        return
    picture = read_png(shot)
    zoom = float(facts.state.get("scale", "1"))
    view = checks.name.partition("/")[0]
    done = checks.done
    if view == "grid":
        for group in root.groups(r"head \d+"):
            cells = next(group.all("cells"), None)
            if cells:
                check_cells(checks, cells, facts.values[int(group.text[5:]) - facts.base], picture, zoom, group.text)
    elif view == "head":
        check_cells(checks, next(root.all("cells")), facts.values[facts.head], picture, zoom, "head")
    else:
        parts = checks.run_of(facts.state.text).head(facts.h, facts.head, facts.state.get("mask", "none"))
        name, values = ("A", parts["softmax"]) if facts.state.get("step") == "softmax" else ("S′", parts["scale"])
        for group in root.groups(name + ".*"):
            cells = next(group.all("cells"), None)
            if cells and (cells.rows, cells.cols) == (facts.n, facts.m):
                check_cells(checks, cells, values, picture, zoom, group.text)
    theme = facts.state.get("theme", "light")
    if view == "steps" and theme == "dark":
        signed = [one for one in root.all("cells") if one.palette.startswith("diverging")]
        checks.check(signed and all(one.palette == "diverging, dark" for one in signed), "signed cells of a dark theme are light")
    checks.check(checks.done > done + 10, "no cell was looked at")
