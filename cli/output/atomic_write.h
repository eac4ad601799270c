/* atomic_write.h - writes a file completely or not at all. */
#ifndef CLI_OUTPUT_ATOMIC_WRITE_H
#define CLI_OUTPUT_ATOMIC_WRITE_H

#include <stddef.h>

/* As wgcq_write_file.  Reports errors and returns the exit status. */
int atomic_write(const char *path, const char *bytes, size_t length);

#endif
