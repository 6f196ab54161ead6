# program.py – for the tests in Python: runs the program, reads its files with Python's own readers (json, csv, struct),
# writes attention files, counts checks. Nothing here knows how the program does it.
import csv
import io
import json
import os
import re
import struct
import subprocess
import sys

checks = {"passed": 0, "failed": 0}


def check(good, *words):
    """Counts; a failure says its words and the line of the test."""
    checks["passed" if good else "failed"] += 1
    if not good:
        frame = sys._getframe(1)
        while "program.py" in frame.f_code.co_filename:
            frame = frame.f_back
        print(f"{frame.f_code.co_filename}:{frame.f_lineno}: check failed:", *(str(w)[:600] for w in words), file=sys.stderr)
    return good


def check_same(got, want, *words):
    return check(got == want, *words, "is", repr(got), "and should be", repr(want))


def check_near(got, want, bound, *words):
    return check(isinstance(got, (int, float)) and abs(got - want) <= bound, *words, "is", got, "and should be", want)


def report():
    print(f"{checks['passed']} passed, {checks['failed']} failed")
    sys.exit(1 if checks["failed"] or not checks["passed"] else 0)


class Program:
    """The program, in an empty folder of its own which is also its home."""

    def __init__(self, path, folder, fonts="fixed"):
        self.path, self.folder, self.fonts = os.path.abspath(path), os.path.abspath(folder), fonts
        subprocess.run(["rm", "-rf", self.folder], check=True)
        os.makedirs(self.folder)
        os.chdir(self.folder)
        self.env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.env.update(HOME=self.folder, XDG_CONFIG_HOME=self.folder + "/config")

    def run(self, *arguments, code=0):
        """Standard output; checks the exit code."""
        done = subprocess.run([self.path, "--fonts", self.fonts, *arguments], capture_output=True, env=self.env, check=False)
        check(done.returncode == code, "exit", done.returncode, *arguments, done.stderr.decode(errors="replace"))
        self.errors = done.stderr.decode(errors="replace")
        return done.stdout

    def peak(self, *arguments):
        """The most memory that a run had, in bytes."""
        child = subprocess.Popen([self.path, "--fonts", self.fonts, *arguments], stdout=subprocess.DEVNULL, env=self.env)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        check_same(child.returncode, 0, "exit of", *arguments[:4])
        return usage.ru_maxrss * 1024

    def json(self, *arguments):
        return strict_json(self.run(*arguments))

    def csv(self, *arguments):
        """Rows as dictionaries, with indices from 0 whatever the file counts from."""
        return table(self.run(*arguments).decode())

    def script(self, text, *arguments, code=0):
        with open("script.hs", "w", encoding="utf-8") as file:
            file.write(text)
        return self.run("--script", "script.hs", *arguments, code=code).decode()

    def shell(self, command):
        """A command as a picture stores it, with this program in place of headscope."""
        check(command.startswith("headscope "), "a command begins with the program:", command)
        line = f"'{self.path}' --fonts {self.fonts}" + command[len("headscope"):]
        done = subprocess.run(["sh", "-c", line], capture_output=True, env=self.env, check=False)
        return check(done.returncode == 0, "refused:", command, done.stderr.decode(errors="replace"))


def strict_json(data):
    def refuse(word):
        check(False, "no JSON of the standard:", word)

    def unique(pairs):
        check(len({key for key, _ in pairs}) == len(pairs), "a key stands twice:", [key for key, _ in pairs])
        return dict(pairs)

    return json.loads(data, parse_constant=refuse, object_pairs_hook=unique)


def unguarded(field):
    """A text as it was before its apostrophe against formulas."""
    return field[1:] if re.match("'+[=+\\-@\t\r\uff0b\uff0d\uff1d\uff20].", field, re.S) else field


def table(text):
    """The first line names the columns, and one "head_from_1" holds numbers that begin at 1."""
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    check(all(None not in row and None not in row.values() for row in rows), "a line has more or fewer fields than the header")
    bases = {name[-1] for row in rows[:1] for name in row if re.fullmatch(r".*_from_\d", name)}
    check(len(bases) <= 1, "columns count from", bases)
    plain = re.compile(r"(.*)_from_(\d)")
    return [dict((m[1], str(int(v) - int(m[2])) if v else v) if (m := plain.fullmatch(k)) else (k, v) for k, v in row.items()) for row in rows]


def from_zero(data):
    """A JSON of the program, its indices counted from 0."""
    base = data["index_base"]
    names = {"head", "layer", "query", "key", "largest_query", "largest_key", "row", "column", "index", "from", "largest_token", "sentence"}

    def walk(value):
        if isinstance(value, list):
            return [walk(one) for one in value]
        if isinstance(value, dict):
            return {k: v - base if k in names and isinstance(v, int) else [t - base for t in v] if k == "to" else walk(v)
                    for k, v in value.items()}
        return value
    return walk(data)


def number(field):
    """Of a CSV; None for an empty field."""
    words = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf"), "": None}
    return words[field] if field in words else float(field)


def fp32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def png_texts(path):
    """The text chunks of a PNG, by key."""
    with open(path, "rb") as file:
        data = file.read()
    check_same(data[:8], b"\x89PNG\r\n\x1a\n", path)
    texts, at = {}, 8
    while at < len(data):
        (length,), kind = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + length]
        key, _, rest = body.partition(b"\0")
        if kind == b"tEXt":
            texts[key.decode("latin-1")] = rest.decode("latin-1")
        elif kind == b"iTXt":  # compressed, method, language, key in that language
            check_same(rest[:2], b"\0\0", "an uncompressed iTXt")
            texts[key.decode("latin-1")] = rest[2:].split(b"\0", 2)[2].decode("utf-8")
        at += 12 + length
    return texts


def svg_texts(path):
    """The same of an SVG, whose description has a line for each."""
    import xml.etree.ElementTree as tree
    root = tree.parse(path).getroot()
    space = root.tag.partition("}")[0] + "}"
    words = root.find(space + "desc").text
    return dict(line.split(": ", 1) for line in words.split("\n") if ": " in line)


def write_safetensors(path, name, shape, values, metadata, mask=None):
    """`mask`: shape and bytes of an attention_mask."""
    data = struct.pack(f"<{len(values)}f", *values)
    header = {"__metadata__": metadata, name: {"dtype": "F32", "shape": shape, "data_offsets": [0, len(data)]}}
    if mask:
        header["attention_mask"] = {"dtype": "BOOL", "shape": mask[0], "data_offsets": [len(data), len(data) + len(mask[1])]}
        data += mask[1]
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
