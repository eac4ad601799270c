/*
 * memory_limit.h - how much memory the program may take from here on.
 *
 * The system holds the program to it: an allocation beyond the limit fails, in a library too, and
 * the work ends as it does where there is no memory at all.  So nothing has to count its memory.
 * The program suspends the limit while it prints what is known (messages.h).
 */
#ifndef CLI_OUTPUT_MEMORY_LIMIT_H
#define CLI_OUTPUT_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* So many bytes more than are held now; 0: no limit. */
void memory_limit_begin(uint64_t bytes);
/* Whether there is a limit at present. */
bool memory_limit_holds(void);
/* Bytes of private memory that the program holds now; 0: the system does not say. */
uint64_t memory_limit_held(void);
/* Suspends the limit, and applies it again. */
void memory_limit_suspend(void);
void memory_limit_apply(void);
/* No limit from here on. */
void memory_limit_end(void);

#endif
