/*
 * new_file.h - a file that gets its name when it is whole and on the disk.
 *
 * Where the system has files without a name (Linux), nothing is left of one that a kill ends before
 * that. Elsewhere it is written as FILE.XXXXXX, which a kill may leave; either way no name is taken
 * that something stands under. Functions return 0 or an errno.
 */
#ifndef BASE_FILES_NEW_FILE_H
#define BASE_FILES_NEW_FILE_H

#include <stddef.h>
#include <sys/types.h>

typedef struct new_file {
    char *path;   /* that it is to have, without symbolic links */
    char *folder; /* of both */
    char *beside; /* that it has until then; NULL: none */
    int file;     /* its descriptor; -1: it is made by new_file_write */
} new_file;

/* Takes over `path`, which is malloc'd.  An errno: no file can be made there.  new_file_close *out,
   after an error too. */
int new_file_open(new_file *out, char *path);
/* The whole of it, and its permissions (0: as usual); on the disk afterwards. */
int new_file_write(new_file *f, const void *bytes, size_t length, mode_t mode);
/* Ends the file, which has its name then.  EEXIST: something stands under it. */
int new_file_name(new_file *f);
/* Names it in place of what stands there, which the caller holds to be of no use. */
int new_file_replace(new_file *f);
/* Removes a file that has not got its name. */
void new_file_close(new_file *f);

#endif
