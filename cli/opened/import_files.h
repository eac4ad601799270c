/* import_files.h - files of others as the text of a puzzle. */
#ifndef CLI_OPENED_IMPORT_FILES_H
#define CLI_OPENED_IMPORT_FILES_H

#include <stddef.h>

/* Reads one or two files and imports them; mistakes are reported.  `level` may be NULL.  Returns
   the exit status, STATUS_FOUND if *yaml is the puzzle's text, which the caller frees. */
int import_files_read(char **yaml, const char *const *paths, size_t count, const char *level);

#endif
