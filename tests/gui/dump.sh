#!/bin/sh
# dump.sh PROGRAM FOLDER GENERATOR SOURCE – attention files from the command line: the numbers that are written are those
# in the file's bytes, errors are one line, and the script dump.hs drives the window's side. Files are made by GENERATOR.
set -u
program=$1 folder=$2 make=$3 assets=$4/assets
. "$(dirname "$0")/want.sh"

run() {
    "$program" --assets "$assets" --fonts fixed "$@"
}

# small OUT HEADER <NUMBERS: a safetensors file of that header and the bytes of standard input, whatever they say
small() {
    printf "$(printf '\\%03o\\%03o' $((${#2} % 256)) $((${#2} / 256)))\\0\\0\\0\\0\\0\\0%s" "$2" >"$1"
    cat >>"$1"
}

"$make" pieces.safetensors 6 8 12 tokens=pieces || exit 1
"$make" gqa.safetensors 4 16 24 causal kv=4 || exit 1
"$make" cross.safetensors 3 6 10 24 || exit 1
"$make" long.safetensors 3 8 5 40 || exit 1
"$make" deep.safetensors 30 9 12 causal kv=3 || exit 1
head -c 9000 pieces.safetensors >cut.safetensors
# zeros.npy: (2, 2) of <f4, version 1.0
printf '\223NUMPY\001\000\106\000%-69s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }" >zeros.npy
head -c 16 /dev/zero >>zeros.npy
ln -s "$source/tests/gui/data" data

# ---- files that are wrong, for the errors below and for dump_errors.hs: zeros stand for numbers where it is not the numbers
zeros() {
    head -c "$1" /dev/zero
}
one() { # OUT DTYPE SHAPE BYTES [METADATA]: one tensor over as many zeros
    zeros "$4" | small "$1" "{${5:+\"__metadata__\":{$5\},}\"attention\":{\"dtype\":\"$2\",\"shape\":$3,\"data_offsets\":[0,$4]}}"
}
# the numbers fit their offsets, 40 GB of them: a file with a hole
: | small side.safetensors '{"attention":{"dtype":"F32","shape":[1,1,100000,100000],"data_offsets":[0,40000000000]}}'
truncate -s $((40000000000 + $(wc -c <side.safetensors))) side.safetensors
one keys.safetensors F16 '[4,5000]' 40000
one half.safetensors F32 '[2,2]' 16
truncate -s -4 half.safetensors
one whole.safetensors I32 '[2,2]' 16
one axis.safetensors F32 '[2,0,4,4]' 0
one empty.safetensors F32 '[2,4,0,0]' 0
one same.safetensors F32 '[1,1,4,4]' 64
one tokens.safetensors F32 '[1,1,4,4]' 64 '"tokens":"[\"a\",\"b\",\"c\"]"'
one causal.safetensors F32 '[1,1,4,4]' 64 '"causal":"perhaps"'
zeros 32 | small twice.safetensors '{"attention":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"attention":{"dtype":"F32","shape":[2,2],"data_offsets":[16,32]}}'
zeros 24 | small over.safetensors '{"attention":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"b":{"dtype":"F32","shape":[2,2],"data_offsets":[8,24]}}'
zeros 24 | small hole.safetensors '{"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"attention":{"dtype":"F32","shape":[2,2],"data_offsets":[8,24]}}'
zeros 16 | small other_name.safetensors '{"weights":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}}'
printf '\377\377\377\377\377\377\377\177{}' >huge.safetensors
: >nothing.safetensors

