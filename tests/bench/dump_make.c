/* dump_make.c – writes attention files of any size, to measure the program and to try it: softmax
 * rows with the patterns that heads of real models have (previous token, first token, diagonal
 * blocks, broad). Numbers depend on the place only, so equal arguments give equal files.
 *
 *     bench_dump_make OUT L h n [m] [f32|f16|bf16] [causal] [kv=N] [tokens=none|words|pieces] */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    const char *path;
    size_t L, h, n, m, kv;
    int bytes;  /* of a number */
    bool brain; /* BF16 */
    bool causal;
    const char *tokens;
};

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "bench_dump_make: %s\n", why);
    exit(2);
}

/* A hash of the place, 0 … 1 (the finaliser of SplitMix64). */
static double noise(uint64_t seed)
{
    seed += 0x9e3779b97f4a7c15u;
    seed = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
    return (double)((seed ^ seed >> 31) >> 11) / 9007199254740992.0;
}

/* What a score of this head is made of; the kind of head goes with layer and head. */
static double score(size_t layer, size_t head, size_t q, size_t k)
{
    uint64_t place = ((uint64_t)(layer * 512 + head) << 26) ^ ((uint64_t)q << 13) ^ k;
    double far = fabs((double)k - (double)q), value = 1.5 * noise(place);
    switch ((layer * 7 + head * 5) % 6) {
    case 0:
        return value + (k + 1 == q ? 7 : 0);
    case 1:
        return value + (k == 0 ? 4.0 + (double)layer * 0.3 : 0);
    case 2:
        return value + 4 * exp(-far / 3);
    case 3:
        return value + (k / 24 == q / 24 ? 2.5 : 0);
    case 4:
        return value + 5 * noise(k * 31 + head) * (noise(k * 17 + layer) > 0.93);
    default:
        return value + (k == q ? 2.0 : 0) + (k == q + 1 ? 3.0 : 0);
    }
}

static uint16_t half(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (value < 6.2e-5f) /* below the normal numbers: a multiple of 2^-24 */
        return (uint16_t)lrintf(value * 16777216.0f);
    uint32_t rounded = bits + 0xfffu + (bits >> 13 & 1u);
    return (uint16_t)((((rounded >> 23) - 112u) << 10) | (rounded >> 13 & 1023u));
}

static void write_row(const struct job *job, FILE *file, const float *row)
{
    uint16_t *small = malloc(job->m * sizeof *small);
    if (!small)
        stop("no memory");
    for (size_t k = 0; job->bytes == 2 && k < job->m; k++) {
        uint32_t bits;
        memcpy(&bits, &row[k], sizeof bits);
        small[k] =
            job->brain ? (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16) : half(row[k]);
    }
    const void *from = job->bytes == 4 ? (const void *)row : small;
    if (fwrite(from, (size_t)job->bytes, job->m, file) != job->m)
        stop("the file cannot be written");
    free(small);
}

static void make_row(const struct job *job, size_t layer, size_t head, size_t q, float *row)
{
    size_t seen = job->causal ? q + 1 + job->m - job->n : job->m;
    double sum = 0;
    for (size_t k = 0; k < job->m; k++) {
        row[k] = k < seen ? (float)exp(score(layer, head, q, k)) : 0;
        sum += (double)row[k];
    }
    for (size_t k = 0; k < job->m; k++)
        row[k] = (float)((double)row[k] / sum);
}

