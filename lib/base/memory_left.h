/* memory_left.h - how much memory there is, as files under some root say. */
#ifndef BASE_MEMORY_LEFT_H
#define BASE_MEMORY_LEFT_H

#include <stdint.h>

/* As wgcq_memory_left, which reads under "". */
uint64_t memory_left_under(const char *root);

#endif
