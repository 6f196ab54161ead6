import json, sys, torch, transformers  # python export_hf.py MODEL OUT.safetensors "A sentence." ["A second one."]
from safetensors.torch import save_file
tokenizer = transformers.AutoTokenizer.from_pretrained(sys.argv[1])
model = transformers.AutoModel.from_pretrained(sys.argv[1], attn_implementation="eager").eval()
inputs = tokenizer(*sys.argv[3:5], return_tensors="pt")
with torch.no_grad():
    attention = torch.stack(model(**inputs, output_attentions=True).attentions)[:, 0].float()  # (L, h, n, m)
meta = {"model": sys.argv[1].rstrip("/").rsplit("/", 1)[-1], "causal": str(bool(attention.triu(1).max() == 0)),
        "tokens": json.dumps(tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])),
        "kv_heads": str(getattr(model.config, "num_key_value_heads", None) or attention.shape[1]),
        "segment_ids": json.dumps(inputs.get("token_type_ids", torch.zeros_like(inputs["input_ids"]))[0].tolist())}
save_file({"attention": attention.contiguous()}, sys.argv[2], metadata=meta)
