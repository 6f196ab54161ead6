"""headscope.py – attention from Python into Headscope. No dependency: arrays of torch, JAX, numpy or plain lists are taken as they
come. What is shown is shown by the program `headscope`, which is looked for in $HEADSCOPE, on the PATH and in the checkout.

    import headscope
    headscope.show(outputs.attentions, tokens)           # in a notebook inline, else in a window
    headscope.show(outputs, tokens)                      # a Hugging Face output: all attention that it has
    headscope.save("out.safetensors", cache, tokens)     # a TransformerLens cache; the file only
    headscope.model("minilm", "The cat sat.")            # a model that Headscope runs itself

`headscope-export MODEL OUT.safetensors TEXT…` runs a Hugging Face model and writes its attention (needs torch and transformers).
"""
import argparse
import array
import html
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

KINDS = ("attention", "encoder_attention", "decoder_attention", "cross_attention")
MOST = 4096  # tokens a side that Headscope opens


class Error(Exception):
    """What is wrong with an input, and what to do."""


# ------------------------------------------------------------------ arrays of any kind
def _shape(value):
    shape = getattr(value, "shape", None)
    if shape is not None:
        return tuple(int(side) for side in shape)
    if isinstance(value, (list, tuple)):
        if not value:
            return (0,)
        inner = {_shape(one) for one in value}
        if len(inner) > 1:
            raise Error(f"a list holds parts of different shapes: {sorted(inner)[:3]}")
        return (len(value), *inner.pop())
    return ()


def _flat(value):
    """Plain numbers in order."""
    if isinstance(value, (list, tuple)):
        for one in value:
            yield from _flat(one)
    else:
        yield float(value)


def _floats(value):
    """Any array as an array('f'), row by row."""
    for step in ("detach", "cpu", "float"):  # torch: off the graph and the device; half and bfloat16 to float
        if hasattr(value, step) and hasattr(value, "shape"):
            value = getattr(value, step)()
    if hasattr(value, "__array__"):
        try:
            import numpy
            made = array.array("f")
            made.frombytes(numpy.ascontiguousarray(numpy.asarray(value), dtype="<f4").tobytes())
            return made
        except ImportError:
            pass
    if hasattr(value, "tolist"):
        value = value.tolist()
    return array.array("f", _flat(value))


def _stack(layers, what):
    """A list of layers, or one array, as ((L, B, h, n, m), numbers)."""
    shape = _shape(layers) if not isinstance(layers, (list, tuple)) else None
    if shape is not None:
        if len(shape) < 2 or len(shape) > 5:
            raise Error(f"{what} has the shape {shape}: give (n, m), (h, n, m), (L, h, n, m) or (L, B, h, n, m), or a list of layers")
        full = {2: (1, 1, 1, *shape), 3: (1, 1, *shape), 4: (shape[0], 1, *shape[1:])}.get(len(shape), shape)
        return full, _floats(layers)
    if any(layer is None for layer in layers):
        raise Error(f"{what}: the model returned None for a layer: load it with attn_implementation=\"eager\", and call it with "
                    "output_attentions=True")
    if not layers:
        raise Error(f"{what} is empty: call the model with output_attentions=True")
    if all(isinstance(layer, (list, tuple)) and layer and not hasattr(layer[0], "shape") and len(_shape(layer)) < 3 for layer in layers):
        return _stack_one(layers, what)
    shapes = [_shape(layer) for layer in layers]
    if len(set(shapes)) > 1:
        odd = next(i for i, shape in enumerate(shapes) if shape != shapes[0])
        raise Error(f"{what}: layer {odd} (from 0) has the shape {shapes[odd]} and layer 0 has {shapes[0]}: Headscope shows layers of one "
                    "shape; give one group of them")
    if len(shapes[0]) not in (3, 4):
        raise Error(f"{what}: a layer has the shape {shapes[0]}: give (B, h, n, m) or (h, n, m)")
    inner = shapes[0] if len(shapes[0]) == 4 else (1, *shapes[0])
    numbers = array.array("f")
    for layer in layers:
        numbers.extend(_floats(layer))
    return (len(layers), *inner), numbers


