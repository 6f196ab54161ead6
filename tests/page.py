# page.py PROGRAM FOLDER [BROWSER...] – the exported page in real browsers without network: what it says after a pointer, a click, a key or a
# choice, against the program's own JSON; what it leaves out; and pictures to look at in FOLDER. A browser is chromium or firefox-esr.
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "gui"))
from program import Program, check, check_same, report, write_safetensors  # noqa: E402

program = Program(sys.argv[1], sys.argv[2], fonts="system")
browsers = sys.argv[3:] or [name for name in ("chromium", "firefox-esr") if shutil.which(name)]
SENTENCE = "The student delivered the book to the library yesterday."

# Runs in the page; each step is [what, …] and gives what the page says then.
DRIVER = """
const out = [], wait = () => new Promise(done => setTimeout(done, 60));
const at = (canvas, x, y) => { const b = canvas.getBoundingClientRect(); return { clientX: b.left + x, clientY: b.top + y, bubbles: true }; };
for (const [what, ...more] of STEPS) {
  const stage = document.getElementById("stage");
  if (what === "go") { Object.assign(S, more[0]); draw(); }
  if (what === "cell") { // of the head view: pointer, or a click
    const canvas = stage.querySelector("canvas"), label = Math.max(labelRoom(D.queries), 120), top = labelRoom(D.keys) + 20;
    const cell = (parseFloat(canvas.style.width) - 2 - label) / M;
    canvas.dispatchEvent(new MouseEvent(more[0], at(canvas, label + (more[2] + 0.5) * cell, top + (more[1] + 0.5) * cell)));
  }
  if (what === "tile") { const canvas = stage.querySelectorAll(".tile canvas")[more[0]], b = canvas.getBoundingClientRect();
    canvas.dispatchEvent(new MouseEvent("mousemove", at(canvas, (more[2] + 0.5) / M * b.width, (more[1] + 0.5) / N * b.height))); }
  if (what === "open") stage.querySelectorAll(".tile")[more[0]].click();
  if (what === "token") stage.querySelectorAll(".text button")[more[0]].click();
  if (what === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", { key: more[0], bubbles: true }));
  if (what === "wide") document.body.style.width = more[0];
  if (what === "button") [...document.querySelectorAll("nav button")].find(one => one.textContent.trim() === more[0]).click();
  if (what === "choose") { const list = document.getElementById(more[0]); list.value = more[1]; list.dispatchEvent(new Event("change")); }
  await wait();
  out.push({ words: document.getElementById("words").textContent, view: S.view, head: S.head, layer: S.layer, q: S.q, k: S.k,
    text: stage.textContent, back: getComputedStyle(document.body).backgroundColor, gone: document.getElementById("gone").textContent,
    shown: [...document.querySelectorAll("nav label")].filter(one => one.offsetParent).map(one => one.id), key: document.getElementById("key").textContent, tabs: document.getElementById("views").textContent, wide: document.documentElement.scrollWidth <= innerWidth, fits: stage.scrollWidth <= stage.clientWidth });
}
"""


