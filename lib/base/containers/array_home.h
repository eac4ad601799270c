/*
 * array_home.h - where large arrays are: in memory, or in files of a folder.
 *
 * Without a home (NULL) arrays are malloc's.  In one, those of HOME_LEAST bytes or more are mapped
 * from files that have no name, so that they are gone with the process.  Their room on the disk is
 * taken beforehand: where there is none, there is no array.  Of what the process holds of them in
 * memory no more than `resident` bytes stay for long: a thread gives pages back to the system,
 * which writes them where it needs the memory.
 *
 * Arrays may be made and freed by any thread, one at a time each.  A disk that fails to read ends
 * the process (SIGBUS).
 */
#ifndef BASE_CONTAINERS_ARRAY_HOME_H
#define BASE_CONTAINERS_ARRAY_HOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wgcq_base.h"

enum { HOME_LEAST = 64 << 10 };

typedef struct array_home array_home;

/* In a folder that is there.  WGCQ_EFILE: nothing can be written there.  All arrays in it are freed
   before it. */
int array_home_new(array_home **out, const char *folder, size_t resident, wgcq_error *err);
void array_home_free(array_home *h);

/* As malloc, calloc and realloc; what is reallocated in a home was NULL, or is from home_realloc.
 */
void *home_malloc(array_home *h, size_t bytes);
void *home_calloc(array_home *h, size_t count, size_t size);
void *home_realloc(array_home *h, void *array, size_t bytes);
void home_free(array_home *h, void *array);
/* As array_resize: `array` is the address of the pointer. */
bool home_resize(array_home *h, void *array, size_t room, size_t size);

/* Bytes of its files, and of the disk that are left; UINT64_MAX: not known. */
uint64_t array_home_bytes(array_home *h);
uint64_t array_home_left(const array_home *h);
/* Why there was no array: WGCQ_EFILE; or 0. */
int array_home_error(const array_home *h, wgcq_error *err);

#endif