def _stack_one(value, what):
    """Nested lists of one matrix, (n, m), or of heads, (h, n, m)."""
    shape = _shape(value)
    if len(shape) not in (2, 3):
        raise Error(f"{what} has the shape {shape}: give a list of layers, each (B, h, n, m) or (h, n, m)")
    return ((1, 1, 1, *shape) if len(shape) == 2 else (1, 1, *shape)), _floats(value)


# ------------------------------------------------------------------ what frameworks return
def _is_generated(value):
    """attentions of generate(): a tuple of steps, each a tuple of layers (B, h, rows, keys)."""
    return (isinstance(value, (list, tuple)) and len(value) > 0 and isinstance(value[0], (list, tuple)) and len(value[0]) > 0
            and hasattr(value[0][0], "shape") and len(_shape(value[0][0])) == 4)


def _join_steps(steps):
    """Steps of generation as layers (B, h, n, m): each step adds its rows; keys that came later have the weight 0."""
    layers = []
    widest = max(_shape(step[0])[3] for step in steps)
    for i in range(len(steps[0])):
        B, h = _shape(steps[0][i])[:2]
        rows = [[[] for _ in range(h)] for _ in range(B)]
        for step in steps:
            b_, h_, n, m = _shape(step[i])
            if (b_, h_) != (B, h):
                raise Error("steps of generation differ in batch or heads: beams are not joined; generate with num_beams=1")
            numbers = _floats(step[i])
            for b in range(B):
                for head in range(h):
                    for q in range(n):
                        at = ((b * h + head) * n + q) * m
                        rows[b][head].append(list(numbers[at:at + m]) + [0.0] * (widest - m))
        layers.append(rows)
    return layers


def _parts(value):
    """{tensor name: layers} of an output, a cache or the attention itself."""
    get = value.get if isinstance(value, dict) else lambda name, default=None: getattr(value, name, default)
    found = {}
    for name, tensor in (("attentions", "attention"), ("encoder_attentions", "encoder_attention"),
                         ("decoder_attentions", "decoder_attention"), ("cross_attentions", "cross_attention")):
        layers = get(name) if isinstance(value, dict) or hasattr(value, name) else None
        if layers is not None:
            found[tensor] = layers
    kept = {name: layers for name, layers in found.items() if hasattr(layers, "shape") or len(layers) > 0}  # BERT's cross_attentions are ()
    if found:
        return kept or found
    keys = list(value.keys()) if hasattr(value, "keys") else []
    hooks = {}
    for key in keys:  # a TransformerLens cache
        match = re.fullmatch(r"blocks\.(\d+)\.attn\.hook_pattern", str(key))
        if match:
            hooks[int(match[1])] = value[key]
    if hooks:
        return {"attention": [hooks[i] for i in sorted(hooks)]}
    if keys:
        raise Error(f"there is no attention among {', '.join(map(str, keys[:6]))}: call the model with output_attentions=True, or cache "
                    "hook_pattern")
    if not hasattr(value, "shape") and not isinstance(value, (list, tuple)):
        raise Error(f"a {type(value).__name__} holds no attention: give .attentions, an array, or a list of layers")
    return {"attention": value}


def _plain(tokens):
    """Lists of texts, or lists of lists for a batch."""
    if tokens is None:
        return None
    if isinstance(tokens, str):
        raise Error("tokens is one text: give the list of tokens, as tokenizer.convert_ids_to_tokens() does")
    if hasattr(tokens, "tolist"):
        tokens = tokens.tolist()
    return [_plain(one) if isinstance(one, (list, tuple)) else str(one) for one in tokens]


def _last(tokens, count):
    """Of a text that is generated further, the tokens whose rows are there."""
    return [one[-count:] for one in tokens] if tokens and isinstance(tokens[0], list) else tokens[-count:]


