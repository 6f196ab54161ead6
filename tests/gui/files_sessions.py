# files_sessions.py PROGRAM FOLDER SOURCES – every key of a session goes in with a value that is not its default, is opened
# by the program, saved by it and read with Python's reader: equal, key for key, and no key beyond those named here.
import json
import os
import shutil
import sys

from program import Program, check, check_same, report, strict_json, write_safetensors

program = Program(sys.argv[1], sys.argv[2])

SAVE = 'key ctrl+shift+s\nclick "session path"\nkey ctrl+a\ntext "saved.session"\nkey enter\nexpect message ~ "Saved the session"\n'
HIDE = {"punctuation": True, "first": True, "renormalise": True, "tokens": [2, 4]}
LIVE = {
    "headscope_session": 1,
    "text": 'The "old" dog\\ chased — naïve 日本 cats.',
    "file": {"path": "two.txt", "sentence": 1},
    "note": "Look at “it”, \"again\".",
    "heads": 16, "mask": "causal", "head_modes": {"3": "off", "5": "uniform", "7": "mean"},
    "view": "head", "head": 7, "lock": {"query": 4, "key": 2},
    "zoom": {"rows": [0.125, 0.7071067811865476], "columns": [0.1, 0.9]},
    "palette": "magma", "scale": "log", "range": "own", "reduce": "mean", "values": False, "count_from": 0,
    "lens": "value", "minus": {"head": 6}, "beside": True, "hide": HIDE, "sort": {"by": "entropy", "reversed": True},
    "lines": {"rule": "top", "amounts": [0.75, 0.125, 5], "hidden_heads": [2, 9]}, "step": "mix",
}
# One value of a kind hides another: the other kinds, one at a time on top of the above.
OTHERS = [{"view": view} for view in ("grid", "compare", "steps", "lines", "specialise")]
OTHERS += [{"palette": name} for name in ("cividis", "blues", "viridis")] + [{"scale": name} for name in ("linear", "sqrt", "row-max")]
OTHERS += [{"lens": "output"}, {"lens": "score", "minus": None, "lock": {"query": 3}}, {"minus": {"heads": 4}},
           {"minus": {"text": 'Another "one".'}, "head_modes": None, "lens": "weight", "lock": None}]
OTHERS += [{"step": name} for name in ("x", "q", "k", "v", "raw", "scale", "mask", "softmax", "concat", "output", "read")]
OTHERS += [{"sort": {"by": name, "reversed": False}} for name in
           ("number", "distance", "self", "previous", "next", "first", "punctuation", "largest", "confidence")]
OTHERS += [{"hide": {**HIDE, name: not HIDE[name]}} for name in ("punctuation", "first", "renormalise")]
OTHERS += [{"lines": {"rule": name, "amounts": [0.75, 0.125, 5], "hidden_heads": []}} for name in ("mass", "weight")]
LEARN = {"heads": [2, 16], "sentences": 960, "seed": "18446744073709551615", "rate": 0.015, "relations": "obj,aux", "hints": True, "by_chance": True}
OTHERS += [{"view": "learn", "learn": {**LEARN, **other}} for other in
           ({}, {"heads": [4]}, {"hints": False, "rate": 0.1}, {"by_chance": False, "relations": "subj,obj,loct,ana"}, {"seed": "0", "sentences": 1000000})]
DUMP = {
    "path": "four.safetensors", "bytes": 0, "attention": "cross_attention", "layer": 1, "item": 2, "pieces": "raw", "pair": "all",
    "layers": "table", "figure": "previous", "reversed": True,
}


def round_trip(session, opened=""):
    with open("in.session", "w", encoding="utf-8") as file:
        json.dump(session, file)
    if os.path.exists("saved.session"):
        os.remove("saved.session")
    program.script(f'{opened}drop in.session\nexpect message-kind none\n{SAVE}')
    with open("saved.session", "rb") as file:
        return strict_json(file.read())


def same(got, want, *words):
    for key in sorted(set(got) | set(want)):
        if got.get(key) == want.get(key):
            check(True)
        elif key == "minus" and key in got and "model" in got[key]:
            check_same({"model": os.path.basename(got[key]["model"])}, want.get(key), *words, key)
        elif key in ("file", "dump") and key in got and "path" in got[key]:
            check_same({**got[key], "path": os.path.basename(got[key]["path"])}, want.get(key), *words, key)
        else:
            check_same(got.get(key), want.get(key), *words, key)


with open("two.txt", "w", encoding="utf-8") as file:
    file.write("First.\n" + LIVE["text"] + "\n")
default = round_trip({"headscope_session": 1, "text": "A dog barks."})
for key, value in LIVE.items():
    check(key == "headscope_session" or default.get(key) != value, key, "has its default here:", value)