/* Names as a tokeniser for English would give them, JSON in JSON. */
static void write_tokens(const struct job *job, FILE *file, const char *key, size_t count)
{
    static const char *const words[] = {"the", "student", "gave", "a", "book", "to", "her",
        "friend", "because", "it", "was", "useful", ","};
    static const char *const pieces[] = {"the", "transform", "##er", "attend", "##s", "to", "every",
        "token", "##s", "previous", "state", ",", "un", "##seen", "words"};
    bool split = strcmp(job->tokens, "pieces") == 0;
    size_t kinds = split ? sizeof pieces / sizeof *pieces : sizeof words / sizeof *words;
    fprintf(file, ",\"%s\":\"[", key);
    for (size_t i = 0; i < count; i++) {
        const char *word = split ? pieces[i % kinds] : words[i % kinds];
        word = i == 0 ? "[CLS]" : i + 1 == count ? "[SEP]" : word;
        fprintf(file, "%s\\\"%s\\\"", i ? "," : "", word);
    }
    fprintf(file, "]\"");
}

static void write_header(const struct job *job, FILE *file)
{
    char *text = NULL;
    size_t length = 0;
    FILE *header = open_memstream(&text, &length);
    if (!header)
        stop("no memory");
    fprintf(header, "{\"__metadata__\":{\"model\":\"made-up\",\"causal\":\"%s\"",
        job->causal ? "true" : "false");
    if (job->kv)
        fprintf(header, ",\"kv_heads\":\"%zu\"", job->kv);
    if (strcmp(job->tokens, "none") != 0 && job->n == job->m)
        write_tokens(job, header, "tokens", job->n);
    else if (strcmp(job->tokens, "none") != 0) {
        write_tokens(job, header, "query_tokens", job->n);
        write_tokens(job, header, "key_tokens", job->m);
    }
    fprintf(header,
        "},\"attention\":{\"dtype\":\"%s\",\"shape\":[%zu,%zu,%zu,%zu],\"data_offsets\":[0,%zu]}}",
        job->bytes == 4 ? "F32"
        : job->brain    ? "BF16"
                        : "F16",
        job->L, job->h, job->n, job->m, job->L * job->h * job->n * job->m * (size_t)job->bytes);
    while (ftell(header) % 8)
        fputc(' ', header);
    fclose(header);
    for (int i = 0; i < 8; i++)
        fputc((int)(length >> (8 * i) & 255u), file);
    fwrite(text, 1, length, file);
    free(text);
}

static void read_options(int count, char **word, struct job *job)
{
    for (int i = 5; i < count; i++) {
        if (strcmp(word[i], "f16") == 0 || strcmp(word[i], "bf16") == 0)
            job->bytes = 2;
        if (strcmp(word[i], "bf16") == 0)
            job->brain = true;
        if (strcmp(word[i], "causal") == 0)
            job->causal = true;
        if (strncmp(word[i], "kv=", 3) == 0)
            job->kv = strtoul(word[i] + 3, NULL, 10);
        if (strncmp(word[i], "tokens=", 7) == 0)
            job->tokens = word[i] + 7;
        if (word[i][0] >= '1' && word[i][0] <= '9')
            job->m = strtoul(word[i], NULL, 10);
    }
}

int main(int count, char **word)
{
    if (count < 5)
        stop("OUT L h n [m] [f32|f16|bf16] [causal] [kv=N] [tokens=none|words|pieces]");
    struct job job = {.path = word[1],
        .L = strtoul(word[2], NULL, 10),
        .h = strtoul(word[3], NULL, 10),
        .n = strtoul(word[4], NULL, 10),
        .bytes = 4,
        .tokens = "words"};
    job.m = job.n;
    read_options(count, word, &job);
    if (!job.L || !job.h || !job.n || job.m < job.n || job.m > 65536)
        stop("L, h and n are at least 1, and m at least n");
    FILE *file = fopen(job.path, "wb");
    float *row = malloc(job.m * sizeof *row);
    if (!file || !row)
        stop("the file cannot be opened");
    write_header(&job, file);
    for (size_t i = 0; i < job.L * job.h * job.n; i++) {
        make_row(&job, i / (job.h * job.n), i / job.n % job.h, i % job.n, row);
        write_row(&job, file, row);
    }
    free(row);
    if (fclose(file) != 0)
        stop("the file cannot be written");
    return 0;
}