class Firefox:
    """By its own remote protocol, which is JSON behind its length."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="page-firefox-")
        with open(os.path.join(self.profile, "user.js"), "w", encoding="ascii") as file:
            file.write('user_pref("marionette.port", 29213);\nuser_pref("network.proxy.type", 1);\nuser_pref("network.proxy.http", "127.0.0.1");\n'
                       'user_pref("network.proxy.http_port", 9);\nuser_pref("network.proxy.ssl", "127.0.0.1");\nuser_pref("network.proxy.ssl_port", 9);\n')
        self.run = subprocess.Popen(["firefox-esr", "--headless", "--marionette", "--profile", self.profile, "--window-size", "1200,800"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.profile})
        for _ in range(300):
            try:
                self.link = socket.create_connection(("127.0.0.1", 29213), 300)
                break
            except OSError:
                time.sleep(0.2)
        self.file, self.count = self.link.makefile("rb"), 0
        self.read()
        self.ask("WebDriver:NewSession", {})
        self.ask("WebDriver:SetTimeouts", {"script": 1800000, "pageLoad": 1800000})  # a slow machine is no fault

    def read(self):
        length = b""
        while (byte := self.file.read(1)) != b":":
            length += byte
        return json.loads(self.file.read(int(length)))

    def ask(self, command, parameters):
        self.count += 1
        text = json.dumps([0, self.count, command, parameters]).encode()
        self.link.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, result = self.read()
        if error:
            raise RuntimeError(error)
        return result

    def drive(self, path, steps, picture):
        import base64
        self.ask("WebDriver:Navigate", {"url": "file://" + os.path.abspath(path)})
        done = self.ask("WebDriver:ExecuteAsyncScript", {"script": f"""
            const back = arguments[0], STEPS = {json.dumps(steps)};
            (async () => {{ while (typeof window.eval("typeof W") === "undefined" || window.eval("W") === undefined) await new Promise(r => setTimeout(r, 50));
              return await window.eval("(async () => {{ const STEPS = " + JSON.stringify(STEPS) + ";" + {json.dumps(DRIVER)} + "; return out; }})()"); }})().then(v => back(JSON.stringify(v)), e => back("!" + e));""",
                                                             "args": [], "newSandbox": True, "sandbox": None})["value"]
        if done.startswith("!"):
            raise RuntimeError(done)
        with open(picture, "wb") as file:
            file.write(base64.b64decode(self.ask("WebDriver:TakeScreenshot", {"full": False})["value"]))
        return json.loads(done)

    def close(self):
        try:
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (RuntimeError, OSError, ValueError):
            self.run.kill()
        self.run.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Chromium:
    """By a copy of the page with the driver in it, whose answer is read from the page that is left."""

    def drive(self, path, steps, picture):
        import html
        with open(path, encoding="utf-8") as file:
            text = file.read()
        script = ("<script>(async () => { while (W === undefined) await new Promise(r => setTimeout(r, 30)); const STEPS = " + json.dumps(steps).replace("<", "\\u003c") +
                  ";" + DRIVER + "; const box = document.createElement('pre'); box.id = 'answer'; box.hidden = true; box.textContent = JSON.stringify(out); document.body.append(box);"
                  "})();</script></body>")
        with open("driven.html", "w", encoding="utf-8") as file:
            file.write(text.replace("</body>", script))
        with tempfile.TemporaryDirectory() as profile:
            command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1200,800", f"--user-data-dir={profile}",
                       "--proxy-server=127.0.0.1:9", "--virtual-time-budget=60000"]
            address = "file://" + os.path.abspath("driven.html")
            dom = subprocess.run([*command, "--dump-dom", address], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.decode()
            subprocess.run([*command, f"--screenshot={os.path.abspath(picture)}", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return json.loads(html.unescape(dom.split('<pre id="answer" hidden="">')[1].split("</pre>")[0]))

    def close(self):
        pass


def weight_of(set_, head, q, k):
    return f"{set_['heads'][head]['weights'][q][k]:.4f}"


def small(browser, name):
    program.run("--force", "--export", "small.html", "--", SENTENCE)
    set_ = program.json("--json", "-", "--", SENTENCE)
    names = ["The", "student", "delivered", "the (1)", "book", "to", "the (2)", "library", "yesterday", "."]
    steps = [["tile", 1, 2, 4], ["open", 4], ["cell", "mousemove", 3, 4], ["cell", "mouseleave", 0, 0], ["cell", "click", 2, 1], ["key", "ArrowDown"], ["key", "]"],
             ["key", "Escape"], ["choose", "head", "1"], ["button", "Text"], ["token", 2], ["choose", "way", "k"], ["token", 4], ["key", "Escape"], ["button", "Lines"],
             ["button", "☾ dark"], ["button", "Head"], ["cell", "click", 2, 4]]
    told = browser.drive("small.html", [["go", {"theme": "light"}], *steps], f"{name}-small.png")[1:]
    said = dict(zip(map(str, steps), told))

    def says(step, *words):
        check(all(word in said[str(step)]["words"] for word in words), name, step, "says", said[str(step)]["words"], "without", words)

    says(steps[0], f"‘delivered’ (query) gives {weight_of(set_, 1, 2, 4)} of head 2", "to ‘book’ (key); rank 1")
    check_same((told[1]["view"], told[1]["head"]), ("head", 4), "a tile opens its head")
    says(steps[2], f"‘{names[3]}’ (query) gives {weight_of(set_, 4, 3, 4)} of head 5", "to ‘book’")
    says(steps[3], "Point at a cell")
    says(steps[4], f"gives {weight_of(set_, 4, 2, 1)} of head 5", "‘delivered’ (query)", "‘student’ (key)")
    check_same((told[5]["q"], told[5]["k"]), (3, 1), "an arrow moves the cell that is kept")
    says(steps[6], f"‘{names[3]}’ (query) gives {weight_of(set_, 5, 3, 1)} of head 6")
    check_same((told[7]["q"], told[7]["k"], told[8]["head"]), (None, None, 1), "escape, and a head that is chosen")
    says(steps[10], "‘delivered’ (query) in head 2", f"‘book’ {weight_of(set_, 1, 2, 4)}")
    check(f"{set_['heads'][1]['weights'][2][4]:.2f}" in told[10]["text"], "numbers under the words", told[10]["text"])
    says(steps[12], "‘book’ (key) in head 2", f"‘delivered’ {weight_of(set_, 1, 2, 4)}")
    links = sum(p >= 0.2 for head in set_["heads"] for p in [round(p * 10000) / 10000 for row in head["weights"] for p in row])
    check(told[14]["text"].startswith(f"{links} links; heads 1"), "lines", told[14]["text"], links)
    check(told[15]["back"] != told[14]["back"], "the dark theme")
    says(steps[17], f"gives {weight_of(set_, 1, 2, 4)} of head 2", "‘book’ (key)")
    check(all(one["wide"] for one in told), "nothing is wider than the window")


def large(browser, name, side):
    import array
    import random
    random.seed(side)
    made = array.array("f")
    for _ in range(144):
        sharp = random.choice([1, 2, 4, 8])
        for _ in range(side):
            row = [random.random() ** sharp for _ in range(side)]
            total = sum(row)
            made.extend(x / total for x in row)
    write_safetensors("big.safetensors", "attention", [12, 12, side, side], made, {"tokens": json.dumps([f"w{i}" for i in range(side)])})
    program.run("--force", "--export", "big.html", "big.safetensors")
    steps = [["go", {"theme": "light"}], ["go", {"view": "layers"}], ["open", 17], ["cell", "click", 3, 5], ["button", "Grid"], ["button", "Lines"], ["button", "Layers"], ["wide", "700px"], ["wide", ""]]
    begun = time.time()
    told = browser.drive("big.html", steps, f"{name}-{side}.png")
    print(f"{name}: 12 x 12 x {side}²: {os.path.getsize('big.html')} bytes, {len(steps)} steps in {time.time() - begun:.1f} s")
    weight = made[(17 * side + 3) * side + 5]
    least = float(told[0]["gone"].split("weights under ")[1].split(",")[0]) if told[0]["gone"] else 0
    want = f"{weight:.4f}" if weight >= least else f"under {least:g}"
    check_same((told[2]["layer"], told[2]["head"]), (1, 5), "the second layer's sixth head")
    check(f"‘w3’ (query) gives {want} of layer 2, head 6 to ‘w5’ (key)" in told[3]["words"], name, side, told[3]["words"], want)
    check(all(one["fits"] for one in told[6:]), name, "12 heads beside each other, as in a notebook")
    check((side <= 64) == (told[0]["gone"] == ""), "what is left out is said:", told[0]["gone"])


def through(browser, name):
    """A difference and hidden keys: signs, colours that have two ends, and no lines of what is no weight."""
    program.run("--force", "--minus-head", "2", "--export", "minus.html", "--", SENTENCE)
    set_ = program.json("--minus-head", "2", "--json", "-", "--", SENTENCE)
    told = browser.drive("minus.html", [["go", {"theme": "light"}], ["open", 0], ["cell", "click", 2, 4], ["key", "Escape"], ["button", "Text"], ["token", 2]], f"{name}-minus.png")
    value = set_["heads"][0]["weights"][2][4]
    said = ("+" if value > 0 else "−") + f"{abs(value):.4f}"  # far from 0
    check(f"‘delivered’ (query) to ‘book’ (key) in head 1" in told[2]["words"] and f"difference {said}." in told[2]["words"], name, told[2]["words"], said)
    check(("+" if value > 0 else "−") + f"{abs(value):.2f}" in told[5]["text"], "signed numbers under the words", told[5]["text"])
    check("scalebox" not in told[2]["shown"], "a difference has no scale to choose")
    check(all("Lines" not in one["tabs"] for one in told), "lines are of weights")
    top = max(abs(v) for head in set_["heads"] for row in head["weights"] for v in row)
    check(f"−{top:.2f}" in told[2]["key"] and f"+{top:.2f}" in told[2]["key"], "both ends of the colours", told[2]["key"])
    program.run("--force", "--hide", "first,5", "--renormalise", "--export", "hidden.html", "--", SENTENCE)
    set_ = program.json("--hide", "first,5", "--renormalise", "--json", "-", "--", SENTENCE)
    told = browser.drive("hidden.html", [["go", {"theme": "dark"}], ["open", 1], ["cell", "mousemove", 2, 4], ["cell", "mousemove", 2, 3], ["button", "Lines"]], f"{name}-hidden.png")
    check("‘book’ is hidden" in told[2]["words"], name, told[2]["words"])
    check(f"gives {weight_of(set_, 1, 2, 3)} of head 2" in told[3]["words"], name, told[3]["words"])
    check("hidden or masked" in told[2]["key"], told[2]["key"])


if not browsers:
    print("skipped: neither chromium nor firefox-esr is here")
for which in browsers:
    browser = Firefox() if which == "firefox-esr" else Chromium()
    try:
        small(browser, which)
        through(browser, which)
        for side in (64, 256):
            large(browser, which, side)
    finally:
        browser.close()
report()
