/* atomic_write.h - writes a file completely or not at all. */
#ifndef CLI_OUTPUT_ATOMIC_WRITE_H
#define CLI_OUTPUT_ATOMIC_WRITE_H

#include <stddef.h>

/* Writes a temporary file beside `path`, syncs it and renames it; an existing file stays as it was
   until then.  What is no plain file (a device, a pipe) is written to directly.  Reports errors and
   returns the exit status. */
int atomic_write(const char *path, const char *bytes, size_t length);

#endif
