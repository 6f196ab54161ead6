/* Reading whole files: every kind of file, every limit, every refusal. */
#include "base/base.h"
#include "check.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <fcntl.h>
#include <unistd.h>

enum { NOBODY = 65534 };

static char folder[] = "/tmp/hs-read-XXXXXX";
static char path[512];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put(const char *name, const void *bytes, size_t length)
{
    FILE *file = fopen(in_folder(name), "wb");
    CHECK(file && fwrite(bytes, 1, length, file) == length);
    if (file)
        fclose(file);
}

static void refused(const char *name, size_t limit, enum hs_status want, const char *reason)
{
    char *bytes = NULL;
    size_t length = 99;
    struct hs_error error = {0};
    enum hs_status status = hs_file_read(name, limit, &bytes, &length, &error);
    CHECK(status == want && error.status == want);
    CHECK(bytes == NULL && length == 99);
    CHECK(tells(error.message, reason) && tells(error.message, "; ") &&
          !strchr(error.message, '\n'));
    if (!tells(error.message, reason))
        fprintf(stderr, "  %s: %s\n", name, error.message);
    if (!name || strcmp(name, "-") != 0) // a pipe can be read once
        CHECK(hs_file_read(name, limit, &bytes, &length, NULL) == want);
    if (status == HS_OK)
        free(bytes);
}

static void test_regular(void)
{
    char *bytes;
    size_t length;
    char *big = malloc(300000);
    for (size_t i = 0; i < 300000; i++)
        big[i] = (char)(i * 7 + i / 256);
    static const size_t sizes[] = {0, 1, 2, 4095, 4096, 4097, 300000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        put("a", big, sizes[i]);
        CHECK(hs_file_read(in_folder("a"), sizes[i], &bytes, &length, NULL) == HS_OK);
        CHECK(length == sizes[i] && memcmp(bytes, big, length) == 0 && bytes[length] == '\0');
        free(bytes);
        CHECK(hs_file_read(path, SIZE_MAX, &bytes, &length, NULL) == HS_OK);
        free(bytes);
        if (sizes[i])
            refused(path, sizes[i] - 1, HS_LIMIT, "larger than");
    }
    free(big);
    // says it is empty, and is not
    CHECK(
        hs_file_read("/proc/self/status", 1 << 20, &bytes, &length, NULL) == HS_OK && length > 100);
    free(bytes);
    refused("/proc/self/status", 20, HS_LIMIT, "larger than 20 bytes");
}

static void test_refusals(void)
{
    refused(folder, 100, HS_IO, "it is a folder");
    refused(in_folder("missing"), 100, HS_IO, "there is no such file");
    refused("/dev/zero", 100, HS_IO, "a device or a socket");
    refused("", 100, HS_BAD_USE, "no file name");
    refused(NULL, 100, HS_BAD_USE, "no file name");
    put("plain", "x", 1);
    refused(in_folder("plain/x"), 100, HS_IO, "a part of its path is a file");
    refused(in_folder("new\nline"), 100, HS_IO, "new\\nline");
    char name[400];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    refused(in_folder(name), 100, HS_IO, "too long");
    CHECK(symlink("circle", in_folder("circle")) == 0);
    refused(path, 100, HS_IO, "in a circle");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", folder);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0);
    refused(in_folder("socket"), 100, HS_IO, "a device or a socket");
    close(listener);
    uid_t self = geteuid();
    CHECK(chmod(folder, 0755) == 0 && chmod(in_folder("plain"), 0) == 0);
    if (self == 0) // root may read everything
        CHECK(seteuid(NOBODY) == 0);
    refused(path, 100, HS_IO, "you may not read it");
    CHECK(seteuid(self) == 0);
}

static void test_pipes(void)
{
    char *bytes;
    size_t length;
    char name[512];
    snprintf(name, sizeof name, "%s/pipe", folder);
    CHECK(mkfifo(name, 0600) == 0);
    refused(name, 100, HS_IO, "it is a named pipe"); // at once, whether or not somebody is there
    int silent = open(name, O_RDWR);
    CHECK(silent >= 0 && write(silent, "so far", 6) == 6);
    refused(name, 100, HS_IO, "it is a named pipe");
    close(silent);
    // a pipe that is open already, by the names a shell gives
    static const char *const streams[] = {"/dev/fd", "/proc/self/fd"};
    for (size_t i = 0; i < 2; i++) {
        int pair[2];
        CHECK(pipe(pair) == 0 && write(pair[1], "stream", 6) == 6);
        close(pair[1]);
        snprintf(name, sizeof name, "%s/%d", streams[i], pair[0]);
        CHECK(hs_file_read(name, 100, &bytes, &length, NULL) == HS_OK && length == 6);
        CHECK_TEXT(bytes, "stream");
        free(bytes);
        close(pair[0]);
    }

    int ends[2], saved = dup(STDIN_FILENO); // standard input
    CHECK(pipe(ends) == 0 && write(ends[1], "typed", 5) == 5);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    CHECK(hs_file_read("-", 5, &bytes, &length, NULL) == HS_OK && length == 5);
    CHECK_TEXT(bytes, "typed");
    free(bytes);
    close(ends[0]);
    CHECK(pipe(ends) == 0 && write(ends[1], "typed", 5) == 5);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    refused("-", 4, HS_LIMIT, "standard input: larger than 4 bytes");
    close(ends[0]);
    int here = open(folder, O_RDONLY);
    dup2(here, STDIN_FILENO);
    close(here);
    refused("-", 4, HS_IO, "standard input: cannot be read: it is a folder");
    close(STDIN_FILENO);
    refused("-", 4, HS_IO, "standard input");
    dup2(saved, STDIN_FILENO);
    close(saved);
}

TEST(test_base_read)
{
    if (!mkdtemp(folder))
        return 1;
    test_regular();
    test_pipes();
    test_refusals();
    static const char *const made[] = {"a", "plain", "circle", "socket", "pipe"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        unlink(in_folder(made[i]));
    CHECK(rmdir(folder) == 0); // and nothing else was left
    return check_report();
}
