/*
 * file_place.h - a new file takes its place under a name, whole or not at all.
 *
 * What stands under the name is looked at before the new file is written, and is replaced only if
 * it is what stands there still: then the new file has its permissions and its owner.  A symbolic
 * link stays one, and what it leads to is replaced.  Where nothing stood, nothing is replaced.
 */
#ifndef BASE_FILES_FILE_PLACE_H
#define BASE_FILES_FILE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/error.h"

typedef struct file_place {
    char *path; /* as the caller wrote it */
    char *real; /* without symbolic links */
    bool there;
    struct stat old; /* where there is one */
} file_place;

/* WGCQ_EFILE: it has no folder, or may not be written.  file_place_free *out, after an error too.
 */
int file_place_find(file_place *out, const char *path, wgcq_error *err);
/* The closed file at `from`, in the same folder and on the disk, takes the place.  WGCQ_EFILE: what
   stands there is another than before, or cannot be replaced; the new file stays where it is. */
int file_place_take(const file_place *place, const char *from, wgcq_error *err);
/* Where nothing stands: 0 or an errno, EEXIST as far as the file system can tell. */
int file_place_rename_new(const char *from, const char *to);
/* A new name of a file is on the disk once its folder is. */
void file_place_sync_folder(const char *real);
/* The permissions of the old file, or of a new one. */
mode_t file_place_mode(const file_place *place);
void file_place_free(file_place *place);

/* Puts bytes into a file of that name, by way of one of another name beside it.  A pipe or a
   character device is written to as it is.  SIGINT, SIGTERM and SIGHUP have to wait until the file
   has its place, or, where one comes before that, until nothing is left of it: WGCQ_EINTERRUPT. */
int file_place_put(const char *path, const void *bytes, size_t length, wgcq_error *err);

#endif