# ---- the numbers of layer 3, head 7 are the file's own
want 0 '' run pieces.safetensors --layer 3 --head 7 --export head.csv
header=$(od -A n -t u8 -N 8 pieces.safetensors | tr -d ' ')
first=$((8 + header + ((3 - 1) * 8 + (7 - 1)) * 144 * 4))
od -A n -v -t f4 -w4 -j "$first" -N 576 pieces.safetensors | awk '{ printf "%.6f\n", $1 }' >bytes
tail -n +2 head.csv | awk -F, '{ printf "%.6f\n", $(NF - 1) }' >shown
check cmp -s bytes shown
check test "$(wc -l <shown)" -eq 144
check grep -q '^3,7,1,' head.csv
# ---- pictures and statistics
want 0 '' run pieces.safetensors --layer 3 --head 7 --export head.png
check test "$(head -c 4 head.png | tail -c 3)" = PNG
want 0 '' run pieces.safetensors --export layers.svg
check grep -q 'layer 6, head 8' layers.svg
check grep -q '>head →<' layers.svg
want 0 '' run pieces.safetensors --layers table --view layers --sort entropy --export table.png
want 0 '' run pieces.safetensors --layers table --view layers --size 900x600 --export cut.svg
check grep -q '>1[0-9] of 48 heads; a CSV of this view has all<' cut.svg
# what a small page does not hold is said; what it can hold closer is shown whole
want 0 '' run gqa.safetensors --layer 1 --view lines --size 900x600 --export lines.svg
check grep -q '; the page shows tokens 1 to [12][0-9]<' lines.svg
want 0 '' run pieces.safetensors --layer 1 --view lines --size 900x600 --export whole.svg
check test "$(grep -c 'the page shows' whole.svg)" -eq 0
want 0 '' run pieces.safetensors --stats stats.csv
check test "$(wc -l <stats.csv)" -eq 49
want 1 'stats.csv' run pieces.safetensors --stats stats.csv
want 0 '^1,8,' run --stats - The cat sat.
want 0 '' run gqa.safetensors --layer 2 --sheet --export sheet.png
want 0 '"layer": 2' run gqa.safetensors --layer 2 --json -
want 0 '' run pieces.safetensors --layer 1 --head 2 --pieces words --export words.csv
check test "$(wc -l <words.csv)" -eq 82
# ---- the command in a picture makes the same picture
want 0 '' run pieces.safetensors --layer 4 --head 2 --theme dark --lock 3,2 --export again.svg
command=$(sed -n 's/.*\(headscope --view.*\)/\1/p' again.svg | head -1 | sed "s/<.*//; s/&apos;/'/g; s/&#39;/'/g; s/&quot;/\"/g")
check test -n "$command"
mv again.svg first.svg
eval "run $(echo "$command" | sed 's/^headscope//; s/OUT.svg/again.svg/')" 2>stderr
check cmp -s first.svg again.svg
# the mean of cells that share a pixel: in the command, and another picture
want 0 '' run gqa.safetensors --reduce mean --export mean.svg
check grep -q -e '--range one --reduce mean ' mean.svg
check grep -q -e '--layers-sort number ' mean.svg
want 0 '' run pieces.safetensors --export largest.svg
check test "$(grep -c -e '--reduce' largest.svg)" -eq 0
# ---- Specialise and Lines of a causal file hatch nothing, so no key says "masked"; all items are measured, so none is named
printf '[{"id": "c", "tokens": ["transformer", "attends", "to", "every"], "relations": []}]' >short.json
want 1 'nothing was measured: gqa.safetensors: none of its 1 sentence spells' run gqa.safetensors --view specialise --annotated short.json --export none.csv
check test ! -e none.csv
printf 'key 6\ntrace none.txt\n' >none.hs
want 0 '' run gqa.safetensors --annotated short.json --script none.hs
check test "$(grep -c -e 'masked' -e 'colour and number' none.txt)" -eq 0
check grep -q 'none of its 1 sentence' none.txt
want 0 '' run gqa.safetensors --view lines --export lines_key.svg
check test "$(grep -c '>masked<' lines_key.svg)" -eq 0
want 0 '' run gqa.safetensors --view grid --export grid_key.svg
check grep -q '>masked<' grid_key.svg
# ---- one file minus another
cp pieces.safetensors other.safetensors
printf '\000\000\000\077' | dd of=other.safetensors bs=1 seek=$((8 + header)) conv=notrunc 2>/dev/null # the first weight: 0.5
want 0 '' run other.safetensors --layer 1 --head 1 --minus-file pieces.safetensors --export minus.csv
check test "$(tail -n +2 minus.csv | awk -F, '$NF != 0 && $1 == 1' | wc -l)" -eq 1
# of another layer the numbers name that layer
want 0 '^4,2,1,' run pieces.safetensors --layer 4 --head 2 --minus-head 1 --export - --format csv
want 0 '"layer": 4,' run pieces.safetensors --layer 4 --minus-head 1 --json -
# the picture says which file was subtracted; pieces, pair and item are those of the first file
want 0 '' run other.safetensors --layer 2 --head 1 --view head --pieces words --minus-file pieces.safetensors --export minus.svg
check grep -q 'minus B, “layer 2 of pieces.safetensors”<' minus.svg
check grep -q 'head 1 of layer 2 of 6' minus.svg
printf '\000\000\200\076\000\000\100\077' | small only.safetensors '{"cross_attention":{"dtype":"F32","shape":[1,1,1,2],"data_offsets":[0,8]}}'
want 2 '^headscope: --minus-file: the file has no cross attention' run only.safetensors --minus-file pieces.safetensors --export bad.svg

