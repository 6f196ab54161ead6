/* monkey_files.c – see monkey.h: the files that the random user drops, good and bad, of every kind
 * the program opens. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "monkey.h"

enum { LONG_WORDS = 250 }; // a sentence much wider than the window, still quick under sanitizers

static bool write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool fine = file && fwrite(bytes, 1, length, file) == length;
    return file && fclose(file) == 0 && fine;
}

/* A .npy of (2, 5, 5) even rows; `shown` says another length in its header than there is. */
static bool write_npy(const char *path, int shown)
{
    char bytes[128 + 2 * 25 * sizeof(float)];
    char header[119];
    int length = snprintf(header, sizeof header,
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 5, 5), }", shown);
    memset(bytes, ' ', 128);
    memcpy(bytes, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(bytes + 10, header, (size_t)length);
    bytes[127] = '\n';
    for (size_t i = 0; i < 50; i++) {
        float value = i % 5 == (i / 5) % 5 ? 0.6f : 0.1f;
        memcpy(bytes + 128 + i * sizeof value, &value, sizeof value);
    }
    return write_file(path, bytes, sizeof bytes);
}

/* Two layers of two heads over four word pieces, F32; `from`: where the header says the data begin. */
static bool write_safetensors(const char *path, int from)
{
    char bytes[600];
    float numbers[64];
    int length = snprintf(bytes + 8, sizeof bytes - 8,
        "{\"__metadata__\":{\"tokens\":\"[\\\"[CLS]\\\", \\\"un\\\", \\\"##able\\\", "
        "\\\"[SEP]\\\"]\"},"
        "\"attention\":{\"dtype\":\"F32\",\"shape\":[2,2,4,4],\"data_offsets\":[%d,%d]}}",
        from, from + 256);
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(i < 4 ? length >> 8 * i & 255 : 0);
    for (int i = 0; i < 64; i++)
        numbers[i] = i % 4 == i / 4 % 4 ? 0.7f : 0.1f;
    memcpy(bytes + 8 + length, numbers, sizeof numbers);
    return write_file(path, bytes, 8 + (size_t)length + sizeof numbers);
}

/* Nine sentences of one subject and one object each. */
static bool write_annotated(const char *path)
{
    static const char one[] =
        "{\"tokens\": [\"Dogs\", \"chase\", \"cats\"], \"relations\": [{\"type\": "
        "\"subj\", \"from\": 1, \"to\": [0]}, {\"type\": \"obj\", \"from\": 1, "
        "\"to\": [2]}]}";
    char text[9 * sizeof one + 4];
    size_t length = 0;
    for (int i = 0; i < 9; i++)
        length += (size_t)sprintf(text + length, "%s%s", i ? "," : "[", one);
    text[length++] = ']';
    return write_file(path, text, length);
}

bool monkey_tidy(void)
{
    static const char *const own[] = {"times", "round.hs", "shrunk.hs"};
    struct stat about;
    struct dirent *entry;
    DIR *folder = opendir(".");
    while (folder && (entry = readdir(folder))) {
        bool known = lstat(entry->d_name, &about) || !S_ISREG(about.st_mode);
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            known |= strcmp(entry->d_name, own[i]) == 0;
        if (!known)
            remove(entry->d_name);
    }
    return folder && closedir(folder) == 0 && monkey_make_files();
}

bool monkey_make_files(void)
{
    static const char good[] =
        "# two of them\nThe cat sat.\nShe gave him the book he had asked for.\n";
    static const char bad_utf8[] = "Fine.\nNot \303( fine.\n", binary[] = "PK\003\004\000\000\001";
    static const char scripts[] =
        "שלום עולם\n中文 句子 在 这里。\n🙂 👩‍👩‍👧 é ñ ﷽\n";
    static const char bad_session[] = "{\"headscope_session\": 1, \"text\": 3}";
    static const char lesson[] = "headscope-lesson 1\ntitle Monkey\nstep Asks\nsession {\"headscope_session\": 1, \"text\": \"The cat sat.\", \"view\": \"head\"}\n"
                                 "find key from cat in head 2\ntext {weight 2 cat sat}\nstep Shows\npoint row cat\ntext x\nstep Last\nfind head from cat to The\ntext y\n";
    static const char session[] =
        "{\"headscope_session\": 1, \"text\": \"The cat sat.\", \"file\": {\"path\": \"good.txt\", "
        "\"sentence\": 0}, \"heads\": 16, \"mask\": \"causal\", \"head_modes\": {\"2\": \"off\", "
        "\"3\": "
        "\"mean\"}, \"view\": \"head\", \"head\": 9, \"lock\": {\"query\": 2, \"key\": 0}, "
        "\"lens\": "
        "\"output\", \"minus\": {\"heads\": 4}, \"hide\": {\"punctuation\": true, \"tokens\": "
        "[1]}}";
    char *longer = malloc(LONG_WORDS * 8 + 2);
    size_t length = 0;
    if (!longer)
        return false;
    for (int i = 0; i < LONG_WORDS; i++)
        length += (size_t)sprintf(longer + length, "word%d ", i % 70);
    longer[length++] = '\n';
    bool fine = write_file("good.txt", good, sizeof good - 1) &&
                write_file("scripts.txt", scripts, sizeof scripts - 1) &&
                write_file("long.txt", longer, length) &&
                write_file("badutf8.txt", bad_utf8, sizeof bad_utf8 - 1) &&
                write_file("binary.bin", binary, sizeof binary - 1) &&
                write_file("empty.txt", "", 0) && write_file("bad.json", "{\"a\": [", 7) &&
                write_file("bad.session", bad_session, sizeof bad_session - 1) &&
                write_file("good.session", session, sizeof session - 1) &&
                write_file("good.lesson", lesson, sizeof lesson - 1) && write_file("bad.lesson", lesson, sizeof lesson - 8) &&
                write_annotated("annotated.json") && write_safetensors("good.safetensors", 0) &&
                write_safetensors("shifted.safetensors", 4) &&
                write_file("not.safetensors", "\x08\0\0\0\0\0\0\0{\"a\": 1}", 16) &&
                write_npy("good.npy", 2) && write_npy("short.npy", 3) &&
                (mkdir("folder", 0777) == 0 || true);
    free(longer);
    return fine;
}

static const char *const names[] = {"good.txt", "good.txt", "scripts.txt", "long.txt",
    "good.safetensors", "good.safetensors", "good.npy", "good.session", "good.lesson", "annotated.json",
    "badutf8.txt", "binary.bin", "empty.txt", "bad.json", "bad.session", "bad.lesson", "not.safetensors",
    "shifted.safetensors", "short.npy", "folder", "missing.txt", "/dev/null"};

const char *monkey_file(size_t number)
{
    return names[number % (sizeof names / sizeof *names)];
}
