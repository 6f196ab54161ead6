#!/bin/sh
# architecture.sh SOURCE BUILD – the rules of the house that a compiler does not check: includes go strictly downwards, SDL and
# cJSON stay in their rooms, files stay short and say what they are, the engine exports hs_ only and keeps no globals. Run by ctest.
set -u
source=$1 build=$2
here=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")

# A check that cannot fail proves nothing: a small tree that breaks the rules must be found out, one message a rule.
if [ "${3:-}" != broken ]; then
    bad=$build/test-architecture
    rm -rf "$bad"
    mkdir -p "$bad/engine/base" "$bad/extra" "$bad/engine/set" "$bad/app/ui" "$bad/app/canvas" "$bad/tests"
    : >"$bad/CMakeLists.txt"
    printf '/* up */\n#include "set/set.h"\n' >"$bad/engine/base/up.c"
    printf '/* no attention in the base library */\n#include "hs.h"\n' >"$bad/engine/base/api.c"
    printf '/* engine from the app */\n#include "base/base.h"\n#include <SDL.h>\n' >"$bad/app/ui/past.c"
    printf '/* upwards in the app */\n#include "model/app.h"\n' >"$bad/app/canvas/up.c"
    printf '/* foreign */\n#include <cjson/cJSON.h>\nvoid f(void) { exit(1); }\n' >"$bad/engine/set/foreign.c"
    printf 'int x;\n' >"$bad/engine/set/silent.c"
    { echo '/* long */'; yes '' | head -n 600; } >"$bad/engine/set/long.c"
    printf '/* later: %s */\n' "TO""DO" >"$bad/engine/set/later.c"
    said=$(sh "$here" "$bad" "$bad" broken 2>&1) && { echo "a broken tree passes" >&2; exit 1; }
    for part in 'base/up.c:2: base may not' 'base/api.c:2: base may not' 'ui/past.c:2: ui may not' 'canvas/up.c:2: canvas may not' 'past.c: .*SDL' \
        'foreign.c: .*cJSON' 'foreign.c: .*exit' 'silent.c: the first line' 'long.c: 601 lines' 'later.c:1:' 'no library' 'extra: the top level'; do
        echo "$said" | grep -q "$part" || { echo "not found out: $part" >&2; exit 1; }
    done
fi
circles=$(dirname "$here")/circles.awk
# two members that call each other, and one that both call
said=$(printf 'a.c.o:\n0 T one\n U two\n U low\nb.c.o:\n0 T two\n U one\nc.c.o:\n0 T low\n' | awk -f "$circles" | sort | tr '\n' ' ')
[ "$said" = "a.c -> b.c: two b.c -> a.c: one " ] || { echo "circles.awk says: $said" >&2; exit 1; }
cd "$source" || exit 1
failed=0
fail() {
    echo "$1" >&2
    failed=1
}

# ---- the top level holds what is named here, and folders that are built into
for entry in *; do
    case $entry in
    app | engine | assets | tests | samples | CMakeLists.txt | README.md | LICENSE | build*) ;;
    *) fail "$entry: the top level holds app, engine, assets, tests, samples, CMakeLists.txt, README.md and LICENSE only" ;;
    esac
done

