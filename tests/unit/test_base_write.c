/* Writing whole files: after every success and every failure the folder holds what it should and
 * nothing more. link, rename, fsync and write are replaced by ones that fail on request. */
#include "base/base.h"
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The process kills itself before the k-th of these calls, 0 = never; 0 … kill_at counts them. */
static long kill_at, calls;

static void maybe_die(void)
{
    if (++calls == kill_at)
        raise(SIGKILL);
}

static int fail_link, fail_rename, fail_fsync, fail_write; // errno to fail with, 0 = work
static size_t write_step;                                  // at most so many bytes a call, 0 = all
static bool interrupted;
static void (*at_link)(void);

int link(const char *from, const char *to)
{
    maybe_die();
    if (at_link)
        at_link();
    if (fail_link) {
        errno = fail_link;
        return -1;
    }
    return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int rename(const char *from, const char *to)
{
    maybe_die();
    if (fail_rename) {
        errno = fail_rename;
        return -1;
    }
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int fsync(int file)
{
    maybe_die();
    errno = fail_fsync;
    return fail_fsync ? -1 : (int)syscall(SYS_fsync, file);
}

ssize_t write(int file, const void *bytes, size_t length)
{
    maybe_die();
    if (write_step && interrupted) { // every other call
        interrupted = false;
        errno = EINTR;
        return -1;
    }
    interrupted = true;
    if (fail_write && file > 2) {
        errno = fail_write;
        return -1;
    }
    if (write_step && length > write_step)
        length = write_step;
    return (ssize_t)syscall(SYS_write, file, bytes, length);
}

int close(int file)
{
    maybe_die();
    return (int)syscall(SYS_close, file);
}

int fchmod(int file, mode_t mode)
{
    maybe_die();
    return (int)syscall(SYS_fchmod, file, mode);
}

int unlink(const char *name)
{
    maybe_die();
    return (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0);
}

enum { NOBODY = 65534 };

static char folder[] = "/tmp/hs-write-XXXXXX";
static char path[512];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static bool holds(const char *name, const char *want)
{
    char *bytes = NULL;
    size_t length;
    if (hs_file_read(in_folder(name), 1 << 20, &bytes, &length, NULL))
        return false;
    bool same = strcmp(bytes, want) == 0;
    free(bytes);
    return same;
}

static int entries(void)
{
    int count = 0;
    DIR *list = opendir(folder);
    while (list && readdir(list))
        count++;
    if (list)
        closedir(list);
    return count - 2; // . and ..
}

static void empty_folder(void)
{
    DIR *list = opendir(folder);
    for (struct dirent *entry; (entry = readdir(list));)
        if (entry->d_name[0] != '.' || entry->d_name[1] == 'h')
            unlinkat(dirfd(list), entry->d_name, 0);
    closedir(list);
    CHECK(entries() == 0);
}

static void refused(const char *name, bool overwrite, enum hs_status want, const char *reason)
{
    struct hs_error error = {0};
    int before = entries();
    enum hs_status status = hs_file_write(name, "new", 3, overwrite, &error);
    CHECK(status == want && error.status == want);
    CHECK(tells(error.message, reason) && tells(error.message, "; "));
    if (!tells(error.message, reason))
        fprintf(stderr, "  %s: %s\n", name, error.message);
    CHECK(entries() == before); // no temporary stays
    CHECK(hs_file_write(name, "new", 3, overwrite, NULL) == want);
}

static mode_t mode_of(const char *name)
{
    struct stat about = {0};
    CHECK(stat(in_folder(name), &about) == 0);
    return about.st_mode & 07777;
}

static void test_plain(void)
{
    umask(027);
    CHECK(hs_file_write(in_folder("a"), "one", 3, false, NULL) == HS_OK && holds("a", "one"));
    CHECK(mode_of("a") == 0640); // what the umask leaves of 0666
    refused(in_folder("a"), false, HS_IO, "it exists already");
    CHECK(holds("a", "one"));
    CHECK(chmod(in_folder("a"), 0604) == 0);
    CHECK(hs_file_write(in_folder("a"), "second", 6, true, NULL) == HS_OK && holds("a", "second"));
    CHECK(mode_of("a") == 0604); // kept
    CHECK(hs_file_write(in_folder("a"), NULL, 0, true, NULL) == HS_OK && holds("a", ""));
    CHECK(entries() == 1);
    umask(022);
    char here[512]; // a bare name, in the current folder
    CHECK(getcwd(here, sizeof here) && chdir(folder) == 0);
    CHECK(hs_file_write("bare", "x", 1, false, NULL) == HS_OK && holds("bare", "x"));
    CHECK(hs_file_write("bare", "y", 1, true, NULL) == HS_OK && holds("bare", "y"));
    CHECK(chdir(here) == 0);
    char *big = malloc(1000000);
    memset(big, 'b', 1000000);
    write_step = 4096 - 1; // short writes and interrupts lose nothing
    CHECK(hs_file_write(in_folder("big"), big, 1000000, true, NULL) == HS_OK);
    write_step = 0;
    struct stat about;
    CHECK(stat(in_folder("big"), &about) == 0 && about.st_size == 1000000);
    free(big);
    empty_folder();
}

static void test_links(void)
{
    struct stat about;
    CHECK(mkdir(in_folder("sub"), 0700) == 0);
    CHECK(hs_file_write(in_folder("sub/real"), "old", 3, false, NULL) == HS_OK);
    CHECK(symlink("sub/real", in_folder("link")) == 0);
    CHECK(hs_file_write(in_folder("link"), "new", 3, true, NULL) == HS_OK);
    CHECK(lstat(in_folder("link"), &about) == 0 && S_ISLNK(about.st_mode)); // still a link
    CHECK(holds("sub/real", "new"));
    refused(in_folder("link"), false, HS_IO, "it exists already");
    CHECK(symlink("sub/later", in_folder("hanging")) == 0); // to a file that is not there yet
    CHECK(hs_file_write(in_folder("hanging"), "made", 4, false, NULL) == HS_OK);
    CHECK(holds("sub/later", "made"));
    char target[512];
    snprintf(target, sizeof target, "%s/sub/real", folder);
    CHECK(symlink(target, in_folder("absolute")) == 0);
    CHECK(hs_file_write(in_folder("absolute"), "abs", 3, true, NULL) == HS_OK &&
          holds("sub/real", "abs"));
    CHECK(symlink("round", in_folder("round")) == 0);
    refused(in_folder("round"), true, HS_IO, "in a circle");
    CHECK(symlink("nowhere/x", in_folder("lost")) == 0);
    refused(in_folder("lost"), true, HS_IO, "the folder does not exist");
    unlink(in_folder("sub/real"));
    unlink(in_folder("sub/later"));
    CHECK(rmdir(in_folder("sub")) == 0);
    empty_folder();
}

static void test_refusals(void)
{
    refused(folder, true, HS_IO, "it is a folder");
    refused(in_folder("new/"), true, HS_IO, "it is a folder");
    refused(in_folder("no/such"), true, HS_IO, "the folder does not exist");
    refused("", true, HS_BAD_USE, "no file name");
    refused(NULL, true, HS_BAD_USE, "no file name");
    refused("/dev/full", true, HS_IO, "the disk is full");
    refused("/dev/full", false, HS_IO, "the disk is full");
    CHECK(hs_file_write("/dev/null", "x", 1, false, NULL) == HS_OK);
    char name[300];
    memset(name, 'n', sizeof name);
    name[255] = '\0';
    CHECK(hs_file_write(in_folder(name), "x", 1, false, NULL) == HS_OK && holds(name, "x"));
    CHECK(hs_file_write(in_folder(name), "y", 1, true, NULL) == HS_OK && holds(name, "y"));
    name[255] = 'n';
    name[256] = '\0';
    refused(in_folder(name), true, HS_IO, "too long");
    refused(in_folder("new\nline/x"), true, HS_IO, "new\\nline");
    CHECK(hs_file_write(in_folder("new\nline"), "x", 1, true, NULL) == HS_OK);
    CHECK(hs_file_write(in_folder("plain"), "x", 1, true, NULL) == HS_OK);
    refused(in_folder("plain/x"), true, HS_IO, "a part of its path is a file");
    uid_t self = geteuid();
    CHECK(chmod(in_folder("plain"), 0444) == 0 && chmod(folder, 0555) == 0);
    if (self == 0) // root may write everywhere
        CHECK(seteuid(NOBODY) == 0);
    refused(in_folder("plain"), true, HS_IO, "write-protected");
    refused(in_folder("x"), true, HS_IO, "you may not write in this folder");
    CHECK(seteuid(self) == 0 && chmod(folder, 0700) == 0);
    empty_folder();
}

static void test_faults(void)
{
    CHECK(hs_file_write(in_folder("a"), "old", 3, false, NULL) == HS_OK);
    static const int writes[] = {ENOSPC, EIO, EDQUOT, EFBIG};
    for (size_t i = 0; i < 4; i++) {
        fail_write = writes[i];
        refused(in_folder("a"), true, HS_IO, "cannot be written");
        refused(in_folder("b"), false, HS_IO, "cannot be written");
        fail_write = 0;
        fail_fsync = writes[i];
        refused(in_folder("a"), true, HS_IO, "cannot be written");
        fail_fsync = 0;
        fail_rename = writes[i];
        refused(in_folder("a"), true, HS_IO, "cannot be written");
        fail_rename = 0;
        CHECK(holds("a", "old") && entries() == 1);
    }
    fail_fsync = EINVAL; // file systems that cannot flush
    CHECK(hs_file_write(in_folder("a"), "mid", 3, true, NULL) == HS_OK && holds("a", "mid"));
    fail_fsync = 0;
    fail_rename = 12345; // no words for it
    refused(in_folder("a"), true, HS_IO, "error number 12345");
    fail_rename = 0;
    empty_folder();
}

/* What a name holds after the writer was killed: the old bytes or the new, never a part. */
static bool whole(const char *name, bool existed)
{
    return holds(name, "new new new") ||
           (existed ? holds(name, "old") : access(in_folder(name), F_OK) != 0);
}

static void test_killed(void)
{
    for (int existed = 0; existed <= 1; existed++) {
        long k = 1;
        bool killed = true;
        for (; killed && k < 100; k++) {
            if (existed)
                CHECK(hs_file_write(in_folder("k"), "old", 3, true, NULL) == HS_OK);
            pid_t child = fork();
            if (child == 0) {
                write_step = 4; // several writes
                calls = 0;
                kill_at = k;
                _exit(hs_file_write(in_folder("k"), "new new new", 11, existed, NULL));
            }
            int status = 0;
            CHECK(child > 0 && waitpid(child, &status, 0) == child);
            killed = WIFSIGNALED(status);
            CHECK(killed || WEXITSTATUS(status) == HS_OK);
            CHECK(whole("k", existed) && (killed || holds("k", "new new new")));
            empty_folder();
        }
        CHECK(k > 6); // the calls were really met: write, fsync, close, rename or link …
    }
}

static void make_rival(void)
{
    at_link = NULL;
    int file = open(in_folder("race"), O_WRONLY | O_CREAT | O_EXCL, 0600);
    CHECK(file >= 0 && write(file, "rival", 5) == 5);
    close(file);
}

static void test_no_overwrite(void)
{
    struct hs_error error;
    // someone else makes the file after it was looked for: theirs stays
    for (int links = 0; links < 2; links++) {
        at_link = make_rival;
        fail_link = links ? 0 : EPERM;
        snprintf(path, sizeof path, "%s/race", folder);
        char name[512];
        memcpy(name, path, sizeof name);
        CHECK(hs_file_write(name, "new", 3, false, &error) == HS_IO);
        CHECK(tells(error.message, "it exists already"));
        CHECK(holds("race", "rival") && entries() == 1);
        empty_folder();
    }
    fail_link = EPERM; // file systems without hard links
    CHECK(hs_file_write(in_folder("fat"), "new", 3, false, NULL) == HS_OK && holds("fat", "new"));
    refused(in_folder("fat"), false, HS_IO, "it exists already");
    fail_rename = EIO;
    refused(in_folder("other"), false, HS_IO, "the device reported an error");
    fail_rename = fail_link = 0;
    CHECK(entries() == 1);
    empty_folder();
}

static void test_streams(void)
{
    // a pipe that nobody reads is refused, and not waited for
    CHECK(mkfifo(in_folder("pipe"), 0600) == 0);
    refused(in_folder("pipe"), true, HS_IO, "nobody reads from this pipe");
    empty_folder();
    int ends[2], saved = dup(STDOUT_FILENO);
    char got[256] = {0};
    CHECK(pipe(ends) == 0);
    fflush(stdout);
    printf("before ");
    dup2(ends[1], STDOUT_FILENO); // after the print: it is still in the buffer and must come first
    CHECK(hs_file_write("-", "dash ", 5, false, NULL) == HS_OK);
    CHECK(hs_file_write("/dev/stdout", "device", 6, false, NULL) == HS_OK);
    dup2(saved, STDOUT_FILENO);
    CHECK(read(ends[0], got, sizeof got - 1) > 0);
    CHECK_TEXT(got, "before dash device");
    signal(SIGPIPE, SIG_IGN);
    close(ends[0]);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[1]);
    struct hs_error error;
    CHECK(hs_file_write("-", "x", 1, false, &error) == HS_IO);
    dup2(saved, STDOUT_FILENO);
    CHECK(tells(error.message, "standard output") && tells(error.message, "has gone"));
    int full = open("/dev/full", O_WRONLY);
    dup2(full, STDOUT_FILENO);
    close(full);
    CHECK(hs_file_write("-", "x", 1, false, &error) == HS_IO);
    dup2(saved, STDOUT_FILENO);
    CHECK(tells(error.message, "the disk is full"));
    close(saved);
}

/* ---------------------------------------------------------------- a file made piece by piece */
struct making {
    size_t lines; /* of 16 bytes each */
    size_t most;  /* bytes that the buffer ever held */
    bool fails;   /* once they are written */
};

static enum hs_status make_lines(void *user, struct hs_buffer *buffer, struct hs_error *error)
{
    struct making *making = user;
    for (size_t i = 0; i < making->lines; i++) {
        hs_buffer_print(buffer, "%015zu\n", i);
        making->most = buffer->room > making->most ? buffer->room : making->most;
    }
    return making->fails ? hs_fail(error, HS_LIMIT, "the making failed") : HS_OK;
}

static bool holds_lines(const char *name, size_t lines)
{
    char line[32], want[32];
    FILE *file = fopen(in_folder(name), "r");
    size_t i = 0;
    for (; file && fgets(line, sizeof line, file); i++) {
        snprintf(want, sizeof want, "%015zu\n", i);
        if (strcmp(line, want) != 0)
            break;
    }
    if (file)
        fclose(file);
    return i == lines;
}

static void test_pieces(void)
{
    struct hs_error error;
    struct making much = {.lines = 500000}, little = {.lines = 3}, fails = {.lines = 500000, .fails = true};
    CHECK(hs_file_stream(in_folder("a"), false, make_lines, &much, &error) == HS_OK);
    CHECK(holds_lines("a", 500000));
    CHECK(much.most > 1 << 20 && much.most < 4 << 20); /* of 8 MB */
    CHECK(hs_file_stream(in_folder("a"), false, make_lines, &little, &error) == HS_IO);
    CHECK(tells(error.message, "it exists already"));
    CHECK(holds_lines("a", 500000));
    CHECK(hs_file_stream(in_folder("a"), true, make_lines, &fails, &error) == HS_LIMIT);
    CHECK_TEXT(error.message, "the making failed");
    CHECK(hs_file_stream(in_folder("b"), true, make_lines, &fails, &error) == HS_LIMIT);
    CHECK(holds_lines("a", 500000) && entries() == 1);
    static const int reasons[] = {ENOSPC, EIO};
    for (size_t i = 0; i < 2; i++) { /* the disk's fault is told, not one of memory */
        fail_write = reasons[i];
        CHECK(hs_file_stream(in_folder("a"), true, make_lines, &much, &error) == HS_IO);
        CHECK(tells(error.message, "cannot be written"));
        CHECK(hs_file_stream(in_folder("a"), true, make_lines, &fails, &error) == HS_IO);
        fail_write = 0;
    }
    CHECK(holds_lines("a", 500000) && entries() == 1);
    CHECK(hs_file_stream(in_folder("a"), true, make_lines, &little, &error) == HS_OK);
    CHECK(holds_lines("a", 3));
    CHECK(hs_file_stream("/dev/full", true, make_lines, &much, &error) == HS_IO);
    CHECK(tells(error.message, "the disk is full"));
    empty_folder();
}

TEST(test_base_write)
{
    if (!mkdtemp(folder))
        return 1;
    test_plain();
    test_links();
    test_refusals();
    test_faults();
    test_killed();
    test_no_overwrite();
    test_streams();
    test_pieces();
    CHECK(rmdir(folder) == 0);
    return check_report();
}
