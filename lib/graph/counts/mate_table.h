/*
 * mate_table.h - frontier states with the number of ways to each, hashed, in the order in which
 * they were added.
 */
#ifndef GRAPH_COUNTS_MATE_TABLE_H
#define GRAPH_COUNTS_MATE_TABLE_H

#include "base/containers/bigcount.h"

typedef struct mate_table {
    unsigned words; /* of a key */
    uint32_t count;
    uint64_t *key;  /* [count * words] */
    bigcount ways;  /* [count] */
    uint32_t *slot; /* [slots]: a key's number + 1, 0: empty */
    size_t slots, key_room;
} mate_table;

/* Empties it; its memory stays. */
void mate_table_clear(mate_table *t);
/* Adds from[i] ways to a key.  False: no memory, or 2^32 keys. */
bool mate_table_add(mate_table *t, const uint64_t *key, const bigcount *from, size_t i);
size_t mate_table_bytes(const mate_table *t);
void mate_table_free(mate_table *t);

#endif
