/* file_watch.c - whether files were saved. */
#include "watch/file_watch.h"

#include "output/messages.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

enum { NAP = 40, SETTLED = 3 }; /* milliseconds; naps without a change */

/* A file that is not there, or is none (a pipe would be waited for), has an inode of 0. */
struct file_stamp {
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec written, changed;
};

static file_stamp stamp_of(const char *path)
{
    struct stat now;
    if (stat(path, &now) != 0 || !S_ISREG(now.st_mode))
        return (file_stamp){0};
    return (file_stamp){now.st_dev, now.st_ino, now.st_size, now.st_mtim, now.st_ctim};
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool is_same_stamp(const file_stamp *a, const file_stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           is_same_time(a->written, b->written) && is_same_time(a->changed, b->changed);
}

void file_watch_add(file_watch *w, const char *path)
{
    w->paths = memory_realloc(w->paths, (w->count + 1) * sizeof *w->paths);
    w->stamps = memory_realloc(w->stamps, (w->count + 1) * sizeof *w->stamps);
    w->paths[w->count] = memory_strdup(path);
    w->stamps[w->count] = (file_stamp){0};
    w->count++;
}

void file_watch_free(file_watch *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->paths[i]);
    free(w->paths);
    free(w->stamps);
    *w = (file_watch){0};
}

void file_watch_remember(file_watch *w)
{
    for (size_t i = 0; i < w->count; i++)
        w->stamps[i] = stamp_of(w->paths[i]);
}

bool file_watch_changed(const file_watch *w)
{
    for (size_t i = 0; i < w->count; i++) {
        file_stamp now = stamp_of(w->paths[i]);
        if (!is_same_stamp(&now, &w->stamps[i]))
            return true;
    }
    return false;
}

static bool are_there(const file_watch *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (!w->stamps[i].inode)
            return false;
    return true;
}

static void nap(void)
{
    nanosleep(&(struct timespec){0, NAP * 1000000L}, NULL);
}

bool file_watch_wait(file_watch *w, bool (*stopped)(void))
{
    bool saved = false;
    for (int quiet = 0; !saved || quiet < SETTLED || !are_there(w); quiet++) {
        if (stopped())
            return false;
        if (file_watch_changed(w)) {
            file_watch_remember(w);
            saved = true;
            quiet = 0;
        }
        nap();
    }
    return true;
}
