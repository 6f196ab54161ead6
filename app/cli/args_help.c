/* args_help.c – what --help prints. The command line's test compares its options, and those of the
 * man page, with the table in args.c. See args.h. */
#include "cli/args.h"

/* In parts, as a compiler need not take a longer text. */
static const char help_start[] =
    "Headscope " HS_VERSION " – see what every head of multi-head attention looks at\n"
    "\n"
    "usage: headscope [OPTION...] [FILE...|SENTENCE...]\n"
    "\n"
    "A FILE holds one sentence a line (# starts a comment), or attention; - is standard input. "
    "Anything else is "
    "the sentence\n"
    "itself; words are joined by blanks. Without both it opens on a sentence of its own.\n"
    "\n"
    "What is run\n"
    "  --heads N           number of heads, a divisor of 512 (default 8)\n"
    "  --mask M            none or causal\n"
    "  --sentence N        start with the Nth sentence of the file\n"
    "\n"
    "What is shown\n"
    "  --view V            grid, layers, head, compare, steps, lines, specialise or learn\n"
    "  --head I            the selected head\n"
    "  --lock Q[,K]        lock row Q (and key K): tokens are counted like heads\n"
    "  --step S            of the steps view: x, q, k, v, raw, scale, mask, softmax, mix, "
    "concat, output, read;\n"
    "                      of a real model also input, q-turned, k-turned, attended, mlp, result\n"
    "  --column N          the value looked at: this column of the step, in the locked row\n"
    "  --formula           open that value's formula\n"
    "  --contrast          a score against the mean key of its row\n"
    "  --terms T           what the formula of a score lists first: features, dimensions or blocks\n"
    "  --zoom R0,R1,C0,C1  of the head view: the rows and columns from and to, fractions of 1\n"
    "  --queries A-B, --keys A-B  of the head view: only these tokens\n"
    "  --hide-heads LIST   of the lines view: heads whose links are not drawn\n"
    "  --lock-key K        of the lines view: the links to this key alone\n"
    "  --tour N            the guided tour, or the lesson that is opened, from step N\n"
    "  --present           presenter mode: one view, large\n"
    "  --resume            the session that the program was left with\n"
    "  --size WxH          window or page in logical pixels (default 1280x800)\n"
    "  --scale S           device pixels per logical pixel: 0.5 to 4\n"
    "\n"
    "How it is shown\n";
static const char help_end[] =
    "Without a window\n"
    "  --export OUT        write the view to OUT.png, .svg, .pdf, .html, .csv or .json; - is standard output\n"
    "  --format F          png, svg, pdf, html, csv or json, when OUT is - (default png)\n"
    "  --about OUT         beside --export, as JSON: what is shown and how, and the command that makes it again\n"
    "  --sheet             export all heads on one sheet\n"
    "  --json OUT          write tokens, weights and statistics as JSON; - is standard output\n"
    "  --force             replace a file that exists already; without it such a file stays and "
    "that is an error\n"
    "  --evaluate FILE     measure the heads on annotated sentences (JSON) and print a line for "
    "each relation\n"
    "  --check FILE        go through a lesson, print a line for each step, and say what does not hold\n"
    "  --script FILE       drive the program from a script\n"
    "  --fonts fixed       a built-in stand-in for all fonts, for pictures that are equal on every "
    "machine\n"
    "\n"
    "  --assets FOLDER     where lexicon.json lies (default: found beside the program)\n"
    "  --version, --help (-h)\n"
    "\n"
    "exit status: 0 done, 1 the input was bad, 2 wrong usage\n";

void args_help(FILE *out)
{
    char line[300];
    fputs(help_start, out);
    for (int id = 0; id < OPTION_COUNT; id++)
        fprintf(out, "%s\n", option_help(option_get((enum option_id)id), line, sizeof line));
    fprintf(out, "\n%s%s%s", ARGS_LENS_HELP, ARGS_DUMP_HELP ARGS_LEARN_HELP, help_end);
}
