/* shard_list.c - lines of a name and a value, and a checksum. */
#include "run/shards/shard_list.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files/own_file.h"
#include "base/files/sealed_text.h"
#include "base/strbuf.h"

static const char list_name[] = SHARDS_LIST, head[] = "wgcq parts 1\n";
enum { LIST_MOST = 2000 };

char *shard_path(const char *folder, unsigned number)
{
    char name[20];
    snprintf(name, sizeof name, "%u.db", number);
    return own_file_path(folder, name);
}

/* ---- what it is of -------------------------------------------------------------------------- */

/* Its length comes before each text, so that no two subjects are written alike. */
static void put_counted(strbuf *out, const char *text)
{
    const char *there = text ? text : "";
    strbuf_printf(out, "%zu:%s\n", strlen(there), there);
}

int shard_puzzle(uint64_t *out, const shard_subject *of, wgcq_error *err)
{
    strbuf text = {0};
    put_counted(&text, of->title);
    put_counted(&text, of->source);
    put_counted(&text, of->order);
    for (size_t i = 0; i < of->param_count; i++) {
        put_counted(&text, of->param_names[i]);
        put_counted(&text, of->param_values[i]);
    }
    const bool failed = text.failed;
    *out = sealed_text_sum(strbuf_string(&text), text.length);
    strbuf_free(&text);
    return failed ? error_set_memory(err) : 0;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_list(strbuf *out, const shard_list *l)
{
    assert(!strchr(l->limit, '\n'));
    strbuf_printf(out,
                  "%sfirst %u\ncount %u\nkeep %d\nstates %" PRIu32 "\nexpanded %" PRIu32
                  "\nedges %" PRIu64 "\nrejections %" PRIu64 "\nseconds %.6f\nend %d\nlimit %s\n",
                  head, l->first, l->count, (int)l->keep, l->states, l->expanded, l->edges,
                  l->rejections, l->seconds, (int)l->end, l->limit);
    if (l->puzzle)
        strbuf_printf(out, "puzzle %016" PRIx64 "\n", l->puzzle);
    sealed_text_end(out);
}

static bool parse_list(shard_list *l, char *text, size_t length)
{
    int keep, end, at = 0;
    if (!sealed_text_begin(text, length))
        return false;
    if (strncmp(text, head, strlen(head)) != 0 ||
        sscanf(text + strlen(head),
               "first %u\ncount %u\nkeep %d\nstates %" SCNu32 "\nexpanded %" SCNu32
               "\nedges %" SCNu64 "\nrejections %" SCNu64 "\nseconds %lf\nend %d\nlimit%n",
               &l->first, &l->count, &keep, &l->states, &l->expanded, &l->edges, &l->rejections,
               &l->seconds, &end, &at) != 9 ||
        !at)
        return false;
    l->keep = (wgcq_trace_level)keep;
    l->end = (shards_end)end;
    const char *limit = text + strlen(head) + at + 1;
    const char *more = limit + strcspn(limit, "\n");
    snprintf(l->limit, sizeof l->limit, "%.*s", (int)(more - limit), limit);
    if (*more && sscanf(more, "\npuzzle %" SCNx64, &l->puzzle) != 1)
        l->puzzle = 0;
    return l->count && l->expanded <= l->states && keep >= WGCQ_TRACE_ALL &&
           keep <= WGCQ_TRACE_NONE && end >= SHARDS_UNFINISHED && end <= SHARDS_LIMIT;
}

/* ---- the file ------------------------------------------------------------------------------- */

bool shard_list_exists(const char *folder)
{
    char *path = own_file_path(folder, list_name);
    struct stat found;
    bool exists = path && !stat(path, &found); /* whether it is ours is known when it is read */
    free(path);
    return exists;
}

int shard_list_read(shard_list *out, const char *folder, wgcq_error *err)
{
    char text[LIST_MOST + 1];
    if (!shard_list_exists(folder))
        return error_set(err, WGCQ_ESTORE, "%s has no run by ranks", folder);
    char *path = own_file_path(folder, list_name);
    int fd = -1, code = path ? own_file_open_path(&fd, path, O_RDONLY, err) : error_set_memory(err);
    FILE *file = code ? NULL : fdopen(fd, "r");
    free(path);
    if (code)
        return code;
    if (!file) {
        close(fd);
        return error_set_memory(err);
    }
    size_t length = fread(text, 1, LIST_MOST, file);
    fclose(file);
    text[length] = '\0';
    *out = (shard_list){0};
    return parse_list(out, text, length)
               ? 0
               : error_set(err, WGCQ_ESTORE, "%s/%s is damaged", folder, list_name);
}

static int sync_shards(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    int failed = fd < 0 || fsync(fd);
    if (fd >= 0)
        close(fd);
    return failed;
}

static int write_list(const char *path, const strbuf *text, wgcq_error *err)
{
    int fd = -1, code = own_file_open_path(&fd, path, O_WRONLY | O_CREAT | O_TRUNC, err);
    if (!code && (write(fd, text->bytes, text->length) != (ssize_t)text->length || fsync(fd)))
        code = error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    if (fd >= 0 && close(fd) && !code)
        code = error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    return code;
}

int shard_list_write(const shard_list *list, const char *folder, wgcq_error *err)
{
    strbuf text = {0};
    char *path = own_file_path(folder, list_name), *beside = own_file_path(folder, "parts.new");
    int code = 0;
    put_list(&text, list);
    if (text.failed || !path || !beside)
        code = error_set_memory(err);
    else
        code = write_list(beside, &text, err);
    if (!code && (rename(beside, path) || sync_shards(folder)))
        code = error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    strbuf_free(&text);
    free(path);
    free(beside);
    return code;
}

/* ---- the folder ------------------------------------------------------------------------------ */

static size_t digits_of_name(const char *text)
{
    return strspn(text, "0123456789");
}

/* The rest of a name: nothing, or that of a journal. */
static bool is_file_or_journal(const char *rest)
{
    return !*rest || !strcmp(rest, "-journal");
}

/* 3.db, all.db, or all.db.4711 of the process that was writing it. */
static bool is_own_file(const char *name)
{
    const size_t digits = digits_of_name(name), merged = strlen(SHARDS_MERGED);
    if (digits && !strncmp(name + digits, ".db", 3))
        return is_file_or_journal(name + digits + 3);
    if (strncmp(name, SHARDS_MERGED, merged) != 0)
        return !strcmp(name, list_name) || !strcmp(name, "parts.new");
    const char *rest = name + merged;
    const size_t process = *rest == '.' ? digits_of_name(rest + 1) : 0;
    return is_file_or_journal(process ? rest + 1 + process : rest);
}

/* 0: it is empty; 1: there are own files alone; 2: others too. */
static int look_into(DIR *folder, const char *path, bool remove)
{
    int found = 0;
    for (struct dirent *e; (e = readdir(folder));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        if (!is_own_file(e->d_name))
            return 2;
        found = 1;
        char *file = remove ? own_file_path(path, e->d_name) : NULL;
        if (file)
            unlink(file);
        free(file);
    }
    return found;
}

int shard_folder_claim(const char *path, bool replace, wgcq_error *err)
{
    if (mkdir(path, 0777) && errno != EEXIST)
        return error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    DIR *folder = opendir(path);
    if (!folder)
        return error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    const bool listed = shard_list_exists(path);
    int code = 0, found = look_into(folder, path, false);
    if (found == 2 || (found && !listed))
        code = error_set(err, WGCQ_ESTORE, "%s has files that are not of a run by ranks", path);
    else if (found && !replace)
        code = error_set(err, WGCQ_EOTHER, "%s holds a run by ranks", path);
    rewinddir(folder);
    if (!code && found)
        look_into(folder, path, true);
    closedir(folder);
    return code;
}
