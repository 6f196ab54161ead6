# files_paper.py PROGRAM FOLDER SOURCES – pages for a paper: PDF and SVG are drawn by other programs (poppler, librsvg) and compared with
# our own pixels; crop, background, heading, legend and millimetres are read in the files.
import os
import re
import shutil
import struct
import subprocess
import sys

from program import Program, check, check_near, check_same, png_texts, report, svg_texts

program = Program(sys.argv[1], sys.argv[2], fonts="system")
SENTENCE = "The naïve cat didn't see 3 dogs."
lacking = [tool for tool in ("pdftoppm", "pdffonts", "pdftotext", "pdfinfo", "rsvg-convert", "convert") if not shutil.which(tool)]
if lacking:
    print("skipped:", ", ".join(lacking), "not here (poppler-utils, librsvg2-bin, imagemagick): pictures are compared where they are")


def have(*tools):
    return not set(tools) & set(lacking)


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def pixels(ppm):
    """(width, height, bytes) of a P6."""
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", ppm)
    return int(head[1]), int(head[2]), ppm[head.end():]


def drawn(path):
    if path.endswith(".pdf"):
        return pixels(output("pdftoppm", "-r", "96", path))
    if path.endswith(".svg"):
        subprocess.run(["rsvg-convert", "-o", path + ".png", path], check=True)
        path += ".png"
    return pixels(output("convert", path, "-background", "white", "-flatten", "ppm:-"))


def blocks(picture, size=20):
    """Mean of each colour of each square of the picture."""
    width, height, data = picture
    out = []
    for y in range(0, height - size + 1, size):
        for x in range(0, width - size + 1, size):
            rows = [data[3 * ((y + i) * width + x):3 * ((y + i) * width + x + size)] for i in range(size)]
            out.append([sum(sum(row[c::3]) for row in rows) / size / size for c in range(3)])
    return out


def far(a, b):
    """How far the most different squares are apart, and all of them."""
    apart = [max(abs(x - y) for x, y in zip(p, q)) for p, q in zip(blocks(a), blocks(b))]
    return max(apart), sum(apart) / len(apart)


def compare(options, sentence=SENTENCE):
    for ending in ("png", "pdf", "svg"):
        program.run(*options, "--force", "--export", f"one.{ending}", "--", sentence)
    ours = drawn("one.png")
    for other in ("one.pdf", "one.svg"):
        theirs = drawn(other)
        check(abs(theirs[0] - ours[0]) <= 1 and abs(theirs[1] - ours[1]) <= 1, other, "is", theirs[:2], "where", ours[:2], "is right", options)
        if theirs[:2] == ours[:2]:
            most, mean = far(ours, theirs)
            check(most < 60 and mean < 2, other, "differs by", most, mean, options)
    return ours


# ---------------------------------------------------------------- the same picture, drawn by others
if not lacking:
    first = compare(["--view", "head", "--head", "1", "--mask", "causal"])
    second = compare(["--view", "head", "--head", "8", "--mask", "causal", "--theme", "dark"])
    check(far(first, second)[1] > 20, "the comparison sees other pictures")
    for options in (["--view", "grid", "--text", "outlines"], ["--view", "lines"], ["--view", "steps", "--theme", "contrast"],
                    ["--sheet", "--mask", "causal", "--cells", "log"], ["--view", "compare", "--lock", "2"],
                    ["--view", "head", "--crop", "--background", "white", "--heading", "no", "--theme", "dark"]):
        compare(options)
    compare(["--view", "head", "--crop"], " ".join(f"w{i}" for i in range(90)))  # heatmaps as images

# ---------------------------------------------------------------- text in a PDF
if have("pdffonts", "pdftotext", "pdfinfo"):
    program.run("--view", "head", "--head", "2", "--export", "text.pdf", "--", SENTENCE)
    words = output("pdftotext", "-layout", "text.pdf", "-").decode()
    numbers = [f"{p:.2f}" for head in program.json("--json", "-", "--", SENTENCE)["heads"][1:2] for row in head["weights"] for p in row]
    found = re.findall(r"\b[01]\.\d\d\b", words)
    check(all(found.count(p) >= numbers.count(p) for p in numbers), "numbers of the cells in the PDF's text")
    check("naïve" in words and "key (is attended)" in words, words)
    about = output("pdfinfo", "text.pdf").decode()
    check(re.search(r"Page size: +960 x 600 pts", about) and "CreationDate" not in about, about)
    program.run("--view", "head", "--text", "outlines", "--export", "shapes.pdf", "--", SENTENCE)
    check_same(len(output("pdffonts", "shapes.pdf").splitlines()), 2, "fonts of a PDF of outlines")
    program.run("--view", "head", "--crop", "--width-mm", "85", "--export", "narrow.pdf", "--", SENTENCE)
    width = float(re.search(r"Page size: +([0-9.]+) x", output("pdfinfo", "narrow.pdf").decode())[1])
    check_near(width, 85 / 25.4 * 72, 0.01, "width of the page in points")

