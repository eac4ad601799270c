/*
 * level_archive.h - the levels of a search, one after another in files.
 *
 * Small levels share a file.  While the plan is wanted all levels are kept, otherwise only the
 * last.  Where each level is, is in a file too, so that memory does not grow with the depth.
 */
#ifndef SPILL_LEVEL_ARCHIVE_H
#define SPILL_LEVEL_ARCHIVE_H

#include "space/files/segment.h"
#include "space/files/spill_folder.h"

typedef struct archived_levels {
    unsigned table; /* the number of that file */
    uint32_t first, count;
    uint64_t bytes;
    segment newest;
} archived_levels;

typedef struct level_archive {
    spill_folder *folder;
    bool keeps_all;
    uint32_t kept_from;    /* if not, levels from that one on, and the last */
    uint32_t first, count; /* levels first..count - 1 are there */
    uint64_t bytes;        /* of these */
    segment newest;        /* the last level */
    spill_file table;      /* an entry for each level before it, from depth 0 on */
    unsigned table_number;
    spill_file last; /* to which levels are appended */
    unsigned last_number;
    spill_file earlier; /* opened for reading */
    unsigned earlier_number;
} level_archive;

level_archive level_archive_make(spill_folder *folder);
void level_archive_close(level_archive *a);

/* A writer of the next level, which level_archive_end then adds. */
int level_archive_begin(level_archive *a, segment_writer *w, record_shape shape, wgcq_error *err);
int level_archive_end(level_archive *a, segment_writer *w, wgcq_error *err);
/* Describes the levels for a commit, and an archive that has them again. */
archived_levels level_archive_describe(const level_archive *a);
int level_archive_restore(level_archive *a, const archived_levels *levels, wgcq_error *err);
/* From now on only levels from kept_from on, and the last, are kept. */
int level_archive_forget(level_archive *a, wgcq_error *err);
int level_archive_keep_from(level_archive *a, uint32_t depth, wgcq_error *err);
/* The next level is not kept, but for its number of states; nor is any before it. */
int level_archive_skip(level_archive *a, uint64_t states, wgcq_error *err);
/* The written level takes the place of the last one. */
int level_archive_replace(level_archive *a, segment_writer *w, wgcq_error *err);
/* Before the first record of a level. */
int level_archive_read(level_archive *a, segment_reader *r, uint32_t depth, record_shape shape,
                       wgcq_error *err);
/* The file that a level is in, open until the next one is asked for. */
int level_archive_open(const spill_file **file, segment *level, level_archive *a, uint32_t depth,
                       wgcq_error *err);
int level_archive_sync(level_archive *a, wgcq_error *err);

/* Where a level is, or was. */
int level_archive_find(segment *out, const level_archive *a, uint32_t depth, wgcq_error *err);

#endif
