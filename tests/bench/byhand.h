/*
 * byhand.h - what the puzzles of the bench cost a program written for each of them alone: the
 * yardstick.
 *
 * Breadth-first, level by level, over states of one 64-bit word.  The set has open addressing, one
 * slot of eight bytes a state, in huge pages, and never grows: its size is given.  Successors are
 * generated, hashed and prefetched a batch at a time before they are looked up.  No frills: no
 * errors, no counts of plans, no plan; only the number of states, edges and levels.
 *
 * A puzzle defines MAX_SUCCESSORS, TABLE_BITS, initial_state() and successors() and includes this.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static uint64_t initial_state(void);
/* Writes the successors of a state; how many. */
static inline int successors(uint64_t state, uint64_t *out);

enum { BATCH = 64 };

static uint64_t *slots, states, edges;

static void *map(uint64_t words)
{
    void *at = mmap(NULL, words * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        exit(1);
    madvise(at, words * sizeof(uint64_t), MADV_HUGEPAGE);
    return at;
}

static inline uint64_t home(uint64_t state)
{
    state ^= state >> 32;
    state *= UINT64_C(0x9e3779b97f4a7c15);
    state ^= state >> 29;
    state *= UINT64_C(0xbf58476d1ce4e5b9);
    return state >> (64 - TABLE_BITS);
}

/* Slots hold state + 1; 0 is empty. */
static inline int is_new(uint64_t state, uint64_t at)
{
    const uint64_t mask = (UINT64_C(1) << TABLE_BITS) - 1, key = state + 1;
    while (slots[at]) {
        if (slots[at] == key)
            return 0;
        at = (at + 1) & mask;
    }
    slots[at] = key;
    return 1;
}

/* The states of the next level; how many. */
static uint64_t expand_level(const uint64_t *level, uint64_t count, uint64_t *next)
{
    uint64_t found = 0, out[BATCH * MAX_SUCCESSORS], at[BATCH * MAX_SUCCESSORS];
    for (uint64_t i = 0; i < count; i += BATCH) {
        uint64_t end = count - i < BATCH ? count : i + BATCH;
        int made = 0;
        for (uint64_t k = i; k < end; k++)
            made += successors(level[k], out + made);
        for (int k = 0; k < made; k++) {
            at[k] = home(out[k]);
            __builtin_prefetch(&slots[at[k]], 1);
        }
        edges += (uint64_t)made;
        for (int k = 0; k < made; k++)
            if (is_new(out[k], at[k]))
                next[found++] = out[k];
    }
    return found;
}

int main(void)
{
    const uint64_t room = UINT64_C(1) << TABLE_BITS;
    uint64_t *level = map(room), *next = map(room), count = 1, depth = 0;
    slots = map(room);
    level[0] = initial_state();
    is_new(level[0], home(level[0]));
    for (; count; depth++) {
        states += count;
        count = expand_level(level, count, next);
        uint64_t *last = level;
        level = next;
        next = last;
    }
    return printf("%llu states %llu edges %llu deep\n", (unsigned long long)states,
                  (unsigned long long)edges, (unsigned long long)(depth - 1)) < 0;
}
