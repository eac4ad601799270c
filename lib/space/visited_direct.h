/*
 * visited_direct.h - inside of the visited set: a table of numbers by index.
 *
 * A state's index in the product of domains (sets/state_keys.h) is the place of its number, so that
 * no state has to be compared.
 */
#ifndef SPACE_VISITED_DIRECT_H
#define SPACE_VISITED_DIRECT_H

#include "space/visited.h"

/* Bytes of the table and of the tables of indices, of a set with a product. */
uint64_t visited_direct_bytes(const visited *s);
/* Replaces a hash table.  False: no memory; the set is unchanged. */
bool visited_go_direct(visited *s);

/* As add_chunk and find_chunk of visited.c, of at most CHUNK states; there is room in the array of
   states for all of them. */
size_t visited_add_direct(visited *s, const uint64_t *states, size_t count, uint32_t *numbers,
                          uint32_t most);
void visited_find_direct(const visited *s, const uint64_t *states, size_t count, uint32_t *numbers);

#endif