def _fit(tokens, B, side, name, what, generated):
    """One list for all items, or one for each; checked against the matrix."""
    if tokens is None:
        return None
    lists = tokens if tokens and isinstance(tokens[0], list) else [tokens]
    if generated and all(len(one) == side + 1 for one in lists):
        lists = [one[:-1] for one in lists]  # the token that came last has attended to nothing yet
    if len(lists) not in (1, B):
        raise Error(f"there are {len(lists)} lists of tokens for a batch of {B}: give one list for each item")
    for i, one in enumerate(lists):
        if len(one) != side:
            raise Error(f"{name} has {side} {what}, and there are {len(one)} tokens{f' of item {i} (from 0)' if len(lists) > 1 else ''}: "
                        "special tokens and padding count")
    return lists if B > 1 and len(lists) == B else lists[0]


# ------------------------------------------------------------------ the file
def save(path, attentions, tokens=None, *, query_tokens=None, key_tokens=None, attention_mask=None, decoder_attention_mask=None,
         model=None, causal=None, kv_heads=None, segment_ids=None):
    """Writes a .safetensors file that Headscope opens, and returns its path.

    attentions: a Hugging Face output, its .attentions, those of generate(), a TransformerLens cache, or arrays or nested lists:
    (n, m), (h, n, m), (L, h, n, m), (L, B, h, n, m), or a list of layers (B, h, n, m) or (h, n, m).
    tokens: a list of texts, or a list of lists for a batch. Of an encoder–decoder: query_tokens are the decoder's, key_tokens the
    encoder's. attention_mask: (B, n), 1 for what is a text's own (of an encoder–decoder the encoder's); or of cells, 1 (or 0 with −inf, as added to scores)
    where a query may see a key: (n, m), (B, 1, n, m), or one for each layer. causal: None = where all weights above the diagonal are 0.
    """
    own, query, key = _plain(tokens), _plain(query_tokens), _plain(key_tokens)
    parts = _parts(attentions)
    if own is not None and ("decoder_attention" in parts or "cross_attention" in parts):
        raise Error("an encoder-decoder has two lists of tokens: give query_tokens, the decoder's, and key_tokens, the encoder's")
    lists = {"attention": (own or query, own or key), "encoder_attention": (own or key, own or key), "decoder_attention": (query, query),
             "cross_attention": (query, key)}
    meta, tensors, is_causal, squares = {}, {}, None, set()
    for name, layers in parts.items():
        generated = _is_generated(layers)
        if generated:
            layers = _join_steps(layers)
        (L, B, h, n, m), numbers = _stack(layers, name)
        if 0 in (L, B, h, n, m):
            raise Error(f"{name} has the shape {(L, B, h, n, m)}: there is nothing in it")
        if max(n, m) > MOST:
            raise Error(f"{name} has {n} x {m} weights a head, and {MOST} is the most a side: take a shorter text")
        if name in ("attention", "decoder_attention"):
            is_causal = is_causal is not False and n <= m and not any(
                any(numbers[at * m + at % n + m - n + 1:(at + 1) * m]) for at in range(len(numbers) // m))
        rows, cols = lists[name]
        cols = _fit(cols, B, m, name, "keys", generated)
        rows = _fit(_last(rows, n) if rows is own and n < m else rows, B, n, name, "queries", generated)
        if name == "attention" or len(parts) == 1:
            if rows is not None and rows == cols:
                meta["tokens"] = json.dumps(rows)
                told = ()
            else:
                told = (("query_tokens", rows), ("key_tokens", cols))
        else:
            told = (("query_tokens", rows if name != "encoder_attention" else None), ("key_tokens", cols if name != "decoder_attention" else None))
        meta.update({word: json.dumps(texts) for word, texts in told if texts is not None})
        tensors[name] = ([L, h, n, m] if B == 1 else [L, B, h, n, m], numbers)
        squares.add((n, m) if n != B else None)
    meta["causal"] = str(bool(is_causal if causal is None else causal))
    for name, value in (("model", model), ("kv_heads", kv_heads)):
        if value is not None:
            meta[name] = str(value)
    for name, value in (("segment_ids", segment_ids), ("attention_mask", attention_mask), ("decoder_attention_mask", decoder_attention_mask)):
        if value is not None and (len(_shape(value)) > 2 or _shape(value) in squares):
            tensors[name] = (list(_shape(value)), _floats(value))
        elif value is not None:
            rows = value.tolist() if hasattr(value, "tolist") else list(value)
            rows = [[int(x) for x in row] if isinstance(row, list) else int(row) for row in rows]
            meta[name] = json.dumps(rows[0] if len(rows) == 1 and isinstance(rows[0], list) else rows)
    _write(path, tensors, meta)
    return path


def _write(path, tensors, meta):
    header, at = {"__metadata__": meta}, 0
    for name, (shape, numbers) in tensors.items():
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + 4 * len(numbers)]}
        at += 4 * len(numbers)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    folder = os.path.dirname(os.path.abspath(path))
    handle, made = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for shape, numbers in tensors.values():
                if sys.byteorder == "big":
                    numbers = array.array("f", numbers)
                    numbers.byteswap()
                numbers.tofile(file)
        os.chmod(made, 0o644)
        os.replace(made, path)  # whole or not at all
    except BaseException:
        os.unlink(made)
        raise


