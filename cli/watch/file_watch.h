/*
 * file_watch.h - whether files were saved.
 *
 * Editors save by a rename, by truncating and writing, or by several steps of both, and file
 * systems of networks send no events; so the state of the files is looked at every few
 * milliseconds, and a save has come when it is another one, all files are there, and nothing has
 * happened for a moment.
 */
#ifndef CLI_WATCH_FILE_WATCH_H
#define CLI_WATCH_FILE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct file_stamp file_stamp;

typedef struct file_watch {
    size_t count;
    char **paths;
    file_stamp *stamps; /* as they were remembered */
} file_watch;

void file_watch_add(file_watch *w, const char *path);
void file_watch_free(file_watch *w);

/* From here on; before the files are read. */
void file_watch_remember(file_watch *w);
/* Whether any is not as it was remembered. */
bool file_watch_changed(const file_watch *w);
/* Waits until they were saved; false: `stopped` came first. */
bool file_watch_wait(file_watch *w, bool (*stopped)(void));

#endif