# ---------------------------------------------------------------- crop, background, heading, legend, millimetres
def png(path):
    """Width, height, bytes a pixel and rows of a PNG of ours, which has no filters."""
    import zlib
    data, at, packed, dense = open(path, "rb").read(), 8, b"", 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        if kind == b"pHYs":
            dense = struct.unpack(">I", body[:4])[0]
        at += 12 + length
    each = {2: 3, 6: 4}[colour]
    flat = zlib.decompress(packed)
    rows = [flat[y * (1 + width * each) + 1:(y + 1) * (1 + width * each)] for y in range(height)]
    return width, height, each, rows, dense


def margins(picture):
    """Rows and columns of the first pixel's colour at each edge."""
    width, height, each, rows, _ = picture
    back = rows[0][:each]
    empty_rows = [row == back * width for row in rows]
    columns = [all(row[x * each:(x + 1) * each] == back for row in rows) for x in range(width)]
    return [next(i for i, empty in enumerate(line) if not empty) for line in (empty_rows, empty_rows[::-1], columns, columns[::-1])]


def page(name, *options):
    program.run("--view", "head", *options, "--export", name, "--", SENTENCE)
    return png(name)


whole, cropped = page("whole.png"), page("cropped.png", "--crop")
check(max(margins(whole)) > 30 and max(margins(cropped)) <= 4, "margins", margins(whole), margins(cropped))
check(cropped[0] < whole[0] and cropped[1] < whole[1], "size", cropped[:2])
check_same(whole[3][0][:3], bytes.fromhex("f6f5f2"), "the light theme's page")
check_same(page("white.png", "--background", "white", "--theme", "dark")[3][0][:3], b"\xff\xff\xff", "a white page")
clear = page("clear.png", "--background", "transparent")
check_same((clear[2], clear[3][0][:4]), (4, bytes(4)), "a page without background")
solid = page("solid.png")
for y in range(0, solid[1], 7):  # on the page's colour it is the page
    for x in range(0, solid[0], 5):
        r, g, b, a = clear[3][y][4 * x:4 * x + 4]
        mixed = [(c * a + p * (255 - a)) / 255 for c, p in zip((r, g, b), (0xf6, 0xf5, 0xf2))]
        if not check(all(abs(m - s) <= 2.5 for m, s in zip(mixed, solid[3][y][3 * x:3 * x + 3])), "pixel", x, y, mixed):
            break
bare = page("bare.png", "--heading", "no", "--legend", "no", "--crop", "--width-mm", "85", "--scale", "2")
check_near(bare[4] * 0.085, bare[0], 1, "pixels a metre")
for options, there, gone in (([], ["naïve cat didn", "attention weight, linear", "Headscope 0"], []),
                             (["--heading", "no"], ["attention weight, linear"], [">The naïve cat", ">Headscope 0"]),
                             (["--legend", "no"], [">Headscope 0"], ["attention weight, linear"])):
    program.run("--view", "head", *options, "--force", "--export", "words.svg", "--", SENTENCE)
    text = open("words.svg", encoding="utf-8").read().split("</desc>")[1]
    check(all(word in text for word in there) and not any(word in text for word in gone), options)

# ---------------------------------------------------------------- the export dialog has the same choices
for clicks, name, options in ((["SVG", "White", "Crop", "Heading", "Outlines"], "chosen.svg", ["--background", "white", "--crop", "--heading", "no", "--text", "outlines"]),
                              (["PDF", "Transparent", "Legend"], "chosen.pdf", ["--background", "transparent", "--legend", "no"]),
                              (["CSV", "A column a key"], "chosen.csv", ["--csv", "wide"]), (["HTML"], "chosen.html", [])):
    words = "".join(f'click "{click}"\n' for click in clicks)
    program.script(f'key 2\nkey ctrl+e\n{words}click "export path"\nkey ctrl+a\ntext "{os.path.abspath(name)}"\nclick "Save"\nexpect message ~ "Saved"\n', "--", SENTENCE)
    program.run("--view", "head", *options, "--export", "said" + name, "--", SENTENCE)
    check(open(name, "rb").read() == open("said" + name, "rb").read(), "the dialog's", name, "is another than of", options)

# ---------------------------------------------------------------- the command makes the same file again
OPTIONS = ["--crop", "--background", "transparent", "--heading", "no", "--legend", "no", "--width-mm", "120.5"]
for ending, texts in (("png", png_texts), ("svg", svg_texts), ("pdf", None)):
    for options in (OPTIONS, ["--background", "white", "--theme", "dark", "--text", "outlines"]):
        program.run(*options, "--view", "lines", "--force", "--export", f"made.{ending}", "--about", "about.json", "--", SENTENCE)
        with open("about.json", encoding="utf-8") as file:
            command = re.search(r'"Command": "(.*)"', file.read())[1].replace('\\"', '"').replace("\\\\", "\\")
        if texts:
            check_same(texts(f"made.{ending}")["Command"], command, "the command beside the file")
        if os.path.exists(f"again.{ending}"):
            os.remove(f"again.{ending}")
        program.shell(command.replace(f"OUT.{ending}", f"again.{ending}"))
        check(open(f"again.{ending}", "rb").read() == open(f"made.{ending}", "rb").read(), "another file came of", command)
report()