# ---- includes. Each room may see itself and the rooms named here; a room's folder is the first part of the include.
downwards() {
    find engine app -name '*.[ch]' -exec awk '
        BEGIN {
            below["base"] = ""
            below["kernels"] = "base"
            below["text"] = "base"
            below["tokenizer"] = "base"
            below["mha"] = "kernels base"
            below["checkpoint"] = "mha tokenizer kernels base"
            below["preset/lexicon"] = "text base"
            below["preset/sketch"] = "preset/lexicon base"
            below["preset/features"] = "preset/sketch preset/lexicon base"
            below["preset"] = "preset/features preset/sketch preset/lexicon mha text kernels base"
            below["preset/train/grammar"] = "preset/lexicon base"
            below["preset/train"] = "preset/train/grammar preset/features preset/lexicon text base"
            below["preset/train/tool"] = "preset/train preset/train/grammar preset preset/features preset/lexicon base"
            below["set"] = "text kernels base"
            below["learn"] = "set preset/train preset/train/grammar preset preset/features preset/lexicon text kernels base"
            below["sources"] = "learn checkpoint tokenizer set preset mha text kernels base"
            below["canvas"] = ""
            below["ui"] = "canvas"
            below["model"] = "ui canvas"
            below["act"] = below["views"] = "model ui canvas"
            below["desk"] = "act views model ui canvas"
            below["chrome"] = "desk act views model ui canvas"
            below["cli"] = below["platform"] = "chrome desk act views model ui canvas"
            below["main"] = "cli platform chrome desk act views model ui canvas"
        }
        function may_see(room, other,    list, i, count) {
            count = split(below[room], list, " ")
            for (i = 1; i <= count; i++)
                if (list[i] == other)
                    return 1
            return room == other
        }
        function folder_of(path) {
            sub(/\/[^\/]*$/, "", path)
            return path
        }
        FNR == 1 {
            parts = split(FILENAME, part, "/")
            room = parts > 2 ? part[2] : "main"
            if (room == "preset") # which has rooms of its own
                room = folder_of(substr(FILENAME, length("engine/") + 1))
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, quoted, "\"")
            target = quoted[2]
            folders = split(target, step, "/")
            other = folders > 1 ? step[1] : ""
            if (other == "preset")
                other = folder_of(target)
            bad = 0
            if (target == "hs_base.h" || (target ~ /^hs(_[a-z]+)?\.h$/ && room != "base") || FILENAME ~ /^engine\/hs(_[a-z]+)?\.h$/)
                bad = 0 # the public headers are for everyone; the base library knows only its own
            else
                bad = !(room in below) || !(other in below) || !may_see(room, other)
            if (bad)
                print FILENAME ":" FNR ": " room " may not include \"" target "\""
            checked++
        }
        END { if (checked < 1) print "no include was found: the check is broken" }' {} +
}
found=$(downwards)
[ -z "$found" ] || fail "$found"

# ---- other people's libraries, each in its place
only_in() { # PATTERN, then the files that may hold it
    pattern=$1
    shift
    for file in $(grep -rlE "$pattern" --include='*.[ch]' engine app); do
        allowed=no
        for place in "$@"; do
            # shellcheck disable=SC2254  # the places are patterns
            case $file in $place) allowed=yes ;; esac
        done
        [ $allowed = yes ] || fail "$file: $pattern belongs into: $*"
    done
}
only_in '# *include *<SDL' 'app/platform/*' app/main.c 'app/canvas/fonts*' app/canvas/canvas_text.c
only_in '\<SDL_[A-Z]' 'app/platform/*' app/main.c 'app/canvas/fonts*' app/canvas/canvas_text.c
only_in '# *include *<.*cJSON' engine/base/json.c
only_in '\<cJSON_[A-Z]' engine/base/json.c
only_in '# *include *<(utf8proc|pcre2)' 'engine/tokenizer/*' engine/text/chars.c app/canvas/fonts_runs.c app/ui/cluster.c
only_in '# *include *<png' 'app/canvas/png*'
only_in '# *include *<fontconfig' 'app/canvas/fonts*'
# nothing that trains reads annotated sentences: the tool opens a file of them only to measure weights that are written
only_in '\<hs_annotated_open\>' 'app/*' 'engine/set/*' engine/hs_relation.h engine/preset/train/tool/main.c
# printf to a stream and exit() are the program's: an engine never prints and never exits
only_in '^[^*]*\<(exit|_Exit|abort|perror|puts|putchar|printf)\(' 'app/*' 'engine/preset/train/*'
only_in '\<(std(out|err))\>' 'app/*' 'engine/preset/train/*' 'engine/base/file_write.c'
# calls without a bound
only_in '\<(gets|strcpy|sprintf|vsprintf|alloca|mktemp|tmpnam|popen)\(' 'engine/preset/train/*'

