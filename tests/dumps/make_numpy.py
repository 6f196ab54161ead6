"""Writes the attention files of test_dump_producers as NumPy, zipfile and pickle have them: python3 make_numpy.py (needs numpy, ml_dtypes).

The weight of layer l (an item of a batch counts on as a layer), head i, query q on key k of m: half and 1 / 2m more where k = (l + i + q) % m, else 1 / 2m."""
import pathlib
import pickle
import zipfile

import ml_dtypes
import numpy

HERE = pathlib.Path(__file__).parent


def made(L, h, n, m):
    l, i, q, k = numpy.ogrid[:L, :h, :n, :m]
    return (0.5 / m + 0.5 * (k == (l + i + q) % m)).astype("float32")


if __name__ == "__main__":
    words = ["a", "ça", "北京", "😀b"]
    numpy.savez(HERE / "stored.npz", attention=made(2, 3, 4, 4), tokens=numpy.array(words), model="toy", causal=False, kv_heads=3)
    items = made(4, 3, 4, 4).reshape(2, 2, 3, 4, 4)  # layer, item: the weight of layer 2 l + b
    numpy.savez_compressed(HERE / "packed.npz", **{f"attn_{l}": items[l].astype("float16") for l in range(2)},
                           tokens=numpy.array([words, ["x", "y", "[PAD]", "[PAD]"]]), attention_mask=numpy.array([[1, 1, 1, 1], [1, 1, 0, 0]]))
    numpy.savez(HERE / "plain.npz", *made(11, 2, 4, 4))  # arr_0 … arr_10
    numpy.savez(HERE / "objects.npz", attention=made(1, 1, 4, 4), tokens=numpy.array(words, dtype=object))
    numpy.save(HERE / "bfloat16.npy", made(2, 3, 4, 4).astype(ml_dtypes.bfloat16))
    numpy.save(HERE / "objects.npy", numpy.array([None, None]), allow_pickle=True)
    (HERE / "weights.pkl").write_bytes(pickle.dumps(made(1, 1, 4, 4)))
    with zipfile.ZipFile(HERE / "torch.pt", "w") as archive:  # the members that torch.save writes
        archive.writestr("archive/data.pkl", pickle.dumps({}, protocol=2))
        archive.writestr("archive/version", "3\n")