same(round_trip(LIVE), LIVE, "all at once:")
for other in OTHERS:
    want = {key: value for key, value in {**LIVE, **other}.items() if value is not None}
    same(round_trip(want), want, other)

# A run that was saved, at a moment of it, with a head switched off; and what a session may not say of one.
program.run("--learn", "--learn-sentences", "96", "--learn-heads", "4,2", "--save-run", "run.safetensors")
saved = {**LEARN, "heads": [4, 2], "sentences": 96, "seed": "1", "rate": 0.005, "relations": "subj,obj,loct,ana", "hints": False, "by_chance": False,
         "path": "run.safetensors"}
for moment, model in ((0, 0), (1, 1), (1, 0), (0, 1)):
    heads = saved["heads"][model]
    want = {**{key: LIVE[key] for key in ("headscope_session", "text", "mask", "view", "lock", "palette")},
            "learn": {**saved, "moment": moment, "model": model}, "heads": heads, "head": heads - 1, "head_modes": {str(heads - 1): "off"}}
    got = round_trip(want)
    got["learn"]["path"] = os.path.basename(got["learn"]["path"])
    same({key: got.get(key) for key in want}, want, "a run:")
for key, value in [("heads", [3]), ("heads", [1, 2, 4]), ("seed", "-1"), ("seed", "18446744073709551616"), ("seed", 1), ("rate", 0), ("rate", 0.2), ("relations", ""),
                   ("relations", "nose"), ("sentences", 95), ("hints", "no"), ("moment", 25), ("model", 2), ("more", 1), ("path", "")]:
    with open("in.session", "w", encoding="utf-8") as file:
        json.dump({"headscope_session": 1, "text": "A dog.", "learn": {**saved, "moment": 0, "model": 0, key: value}}, file)
    program.script('drop in.session\nexpect message-kind error\nexpect message ~ "should be {"\nexpect message ~ learn\n')

# An attention file's place. Two attentions, so that its name counts; n and m differ.
L, B, h, n, m = 2, 3, 4, 5, 6
write_safetensors("four.safetensors", "cross_attention", [L, B, h, n, m], [0.5, 0.25, 0.125, 0.125, 0, 0] * (L * B * h * n), {})
DUMP["bytes"] = os.path.getsize("four.safetensors")
kept = {key: value for key, value in LIVE.items() if key not in ("file", "head_modes", "minus", "hide", "lens")}
kept.update(view="layers", head=3, heads=16, lock={"query": 4, "key": 5}, dump=DUMP, lens="weight", hide={**HIDE, "renormalise": False})
same(round_trip(kept), kept, "attention file:")
for other in [{"layers": "map"}, {"figure": "entropy"}, {"reversed": False}, {"layer": 0}, {"item": 0}, {"pieces": "readable"}]:
    want = {**kept, "dump": {**DUMP, **other}}
    same(round_trip(want), want, other)

# A real model's: its folder, heads of layers, what is subtracted.
for name in ("gpt2", "other"):
    shutil.copytree(os.path.abspath(sys.argv[3]) + "/tests/models/gpt2", name)
model = {key: value for key, value in LIVE.items() if key not in ("file", "head_modes", "zoom")}
model.update(text="Birds sing.", head=3, mask="none", hide={**HIDE, "tokens": [1, 3]}, minus={"model": "other"}, lens="output",
    head_modes={"0.1": "off", "1.0": "uniform", "1.3": "mean"},
    dump={"path": "gpt2", "bytes": os.path.getsize("gpt2/model.safetensors"), "attention": "", "layer": 1, "item": 0, "pieces": "raw",
          "pair": "all", "layers": "table", "figure": "entropy", "reversed": True})
same(round_trip(model), model, "model:")
for other in [{"minus": {"text": "A text."}, "lock": None}, {"minus": {"head": 2}}, {"minus": None}, {"head_modes": None}, {"view": "layers"},
              {"view": "steps", "lens": "weight", "lock": {"query": 2, "key": 1}, "minus": None}, {"view": "lines"}, {"head_modes": {"0.0": "mean"}}]:
    want = {key: value for key, value in {**model, **other}.items() if value is not None}
    same(round_trip(want), want, other)
# What does not fit the model is refused, and nothing opens.
for modes in ({"2.0": "off"}, {"0.4": "off"}, {"0.": "off"}, {".0": "off"}, {"0.1x": "off"}, {"600.0": "off"}):
    with open("bad.session", "w", encoding="utf-8") as file:
        json.dump({**model, "head_modes": modes}, file)
    program.script("drop bad.session\nexpect message-kind error\nexpect heads 8\n")
report()
