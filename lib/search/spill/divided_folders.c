/* divided_folders.c - folders of ranks that take the place of those there were, all at once. */
#include "search/spill/divided_folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files/own_file.h"
#include "space/files/spill_folder.h"

static const char NEXT[] = "next", OF[] = "of-";

static char *join_rank(const char *dir, unsigned rank)
{
    char name[16];
    snprintf(name, sizeof name, "%u", rank);
    return own_file_path(dir, name);
}

char *divided_folder_path(const char *dir, bool is_new, unsigned rank)
{
    char *in = is_new ? own_file_path(dir, NEXT) : NULL;
    char *path = is_new && !in ? NULL : join_rank(in ? in : dir, rank);
    free(in);
    return path;
}

bool divided_folder_is_there(const char *path)
{
    struct stat found;
    return !lstat(path, &found) && S_ISDIR(found.st_mode);
}

static int path_error(const char *verb, const char *path, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "cannot %s %s: %s", verb, path, strerror(errno));
}

/* The names in a folder are on the disk. */
static int sync_names(const char *path, wgcq_error *err)
{
    const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int code = fd < 0 || fsync(fd) ? path_error("write into", path, err) : 0;
    if (fd >= 0)
        close(fd);
    return code;
}

/* A rank's folder that is there, with all that is in it. */
static int remove_part(const char *path, wgcq_error *err)
{
    spill_folder d;
    char *text = NULL;
    int code = own_folder_check(path, err);
    if (code)
        return code;
    code = spill_folder_open(&d, path, &text, err);
    free(text);
    if (!code)
        spill_folder_remove(&d);
    spill_folder_close(&d);
    return code ? code : divided_folder_is_there(path) ? path_error("remove", path, err) : 0;
}

/* A name in a folder of which `fits` says so, malloc'd; NULL: there is none. */
static int find_name(char **out, const char *in, bool (*fits)(const char *name, unsigned number),
                     unsigned number, wgcq_error *err)
{
    DIR *dir = opendir(in);
    int code = 0;
    *out = NULL;
    if (!dir)
        return errno == ENOENT ? 0 : path_error("read", in, err);
    for (struct dirent *e = readdir(dir); e && !*out && !code; e = readdir(dir))
        if (fits(e->d_name, number) && !(*out = strdup(e->d_name)))
            code = error_set_memory(err);
    closedir(dir);
    return code;
}

static bool is_rank_from(const char *name, unsigned first)
{
    const size_t digits = strspn(name, "0123456789");
    return digits && !name[digits] && strtoul(name, NULL, 10) >= first;
}

/* The folders of rank `first` and all after it. */
static int remove_parts_from(const char *in, unsigned first, wgcq_error *err)
{
    char *name;
    int code = find_name(&name, in, is_rank_from, first, err);
    while (!code && name) {
        char *path = own_file_path(in, name);
        free(name);
        name = NULL;
        code = path ? remove_part(path, err) : error_set_memory(err);
        free(path);
        code = code ? code : find_name(&name, in, is_rank_from, first, err);
    }
    return code;
}

/* ---- folders without a commit ---------------------------------------------------------------- */

/* A commit, or something that is not of ranks. */
static bool is_no_leftover(const char *dir, const char *name)
{
    struct stat found;
    char *path = own_file_path(dir, name), *state = path ? own_file_path(path, "state") : NULL;
    const bool ours = is_rank_from(name, 0) || !strcmp(name, NEXT);
    const bool is = !state || !ours || !lstat(state, &found);
    free(path);
    free(state);
    return is;
}

static bool is_in_use_else(const char *dir)
{
    DIR *all = opendir(dir);
    bool has = !all;
    for (struct dirent *e = has ? NULL : readdir(all); e && !has; e = readdir(all))
        has = strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
              is_no_leftover(dir, e->d_name);
    if (all)
        closedir(all);
    return has;
}

/* Whether a rank has prepared a commit.  (Without one its folder goes when it is closed.) */
static int part_is_prepared(bool *is, const char *path, wgcq_error *err)
{
    spill_folder d;
    char *text = NULL, *prepared = NULL;
    int code = own_folder_check(path, err);
    if (code)
        return code;
    code = spill_folder_open(&d, path, &text, err);
    code = code ? code : spill_folder_read_prepared(&d, &prepared, err);
    *is = prepared;
    free(text);
    free(prepared);
    spill_folder_close(&d);
    return code;
}

