/* segment_merge.h - several sorted inputs as one: each state once, with the sum of its counts. */
#ifndef SPILL_SEGMENT_MERGE_H
#define SPILL_SEGMENT_MERGE_H

#include "space/files/record_buffer.h"
#include "space/files/segment.h"

/* The record at which an input is. */
typedef struct merge_head {
    uint64_t first; /* its first word */
    const uint64_t *record;
    size_t input; /* reader_count is the buffer */
} merge_head;

typedef struct segment_merge {
    record_shape shape;
    size_t reader_count;
    segment_reader *reader;
    const record_buffer *buffer; /* a sorted one, NULL: none */
    size_t buffer_at;
    size_t open;       /* inputs that are not at their end: */
    merge_head *heads; /* a heap */
    uint64_t *record;  /* the current one, NULL: at the end */
    uint64_t *room;
} segment_merge;

typedef struct merge_input {
    const spill_file *file;
    const segment *segment;
} merge_input;

/* At the first record.  Closed by segment_merge_close, after an error too. */
int segment_merge_open(segment_merge *m, record_shape shape, const merge_input *segments,
                       size_t count, const record_buffer *buffer, wgcq_error *err);
int segment_merge_next(segment_merge *m, wgcq_error *err);
/* All that is left of it, to a writer.  WGCQ_DONE: `stopped`, which is asked now and then (NULL:
   never), said so; it is not whole. */
int segment_merge_write(segment_merge *m, segment_writer *w, bool (*stopped)(void *self),
                        void *self, wgcq_error *err);
void segment_merge_close(segment_merge *m);

#endif
