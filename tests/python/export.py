# export.py PROGRAM FOLDER SOURCES [MODEL...] – headscope-export on small random models of every kind that transformers has, made here, and on the
# folders that are named: what the program reads is what the model returns, for single texts, batches, pairs, cut texts, generated ones, images;
# and a notebook is run. Needs torch, transformers, tokenizers, pillow; nbconvert and ipykernel for the notebook.
import contextlib
import io
import json
import os
import random
import subprocess
import sys

os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gui"))
from program import Program, check, check_same, from_zero, report  # noqa: E402

program = Program(sys.argv[1], sys.argv[2])
sources, real = os.path.abspath(sys.argv[3]), [os.path.abspath(path) for path in sys.argv[4:]]
sys.path.insert(0, sources + "/assets/python")
import headscope  # noqa: E402
import tokenizers  # noqa: E402
import torch  # noqa: E402
import transformers  # noqa: E402
from PIL import Image  # noqa: E402

os.environ["HEADSCOPE"] = program.path
transformers.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()
TEXTS = ["the cat sat on the mat .", "a dog saw it .", "the student gave the book to the library yesterday ."]
WORDS = sorted(set(" ".join(TEXTS).split())) + ["runs"]


def tokenizer(folder, marks):
    """Words, with a model's marks around them."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel({w: i for i, w in enumerate(special + WORDS)}, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    if marks:
        made.post_processor = tokenizers.processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]", mask_token="[MASK]",
                                                eos_token="[SEP]", bos_token="[CLS]", model_max_length=24,
                                                model_input_names=["input_ids", *(["token_type_ids"] if marks == "segments" else []), "attention_mask"])
    fast.save_pretrained(folder)
    return fast


T, V = transformers, len(WORDS) + 5
SIZES = {"hidden_size": 24, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 32, "vocab_size": V}
DECODER = {"d_model": 24, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 32, "decoder_ffn_dim": 32,
           "vocab_size": V, "pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3, "decoder_start_token_id": 2, "forced_eos_token_id": None, "forced_bos_token_id": None}
IMAGE = {"hidden_size": 24, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 32, "image_size": 32, "patch_size": 8}
MODELS = {
    "bert": ("segments", T.BertConfig(**SIZES), T.BertModel), "distilbert": ("plain", T.DistilBertConfig(dim=24, n_layers=3, n_heads=4, hidden_dim=32, vocab_size=V), T.DistilBertModel),
    "roberta": ("plain", T.RobertaConfig(**SIZES, max_position_embeddings=40, pad_token_id=0), T.RobertaModel),
    "electra": ("segments", T.ElectraConfig(**SIZES, embedding_size=16), T.ElectraModel),
    "gpt2": ("", T.GPT2Config(n_embd=24, n_layer=3, n_head=4, vocab_size=V, bos_token_id=2, eos_token_id=3), T.GPT2LMHeadModel),
    "llama": ("", T.LlamaConfig(**SIZES, num_key_value_heads=2, bos_token_id=2, eos_token_id=3), T.LlamaForCausalLM),
    "neox": ("", T.GPTNeoXConfig(**SIZES, bos_token_id=2, eos_token_id=3), T.GPTNeoXForCausalLM),
    "bart": ("plain", T.BartConfig(**DECODER), T.BartForConditionalGeneration),
    "t5": ("plain", T.T5Config(d_model=24, d_kv=6, d_ff=32, num_layers=3, num_decoder_layers=3, num_heads=4, vocab_size=V, pad_token_id=0, decoder_start_token_id=0), T.T5ForConditionalGeneration),
    "marian": ("plain", T.MarianConfig(**DECODER), T.MarianMTModel),
    "vit": (None, T.ViTConfig(**IMAGE), T.ViTModel), "dinov2": (None, T.Dinov2Config(**IMAGE), T.Dinov2Model),
}


def make(name):
    marks, config, kind = MODELS[name]
    torch.manual_seed(len(name))
    net = kind(config).eval()
    with torch.no_grad():  # sharp enough that no head is nearly even
        for key, value in net.named_parameters():
            if value.dim() > 1:
                value.mul_(8)
    net.save_pretrained(name)
    if marks is None:
        T.ViTImageProcessor(size={"height": 32, "width": 32}).save_pretrained(name)
        return None
    return tokenizer(name, marks)


def export(*words):
    """headscope-export, in this process: a start of torch takes longer than all of it. Returns what it says."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        code = headscope.main(list(words))
    check_same(code, 0, "exit of", words, said.getvalue())
    return said.getvalue()