# ------------------------------------------------------------------ the program
def program():
    """Path of the program `headscope`."""
    here = os.path.dirname(os.path.realpath(__file__))
    for path in (os.environ.get("HEADSCOPE"), shutil.which("headscope"), os.path.join(here, "..", "..", "build", "headscope")):
        if path and os.access(path, os.X_OK):
            return path
    raise Error("the program headscope is not found: build it (sh app/run.sh in a checkout), put it on the PATH, or name it in HEADSCOPE")


def page(*words, view=None):
    """The HTML of what `headscope WORDS` shows."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "page.html")
        done = subprocess.run([program(), "--export", out, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode:
            raise Error(done.stderr.decode(errors="replace").strip() or "headscope could not show it")
        with open(out, encoding="utf-8") as file:
            text = file.read()
    return text


def _in_notebook():
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return bool(shell) and hasattr(shell, "kernel")


def _has_display():
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Shown:
    """What show() returns: a notebook draws it, elsewhere it says where the file is."""

    def __init__(self, path, html_text):
        self.path, self.html = path, html_text

    def _repr_html_(self):
        if self.html is None:
            return None
        return (f'<iframe srcdoc="{html.escape(self.html)}" style="width:100%;height:720px;border:1px solid #8888;border-radius:6px" '
                'title="Headscope"></iframe>')

    def __repr__(self):
        return f"<headscope: {self.path}>"


def _display(words, path):
    if _in_notebook():
        return Shown(path, page(*words))
    if _has_display():
        subprocess.Popen([program(), *words], stdin=subprocess.DEVNULL, start_new_session=True)
        return Shown(path, None)
    return Shown(path, None)


def show(attentions, tokens=None, *, path=None, **more):
    """Writes the file (see save) and shows it: inline in a notebook, else in a window when there is a display. `path` keeps the file."""
    if path is None:
        path = os.path.join(tempfile.mkdtemp(prefix="headscope-"), "attention.safetensors")
    save(path, attentions, tokens, **more)
    return _display([path], path)


def model(folder_or_name, text):
    """Shows a text through a model that Headscope runs itself: a folder, or a name that app/get-model.sh fetched ("minilm")."""
    folder = os.fspath(folder_or_name)
    if not os.path.exists(folder):
        home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
        kept = os.path.join(home, "headscope", "models", folder)
        if not os.path.exists(kept):
            raise Error(f"there is no folder {folder}, and no model of that name in {os.path.dirname(kept)}: sh app/get-model.sh fetches some")
        folder = kept
    return _display([folder, "--", text], folder)


# ------------------------------------------------------------------ headscope-export
def _say(text):
    print("headscope-export: " + text, file=sys.stderr)


def _tokens_of(tokenizer, ids):
    return [tokenizer.convert_ids_to_tokens([i for i in row if i >= 0]) for row in ids.tolist()]


def _encode(tokenizer, texts, pair, most):
    """Inputs of all texts, padded to the longest; says what was cut."""
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token or tokenizer.unk_token
    first = texts if not pair else [texts[0]]
    second = [texts[1]] if pair else None
    whole = tokenizer(first, second)["input_ids"]
    inputs = tokenizer(first, second, return_tensors="pt", padding=len(first) > 1, truncation=True, max_length=most)
    for i, ids in enumerate(whole):
        kept = int(inputs["attention_mask"][i].sum())
        if len(ids) > kept:
            _say(f"text {i + 1} has {len(ids)} tokens and is cut to {kept}")
    return inputs


def _limit(config, tokenizer, asked):
    known = [getattr(config, name, None) for name in ("max_position_embeddings", "n_positions", "max_source_positions")]
    most = min([n for n in known if isinstance(n, int) and n > 0] + [tokenizer.model_max_length, MOST])
    if getattr(config, "model_type", "") in ("roberta", "xlm-roberta", "camembert"):
        most = min(most, config.max_position_embeddings - 2)  # positions begin behind the padding's
    return min(most, asked) if asked else most


def _patches(config, count):
    """Names of an image's positions: what is no patch comes first."""
    size, patch = getattr(config, "image_size", 0), getattr(config, "patch_size", 0)
    rows = (size if isinstance(size, int) else size[0]) // (patch if isinstance(patch, int) else patch[0]) if size and patch else 0
    cols = (size if isinstance(size, int) else size[1]) // (patch if isinstance(patch, int) else patch[1]) if size and patch else 0
    extra = count - rows * cols
    if rows == 0 or extra < 0:
        return [str(i) for i in range(count)]
    marks = ["[CLS]"] + [f"[REG{i}]" for i in range(1, extra)] if extra else []
    return marks + [f"r{r + 1}c{c + 1}" for r in range(rows) for c in range(cols)]


