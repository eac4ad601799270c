/* real_path.h - the absolute path of a file, without symbolic links. */
#ifndef BASE_FILES_REAL_PATH_H
#define BASE_FILES_REAL_PATH_H

#include <stdbool.h>

/* malloc'd; NULL with errno.  With `create` the file need not exist: it may be the missing target
   of a symbolic link. */
char *real_path(const char *path, bool create);

#endif
