/* volume.c - how much a run has given to the file so far. */
#include <sys/stat.h>

#include "trace/writer.h"

void trace_volume(const trace_writer *w, uint64_t *rows, uint64_t *bytes)
{
    struct stat file;
    *rows = w->state_count + w->edge_count + w->refusal_count + (uint64_t)w->solutions;
    *bytes = stat(w->path, &file) ? 0 : (uint64_t)file.st_size;
}
