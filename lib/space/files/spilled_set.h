/*
 * spilled_set.h - which states were reached: the latest in memory, the others in sorted segments.
 *
 * A state is looked up among the near ones, of the last levels and since the last check; so a new
 * state may be one that the far ones have.  A check, from time to time, looks up all that were
 * added since the last one: far segments are not read for every level.
 *
 * Looked up in ascending order, a level at a time, so that a segment is read once a level at most,
 * and only those blocks of it where a state may be; a filter says of most states that no near
 * segment has them.  The states of a level ascend, so those that memory has no room for go straight
 * into a segment.
 *
 * Near segments are united when one has less than half the states of all later ones, far ones when
 * it has less than twice as many: there are a few for each factor of four or two in their sizes,
 * and a state is written again as often.
 *
 * A set may keep a number with each state; then all segments are near.
 */
#ifndef SPILL_SPILLED_SET_H
#define SPILL_SPILLED_SET_H

#include "space/files/key_filter.h"
#include "space/files/segment.h"
#include "space/files/spill_folder.h"
#include "space/visited.h"

enum { SET_SEGMENTS_MOST = 32 };

typedef struct set_segment {
    spill_file file; /* in which it is alone */
    segment segment;
    block_index index;
    segment_reader reader;
    bool reading;
    uint32_t newest; /* the last level that added to it */
    bool checked;    /* it has no state that the segments before it have */
} set_segment;

typedef struct spilled_set {
    unsigned words;
    bool numbered;
    bigarray numbers; /* uint32_t, of the recent states */
    spill_folder *folder;
    bool (*stopped)(void *self); /* asked while segments are united; NULL: never */
    void *stopped_self;
    visited recent;        /* not in a segment yet */
    key_filter filter;     /* of the states in near segments, at least */
    set_segment straight;  /* what the level has beside the recent ones, .. */
    segment_writer writer; /* .. into which it is written, .. */
    bool writing;          /* .. if there is any */
    size_t segment_count;
    set_segment segment[SET_SEGMENTS_MOST]; /* the oldest first */
    uint32_t level;
    size_t far;       /* so many segments are far */
    uint64_t pending; /* states that were not looked up in them */
} spilled_set;

/* Empty; memory for the filter and the recent states together. */
int spilled_set_open(spilled_set *s, unsigned words, bool numbered, spill_folder *folder,
                     size_t bytes, wgcq_error *err);
/* Adds a segment that was written before. */
int spilled_set_add_segment(spilled_set *s, const segment *part, wgcq_error *err);
void spilled_set_close(spilled_set *s);
size_t spilled_set_memory(const spilled_set *s);
uint64_t spilled_set_bytes(const spilled_set *s); /* of its files */

/* Whether the state is near.  From one spilled_set_end_level to the next states ascend, those that
   are added too, and none is looked up that was added since. */
int spilled_set_has(bool *has, spilled_set *s, const uint64_t *state, wgcq_error *err);
/* As spilled_set_has, in a numbered set: its number, 0 where it is missing. */
int spilled_set_find(uint32_t *number, spilled_set *s, const uint64_t *state, wgcq_error *err);
/* A state that is not near.  Without numbers they ascend.  WGCQ_DONE: stopped, it was not added. */
int spilled_set_add(spilled_set *s, const uint64_t *state, wgcq_error *err);
/* As spilled_set_add, with its number, 1 or more. */
int spilled_set_add_numbered(spilled_set *s, const uint64_t *state, uint32_t number,
                             wgcq_error *err);
/* States may be looked up from the least on again; unites near segments, or leaves them as they are
   where it is stopped.  (Within a level too: then segments are read again from their beginning on.)
 */
int spilled_set_end_level(spilled_set *s, wgcq_error *err);
/* States in far segments. */
uint64_t spilled_set_far(const spilled_set *s);
/* Calls `repeated` for each pending state, in ascending order, that the far segments have; then
   none is pending, and far segments are united.  WGCQ_DONE: stopped, they still are; the set is of
   no more use.
 */
int spilled_set_check(spilled_set *s, int (*repeated)(void *self, const uint64_t *state),
                      void *self, wgcq_error *err);
/* All states are in segments, and these on the disk, for a commit.  WGCQ_DONE: stopped, they are
 * not.
 */
int spilled_set_sync(spilled_set *s, wgcq_error *err);

#endif
