/* rank_of_state.h - which rank has a state. */
#ifndef SEARCH_RANKS_OF_STATE_H
#define SEARCH_RANKS_OF_STATE_H

#include <stdint.h>

/* The rank that a state belongs to. */
static inline unsigned rank_of_state(const uint64_t *state, unsigned words, unsigned ranks)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t hash = state[0] * 0xd6e8feb86659fd93u;
    for (unsigned w = 1; w < words; w++)
        hash = ((hash ^ hash >> 32) + state[w]) * 0xd6e8feb86659fd93u;
    hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
    return (unsigned)((wide)hash * ranks >> 64);
}

#endif
