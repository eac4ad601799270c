/*
 * segment.h - sorted records in a file, as differences, in blocks.
 *
 * The states of a segment ascend, each is in it once.  A block is a header and its records: the
 * first state in full, of each further one its difference to the one before, as a number of 7 bits
 * a byte; each followed by its count, likewise.  A checksum of each block is compared when it is
 * read.
 */
#ifndef SPILL_SEGMENT_H
#define SPILL_SEGMENT_H

#include "space/files/spill_file.h"
#include "space/files/state_record.h"

typedef struct segment {
    uint64_t offset, bytes; /* in its file */
    uint64_t states;
    unsigned file; /* its number in the folder, where that is needed */
    bool counted;
} segment;

/* Where the blocks of a segment begin, for seeking in it. */
typedef struct block_index {
    unsigned words;
    size_t count, room;
    uint64_t *first; /* [room][words]: their first states  */
    uint64_t *at;    /* [room + 1]: their offsets, and the end */
} block_index;

size_t block_index_memory(const block_index *x);
void block_index_free(block_index *x);
/* The index of a segment that was written before. */
int block_index_read(block_index *x, const spill_file *f, const segment *part, unsigned words,
                     wgcq_error *err);

/* ---- writing ---- */

typedef struct segment_writer {
    spill_file *file;
    record_shape shape;
    segment segment;
    block_index *index; /* NULL: none is wanted */
    uint8_t *bytes;     /* blocks that are not in the file yet */
    size_t used, block; /* the last one begins there */
    uint32_t in_block;  /* records of it */
    uint64_t *last;
} segment_writer;

/* Begins a segment at the end of the file.  Closed by segment_writer_close, after an error too. */
int segment_writer_open(segment_writer *w, spill_file *f, record_shape shape, block_index *index,
                        wgcq_error *err);
int segment_writer_put(segment_writer *w, const uint64_t *record, wgcq_error *err);
int segment_writer_end(segment *out, segment_writer *w, wgcq_error *err);
void segment_writer_close(segment_writer *w);
/* Bytes that a writer and a reader hold in memory, where so many are written or read at once. */
size_t segment_writer_bytes(record_shape shape, size_t ahead);
size_t segment_reader_bytes(record_shape shape, size_t ahead);

/* ---- reading ---- */

typedef struct segment_reader {
    const spill_file *file;
    record_shape shape;
    segment segment;
    const block_index *index; /* NULL: segment_reader_seek is not called */
    uint8_t *bytes;           /* [room_bytes] of the file, from `window` on */
    uint64_t window;
    size_t room_bytes, filled, at, block_end;
    size_t ahead;      /* bytes that are read at once while blocks are sought */
    uint32_t left;     /* records of the block */
    uint64_t next;     /* offset of the next block ... */
    size_t next_block; /* ... and its index */
    uint64_t *record;  /* where it is, NULL: before the first or at the end */
    bool ended;
    uint64_t *room;
} segment_reader;

/* Before the first record.  Closed by segment_reader_close, after an error too. */
int segment_reader_open(segment_reader *r, const spill_file *f, const segment *part,
                        record_shape shape, const block_index *index, wgcq_error *err);
int segment_reader_next(segment_reader *r, wgcq_error *err);
/* Forward to the first record whose state is `state` or comes after it; it may stay before the
   first record where that comes after `state`. */
int segment_reader_seek(segment_reader *r, const uint64_t *state, wgcq_error *err);
/* Before the first record again, keeping what is in memory; file and index may have moved. */
void segment_reader_rewind(segment_reader *r, const spill_file *f, const block_index *index);
void segment_reader_close(segment_reader *r);

#endif
