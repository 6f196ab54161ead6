#!/bin/sh
# learn.sh PROGRAM FOLDER [SEEDS] – trains h = 1 beside h = 8 from SEEDS (20) random starts, 50,000 sentences each, and wants eight heads
# to be 20 points better at objects in all but one of twenty; and a control with answers by chance to learn nothing. By
# `long.sh learn`: half a minute of two cores for each seed.
set -eu
program=$1 folder=$2 seeds=${3:-20}
mkdir -p "$folder"
good=0 seed=1
while [ "$seed" -le "$seeds" ]; do
    "$program" --learn --learn-seed "$seed" --view learn --force --export "$folder/$seed.csv" 2>/dev/null
    # sentences,h,training_loss,held_out_loss,right,right_subj,right_obj,…: the last line of each h
    line=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 { last[$2] = $column["right_obj"] }
        END { printf "%.3f %.3f %d", last[1], last[8], (last[8] - last[1] >= .2) }' "$folder/$seed.csv")
    echo "seed $seed: objects with h = 1, with h = 8, 20 points apart: $line"
    case $line in *1) good=$((good + 1)) ;; esac
    seed=$((seed + 1))
done
"$program" --learn --learn-chance --learn-sentences 20000 --force --save-run "$folder/chance.safetensors" 2>/dev/null
"$program" "$folder/chance.safetensors" --view learn --force --export "$folder/chance.csv"
"$program" "$folder/chance.safetensors" --view learn --force --export "$folder/chance.svg"
named=$(grep -c 'measured to find no relation\|no head measured to find a relation' "$folder/chance.svg") # a line for each model
chance=$(tail -1 "$folder/chance.csv" | cut -d, -f5)
echo "$good of $seeds; by chance $chance of answers are right, and $named of 2 models have no head with a relation"
[ $((good * 20)) -ge $((seeds * 19)) ] && [ "$named" = 2 ] && awk "BEGIN { exit !($chance < .3) }"
