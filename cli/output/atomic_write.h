/* atomic_write.h - a file that is there whole or not at all. */
#ifndef CLI_OUTPUT_ATOMIC_WRITE_H
#define CLI_OUTPUT_ATOMIC_WRITE_H

#include <stddef.h>

/* Writes a new file beside it and gives that the name when all is safe; what has the name already
   stays as it was until then.  What is no plain file (a device, a pipe) is written to directly.
   Answers the exit status, and says what went wrong. */
int atomic_write(const char *path, const char *bytes, size_t length);

#endif