# ---- --sort is of the heads that are shown, and Layers shows those of all layers; what --find found is said
want 0 '' run pieces.safetensors --layers table --sort entropy --reverse --export sorted.svg
want 0 '' run pieces.safetensors --layers table --layers-sort entropy --layers-reverse --export other.svg
check test "$(grep -v Command: sorted.svg | cksum)" = "$(grep -v Command: other.svg | cksum)"
want 0 '' run pieces.safetensors --layers table --export unsorted.svg
check test "$(grep -v Command: sorted.svg | cksum)" != "$(grep -v Command: unsorted.svg | cksum)"
want 0 'find: 2 tokens hold "es": ' run --find es --export - --format csv "He chases the cat and sees it."
want 0 'find: no token holds "xyz"' run --find xyz --export - --format csv "The cat sat."

# ---- what a picture or the statistics cannot show is said, not dropped
want 0 'warning: --minus-file changes nothing here: --view grid' run other.safetensors --minus-file pieces.safetensors --export all.svg
want 0 'warning: --theme changes nothing here: a picture shows it' run other.safetensors --theme dark --stats all.csv
want 2 'each say what is subtracted: give one' run other.safetensors --minus-head 1 --minus-file pieces.safetensors --export bad.svg

cp other.safetensors kept.safetensors
want 1 'is the attention file that is read, and stays' run other.safetensors --stats ./other.safetensors --force
check cmp other.safetensors kept.safetensors

# ---- relations of annotated sentences that the file spells
printf '[{"id": "a", "tokens": ["transformer", "attends", "to", "every", "tokens", "previous", "state"], "relations": [{"type": "subj", "from": 1, "to": [0]}]}]' >annotated.json
want 0 '^subj [1-6] [1-8] 100.0 ' run pieces.safetensors --evaluate annotated.json
# over the items of a batch: as many rows as all have, and means over them
python3 -c '
import json, struct
L, B, h, n, own = 2, 3, 2, 6, (6, 2, 4)
cells = []
for l in range(L):
    for b in range(B):
        for i in range(h):
            for q in range(n):
                row = [(1 + (q * 5 + k * 3 + l + i) % 7) if max(q, k) < own[b] else 0 for k in range(n)]
                cells += [x / (sum(row) or 1) for x in row]
meta = {"tokens": json.dumps([[f"t{k}" if k < m else "[PAD]" for k in range(n)] for m in own])}
header = json.dumps({"__metadata__": meta, "attention": {"dtype": "F32", "shape": [L, B, h, n, n], "data_offsets": [0, 4 * len(cells)]}}).encode()
open("batch.safetensors", "wb").write(struct.pack("<Q", len(header)) + header + struct.pack(f"<{len(cells)}f", *cells))'
want 0 '' run batch.safetensors --stats batch.csv --all-items
for item in 1 2 3; do
    want 0 '' run batch.safetensors --stats "item$item.csv" --item "$item"
