"""live.py PROGRAM [SECONDS] – a real window (Xvfb) while two models train on all processors: from a key to the frame that shows it, and
frames a second while the pointer moves. Keys and moves are sent by XTest; the program says when each picture is on the screen
(HEADSCOPE_TRACE_FRAMES). Prints percentiles in milliseconds, with training and without; fails on nothing. Wants a quiet machine."""
import ctypes
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 8
x11, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
x11.XFlush.argtypes = x11.XSync.argtypes = [ctypes.c_void_p]
xtst.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
xtst.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]
SYMS = {"left": 0xFF51, "right": 0xFF53, "end": 0xFF57, "tab": 0xFF09, "escape": 0xFF1B, "backspace": 0xFF08}


class Window:
    """The program in a window; its frames as (time, keys, moves, whether of the moment that is wished for)."""

    def __init__(self, display, home, *arguments):
        self.frames = []
        environment = {**os.environ, "DISPLAY": display, "XDG_CONFIG_HOME": home, "HEADSCOPE_TRACE_FRAMES": "1"}
        environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen([program, *arguments], env=environment, stderr=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()
        while not self.frames:
            time.sleep(0.05)
        time.sleep(1)
        self.display = x11.XOpenDisplay(display.encode())
        xtst.XTestFakeMotionEvent(self.display, -1, 640, 500, 0)
        x11.XSync(self.display, 0)
        time.sleep(0.3)

    def read(self):
        for line in self.process.stderr:
            word = line.split()
            if word[:1] == ["frame"]:
                self.frames.append((float(word[1]), int(word[2]), int(word[3]), word[4] == "1"))

    def press(self, name):
        """When it was pressed."""
        code = x11.XKeysymToKeycode(self.display, SYMS.get(name) or ord(name))
        at = time.clock_gettime(time.CLOCK_MONOTONIC)
        xtst.XTestFakeKeyEvent(self.display, code, 1, 0)
        xtst.XTestFakeKeyEvent(self.display, code, 0, 0)
        x11.XFlush(self.display)
        return at

    def keys(self, names, duration):
        """Milliseconds from each key to the frame with it, and to the first one that is whole."""
        time.sleep(0.5)  # every earlier key is shown and counted by then
        before, sent, stop = self.frames[-1][1], [], time.time() + duration
        while time.time() < stop:
            sent.append(self.press(names[len(sent) % len(names)]))
            time.sleep(random.uniform(0.04, 0.12))
        time.sleep(0.5)
        frames, took, whole = list(self.frames), [], []
        for i, at in enumerate(sent):
            took += [1e3 * (shown - at) for shown, keys, _, _ in frames if keys > before + i][:1]
            whole += [1e3 * (shown - at) for shown, keys, _, made in frames if keys > before + i and made][:1]
        if len(took) < len(sent):
            print(f"{len(sent) - len(took)} keys were never shown")
        return sorted(took), sorted(whole)

    def moves(self, duration):
        """Milliseconds between frames while the pointer moves 100 times a second."""
        first, stop, i = time.clock_gettime(time.CLOCK_MONOTONIC), time.time() + duration, 0
        while time.time() < stop:
            xtst.XTestFakeMotionEvent(self.display, -1, 100 + i * 7 % 1000, 300 + i * 3 % 300, 0)
            x11.XFlush(self.display)
            i += 1
            time.sleep(0.01)
        times = [at for at, *_ in list(self.frames) if at > first]
        return sorted(1e3 * (b - a) for a, b in zip(times, times[1:]))

    def close(self):
        self.process.terminate()
        self.process.wait()


def row(name, took):
    at = lambda share: took[min(len(took) - 1, int(share * len(took)))]
    print(f"{name:44} {at(.5):7.1f} {at(.95):7.1f} {at(.99):7.1f} {took[-1]:7.1f}   {len(took):4}", flush=True)


def measure(window, what):
    took, whole = window.keys(["left", "right"], seconds)
    row(f"{what}: a moment back and on", took)
    row(f"{what}: and its matrices", whole)
    window.press("end")
    row(f"{what}: between frames, pointer moves", window.moves(seconds))
    for view, name in (("1", "Grid"), ("2", "Head")):
        window.press(view)
        time.sleep(0.3)
        row(f"{what}: a head on, {name}", window.keys(["]", "["], seconds / 2)[0])
    window.press("8")


def main():
    with tempfile.TemporaryDirectory() as home:
        os.makedirs(os.path.join(home, "headscope"))
        open(os.path.join(home, "headscope", "settings"), "w", encoding="utf-8").close()
        read, write = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", "1300x820x24", "-nolisten", "tcp"], pass_fds=[write],
                                  stderr=subprocess.DEVNULL)
        display = ":" + os.read(read, 16).decode().strip()
        print(f"{'milliseconds':44} {'median':>7} {'95 %':>7} {'99 %':>7} {'worst':>7}   samples")
        try:
            window = Window(display, home, "--learn", "--learn-sentences", "1000000", "--size", "1280x800")
            time.sleep(4)
            measure(window, "training")
            window.press("g")
            time.sleep(1)
            measure(window, "paused")
            row("paused: a key in the Learn view (Tab)", window.keys(["tab"], seconds)[0])  # last: what has the focus takes arrow keys
            window.close()
        finally:
            server.terminate()


main()
