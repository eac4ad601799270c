/* cmd_new.c - wgcq new NAME: a small working puzzle to start from. */
#include "commands/commands.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All that a first puzzle needs, behind its title; its solution has six moves. */
static const char *const template_lines[] = {
#include "commands/template.yaml.lines"
    NULL};

/* The file's name without folders and ending: the puzzle's title. */
static const char *title_in_path(const char *path, size_t *length)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    *length = strlen(name);
    if (*length > 5 && !strcmp(name + *length - 5, ".yaml"))
        *length -= 5;
    return name;
}

/* A title is written as a plain YAML scalar, so nothing in it may be special there. */
static bool fits_title(const char *name, size_t length)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    if (!length || length > 200 || name[0] == '-' || name[0] == '.')
        return false;
    return strspn(name, letters) >= length;
}

/* The schema as installed, else in the checkout that the program was built in; malloc'd, NULL if it
   is in none of these places, or where a comment of YAML could not hold its name. */
static char *find_schema(void)
{
    static const char *const places[] = {"../share/wgcq/schemas/puzzle.schema.json",
                                         "../schemas/puzzle.schema.json",
                                         "../../schemas/puzzle.schema.json"};
    char *path = access(WGCQ_SCHEMA, R_OK) == 0 ? memory_strdup(WGCQ_SCHEMA) : NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !path; i++)
        path = program_find_beside(places[i]);
    for (const unsigned char *at = (const unsigned char *)path; path && *at; at++)
        if (*at <= ' ' || *at >= 0x7F) {
            free(path);
            path = NULL;
        }
    return path;
}

static bool print_puzzle(FILE *file, const char *title)
{
    char *schema = find_schema();
    bool ok = !schema || fprintf(file, "# yaml-language-server: $schema=%s\n", schema) >= 0;
    free(schema);
    ok = ok && fprintf(file, "puzzle: %s\n", title) >= 0;
    for (const char *const *line = template_lines; *line; line++)
        ok = ok && fprintf(file, "%s\n", *line) >= 0;
    return ok;
}

static int write_new_puzzle(const char *path, const char *title)
{
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (descriptor < 0)
        return message_file_error(path);
    FILE *file = fdopen(descriptor, "w");
    bool ok = file && print_puzzle(file, title);
    if (file && fclose(file))
        ok = false;
    if (ok)
        return STATUS_FOUND;
    int status = message_file_error(path);
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
        request_error(r, "'%s' is not a name for a puzzle: use letters, digits, - and _",
                      r->operands[0]);
        return request_usage_hint(r);
    }
    snprintf(title, sizeof title, "%.*s", (int)length, name);
    int status = write_new_puzzle(path, title);
    if (status == STATUS_FOUND && !r->quiet)
        program_print_written(path);
    return status;
}
