/* shard_list.c - lines of a name and a value, and a checksum. */
#include "run/shards/shard_list.h"

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
#include "base/strbuf.h"

static const char list_name[] = SHARDS_LIST, head[] = "wgcq parts 1\n";
enum { LIST_MOST = 2000 };

char *shard_folder_file(const char *folder, const char *name)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    if (path.failed)
        strbuf_free(&path);
    return path.bytes;
}

char *shard_path(const char *folder, unsigned number)
{
    char name[20];
    snprintf(name, sizeof name, "%u.db", number);
    return shard_folder_file(folder, name);
}

/* ---- text ----------------------------------------------------------------------------------- */

static uint64_t sum_of(const char *text, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)text[i]) * 0x100000001b3u;
    return sum;
}

static void put_list(strbuf *out, const shard_list *l)
{
    strbuf_printf(out,
                  "%sfirst %u\ncount %u\nkeep %d\nstates %" PRIu32 "\nexpanded %" PRIu32
                  "\nedges %" PRIu64 "\nrejections %" PRIu64 "\nseconds %.6f\nend %d\nlimit %s\n",
                  head, l->first, l->count, (int)l->keep, l->states, l->expanded, l->edges,
                  l->rejections, l->seconds, (int)l->end, l->limit);
    if (!out->failed)
        strbuf_printf(out, "sum %016" PRIx64 "\n", sum_of(out->bytes, out->length));
}

static bool parse_list(shard_list *l, char *text, size_t length)
{
    char *sum = length > 21 ? text + length - 21 : NULL; /* "sum ", 16 digits, a line's end */
    int keep, end, at = 0;
    if (!sum || strncmp(sum, "sum ", 4) != 0 ||
        strtoull(sum + 4, NULL, 16) != sum_of(text, length - 21))
        return false;
    *sum = '\0';
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
    snprintf(l->limit, sizeof l->limit, "%s", text + strlen(head) + at + 1);
    l->limit[strcspn(l->limit, "\n")] = '\0';
    return l->count && l->expanded <= l->states && keep >= WGCQ_TRACE_ALL &&
           keep < WGCQ_TRACE_NONE && end >= SHARDS_UNFINISHED && end <= SHARDS_LIMIT;
}

/* ---- the file ------------------------------------------------------------------------------- */

bool shard_list_exists(const char *folder)
{
    char *path = shard_folder_file(folder, list_name);
    struct stat found;
    bool exists = path && !stat(path, &found) && S_ISREG(found.st_mode);
    free(path);
    return exists;
}

int shard_list_read(shard_list *out, const char *folder, wgcq_error *err)
{
    char text[LIST_MOST + 1];
    char *path = shard_folder_file(folder, list_name);
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!path)
        return error_set_memory(err);
    free(path);
    if (!file)
        return error_set(err, errno == ENOENT ? WGCQ_ESTORE : WGCQ_EFILE, "%s/%s: %s", folder,
                         list_name, strerror(errno));
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

static int write_list(const char *path, const strbuf *text)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return -1;
    int failed = fwrite(text->bytes, 1, text->length, file) != text->length;
    failed = fflush(file) || failed;
    failed = fsync(fileno(file)) || failed;
    return fclose(file) || failed;
}

int shard_list_write(const shard_list *list, const char *folder, wgcq_error *err)
{
    strbuf text = {0};
    char *path = shard_folder_file(folder, list_name),
         *beside = shard_folder_file(folder, "parts.new");
    int code = 0;
    put_list(&text, list);
    if (text.failed || !path || !beside)
        code = error_set_memory(err);
    else if (write_list(beside, &text) || rename(beside, path) || sync_shards(folder))
        code = error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    strbuf_free(&text);
    free(path);
    free(beside);
    return code;
}

/* ---- the folder ------------------------------------------------------------------------------ */

static bool is_own_file(const char *name)
{
    const size_t digits = strspn(name, "0123456789");
    return (digits && !strncmp(name + digits, ".db", 3)) || !strcmp(name, list_name) ||
           !strcmp(name, "parts.new") || !strncmp(name, SHARDS_MERGED, strlen(SHARDS_MERGED));
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
        char *file = remove ? shard_folder_file(path, e->d_name) : NULL;
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