def _export_images(args, transformers, torch, config):
    from PIL import Image
    processor = transformers.AutoImageProcessor.from_pretrained(args.model)
    net = transformers.AutoModel.from_pretrained(args.model, attn_implementation="eager").eval()
    images = [Image.open(path).convert("RGB") for path in args.images]
    with torch.no_grad():
        out = net(**processor(images=images, return_tensors="pt"), output_attentions=True)
    names = _patches(config, _shape(out.attentions[0])[3])
    save(args.out, out.attentions, [names] * len(images) if len(images) > 1 else names, model=_name(args.model), causal=False)
    return out.attentions


def _name(path):
    return path.rstrip("/").rsplit("/", 1)[-1]


def _segments(inputs, pair):
    return inputs["token_type_ids"][0] if pair and "token_type_ids" in inputs else None


def _own(target, tokenizer):
    """1 but for the padding behind what was generated: a first token that is called padding is where the decoder starts."""
    rows = target.tolist()
    for row in rows:
        end = len(row)
        while end > 1 and row[end - 1] == tokenizer.pad_token_id:
            end -= 1
        row[:] = [1] * end + [0] * (len(row) - end)
    return rows


def _export_both(args, transformers, torch, config, tokenizer, inputs):
    """An encoder–decoder: the target is given, or generated."""
    net = transformers.AutoModelForSeq2SeqLM.from_pretrained(args.model, attn_implementation="eager").eval()
    with torch.no_grad():
        if args.target:
            if len(args.texts) != 1:
                raise Error("--target goes with one text")
            target = tokenizer(text_target=args.target, return_tensors="pt")["input_ids"]
            start = config.decoder_start_token_id if config.decoder_start_token_id is not None else tokenizer.pad_token_id
            target = torch.cat([torch.full((1, 1), start), target], 1)
        else:
            target = net.generate(**{k: v for k, v in inputs.items() if k in ("input_ids", "attention_mask")}, max_new_tokens=args.generate or 20,
                                  do_sample=False, num_beams=1)
        out = net(**{k: v for k, v in inputs.items() if k in ("input_ids", "attention_mask")}, decoder_input_ids=target, output_attentions=True,
                  use_cache=False)
    one = len(args.texts) == 1
    query, key = _tokens_of(tokenizer, target), _tokens_of(tokenizer, inputs["input_ids"])
    save(args.out, out, query_tokens=query[0] if one else query, key_tokens=key[0] if one else key,
         attention_mask=inputs["attention_mask"], decoder_attention_mask=_own(target, tokenizer), model=_name(args.model), causal=True)
    return out.cross_attentions


