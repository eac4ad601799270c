/* array_home.c - mappings of files without a name, and the thread that keeps their pages few. */
#ifdef __linux__
#define _GNU_SOURCE /* O_TMPFILE, mremap, madvise */
#endif
#include "base/containers/array_home.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/helpers.h"

enum { LOOK_MILLISECONDS = 1, PAGE = 4 << 10 };

typedef struct homed {
    void *at;
    size_t bytes;
    int fd;
} homed;

struct array_home {
    char *folder;
    size_t resident;
    size_t count, room;
    homed *all;
    uint64_t bytes;
    int reason; /* errno of the last array that was not made; 0: none */
    helpers watcher;
};

/* ---- pages ---------------------------------------------------------------------------------- */

/* Bytes of mapped files that the process holds; 0: not known. */
static size_t mapped_resident(void)
{
    unsigned long size, all, shared = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file && fscanf(file, "%lu %lu %lu", &size, &all, &shared) != 3)
        shared = 0;
    if (file)
        fclose(file);
    return shared * (size_t)PAGE;
}

/* Written pages stay with the system, and come back at the next use. */
static void give_pages_back(array_home *h)
{
    for (size_t i = 0; i < h->count; i++)
        madvise(h->all[i].at, h->all[i].bytes, MADV_DONTNEED);
}

static void *watch_pages(void *self)
{
    array_home *h = self;
    helpers_lock(&h->watcher);
    while (!h->watcher.stopped) {
        helpers_wait_for(&h->watcher, LOOK_MILLISECONDS);
        if (h->bytes > h->resident && mapped_resident() > h->resident)
            give_pages_back(h);
    }
    helpers_unlock(&h->watcher);
    return NULL;
}

/* ---- opened and closed ---------------------------------------------------------------------- */

static int nameless_file(const char *folder)
{
#ifdef O_TMPFILE
    int made = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (made >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return made;
#endif
    char path[4096];
    if (snprintf(path, sizeof path, "%s/array-XXXXXX", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

int array_home_error(const array_home *h, wgcq_error *err)
{
    return h && h->reason ? error_set(err, WGCQ_EFILE, "cannot write in %s: %s", h->folder,
                                      strerror(h->reason))
                          : 0;
}

int array_home_new(array_home **out, const char *folder, size_t resident, wgcq_error *err)
{
    array_home *h = calloc(1, sizeof *h);
    if (h)
        *h = (array_home){.folder = strdup(folder), .resident = resident};
    if (!h || !h->folder) {
        free(h);
        return error_set_memory(err);
    }
    helpers_open(&h->watcher);
    int fd = nameless_file(folder);
    h->reason = fd < 0 ? errno : 0;
    if (fd >= 0)
        close(fd);
    int code = array_home_error(h, err);
    if (!code && !helpers_start(&h->watcher, 1, watch_pages, h))
        code = error_set_memory(err);
    if (code)
        array_home_free(h);
    else
        *out = h;
    return code;
}

void array_home_free(array_home *h)
{
    if (!h)
        return;
    assert(!h->count);
    helpers_close(&h->watcher);
    free(h->folder);
    free(h->all);
    free(h);
}

uint64_t array_home_bytes(array_home *h)
{
    helpers_lock(&h->watcher);
    const uint64_t bytes = h->bytes;
    helpers_unlock(&h->watcher);
    return bytes;
}

uint64_t array_home_left(const array_home *h)
{
    struct statvfs disk;
    return statvfs(h->folder, &disk) ? UINT64_MAX : (uint64_t)disk.f_bavail * disk.f_frsize;
}

/* ---- arrays; the caller has the lock -------------------------------------------------------- */

static size_t whole_pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

static homed *find_homed(array_home *h, const void *at)
{
    for (size_t i = 0; i < h->count; i++)
        if (h->all[i].at == at)
            return &h->all[i];
    return NULL;
}

/* Blocks on the disk, so that writing to the mapping finds room. */
static bool extend_file(array_home *h, int fd, size_t from, size_t to)
{
    int reason;
    do
        reason = posix_fallocate(fd, (off_t)from, (off_t)(to - from));
    while (reason == EINTR);
    h->reason = reason ? reason : h->reason;
    return !reason;
}

static void *map_homed(array_home *h, size_t bytes)
{
    if (!array_reserve(&h->all, &h->room, h->count + 1, sizeof *h->all))
        return NULL;
    homed *a = &h->all[h->count];
    *a = (homed){.bytes = whole_pages(bytes), .fd = nameless_file(h->folder)};
    if (a->fd < 0) {
        h->reason = errno;
        return NULL;
    }
    a->at = extend_file(h, a->fd, 0, a->bytes)
                ? mmap(NULL, a->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, a->fd, 0)
                : MAP_FAILED;
    if (a->at == MAP_FAILED) {
        close(a->fd);
        return NULL;
    }
    h->count++;
    h->bytes += a->bytes;
    return a->at;
}

static void unmap_homed(array_home *h, homed *a)
{
    munmap(a->at, a->bytes);
    close(a->fd);
    h->bytes -= a->bytes;
    *a = h->all[--h->count];
}

static void *grow_homed(array_home *h, homed *a, size_t bytes)
{
    const size_t whole = whole_pages(bytes);
    if (whole <= a->bytes)
        return a->at;
    if (!extend_file(h, a->fd, a->bytes, whole))
        return NULL;
    void *moved = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_SHARED, a->fd, 0);
    if (moved == MAP_FAILED)
        return NULL;
    munmap(a->at, a->bytes);
    h->bytes += whole - a->bytes;
    a->at = moved;
    a->bytes = whole;
    return moved;
}

/* ---- arrays --------------------------------------------------------------------------------- */

void *home_malloc(array_home *h, size_t bytes)
{
    if (!h || bytes < HOME_LEAST) {
        void *own = malloc(bytes);
        array_use_huge_pages(own, bytes);
        return own;
    }
    helpers_lock(&h->watcher);
    void *at = map_homed(h, bytes);
    helpers_unlock(&h->watcher);
    return at;
}

void *home_calloc(array_home *h, size_t count, size_t size)
{
    const bool large = h && count <= SIZE_MAX / size && count * size >= HOME_LEAST;
    if (large)
        return home_malloc(h, count * size);
    void *own = calloc(count, size);
    array_use_huge_pages(own, own ? count * size : 0);
    return own;
}

void *home_realloc(array_home *h, void *array, size_t bytes)
{
    if (!h)
        return realloc(array, bytes);
    helpers_lock(&h->watcher);
    homed *a = find_homed(h, array);
    assert(a || !array);
    void *at = a ? grow_homed(h, a, bytes) : map_homed(h, bytes);
    helpers_unlock(&h->watcher);
    return at;
}

void home_free(array_home *h, void *array)
{
    homed *a = NULL;
    if (h && array) {
        helpers_lock(&h->watcher);
        a = find_homed(h, array);
        if (a)
            unmap_homed(h, a);
        helpers_unlock(&h->watcher);
    }
    if (!a)
        free(array);
}

bool home_resize(array_home *h, void *array, size_t room, size_t size)
{
    void *at;
    assert(room && size);
    memcpy(&at, array, sizeof at);
    void *grown = room <= SIZE_MAX / size ? home_realloc(h, at, room * size) : NULL;
    if (grown)
        memcpy(array, &grown, sizeof grown);
    return grown;
}