# ---- length
for file in $(find engine app tests -name '*.[ch]' -o -name '*.sh'); do
    lines=$(wc -l <"$file")
    [ "$lines" -le 600 ] || fail "$file: $lines lines, at most 600: split it by meaning"
done
# ---- form: what every reader agrees on. How a statement is broken is left to who writes it; .clang-format is a proposal.
tab=$(printf '\t')
found=$(grep -rnE "$tab| \$|^ *\*/\$" --include='*.[ch]' engine app tests)
[ -z "$found" ] || fail "a tab, blanks at a line's end, or a line of */ alone: $found"
for file in $(find engine app -name '*.[ch]'); do
    found=$(LC_ALL=C.UTF-8 grep -nE '^[^"]{151}' "$file"; awk 'empty && !NF {print FNR ": two empty lines"} {empty = !NF}' "$file")
    [ -z "$found" ] || fail "$file: more than 150 letters of code or comment, or two empty lines: $found"
done
# ---- a file opens by saying what it is
for file in $(find engine app -name '*.[ch]'); do
    head -n 1 "$file" | grep -q '^/\*' || fail "$file: the first line should say what the file is, in a comment"
done
# ---- nothing left for later, nothing of the machine it was written on
marks='\<(TO''DO|FIX''ME|XX''X|HA''CK)\>'
found=$(grep -rnE "$marks" --include='*.[ch]' --include='*.sh' --include='*.cmake' --include='*.txt' engine app tests CMakeLists.txt)
[ -z "$found" ] || fail "$found"

# ---- what the engine's libraries define: names with hs_ that a public header declares, hsi_ inside, and no variable but the CPU level
if command -v nm >/dev/null 2>&1; then
    libraries=0
    public=$(grep -ohE '\<hs_[a-z0-9_]+' engine/hs*.h | sort -u | tr '\n' ' ')
    for room in base kernels text tokenizer mha checkpoint lexicon sketch features preset set sources grammar train learn; do
        library=$build/engine/libhs_$room.a
        [ -e "$library" ] || continue
        libraries=$((libraries + 1))
        # names of sanitizers and coverage begin with __ or hold a dot
        found=$(nm -g --defined-only "$library" 2>/dev/null |
            awk -v public=" $public " 'NF == 3 && !index(public, " " $3 " ") && $3 !~ /^(hsi_|__|_?sancov|.*\.)/ {print $3}')
        [ -z "$found" ] || fail "$library exports what no public header (engine/hs*.h) declares; inside it is called hsi_…: $found"
        # the files of a room stand one above the other, too; only a sentence's parts hold each other (grammar)
        [ $room = grammar ] || {
            found=$(nm "$library" 2>/dev/null | awk -f "$circles")
            [ -z "$found" ] || fail "$library has a circle of files: $found"
        }
        # .data.rel.ro is constant once the program is loaded, and so no variable
        found=$(objdump -t "$library" 2>/dev/null |
            awk '$3 == "O" && $4 ~ /^\.(data|bss|tbss|tdata)(\.|$)/ && $4 !~ /^\.data\.rel\.ro/ && $NF !~ /^_|^\.|gcov|asan|ubsan/ {print $NF}' |
            sed 's/\.[0-9]*$//' | grep -vE '^(best|table|chosen|once)$')
        [ -z "$found" ] || fail "$library keeps variables: $found"
    done
    for room in canvas ui model act views desk chrome cli platform; do
        library=$build/app/libhs_$room.a
        [ -e "$library" ] || continue
        found=$(nm "$library" 2>/dev/null | awk -f "$circles")
        [ -z "$found" ] || fail "$library has a circle of files: $found"
    done
    [ $libraries -gt 0 ] || fail "no library of the engine was found in $build/engine"
fi
[ $failed -eq 0 ] && echo "the house is in order"
exit $failed