def _export_text(args, transformers, torch, config, tokenizer, inputs):
    one = inputs["input_ids"].shape[0] == 1
    with torch.no_grad():
        if args.generate:
            net = transformers.AutoModelForCausalLM.from_pretrained(args.model, attn_implementation="eager").eval()
            if not one:
                raise Error("--generate goes with one text")
            ids = net.generate(**inputs, max_new_tokens=args.generate, do_sample=False)
            out = net(input_ids=ids, output_attentions=True)
        else:
            net = transformers.AutoModel.from_pretrained(args.model, attn_implementation="eager").eval()
            ids = inputs["input_ids"]
            out = net(**inputs, output_attentions=True)
    tokens = _tokens_of(tokenizer, ids)
    save(args.out, out.attentions, tokens[0] if one else tokens, attention_mask=inputs["attention_mask"] if ids is inputs["input_ids"] else [1] * ids.shape[1],
         model=_name(args.model), kv_heads=getattr(config, "num_key_value_heads", None), segment_ids=_segments(inputs, args.pair))
    return out.attentions


def export(args):
    import torch
    import transformers
    config = transformers.AutoConfig.from_pretrained(args.model)
    if args.images:
        layers = _export_images(args, transformers, torch, config)
    else:
        tokenizer = transformers.AutoTokenizer.from_pretrained(args.model)
        inputs = _encode(tokenizer, args.texts, args.pair, _limit(config, tokenizer, args.most))
        kind = _export_both if getattr(config, "is_encoder_decoder", False) else _export_text
        layers = kind(args, transformers, torch, config, tokenizer, inputs)
    shape = _shape(layers[0])
    print(f"{args.out}: {len(layers)} layers of {shape[1]} heads, {shape[2]} x {shape[3]}" + (f", {shape[0]} texts" if shape[0] > 1 else ""))


def main(words=None):
    """The command headscope-export."""
    parser = argparse.ArgumentParser(prog="headscope-export", description="Runs a Hugging Face model and writes its attention as a file that "
                                     "Headscope opens. Needs torch and transformers.")
    parser.add_argument("model", help="folder or name of a model")
    parser.add_argument("out", help="file to write, .safetensors")
    parser.add_argument("texts", nargs="*", help="one text, or several as a batch")
    parser.add_argument("--pair", action="store_true", help="the two texts are one input of two segments")
    parser.add_argument("--generate", type=int, metavar="N", help="N more tokens, by greedy choice; their attention, too")
    parser.add_argument("--target", metavar="TEXT", help="what the decoder of an encoder–decoder reads (default: generated)")
    parser.add_argument("--images", nargs="+", default=[], metavar="FILE", help="images for a vision model, patches as positions")
    parser.add_argument("--most", type=int, metavar="N", help="tokens a text at most (default: what the model takes)")
    parser.add_argument("--force", action="store_true", help="replace a file that exists")
    args = parser.parse_intermixed_args(words)
    try:
        if not args.out.endswith(".safetensors"):
            raise Error(f"{args.out}: the name must end in .safetensors")
        if os.path.exists(args.out) and not args.force:
            raise Error(f"{args.out} exists already, and stays: choose another name, or add --force")
        if not args.texts and not args.images:
            raise Error("there is nothing to run: give a text, or --images FILE")
        if args.pair and len(args.texts) != 2:
            raise Error("--pair takes two texts")
        export(args)
    except ImportError as error:
        _say(f"{error.name} is missing: pip install torch transformers" + (" pillow" if args.images else ""))
        return 1
    except (Error, OSError, ValueError) as error:
        _say(str(error).strip().split("\n")[0])
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