done
want 0 '^as one$' python3 -c '
import csv
of = lambda name: list(csv.DictReader(open(name)))
items = [of(f"item{i}.csv") for i in (1, 2, 3)]
for all, *each in zip(of("batch.csv"), *items):
    rows = [float(e["rows"]) for e in each]
    assert float(all["rows"]) == sum(rows) > 0
    for key in ("entropy", "entropy_max", "distance", "confidence", "punctuation"):
        assert abs(float(all[key]) - sum(r * float(e[key]) for r, e in zip(rows, each)) / sum(rows)) < 1e-6, key
    assert float(all["largest"]) == max(float(e["largest"]) for e in each)
print("as one")'
want 0 '' run batch.safetensors --view layers --all-items --export layers.csv
check cmp batch.csv layers.csv
want 0 '' run batch.safetensors --view layers --all-items --export layers.json
want 0 '^3 items' python3 -c '
import csv, json
page = json.load(open("layers.json"))
for head, row in zip(page["heads"], csv.DictReader(open("layers.csv"))):
    assert abs(head["entropy"] - float(row["entropy"])) < 1e-6
print(page["items"], "items")'
want 0 '' run batch.safetensors --item 2 --view layers --export item.json
want 0 '^2 1 1 2 2$' python3 -c '
import json
page = json.load(open("item.json"))
print(page["item"], *(head["layer"] for head in page["heads"]))'
# the matrix of numbers: its columns are the keys, its layer the file's
python3 -c '
import json, struct
meta = {"query_tokens": json.dumps(["q1", "q2"]), "key_tokens": json.dumps(["k1", "k2", "k3"])}
header = json.dumps({"__metadata__": meta, "cross_attention": {"dtype": "F32", "shape": [2, 1, 2, 3], "data_offsets": [0, 48]}}).encode()
open("two.safetensors", "wb").write(struct.pack("<Q", len(header)) + header + struct.pack("<12f", *[.5, .25, .25] * 2, *[.125, .125, .75] * 2))'
want 0 '^2,1,2,q2,0.125,0.125,0.75$' run two.safetensors --layer 2 --view head --csv wide --export - --format csv
want 0 '^layer_from_1,head_from_1,query_from_1,query_token,k1,k2,k3$' run two.safetensors --layer 2 --view head --csv wide --export - --format csv
want 0 '--all-items changes nothing here: --view layers shows it' run batch.safetensors --view grid --all-items --export x.svg
want 0 '--item changes nothing here: --all-items takes all' run batch.safetensors --stats x.csv --all-items --item 1
want 0 '--all-items changes nothing here: it has one item' run other.safetensors --stats x.csv --all-items --force
printf '[{"id": "a", "tokens": ["Transformer", "attends", "to", "every", "tokens", "previous", "state"], "relations": []}, {"id": "b", "tokens": ["Other"], "relations": []}, {"tokens": ["More"], "relations": []}]' >more.json
want 0 '^# 2 annotated sentences were not found: b, no. 3$' run pieces.safetensors --evaluate more.json
want 0 '' run pieces.safetensors --view specialise --annotated more.json --export missing.json
want 0 '^1 2 b 3 $' python3 -c 'import json; s = json.load(open("missing.json")); print(s["sentences"], *(x for m in s["not_found"] for x in (m["sentence"], m["id"])))'
want 1 'self-attention with its tokens' run cross.safetensors --attention cross --evaluate annotated.json
printf '[{"id": "b", "tokens": ["Nobody", "says", "this"], "relations": []}]' >strange.json
want 1 'none of its 1 sentence spells one of the 1 in strange.json' run pieces.safetensors --evaluate strange.json
want 1 '^headscope: nothing was measured: cross.safetensors: relations need self-attention' run cross.safetensors --view specialise --export - --format csv
# The Specialise view of the same: 48 heads, the one that finds the link stands first when sorted by it.
want 0 '' run pieces.safetensors --view specialise --annotated annotated.json --export scores.csv
check test "$(wc -l <scores.csv)" -eq $((1 + 6 * 8 * 9))
check grep -q '^layer_from_1,head_from_1,relation,' scores.csv
check grep -q '^3,7,prev,[0-6],6,' scores.csv
want 0 '' run pieces.safetensors --view specialise --annotated annotated.json --cell 3.7,subj --export scores.svg
check grep -q 'Layer 3, head 7, verb → its subject' scores.svg
command=$(sed -n 's/.*\(headscope --view.*\)/\1/p' scores.svg | head -1 | sed "s/<.*//; s/&apos;/'/g; s/&#39;/'/g; s/&quot;/\"/g")
mv scores.svg first.svg
eval "run $(echo "$command" | sed 's/^headscope//; s/OUT.svg/scores.svg/')" 2>stderr
check cmp -s first.svg scores.svg

