/*
 * rank_sources.h - the states of the level that is expanded, as far as records speak of them.
 *
 * While plans are counted a record has, beside the successor, the state it was found from: its
 * words, its number of shortest paths, and its origin in the level that is kept last.  An owner of
 * successors takes them as if these sources were the level; now and then those that no state of
 * the next level has for its origin are forgotten, so that there are not many more than that has
 * states.
 */
#ifndef SEARCH_RANKS_SOURCES_H
#define SEARCH_RANKS_SOURCES_H

#include "search/ranks/rank_packets.h"
#include "search/sweep/sweep_owner.h"

/* How a record lies in its words: the successor, then, while plans are counted, the source, its
   origin, and its ways. */
typedef struct record_layout {
    unsigned words; /* of a state */
    unsigned limbs; /* of ways; 0: plans are not counted */
} record_layout;

static inline unsigned record_words_of(record_layout l)
{
    return l.limbs ? 2 * l.words + 1 + l.limbs : l.words;
}

typedef struct rank_sources {
    frontier level;   /* the sources, as if they were a level: states, ways, origins */
    bigarray found;   /* the successors of one packet, without their sources */
    bigarray numbers; /* uint32_t: of each its source */
} rank_sources;

rank_sources rank_sources_make(unsigned words);
void rank_sources_free(rank_sources *s);
size_t rank_sources_memory(const rank_sources *s);
/* None, for the next level. */
void rank_sources_clear(rank_sources *s);
/* Adds the packet's records, as a parcel for an owner, valid until the next one.  False: no memory.
 */
bool rank_sources_add(rank_sources *s, const rank_packet *from, record_layout layout,
                      sweep_parcel *out);
/* Where there are many, forgets those that the owner's next level does not need.  0 or a code. */
int rank_sources_thin(rank_sources *s, sweep_owner *o, const wgcq_model *model, wgcq_error *err);

#endif