def compare(path, layers, tokens, keys=None, options=(), item=0, items=1, own=None):
    """Every layer and head that the program reads, against the model's own."""
    for number, layer in enumerate(layers):
        data = from_zero(program.json("--layer", str(number + 1), "--pieces", "raw", *options, *(["--item", str(item + 1)] if items > 1 else []), "--view", "grid", "--json", "-", path))
        got = torch.tensor([[[0 if p is None else p for p in row] for row in head["weights"]] for head in data["heads"]])
        want = layer[item].float()
        if own is not None:  # padding is left out
            want = want[:, own][:, :, own]
        if not check(got.shape == want.shape and torch.allclose(got, want, atol=1e-6), path, "layer", number, "item", item, got.shape, want.shape):
            return
        names = [t["text"] for t in data["tokens"]], [t["text"] for t in data.get("key_tokens", data["tokens"])]
        check_same(names, (tokens, keys or tokens), "tokens of", path)


def run(name, kind=None, **inputs):
    with torch.no_grad():
        return (kind or T.AutoModel).from_pretrained(name, attn_implementation="eager").eval()(**inputs, output_attentions=True)


random.seed(1)
for i in range(2):
    Image.frombytes("RGB", (40, 50), bytes(random.randrange(256) for _ in range(6000))).save(f"image{i}.png")
