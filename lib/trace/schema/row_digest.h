/*
 * row_digest.h - a checksum of the rows of a run, updated while they are written.
 *
 * Every commit stores it, mixed with the run's row and the description of the puzzle, so that
 * `resume` can check that the stored rows are those that were written, for that puzzle. Against
 * accidents; it is not a signature.
 *
 * A row is hashed by independent multiplications, and rows are spread over four sums by their
 * number, so that a processor can overlap several. Each step is a bijection: rows that differ in
 * one value always give different sums.
 */
#ifndef TRACE_SCHEMA_ROW_DIGEST_H
#define TRACE_SCHEMA_ROW_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

enum { DIGEST_SUMS = 4 };

typedef struct digest {
    uint64_t states[DIGEST_SUMS], edges[DIGEST_SUMS], rejections[DIGEST_SUMS];
    uint64_t moves, distances;
} digest;

static inline uint64_t digest_mix(uint64_t sum, uint64_t value)
{
    sum = (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

/* The hash of value i of a row; those of a row are added up. */
static inline uint64_t digest_value(unsigned i, uint64_t value)
{
    return (value ^ value >> 32) * (UINT64_C(0xc2b2ae3d27d4eb4f) + 0x9e3779b2 * (uint64_t)i);
}

static inline uint64_t digest_bytes(uint64_t sum, const char *bytes, size_t count)
{
    return digest_mix(hash_bytes(sum, bytes, count), count);
}

static inline void digest_state(digest *d, uint64_t id, uint64_t depth, uint64_t marks,
                                const uint64_t *words, unsigned count)
{
    uint64_t row = digest_value(0, depth << 8 | marks), *sum = &d->states[id % DIGEST_SUMS];
    for (unsigned i = 0; i < count; i++)
        row += digest_value(i + 1, words[i]);
    *sum = digest_mix(*sum, row);
}

/* For a state whose text is stored. */
static inline void digest_state_text(digest *d, uint64_t id, const char *bytes, size_t length)
{
    uint64_t *sum = &d->states[id % DIGEST_SUMS];
    *sum = digest_bytes(*sum, bytes, length);
}

static inline void digest_edge(digest *d, uint64_t number, uint64_t src, uint64_t dst,
                               uint64_t move, const int64_t *cost, unsigned count)
{
    uint64_t row = digest_value(0, src << 32 | dst) + digest_value(1, move);
    for (unsigned i = 0; i < count; i++)
        row += digest_value(i + 2, (uint64_t)cost[i]);
    uint64_t *sum = &d->edges[number % DIGEST_SUMS];
    *sum = digest_mix(*sum, row);
}

static inline void digest_rejection(digest *d, uint64_t number, uint64_t src, uint64_t move,
                                    uint64_t rule)
{
    uint64_t row = digest_value(0, src << 32 | move) + digest_value(1, rule);
    uint64_t *sum = &d->rejections[number % DIGEST_SUMS];
    *sum = digest_mix(*sum, row);
}

static inline void digest_move(digest *d, uint64_t id, const char *bytes, size_t length)
{
    d->moves = digest_bytes(digest_mix(d->moves, id), bytes, length);
}

/* RECORD_NULL where a value is not known. */
static inline void digest_distance(digest *d, int64_t id, int64_t to_goal, int64_t depth)
{
    d->distances = digest_mix(digest_mix(d->distances, (uint64_t)id << 32 ^ (uint64_t)to_goal),
                              (uint64_t)depth);
}

/* Digest of the rows of step_N and of piece_N, from 0 on. */
typedef struct step_digest {
    uint64_t rows, pieces;
} step_digest;

/* A row of one of them: its integers, RECORD_NULL for NULL, and its text or NULL. */
static inline uint64_t digest_step(uint64_t sum, const int64_t *values, unsigned count,
                                   const char *text, size_t length)
{
    uint64_t row = 0;
    for (unsigned i = 0; i < count; i++)
        row += digest_value(i, (uint64_t)values[i]);
    sum = digest_mix(sum, row);
    return text ? digest_bytes(sum, text, length) : sum;
}

/* The figures in a run's row; -1: NULL. */
typedef struct digest_figures {
    int64_t states, edges, rejections, depth, expanded;
    double seconds; /* -1: NULL */
} digest_figures;

/* `bound`: checksum_binding of the puzzle and of the rest of the row. */
int64_t digest_total(uint64_t bound, const digest_figures *figures, const digest *rows);

#endif
