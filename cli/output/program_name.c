/* program_name.c - how this program was called, and where it lies; words as a shell takes them. */
#include "output/program_name.h"

#include "output/messages.h"
#include "output/terminal_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *name; /* set once, before anything is printed */

void program_set_name(const char *argv0)
{
    assert(!name);
    name = argv0 && *argv0 ? program_shell_word(argv0) : NULL;
}

const char *program_name(void)
{
    return name ? name : "wgcq";
}

char *program_shell_word(const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "./_-+,:@%";
    size_t length = strlen(text);
    if (length && strspn(text, plain) == length)
        return memory_strdup(text);
    char *word = memory_alloc(4 * length + 3), *end = word;
    *end++ = '\'';
    for (; *text; text++) {
        if (*text != '\'') {
            *end++ = *text;
        } else {
            memcpy(end, "'\\''", 4);
            end += 4;
        }
    }
    *end++ = '\'';
    *end = '\0';
    return word;
}

char *program_name_after(const char *path, const char *ending)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    const char *dot = strrchr(file, '.');
    const size_t length = dot && dot != file ? (size_t)(dot - file) : strlen(file);
    return memory_format("%.*s%s", (int)length, file, ending);
}

char *program_find_beside(const char *relative)
{
    char *self = realpath("/proc/self/exe", NULL), *found = NULL;
    char *slash = self ? strrchr(self, '/') : NULL;
    if (slash) {
        slash[1] = '\0';
        char *path = memory_format("%s%s", self, relative);
        found = realpath(path, NULL);
        free(path);
    }
    free(self);
    return found;
}

void program_print_written(const char *path)
{
    char *word = program_shell_word(path);
    terminal_print_text(stdout, path);
    fputs(" is written; next:\n  ", stdout);
    terminal_print_text(stdout, program_name());
    fputs(" solve ", stdout);
    terminal_print_text(stdout, word);
    putchar('\n');
    free(word);
}
