/*
 * shim.h - a file system that dies, or fails, at the n-th time something is changed in a file.
 *
 * It stands before SQLite's own; shim_install makes it the default.  Writing, truncating, syncing
 * and deleting count; reading does not.
 */
#ifndef TESTS_SHIM_H
#define TESTS_SHIM_H

#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

enum shim_mode { SHIM_COUNT, SHIM_DIE, SHIM_FAIL_ONCE, SHIM_FAIL_ON };

static struct {
    enum shim_mode mode;
    long at, count; /* the change that is hit, from 1; changes so far */
    int code;       /* what failing answers */
} shim;

typedef struct shim_file {
    sqlite3_file base;
    sqlite3_file *real;
} shim_file;

static sqlite3_vfs shim_vfs;
static sqlite3_vfs *shim_real;
static sqlite3_io_methods shim_methods;

/* 0: go on. */
static int shim_hit(void)
{
    shim.count++;
    if (shim.mode == SHIM_DIE && shim.count == shim.at)
        _exit(77);
    if ((shim.mode == SHIM_FAIL_ONCE && shim.count == shim.at) ||
        (shim.mode == SHIM_FAIL_ON && shim.count >= shim.at))
        return shim.code;
    return SQLITE_OK;
}

#define SHIM_REAL(f) (((shim_file *)(f))->real)

static int shim_close(sqlite3_file *f)
{
    int code = SHIM_REAL(f)->pMethods ? SHIM_REAL(f)->pMethods->xClose(SHIM_REAL(f)) : SQLITE_OK;
    sqlite3_free(SHIM_REAL(f));
    return code;
}

static int shim_read(sqlite3_file *f, void *to, int bytes, sqlite3_int64 at)
{
    return SHIM_REAL(f)->pMethods->xRead(SHIM_REAL(f), to, bytes, at);
}

/* Half a write is done before the end comes. */
static int shim_write(sqlite3_file *f, const void *from, int bytes, sqlite3_int64 at)
{
    if (shim.mode == SHIM_DIE && shim.count + 1 == shim.at)
        SHIM_REAL(f)->pMethods->xWrite(SHIM_REAL(f), from, bytes / 2, at);
    int code = shim_hit();
    return code ? code : SHIM_REAL(f)->pMethods->xWrite(SHIM_REAL(f), from, bytes, at);
}

static int shim_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    int code = shim_hit();
    return code ? code : SHIM_REAL(f)->pMethods->xTruncate(SHIM_REAL(f), size);
}

static int shim_sync(sqlite3_file *f, int flags)
{
    (void)f, (void)flags; /* nothing here pulls the plug */
    return shim_hit();
}

static int shim_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return SHIM_REAL(f)->pMethods->xFileSize(SHIM_REAL(f), size);
}

static int shim_lock(sqlite3_file *f, int lock)
{
    return SHIM_REAL(f)->pMethods->xLock(SHIM_REAL(f), lock);
}

static int shim_unlock(sqlite3_file *f, int lock)
{
    return SHIM_REAL(f)->pMethods->xUnlock(SHIM_REAL(f), lock);
}

static int shim_reserved(sqlite3_file *f, int *out)
{
    return SHIM_REAL(f)->pMethods->xCheckReservedLock(SHIM_REAL(f), out);
}

static int shim_control(sqlite3_file *f, int op, void *arg)
{
    return SHIM_REAL(f)->pMethods->xFileControl(SHIM_REAL(f), op, arg);
}

static int shim_sector(sqlite3_file *f)
{
    return SHIM_REAL(f)->pMethods->xSectorSize(SHIM_REAL(f));
}

static int shim_features(sqlite3_file *f)
{
    return SHIM_REAL(f)->pMethods->xDeviceCharacteristics(SHIM_REAL(f));
}

static int shim_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
    shim_file *own = (shim_file *)f;
    (void)vfs;
    own->base.pMethods = NULL;
    own->real = sqlite3_malloc(shim_real->szOsFile);
    if (!own->real)
        return SQLITE_NOMEM;
    memset(own->real, 0, (size_t)shim_real->szOsFile);
    int code = shim_real->xOpen(shim_real, name, own->real, flags, out);
    if (code)
        sqlite3_free(own->real);
    else
        own->base.pMethods = &shim_methods;
    return code;
}

static int shim_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)sync;
    int code = shim_hit();
    return code ? code : shim_real->xDelete(shim_real, name, 0);
}

static void shim_install(enum shim_mode mode, long at, int code)
{
    shim.mode = mode;
    shim.at = at;
    shim.count = 0;
    shim.code = code;
    if (shim_real)
        return;
    shim_real = sqlite3_vfs_find(NULL);
    shim_vfs = *shim_real;
    shim_vfs.zName = "shim";
    shim_vfs.szOsFile = sizeof(shim_file);
    shim_vfs.xOpen = shim_open;
    shim_vfs.xDelete = shim_delete;
    shim_methods = (sqlite3_io_methods){.iVersion = 1,
                                        .xClose = shim_close,
                                        .xRead = shim_read,
                                        .xWrite = shim_write,
                                        .xTruncate = shim_truncate,
                                        .xSync = shim_sync,
                                        .xFileSize = shim_size,
                                        .xLock = shim_lock,
                                        .xUnlock = shim_unlock,
                                        .xCheckReservedLock = shim_reserved,
                                        .xFileControl = shim_control,
                                        .xSectorSize = shim_sector,
                                        .xDeviceCharacteristics = shim_features};
    sqlite3_vfs_register(&shim_vfs, 1);
}

static void shim_remove(void)
{
    sqlite3_vfs_unregister(&shim_vfs);
    if (shim_real)
        sqlite3_vfs_register(shim_real, 1);
    shim_real = NULL;
}

#endif
