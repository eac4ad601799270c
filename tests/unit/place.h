/*
 * place.h - the folder where a test writes: in TMPDIR, or else in memory, where nothing waits for a
 * disk; and whether all files are closed at the end.
 *
 * A file system of a disk also takes long to create files where many were just removed.
 */
#ifndef TESTS_PLACE_H
#define TESTS_PLACE_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PLACE_ROOM = 80, PLACE_DESCRIPTORS_MOST = 1024 };

static struct {
    pid_t process; /* a child ends with what its parent has open */
    bool open[PLACE_DESCRIPTORS_MOST];
} place_begun;

/* Ends a test that leaves a file open with status 1. */
static void place_all_closed(void)
{
    bool fine = true;
    if (getpid() != place_begun.process)
        return;
    for (int i = 0; i < PLACE_DESCRIPTORS_MOST; i++) {
        if (place_begun.open[i] || fcntl(i, F_GETFD) < 0)
            continue;
        char link[40], name[200];
        snprintf(link, sizeof link, "/proc/self/fd/%d", i);
        const ssize_t length = readlink(link, name, sizeof name);
        fprintf(stderr, "file %d is still open: %.*s\n", i, length > 0 ? (int)length : 0, name);
        fine = false;
    }
    fflush(NULL);
    if (!fine)
        _exit(1);
}

static inline bool place_watch_files(void)
{
    if (place_begun.process)
        return true;
    place_begun.process = getpid();
    for (int i = 0; i < PLACE_DESCRIPTORS_MOST; i++)
        place_begun.open[i] = fcntl(i, F_GETFD) >= 0;
    return !atexit(place_all_closed);
}

/* Makes a new folder; its path begins with the name. */
static inline bool place_make(char folder[PLACE_ROOM], const char *name)
{
    const char *parent = getenv("TMPDIR");
    if (!parent || !*parent)
        parent = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
    int length = snprintf(folder, PLACE_ROOM, "%s/%s.XXXXXX", parent, name);
    return place_watch_files() && length > 0 && length < PLACE_ROOM && mkdtemp(folder);
}

#endif
