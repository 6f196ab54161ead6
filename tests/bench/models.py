"""models.py PROGRAM FOLDER [THREADS...] – the engine against PyTorch with eager attention and all weights returned: the same random
weights in the shapes of MiniLM, BERT-base, GPT-2 and SmolLM2-135M, the same threads, in turns. Called by models.sh. Prints for
each shape and length the median milliseconds of both, the fastest of both, and the median of the turns' own ratios."""
import os, statistics, subprocess, sys, time
import torch
import transformers as T

T.logging.set_verbosity_error()
SHAPES = {
    "MiniLM": lambda: T.BertModel(T.BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, attn_implementation="eager")),
    "BERT-base": lambda: T.BertModel(T.BertConfig(attn_implementation="eager")),
    "GPT-2": lambda: T.GPT2Model(T.GPT2Config(attn_implementation="eager")),
    "SmolLM2-135M": lambda: T.LlamaModel(T.LlamaConfig(vocab_size=49152, hidden_size=576, intermediate_size=1536, num_hidden_layers=30, num_attention_heads=9,
        num_key_value_heads=3, max_position_embeddings=8192, attn_implementation="eager")),
}
LENGTHS = [int(n) for n in os.environ.get("HS_LENGTHS", "12 32 128 512").split()]
GOAL = {12: 0.4, 32: 0.5, 128: 0.7, 512: 0.75}
engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(line):
    engine.stdin.write(line + "\n")
    engine.stdin.flush()
    return engine.stdout.readline().split()


def peer(model, ids, runs):
    times = []
    with torch.no_grad():
        for _ in range(runs):
            start = time.perf_counter()
            model(ids, output_attentions=True, use_cache=False) if "cache" in str(model.config.to_dict()) else model(ids, output_attentions=True)
            times.append((time.perf_counter() - start) * 1e3)
    return times


print(f"torch {torch.__version__}, transformers {T.__version__}; ms, medians (fastest)")
print(f"{'shape':13} {'tokens':>6} {'threads':>7} {'engine':>18} {'torch':>18} {'ratio':>6}  goal")
for name in os.environ.get("HS_SHAPES", " ".join(SHAPES)).split():
    folder = os.path.join(sys.argv[2], name)
    torch.manual_seed(1)
    model = SHAPES[name]().eval()
    if not os.path.exists(folder + "/config.json"):
        model.save_pretrained(folder)
    ask(folder + "/config.json")
    for threads in [int(t) for t in sys.argv[3:]] or [1, 2]:
        torch.set_num_threads(threads)
        for n in LENGTHS:
            ids = torch.tensor([[i * 7919 % 997 + 5 for i in range(n)]])
            runs, turns = (5, 9) if n <= 32 else (3, 7) if n <= 128 else (2, 5)
            peer(model, ids, 2), ask(f"{n} {threads} 2")
            ours, theirs, ratios = [], [], []
            for _ in range(turns):
                a, b = [float(x) for x in ask(f"{n} {threads} {runs}")], peer(model, ids, runs)
                ours, theirs = ours + a, theirs + b
                ratios.append(min(a) / min(b))
            ratio = statistics.median(ratios)
            print(f"{name:13} {n:6} {threads:7} {statistics.median(ours):9.2f} ({min(ours):6.2f}) {statistics.median(theirs):9.2f} ({min(theirs):6.2f}) "
                f"{ratio:6.2f}  {GOAL.get(n, 1)}{'' if ratio <= GOAL.get(n, 1) else ' MISSED'}", flush=True)
