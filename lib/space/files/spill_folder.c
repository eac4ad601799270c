/* spill_folder.c - the folder of a search in files. */
#include "space/files/spill_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/files/own_file.h"
#include "base/files/sealed_text.h"

static const char STATE[] = "state", NEW_STATE[] = "state.new", LOCK[] = "lock";
static const char FIRST_LINE[] = "wgcq spill 3\n", PREFIX[] = "states-";

enum {
    AHEAD_USUAL = 32 << 10, /* bytes that are read or written at once: */
    AHEAD_LEAST = 4 << 10,
    AHEAD_MOST = 256 << 10,
    AHEAD_SHARE = 128, /* such a part of the memory of a search */
    TEXT_MOST = 1 << 30,
    TIMES_OPENED = 100, /* while others remove it */
};

static int folder_error(const spill_folder *d, const char *verb, int reason, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "cannot %s %s: %s", verb, d->path, strerror(reason));
}

static void name_of(char name[32], unsigned number)
{
    snprintf(name, 32, "%s%u", PREFIX, number);
}

static spill_file closed_file(spill_folder *d)
{
    return (spill_file){
        .fd = -1, .folder = d->path, .ahead = d->ahead, .written = &d->written, .read = &d->read};
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool is_state_file(const char *name)
{
    const char *number = name + sizeof PREFIX - 1;
    return !strncmp(name, PREFIX, sizeof PREFIX - 1) && *number &&
           !number[strspn(number, "0123456789")];
}

static bool is_ours(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, STATE) ||
           !strcmp(name, NEW_STATE) || !strcmp(name, LOCK) || is_state_file(name);
}

/* Calls `each` for the names in it, until one returns other than 0. */
static int each_name(const spill_folder *d, int (*each)(void *self, const char *name), void *self,
                     wgcq_error *err)
{
    int again = openat(d->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), code = 0;
    DIR *dir = again < 0 ? NULL : fdopendir(again);
    if (!dir) {
        const int reason = errno;
        if (again >= 0)
            close(again);
        return folder_error(d, "read", reason, err);
    }
    for (struct dirent *e = readdir(dir); e && !code; e = readdir(dir))
        code = each(self, e->d_name);
    closedir(dir);
    return code;
}

static int find_foreign(void *self, const char *name)
{
    (void)self;
    return !is_ours(name);
}

/* WGCQ_DONE: another process removed the folder, or the lock in it, since it was opened. */
static int lock_folder(spill_folder *d, wgcq_error *err)
{
    struct stat found;
    wgcq_error why = {0};
    int code = own_file_open(&d->lock, d->fd, d->path, LOCK, O_RDWR | O_CREAT, &why);
    if (code)
        return code == WGCQ_EFILE && errno == ENOENT ? WGCQ_DONE
                                                     : error_set(err, code, "%s", why.text);
    if (!flock(d->lock, LOCK_EX | LOCK_NB) && !fstat(d->lock, &found))
        return found.st_nlink ? 0 : WGCQ_DONE;
    int reason = errno;
    return reason == EWOULDBLOCK
               ? error_set(err, WGCQ_ESTORE, "%s is used by another process", d->path)
               : folder_error(d, "lock", reason, err);
}

/* A folder that is not locked is left as it is. */
static void leave_folder(spill_folder *d)
{
    if (d->lock >= 0)
        close(d->lock);
    if (d->fd >= 0)
        close(d->fd);
    d->lock = d->fd = -1;
}

