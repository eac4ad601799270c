/* whole_file.c - a file's bytes, all of them. */
#include "embed/whole_file.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int read_whole(whole_file *file, FILE *in, const char *path)
{
    struct stat status;
    if (fstat(fileno(in), &status) != 0)
        return message_file_error(path);
    size_t room = (size_t)status.st_size;
    file->bytes = memory_alloc(room + 1);
    file->length = fread(file->bytes, 1, room, in);
    if (ferror(in))
        return message_file_error(path);
    if (file->length == room)
        return STATUS_FOUND;
    message_error("%s: it became shorter while it was read", path);
    return STATUS_FILE;
}

int whole_file_read(whole_file *file, const char *path)
{
    *file = (whole_file){0};
    FILE *in = fopen(path, "rbe");
    if (!in)
        return message_file_error(path);
    int status = read_whole(file, in, path);
    fclose(in);
    return status;
}

void whole_file_free(whole_file *file)
{
    free(file->bytes);
    *file = (whole_file){0};
}
