/*
 * reverse_rows.c - a library to be preloaded: SQLite gives rows backwards wherever a SELECT has no ORDER BY.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stddef.h>

int sqlite3_open_v2(const char *path, sqlite3 **out, int flags, const char *vfs)
{
    int (*real)(const char *, sqlite3 **, int, const char *) =
        (int (*)(const char *, sqlite3 **, int, const char *))dlsym(RTLD_NEXT, "sqlite3_open_v2");
    int code = real(path, out, flags, vfs);
    return code ? code : sqlite3_exec(*out, "PRAGMA reverse_unordered_selects = 1", NULL, NULL, NULL);
}