# ---- errors: one line, the right exit code, nothing written
bad() {
    want "$@"
    check test "$(wc -l <stderr)" -eq 1
    check test ! -e out.png
}
bad 1 'cut.safetensors' run cut.safetensors --export out.png
bad 1 'eager attention' run zeros.npy --export out.png
bad 1 'absent.npy' run absent.npy --export out.png
bad 1 'data' run data --export out.png
bad 2 'layers 1 to 6' run pieces.safetensors --layer 7 --export out.png
bad 2 'heads 1 to 8' run pieces.safetensors --layer 2 --head 9 --export out.png
bad 2 'no cross attention' run pieces.safetensors --attention cross --export out.png
bad 2 'layer goes with an attention file' run --layer 2 --export out.png "The cat sat."
bad 2 'view: Steps needs the live model: give a sentence in place' run pieces.safetensors --view steps --export out.png
bad 2 'heads does not go with the attention file pieces.safetensors' run pieces.safetensors --heads 4 --export out.png
bad 2 'head-off: .*Give a sentence in place of the file' run pieces.safetensors --head-off 1 --export out.png
bad 2 'item: there is no item 2: the file has only item 1' run pieces.safetensors --item 2 --export out.png
echo 'A sentence.' >plain.txt
bad 2 'minus-file: plain.txt is no attention file' run pieces.safetensors --minus-file plain.txt --export out.png
bad 1 'longer than the file' run huge.safetensors --export out.png
bad 1 'n (queries) = 100000 and the limit is 4096' run side.safetensors --export out.png
bad 1 'data overlap' run over.safetensors --export out.png
# Numbers that are wrong are told, and shown all the same.
cp pieces.safetensors nan.safetensors
printf '\000\000\300\177' | dd of=nan.safetensors bs=1 seek=$((8 + header + 4)) conv=notrunc 2>/dev/null
want 0 'no number, the first in layer 1, head 1, row 1' run nan.safetensors --export nan.png
check test -s nan.png

# each kind of fault names layer, head and row, and the likely cause
wrong() { # NAME BYTES PART: the first weights of a good file replaced
    cp pieces.safetensors "$1"
    printf "$2" | dd of="$1" bs=1 seek=$((8 + header)) conv=notrunc 2>/dev/null
    want 0 "$3" run "$1" --export "$1.png"
}
wrong negative.safetensors '\000\000\200\277' 'layer 1, head 1, row 1'
wrong sum.safetensors '\000\000\100\100' 'layer 1, head 1, row 1'
# data at odd places are read all the same
printf '\001\002\000\000\200\076\000\000\100\077\000\000\000\000\000\000\200\077' |
    small odd.safetensors '{"b":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"attention":{"dtype":"F32","shape":[2,2],"data_offsets":[2,18]}}'
want 0 '^0,0,0,"*0"*,1,"*1"*,0,0.75,' run --count-from 0 odd.safetensors --export - --format csv

# ---- the window's side
want 0 '' "$program" --assets "$assets" --fonts fixed --script "$source/tests/gui/dump_errors.hs"
want 0 '' "$program" --assets "$assets" --fonts fixed --script "$source/tests/gui/dump.hs"

want_done
