/* memory_left.h - how much memory there is for a run. */
#ifndef BASE_MEMORY_LEFT_H
#define BASE_MEMORY_LEFT_H

#include <stdint.h>

/* wgcq_memory_left, with /proc and /sys under `root`; "" is the real one. */
uint64_t memory_left_under(const char *root);

#endif