for name, (marks, config, kind) in MODELS.items():
    own, out = make(name), f"{name}.safetensors"
    if marks is None:
        export(name, out, "--images", "image0.png", "image1.png")
        images = [Image.open(f"image{i}.png").convert("RGB") for i in range(2)]
        layers = run(name, **T.AutoImageProcessor.from_pretrained(name)(images=images, return_tensors="pt")).attentions
        patches = ["[CLS]"] + [f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)]
        for item in range(2):
            compare(out, layers, patches, item=item, items=2)
        continue
    one = own(TEXTS[0], return_tensors="pt")
    tokens = own.convert_ids_to_tokens(one["input_ids"][0])
    if config.is_encoder_decoder:
        export(name, out, TEXTS[0], "--target", TEXTS[1])
        start = torch.tensor([[config.decoder_start_token_id]])
        target = torch.cat([start, own(TEXTS[1], return_tensors="pt")["input_ids"]], 1)
        whole = run(name, T.AutoModelForSeq2SeqLM, input_ids=one["input_ids"], attention_mask=one["attention_mask"], decoder_input_ids=target)
        names = own.convert_ids_to_tokens(target[0])
        compare(out, whole.encoder_attentions, tokens, options=["--attention", "encoder"])
        compare(out, whole.decoder_attentions, names, options=["--attention", "decoder"])
        compare(out, whole.cross_attentions, names, tokens, options=["--attention", "cross"])
        export(name, out, TEXTS[0], "--generate", "5", "--force")
        check(len(json.loads(program.run("--attention", "cross", "--layer", "1", "--json", "-", out))["tokens"]) >= 2, "generated tokens of", name)
        continue
    export(name, out, TEXTS[0])
    compare(out, run(name, **one).attentions, tokens)
    # a batch: padding is marked, and every item is its own
    export(name, out, *TEXTS, "--force")
    all_ = own(TEXTS, return_tensors="pt", padding=True)
    layers = run(name, **all_).attentions
    for item in range(3):
        mask = all_["attention_mask"][item] == 1
        compare(out, layers, own.convert_ids_to_tokens(all_["input_ids"][item][mask]), item=item, items=3, own=mask)
    with open(out, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        meta = json.loads(file.read(size))["__metadata__"]
    check_same(json.loads(meta["attention_mask"]), all_["attention_mask"].tolist(), "mask of", name)
    check_same(meta.get("kv_heads", "4"), "2" if name == "llama" else "4", "key/value heads of", name)
    # cut, and said
    said = export(name, out, " ".join(["the cat"] * 40), "--most", "9", "--force")
    check("text 1 has " in said and "is cut to 9" in said, said)
    if marks == "segments":
        export(name, out, TEXTS[0], TEXTS[1], "--pair", "--force")
        pair = own(TEXTS[0], TEXTS[1], return_tensors="pt")
        compare(out, run(name, **pair).attentions, own.convert_ids_to_tokens(pair["input_ids"][0]))
    if not marks:
        export(name, out, TEXTS[0], "--generate", "4", "--force")
        net = T.AutoModelForCausalLM.from_pretrained(name, attn_implementation="eager").eval()
        ids = net.generate(**one, max_new_tokens=4, do_sample=False)
        compare(out, run(name, input_ids=ids).attentions, own.convert_ids_to_tokens(ids[0]))
        # what generate() itself returns: steps of layers
        steps = net.generate(**one, max_new_tokens=4, do_sample=False, return_dict_in_generate=True, output_attentions=True)
        headscope.save("steps.safetensors", steps, own.convert_ids_to_tokens(steps.sequences[0]), attention_mask=[1] * (steps.sequences.shape[1] - 1))
        count = steps.sequences.shape[1] - 1
        compare("steps.safetensors", [layer[:, :, :count, :count] for layer in run(name, input_ids=steps.sequences).attentions], own.convert_ids_to_tokens(steps.sequences[0])[:-1])
for folder in real:
    own = T.AutoTokenizer.from_pretrained(folder)
    export(folder, "real.safetensors", "The student delivered the book to the library.", "--force")
    one = own("The student delivered the book to the library.", return_tensors="pt")
    compare("real.safetensors", run(folder, **one).attentions, own.convert_ids_to_tokens(one["input_ids"][0]))
check("is missing: pip install torch transformers" in subprocess.run(
    [sys.executable, "-S", "-E", sources + "/assets/python/headscope.py", "m", "new.safetensors", "A text."], capture_output=True, text=True, check=False).stderr, "without torch")

try:  # JAX, where it is
    import jax.numpy
    headscope.save("jax.safetensors", [jax.numpy.asarray(layer[:1].numpy(), dtype="bfloat16") for layer in layers])
except ImportError:
    print("skipped: jax is not here")
try:
    from transformer_lens.model_bridge import TransformerBridge  # since TransformerLens 4
    plain = transformers.GPT2LMHeadModel(transformers.GPT2Config(n_layer=2, n_head=4, n_embd=16, n_positions=12, vocab_size=30)).eval()
    plain.save_pretrained("for-lens")
    net = TransformerBridge.boot_transformers("for-lens", hf_model=plain)
    _, cache = net.run_with_cache(torch.arange(7)[None])
    headscope.save("lens.safetensors", cache, [f"t{i}" for i in range(7)])
    compare("lens.safetensors", [cache[f"blocks.{i}.attn.hook_pattern"] for i in range(2)], [f"t{i}" for i in range(7)])
except ImportError:
    print("skipped: transformer_lens is not here")

# ---------------------------------------------------------------- a notebook
try:
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor
except ImportError:
    print("skipped: nbconvert is not here")
else:
    folder = real[0] if real else "bert"
    cells = [f"import sys; sys.path.insert(0, {sources + '/assets/python'!r}); import headscope, torch, transformers",
             f"own = transformers.AutoTokenizer.from_pretrained({folder!r}); net = transformers.AutoModel.from_pretrained({folder!r}, attn_implementation='eager')\n"
             "inputs = own('the cat sat on the mat .', return_tensors='pt')\nout = net(**inputs, output_attentions=True)",
             "headscope.show(out, own.convert_ids_to_tokens(inputs['input_ids'][0]))"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    ExecutePreprocessor(timeout=600).preprocess(book, {"metadata": {"path": "."}})
    shown = book.cells[-1].outputs[0]["data"].get("text/html", "")
    check("<iframe srcdoc=" in shown and "headscope-page 1" in shown, "the notebook's output", shown[:300])
    nbformat.write(book, "notebook.ipynb")
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "notebook.ipynb"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
report()
