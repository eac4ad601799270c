/*
 * memory_left.c - how much memory there is for a run: the least of what the machine has available,
 * what every control group of the process has left (versions 1 and 2), and what the process's limit
 * on address space leaves; less a tenth.
 *
 * A file cache that can be dropped counts as available, in the machine and in a group.
 */
#include "base/memory_left.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "wgcq_base.h"

/* A growing array is mapped at its new address before it leaves the old one, so address space is
   used two to three times. */
enum { MAPPED_TIMES = 3, LINE = 4096 };

/* Version 1 has no word for a group without a limit: its limit is 2^63 but for a page.  Counting
   what a group uses costs the kernel more than all else here. */
static const uint64_t NO_LIMIT = UINT64_C(1) << 62;

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t difference_or_zero(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static FILE *open_under(const char *root, const char *path, const char *name)
{
    char full[PATH_MAX];
    int length = snprintf(full, sizeof full, "%s%s%s", root, path, name);
    return length > 0 && length < (int)sizeof full ? fopen(full, "r") : NULL;
}

/* The number in a file that holds one; UINT64_MAX: there is none ("max"), or no such file. */
static uint64_t only_number(const char *root, const char *path, const char *name)
{
    uint64_t number = UINT64_MAX;
    FILE *file = open_under(root, path, name);
    if (!file)
        return UINT64_MAX;
    if (fscanf(file, "%" SCNu64, &number) != 1)
        number = UINT64_MAX;
    fclose(file);
    return number;
}

/* The number behind `word` at the beginning of a line; `otherwise` where there is none. */
static uint64_t labelled_number(const char *root, const char *path, const char *name,
                                const char *word, uint64_t otherwise)
{
    char line[LINE];
    size_t length = strlen(word);
    uint64_t number = otherwise;
    FILE *file = open_under(root, path, name);
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, word, length) && sscanf(line + length, " %" SCNu64, &number) == 1)
            break;
    if (file)
        fclose(file);
    return number;
}

static uint64_t left_in_machine(const char *root)
{
    uint64_t kib = labelled_number(root, "/proc/", "meminfo", "MemAvailable:", UINT64_MAX);
    return kib < UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
}

/* ---- control groups ---------------------------------------------------------------------- */

typedef struct version {
    const char *mount;
    const char *limits[2]; /* NULL: none */
    const char *usage, *cache;
} version;

static const version versions[] = {
    {"/sys/fs/cgroup/memory",
     {"memory.limit_in_bytes", NULL},
     "memory.usage_in_bytes",
     "total_inactive_file"},
    {"/sys/fs/cgroup", {"memory.max", "memory.high"}, "memory.current", "inactive_file"},
};

/* Memory that one group has left; `path` ends in a slash. */
static uint64_t left_in_group(const char *root, const version *v, const char *path)
{
    uint64_t most = UINT64_MAX;
    for (size_t i = 0; i < 2 && v->limits[i]; i++)
        most = smaller(most, only_number(root, path, v->limits[i]));
    const uint64_t used = most < NO_LIMIT ? only_number(root, path, v->usage) : UINT64_MAX;
    if (used == UINT64_MAX)
        return UINT64_MAX;
    return difference_or_zero(
        most, difference_or_zero(used, labelled_number(root, path, "memory.stat", v->cache, 0)));
}

/* The group and all above it, up to the root: in a container a group may be mounted as that, and
   the path be one on the host. */
static uint64_t left_in_groups(const char *root, const version *v, const char *group)
{
    char path[PATH_MAX];
    size_t mount = strlen(v->mount);
    uint64_t left = UINT64_MAX;
    int length = snprintf(path, sizeof path, "%s%s/", v->mount, strcmp(group, "/") ? group : "");
    if (length < 0 || length >= (int)sizeof path)
        return UINT64_MAX;
    for (size_t end = (size_t)length; end > mount;) {
        path[end] = '\0';
        left = smaller(left, left_in_group(root, v, path));
        for (end--; end > mount && path[end - 1] != '/';)
            end--;
    }
    return left;
}

/* One line of /proc/self/cgroup, "4:memory:/user" or "0::/user": the group's path, and which
   version it is of; NULL: another controller's. */
static const char *group_in(char *line, const version **v)
{
    char *rest = NULL, *controllers = strchr(line, ':');
    char *path = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!path)
        return NULL;
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    *v = controllers[1] ? &versions[0] : &versions[1];
    if (!controllers[1])
        return path;
    for (char *at = strtok_r(controllers + 1, ",", &rest); at; at = strtok_r(NULL, ",", &rest))
        if (!strcmp(at, "memory"))
            return path;
    return NULL;
}

static uint64_t left_by_groups(const char *root)
{
    char line[LINE];
    uint64_t left = UINT64_MAX;
    FILE *file = open_under(root, "/proc/self/", "cgroup");
    while (file && fgets(line, sizeof line, file)) {
        const version *v;
        const char *group = group_in(line, &v);
        if (group)
            left = smaller(left, left_in_groups(root, v, group));
    }
    if (file)
        fclose(file);
    return left;
}

/* ---- limits of the process --------------------------------------------------------------- */

/* Bytes of address space in use. */
static uint64_t mapped(const char *root)
{
    uint64_t pages = only_number(root, "/proc/self/", "statm");
    long page = sysconf(_SC_PAGESIZE);
    return pages == UINT64_MAX || page <= 0 ? 0 : pages * (uint64_t)page;
}

static uint64_t left_in_process(const char *root)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    return difference_or_zero(limit.rlim_cur, mapped(root)) / MAPPED_TIMES;
}

uint64_t memory_left_under(const char *root)
{
    uint64_t left =
        smaller(left_in_machine(root), smaller(left_by_groups(root), left_in_process(root)));
    if (left == UINT64_MAX)
        return 0;
    left -= left / 10;
    return left ? left : 1;
}

uint64_t wgcq_memory_left(void)
{
    return memory_left_under("");
}
