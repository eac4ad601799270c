/* cmd_new.c - wgcq new NAME: a small working puzzle to begin with. */
#include "commands/commands.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Everything that a first puzzle needs and no more; its solution has six moves. */
static const char template_puzzle[] =
    "# yaml-language-server: $schema=" WGCQ_SCHEMA "\n"
    "puzzle: %s\n"
    "about: Two jugs, a tap and a drain; measure what no jug holds.\n"
    "params:\n"
    "  sizes: [3, 5]                         # try --set 'sizes=[4, 9]'\n"
    "  want: 4\n"
    "types:\n"
    "  jug: 0..len(sizes) - 1\n"
    "state:\n"
    "  water[jug]: 0..max(sizes[j] for j in jug)\n"
    "start: {water: 0}\n"
    "moves:\n"
    "  fill {j}:\n"
    "    - choose: j in jug\n"
    "    - guard: water[j] < sizes[j]\n"
    "    - set: water[j] = sizes[j]\n"
    "  empty {j}:\n"
    "    - choose: j in jug\n"
    "    - guard: water[j] > 0\n"
    "    - set: water[j] = 0\n"
    "  pour {a} into {b}:\n"
    "    - choose: a in jug, b in jug if a != b\n"
    "    - let: poured = min(water[a], sizes[b] - water[b])\n"
    "    - guard: poured > 0\n"
    "    - set:\n"
    "        water[a]: water[a] - poured\n"
    "        water[b]: water[b] + poured\n"
    "goal: any(water[j] == want for j in jug)\n";

/* The file's name without folders and ending: what the puzzle is called. */
static const char *title_in_path(const char *path, size_t *length)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    *length = strlen(name);
    if (*length > 5 && !strcmp(name + *length - 5, ".yaml"))
        *length -= 5;
    return name;
}

/* A title goes into a YAML scalar as it is, so nothing in it may mean something there. */
static bool fits_title(const char *name, size_t length)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    if (!length || length > 200 || name[0] == '-' || name[0] == '.')
        return false;
    return strspn(name, letters) >= length;
}

static int report_path_error(const char *path)
{
    message_error("%s: %s", path, strerror(errno));
    return STATUS_FILE;
}

static int write_new_puzzle(const char *path, const char *title)
{
    /* a file that is there already is somebody's work */
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (descriptor < 0)
        return report_path_error(path);
    FILE *file = fdopen(descriptor, "w");
    bool fine = file && fprintf(file, template_puzzle, title) >= 0;
    if (file && fclose(file))
        fine = false;
    if (fine)
        return STATUS_FOUND;
    int status = report_path_error(path);
    unlink(path);
    return status;
}

int command_new(request *r)
{
    char path[4096], title[256];
    size_t length;
    const char *name = title_in_path(r->operands[0], &length);
    int used = snprintf(path, sizeof path, "%s%s", r->operands[0], name[length] ? "" : ".yaml");
    if (!fits_title(name, length) || used < 0 || used >= (int)sizeof path) {
        request_error(r, "'%s' is no name for a puzzle: letters, digits, - and _ are",
                      r->operands[0]);
        return request_usage_hint(r);
    }
    snprintf(title, sizeof title, "%.*s", (int)length, name);
    int status = write_new_puzzle(path, title);
    if (status == STATUS_FOUND && !r->quiet)
        printf("%s is there; go on with\n  wgcq solve %s\n", path, path);
    return status;
}
