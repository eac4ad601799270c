/*
 * writeback.c - has the system write new bytes of a file to the disk before they are synced.
 *
 * The descriptor is the one that SQLite has open, found by its file: one of our own would drop the
 * process's locks when it is closed.  Should it be another file's by the time it is used, then that
 * one is written to the disk somewhat earlier.
 */
#ifdef __linux__
#define _GNU_SOURCE /* sync_file_range */
#endif
#include "trace/sqlitefile/writeback.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { AT_ONCE = 8 << 20 }; /* bytes */

/*
 * Any of this process's; -1: none, or no system that lists them.  The entries are looked at by
 * name: another thread may close its descriptors meanwhile, which a call with a number would use.
 */
static int find_descriptor(const struct stat *file)
{
    int found = -1;
    DIR *open_files = opendir("/proc/self/fd");
    struct stat other;
    for (struct dirent *e; open_files && found < 0 && (e = readdir(open_files));)
        if (!fstatat(dirfd(open_files), e->d_name, &other, 0) && other.st_dev == file->st_dev &&
            other.st_ino == file->st_ino)
            found = atoi(e->d_name);
    if (open_files)
        closedir(open_files);
    return found;
}

writeback writeback_of(const char *path, int64_t at)
{
    struct stat file;
    bool exists = path && !stat(path, &file);
    return (writeback){.descriptor = exists ? find_descriptor(&file) : -1, .begun = at};
}

void writeback_note(writeback *w, int64_t end)
{
    if (w->descriptor < 0 || end - w->begun < AT_ONCE)
        return;
#ifdef __linux__
    sync_file_range(w->descriptor, w->begun, end - w->begun, SYNC_FILE_RANGE_WRITE);
#endif
    w->begun = end;
}
