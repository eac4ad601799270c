/*
 * lock_owner.c - which process is writing a file.
 *
 * A process that writes an SQLite file holds a lock on one fixed byte of it. F_GETLK would need a
 * second descriptor, and closing that would drop this process's locks on the file; Linux lists all
 * locks in /proc/locks. Elsewhere, and for locks of other hosts, the owner is not known.
 */
#include "trace/schema/lock_owner.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { RESERVED_BYTE = 0x40000001 }; /* SQLite: PENDING_BYTE + 1 */

/* "1: POSIX  ADVISORY  WRITE 4711 08:01:1234 1073741825 1073741825"; the end may be EOF. */
static long lock_line_owner(const char *line, const struct stat *file)
{
    unsigned major_number, minor_number;
    unsigned long long inode, first;
    char kind[16], access[16];
    long process;
    if (sscanf(line, "%*s %15s %*s %15s %ld %x:%x:%llu %llu", kind, access, &process, &major_number,
               &minor_number, &inode, &first) != 7)
        return 0;
    bool same = inode == file->st_ino && major_number == major(file->st_dev) &&
                minor_number == minor(file->st_dev);
    /* one lock over several of SQLite's bytes begins at the first of them, PENDING_BYTE */
    bool writes = !strcmp(access, "WRITE") && first <= RESERVED_BYTE && first + 1 >= RESERVED_BYTE;
    return same && writes && process > 0 && strcmp(kind, "FLOCK") != 0 ? process : 0;
}

/* The process that holds the reserved lock; 0: not known. */
static long find_lock_owner(const char *path)
{
    struct stat file;
    char line[256];
    long process = 0;
    FILE *locks = stat(path, &file) ? NULL : fopen("/proc/locks", "re");
    while (locks && !process && fgets(line, sizeof line, locks))
        process = lock_line_owner(line, &file);
    if (locks)
        fclose(locks);
    return process;
}

/* The process's name; "" where it is not known. */
static void process_name(long process, char *name, size_t room)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/comm", process);
    FILE *from = fopen(path, "re");
    name[0] = '\0';
    if (from && fgets(name, (int)room, from))
        name[strcspn(name, "\n")] = '\0';
    if (from)
        fclose(from);
}

bool lock_owner_exists(const char *path)
{
    return find_lock_owner(path) != 0;
}

int lock_owner_error(const char *path, wgcq_error *err)
{
    long process = find_lock_owner(path);
    char name[32];
    if (!process)
        return error_set(err, WGCQ_ESTORE, "%s: another program is writing this file", path);
    if (process == getpid()) /* readers are in the way, or a writer in this process */
        return error_set(err, WGCQ_ESTORE,
                         "%s: another program is writing this file, or reading it without end",
                         path);
    process_name(process, name, sizeof name);
    return error_set(err, WGCQ_ESTORE, "%s: %s (process %ld) is writing this file", path,
                     *name ? name : "another program", process);
}
