/*
 * segment_sorter.h - records are put in any order, and come out in one: sorted in memory, and in
 * parts of a file where that has no room.
 *
 * Records of one state become one, with the sum of their counts.
 */
#ifndef SPILL_SEGMENT_SORTER_H
#define SPILL_SEGMENT_SORTER_H

#include "space/files/segment_merge.h"
#include "space/files/spill_folder.h"

enum { SORTER_PARTS_LEAST = 4, SORTER_PARTS_MOST = 64 };

typedef struct sorter_part {
    segment segment;
    uint64_t passed; /* bytes of other parts that were united since this one was written */
} sorter_part;

typedef struct segment_sorter {
    spill_folder *folder;
    record_buffer buffer;
    size_t bytes; /* for the buffer */
    spill_file file;
    unsigned number;
    bool created;
    size_t part_count, parts_most;
    sorter_part part[SORTER_PARTS_MOST];
    bool (*stopped)(void *self); /* asked while parts are united */
    void *stopped_self;
} segment_sorter;

/* Empty: so many bytes of memory for records, and so many parts are read at once, 3 or more. */
segment_sorter segment_sorter_make(spill_folder *folder, size_t bytes, size_t parts,
                                   bool (*stopped)(void *self), void *self);
void segment_sorter_close(segment_sorter *s);
/* Bytes of its buffer. */
size_t segment_sorter_memory(const segment_sorter *s);

/* Forgets what was put; records of this shape follow. */
int segment_sorter_begin(segment_sorter *s, record_shape shape, wgcq_error *err);
/* Room for 1..count records at *to, which segment_sorter_added then takes.  WGCQ_DONE: stopped. */
int segment_sorter_room(uint64_t **to, size_t *count, segment_sorter *s, wgcq_error *err);
static inline void segment_sorter_added(segment_sorter *s, size_t count)
{
    s->buffer.count += count;
}
/* One record, or so many.  WGCQ_DONE: stopped. */
int segment_sorter_put(segment_sorter *s, const uint64_t *record, wgcq_error *err);
int segment_sorter_put_all(segment_sorter *s, const uint64_t *record, size_t count,
                           wgcq_error *err);
/* No more records are put; m reads all of them in order, and has the first. */
int segment_sorter_end(segment_merge *m, segment_sorter *s, wgcq_error *err);
/* Forgets what was put; the file of its parts is empty, for something else until records follow. */
int segment_sorter_clear_file(segment_sorter *s, wgcq_error *err);

#endif
