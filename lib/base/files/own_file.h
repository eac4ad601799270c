/*
 * own_file.h - files in a folder that wgcq made: of a search in files, of ranks, of a sweep.
 *
 * Another user who may write into such a folder can put a link there.  So a file in it
 * is never opened through a symbolic link, and it is a plain file of one name; one that is written
 * belongs to the user of this process, one that is only read to that user or to the owner of the
 * folder.
 */
#ifndef BASE_FILES_OWN_FILE_H
#define BASE_FILES_OWN_FILE_H

#include <stdbool.h>

#include "base/error.h"

/* Opens NAME in the open folder, with the flags of open(); O_TRUNC takes effect once the file is
   known to be ours.  *fd: -1 after an error.  WGCQ_EFILE: it cannot be opened, errno says why;
   WGCQ_ESTORE: it is not ours.  `shown` is the folder's name in messages. */
int own_file_open(int *fd, int folder, const char *shown, const char *name, int flags,
                  wgcq_error *err);
/* Opens it by its path. */
int own_file_open_path(int *fd, const char *path, int flags, wgcq_error *err);
/* Whether a file that another library opens is ours; one that is not there is. */
int own_file_check(const char *path, bool write, wgcq_error *err);
/* "FOLDER/NAME"; the caller frees it.  NULL: no memory. */
char *own_file_path(const char *folder, const char *name);
/* Whether a folder within a folder of ours is ours. */
int own_folder_check(const char *path, wgcq_error *err);

#endif