/* Likewise. */
static int try_to_open(spill_folder *d, wgcq_error *err)
{
    if (mkdir(d->path, 0755) && errno != EEXIST)
        return folder_error(d, "create", errno, err);
    d->fd = open(d->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (d->fd < 0)
        return errno == ENOENT ? WGCQ_DONE : folder_error(d, "open", errno, err);
    int foreign = each_name(d, find_foreign, NULL, err);
    if (foreign > 0)
        return error_set(err, WGCQ_ESTORE, "%s has other files in it; it must be empty, or of wgcq",
                         d->path);
    return foreign ? foreign : lock_folder(d, err);
}

static bool has_first_line(const char *bytes, size_t length)
{
    return length >= sizeof FIRST_LINE - 1 && !memcmp(bytes, FIRST_LINE, sizeof FIRST_LINE - 1);
}

/* Reads an existing file; the caller frees the text. */
static int read_whole_file(spill_folder *d, const char *name, size_t length, char **out,
                           wgcq_error *err)
{
    spill_file f = closed_file(d);
    char *bytes = malloc(length + 1);
    int code = bytes ? spill_file_open(&f, d->fd, name, length, err) : error_set_memory(err);
    code = code ? code : spill_file_read(&f, 0, bytes, length, err);
    spill_file_close(&f);
    if (code) {
        free(bytes);
        return code;
    }
    bytes[length] = '\0';
    *out = bytes;
    return 0;
}

/* Without the first line and the seal.  WGCQ_DONE: it is not of this version, or a kill cut short
   what is not committed yet. */
static int open_sealed(const spill_folder *d, const char *name, char *text, size_t length,
                       wgcq_error *err)
{
    if (!has_first_line(text, length))
        return WGCQ_DONE;
    if (!sealed_text_begin(text, length))
        return name == NEW_STATE
                   ? (int)WGCQ_DONE
                   : error_set(err, WGCQ_ESTORE, "%s/%s is damaged: its checksum differs", d->path,
                               name);
    memmove(text, text + sizeof FIRST_LINE - 1, length - (sizeof FIRST_LINE - 1) + 1);
    return 0;
}

/* *text NULL: there is no such file, or it is not of use. */
static int read_text(spill_folder *d, const char *name, char **text, wgcq_error *err)
{
    struct stat found;
    *text = NULL;
    if (fstatat(d->fd, name, &found, AT_SYMLINK_NOFOLLOW))
        return errno == ENOENT ? 0 : folder_error(d, "read", errno, err);
    const size_t length = found.st_size < TEXT_MOST ? (size_t)found.st_size : TEXT_MOST;
    int code = read_whole_file(d, name, length, text, err);
    code = code ? code : open_sealed(d, name, *text, length, err);
    if (code) {
        free(*text);
        *text = NULL;
        return code;
    }
    d->committed = true;
    return 0;
}

static int read_state(spill_folder *d, char **text, wgcq_error *err)
{
    int code = read_text(d, STATE, text, err);
    return code <= 0
               ? code
               : error_set(err, WGCQ_ESTORE, "%s/state is not of this version of wgcq", d->path);
}

int spill_folder_read_prepared(spill_folder *d, char **text, wgcq_error *err)
{
    int code = read_text(d, NEW_STATE, text, err);
    return code < 0 ? code : 0;
}

void spill_folder_fit(spill_folder *d, size_t memory)
{
    const size_t share = memory / AHEAD_SHARE;
    d->ahead = share < AHEAD_LEAST ? AHEAD_LEAST : share < AHEAD_MOST ? share : AHEAD_MOST;
}

int spill_folder_open(spill_folder *d, const char *path, char **text, wgcq_error *err)
{
    *d = (spill_folder){.fd = -1, .lock = -1, .path = strdup(path), .ahead = AHEAD_USUAL};
    *text = NULL;
    if (!d->path)
        return error_set_memory(err);
    int code = WGCQ_DONE;
    for (int i = 0; code == WGCQ_DONE && i < TIMES_OPENED; i++) {
        leave_folder(d);
        code = try_to_open(d, err);
    }
    if (code == WGCQ_DONE) /* a link to nowhere, for instance */
        code = folder_error(d, "open", ENOENT, err);
    code = code ? code : read_state(d, text, err);
    if (code) /* what was committed stays, though it cannot be read */
        leave_folder(d);
    return code;
}

void spill_folder_close(spill_folder *d)
{
    if (d->lock >= 0 && !d->committed)
        spill_folder_remove(d);
    leave_folder(d);
    free(d->path);
    free(d->doomed);
    *d = (spill_folder){.fd = -1, .lock = -1};
}

/* ---- files ----------------------------------------------------------------------------------- */

int spill_folder_create(spill_folder *d, spill_file *f, unsigned *number, wgcq_error *err)
{
    char name[32];
    *number = d->next_file++;
    name_of(name, *number);
    *f = closed_file(d);
    return spill_file_create(f, d->fd, name, err);
}

int spill_folder_reopen(spill_folder *d, spill_file *f, unsigned number, uint64_t end,
                        wgcq_error *err)
{
    char name[32];
    name_of(name, number);
    *f = closed_file(d);
    if (d->next_file <= number)
        d->next_file = number + 1;
    return spill_file_open(f, d->fd, name, end, err);
}

int spill_folder_doom(spill_folder *d, unsigned number, wgcq_error *err)
{
    if (!array_reserve(&d->doomed, &d->doomed_room, d->doomed_count + 1, sizeof *d->doomed))
        return error_set_memory(err);
    d->doomed[d->doomed_count++] = number;
    return 0;
}

int spill_folder_prepare(spill_folder *d, const char *text, wgcq_error *err)
{
    spill_file f = closed_file(d);
    strbuf sealed = {0};
    strbuf_put(&sealed, FIRST_LINE);
    strbuf_put(&sealed, text);
    sealed_text_end(&sealed);
    int code = sealed.failed ? error_set_memory(err) : spill_file_create(&f, d->fd, NEW_STATE, err);
    code = code ? code : spill_file_append(&f, sealed.bytes, sealed.length, err);
    code = code ? code : spill_file_sync(&f, err);
    spill_file_close(&f);
    strbuf_free(&sealed);
    /* the names of new files too, before the text that needs them */
    return !code && fsync(d->fd) ? folder_error(d, "write into", errno, err) : code;
}

int spill_folder_commit_prepared(spill_folder *d, wgcq_error *err)
{
    char name[32];
    d->committed = true; /* another folder may have been committed with it */
    if (renameat(d->fd, NEW_STATE, d->fd, STATE) || fsync(d->fd))
        return folder_error(d, "write into", errno, err);
    for (size_t i = 0; i < d->doomed_count; i++) {
        name_of(name, d->doomed[i]);
        unlinkat(d->fd, name, 0);
    }
    d->doomed_count = 0;
    return 0;
}

int spill_folder_commit(spill_folder *d, const char *text, wgcq_error *err)
{
    const bool committed = d->committed;
    int code = spill_folder_prepare(d, text, err);
    if (code)
        return code;
    code = spill_folder_commit_prepared(d, err);
    d->committed = committed || !code;
    return code;
}

typedef struct folder_sweep {
    const spill_folder *folder;
    const unsigned *needed;
    size_t count;
} folder_sweep;

static int remove_unneeded(void *self, const char *name)
{
    const folder_sweep *s = self;
    char known[32];
    if (!is_state_file(name))
        return 0;
    for (size_t i = 0; i < s->count; i++) {
        name_of(known, s->needed[i]);
        if (!strcmp(name, known))
            return 0;
    }
    unlinkat(s->folder->fd, name, 0);
    return 0;
}

int spill_folder_sweep(spill_folder *d, const unsigned *needed, size_t count, wgcq_error *err)
{
    folder_sweep s = {d, needed, count};
    return each_name(d, remove_unneeded, &s, err);
}

void spill_folder_remove(spill_folder *d)
{
    folder_sweep s = {d, NULL, 0};
    d->committed = false;
    unlinkat(d->fd, STATE, 0);              /* first: without it the others mean nothing */
    for (int times = 0; times < 2; times++) /* again, where a call has failed */
        each_name(d, remove_unneeded, &s, NULL);
    unlinkat(d->fd, NEW_STATE, 0);
    unlinkat(d->fd, LOCK, 0);
    if (!d->stays)
        rmdir(d->path);
}