/* Whether all ranks may have: then another, whose folder is on another machine, may have committed.
   As far as they are numbered without a gap. */
static int may_be_committed(bool *may, const char *dir, wgcq_error *err)
{
    int code = 0;
    *may = true;
    for (unsigned k = 0; !code && *may; k++) {
        char *path = join_rank(dir, k);
        const bool is_there = path && divided_folder_is_there(path);
        if (is_there)
            code = part_is_prepared(may, path, err);
        else
            *may = k > 0;
        free(path);
        if (!path)
            code = error_set_memory(err);
        if (!is_there)
            break;
    }
    return code;
}

int divided_folders_clear(const char *dir, wgcq_error *err)
{
    bool may = false;
    int code = is_in_use_else(dir) ? 0 : may_be_committed(&may, dir, err);
    if (code || may || is_in_use_else(dir))
        return code;
    divided_folders_drop(dir);
    return remove_parts_from(dir, 0, err);
}

/* ---- new folders ----------------------------------------------------------------------------- */

static int clear_next(const char *next, wgcq_error *err)
{
    int code = own_folder_check(next, err);
    code = code ? code : remove_parts_from(next, 0, err);
    return !code && rmdir(next) && errno != ENOENT ? path_error("remove", next, err) : code;
}

int divided_folders_begin(const char *dir, wgcq_error *err)
{
    char *next = own_file_path(dir, NEXT);
    int code = next ? clear_next(next, err) : error_set_memory(err);
    if (!code && mkdir(next, 0755))
        code = path_error("create", next, err);
    free(next);
    return code;
}

void divided_folders_drop(const char *dir)
{
    char *next = own_file_path(dir, NEXT);
    if (next)
        clear_next(next, NULL);
    free(next);
}

/* ---- each takes its place -------------------------------------------------------------------- */

static bool is_committed(const char *name, unsigned any)
{
    (void)any;
    return !strncmp(name, OF, sizeof OF - 1);
}

static int replace_part(const char *from, const char *to, wgcq_error *err)
{
    if (!divided_folder_is_there(from))
        return 0; /* it has its place */
    int code = divided_folder_is_there(to) ? remove_part(to, err) : 0;
    return !code && rename(from, to) ? path_error("create", to, err) : code;
}

static int replace_parts(const char *dir, const char *committed, unsigned ranks, wgcq_error *err)
{
    int code = own_folder_check(committed, err);
    for (unsigned k = 0; !code && k < ranks; k++) {
        char *from = join_rank(committed, k), *to = join_rank(dir, k);
        code = from && to ? replace_part(from, to, err) : error_set_memory(err);
        free(from);
        free(to);
    }
    code = code ? code : remove_parts_from(dir, ranks, err);
    return code ? code : sync_names(dir, err);
}

int divided_folders_finish(const char *dir, wgcq_error *err)
{
    char *name;
    int code = find_name(&name, dir, is_committed, 0, err);
    if (code || !name)
        return code;
    const unsigned ranks = (unsigned)strtoul(name + sizeof OF - 1, NULL, 10);
    char *committed = own_file_path(dir, name);
    code = committed ? replace_parts(dir, committed, ranks, err) : error_set_memory(err);
    if (!code && rmdir(committed))
        code = path_error("remove", committed, err);
    free(committed);
    free(name);
    return code;
}

static int commit_next(const char *dir, const char *next, const char *committed, wgcq_error *err)
{
    int code = sync_names(next, err);
    if (!code && rename(next, committed))
        code = path_error("create", committed, err);
    return code ? code : sync_names(dir, err);
}

int divided_folders_commit(const char *dir, unsigned ranks, wgcq_error *err)
{
    char name[32];
    snprintf(name, sizeof name, "%s%u", OF, ranks);
    char *next = own_file_path(dir, NEXT), *committed = own_file_path(dir, name);
    int code = next && committed ? commit_next(dir, next, committed, err) : error_set_memory(err);
    free(next);
    free(committed);
    return code ? code : divided_folders_finish(dir, err);
}
