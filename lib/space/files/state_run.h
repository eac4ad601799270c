/*
 * state_run.h - sorted records in a file, as differences, in blocks.
 *
 * The states of a run ascend, each is in it once.  A block is a header and its records: the first
 * state in full, of each further one its difference to the one before, as a number of 7 bits a
 * byte; each followed by its count, likewise.  A checksum of each block is compared when it is
 * read.
 */
#ifndef SPILL_STATE_RUN_H
#define SPILL_STATE_RUN_H

#include "space/files/spill_file.h"
#include "space/files/state_record.h"

typedef struct state_run {
    uint64_t offset, bytes; /* in its file */
    uint64_t states;
    unsigned file; /* its number in the folder, where that is needed */
    bool counted;
} state_run;

/* Where the blocks of a run begin, for seeking in it. */
typedef struct block_index {
    unsigned words;
    size_t count, room;
    uint64_t *first; /* [room][words]: their first states  */
    uint64_t *at;    /* [room + 1]: their offsets, and the end */
} block_index;

size_t block_index_memory(const block_index *x);
void block_index_free(block_index *x);
/* The index of a run that was written before. */
int block_index_read(block_index *x, const spill_file *f, const state_run *run, unsigned words,
                     wgcq_error *err);

/* ---- writing ---- */

typedef struct run_writer {
    spill_file *file;
    record_shape shape;
    state_run run;
    block_index *index; /* NULL: none is wanted */
    uint8_t *bytes;     /* blocks that are not in the file yet */
    size_t used, block; /* the last one begins there */
    uint32_t in_block;  /* records of it */
    uint64_t *last;
} run_writer;

/* Begins a run at the end of the file.  Closed by run_writer_close, after an error too. */
int run_writer_open(run_writer *w, spill_file *f, record_shape shape, block_index *index,
                    wgcq_error *err);
int run_writer_put(run_writer *w, const uint64_t *record, wgcq_error *err);
int run_writer_end(state_run *out, run_writer *w, wgcq_error *err);
void run_writer_close(run_writer *w);
/* Bytes that a writer and a reader hold in memory, where so many are written or read at once. */
size_t run_writer_bytes(record_shape shape, size_t ahead);
size_t run_reader_bytes(record_shape shape, size_t ahead);

/* ---- reading ---- */

typedef struct run_reader {
    const spill_file *file;
    record_shape shape;
    state_run run;
    const block_index *index; /* NULL: run_reader_seek is not called */
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
} run_reader;

/* Before the first record.  Closed by run_reader_close, after an error too. */
int run_reader_open(run_reader *r, const spill_file *f, const state_run *run, record_shape shape,
                    const block_index *index, wgcq_error *err);
int run_reader_next(run_reader *r, wgcq_error *err);
/* Forward to the first record whose state is `state` or comes after it; it may stay before the
   first record where that comes after `state`. */
int run_reader_seek(run_reader *r, const uint64_t *state, wgcq_error *err);
/* Before the first record again, keeping what is in memory; file and index may have moved. */
void run_reader_rewind(run_reader *r, const spill_file *f, const block_index *index);
void run_reader_close(run_reader *r);

#endif
