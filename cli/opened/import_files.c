/* import_files.c - files of others as the text of a puzzle. */
#include "opened/import_files.h"

#include "opened/open_puzzle.h"
#include "output/exit_status.h"
#include "output/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than the library imports, which then says so. */
enum { READ_MOST = 17 << 20 };

/* The text of a file, or of standard input, in memory of its own. */
static int read_import_file(wgcq_import_file *file, char **text, const char *path)
{
    bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "rbe");
    if (!in)
        return message_file_error(path);
    size_t room = 1 << 16, length = 0;
    char *bytes = memory_alloc(room);
    for (size_t got; (got = fread(bytes + length, 1, room - length, in)) > 0;) {
        length += got;
        if (length == room && room < READ_MOST)
            bytes = memory_realloc(bytes, room *= 2);
    }
    int status = ferror(in) ? message_file_error(path) : STATUS_FOUND;
    if (!standard)
        fclose(in);
    *text = bytes;
    *file = (wgcq_import_file){standard ? "<stdin>" : path, bytes, length};
    return status;
}

static int import_texts(char **yaml, const wgcq_import_file *files, size_t count, const char *level)
{
    wgcq_diagnostics *diagnostics = NULL;
    wgcq_error err = {0};
    int code = wgcq_import(yaml, files, count, level, &diagnostics, &err);
    return open_puzzle_report(code, diagnostics, &err);
}

int import_files_read(char **yaml, const char *const *paths, size_t count, const char *level)
{
    wgcq_import_file files[WGCQ_IMPORT_FILES_MOST] = {{0}};
    char *texts[WGCQ_IMPORT_FILES_MOST] = {0};
    int status = STATUS_FOUND;
    for (size_t i = 0; i < count && status == STATUS_FOUND; i++)
        status = read_import_file(&files[i], &texts[i], paths[i]);
    if (status == STATUS_FOUND)
        status = import_texts(yaml, files, count, level);
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    return status;
}
