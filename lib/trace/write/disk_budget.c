/*
 * disk_budget.c - how much a run has written, and whether the disk has space for the rest.
 *
 * Indices and distances, which are written after the search, take about as much as the rows; that
 * can be estimated from the columns. A disk that is full before that leaves a run that can only be
 * resumed; so the run is ended while there is still space to end it well.
 */
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/files/size_text.h"
#include "trace/write/first_save.h"

/* Bytes a row, with its share of a page: two for its place there, its length and number, a byte a
   column for its type, and the values.  INDEXED is an entry of an index, DISTANCE a row of its
   table. */
enum { ROW = 8, NUMBER = 4, WORD = 9, INDEXED = 13, DISTANCE = 12, TEXT = 64 };
/* Rows between two checks: as many as take a part of what is free.  Bytes that a commit may take
   besides. */
enum { BETWEEN = 1024, BETWEEN_MOST = 1 << 20, PART = 64, SPARE = 64 << 10 };

/* ---- what is written ------------------------------------------------------------------------- */

uint64_t trace_rows_written(const trace_writer *w)
{
    return w->state_count + w->edge_count + w->rejection_count + (uint64_t)w->solutions;
}

uint64_t trace_file_size(const trace_writer *w)
{
    struct stat file;
    return stat(w->path, &file) ? 0 : (uint64_t)file.st_size;
}

/* ---- what a run takes ------------------------------------------------------------------------ */

/* Bytes a row. */
typedef struct bytes_per_row {
    double state, edge, rejection;
} bytes_per_row;

static bytes_per_row row_bytes(const trace_writer *w)
{
    return (bytes_per_row){ROW + NUMBER + WORD * (double)(w->model->words + w->model->finals) +
                               (w->shown_sql ? 0 : TEXT),
                           ROW + 3 * NUMBER + WORD * (double)w->model->costs, ROW + 3 * NUMBER};
}

static bytes_per_row row_and_index_bytes(const trace_writer *w)
{
    bytes_per_row s = row_bytes(w);
    return (bytes_per_row){s.state + INDEXED + DISTANCE, s.edge + 2 * INDEXED,
                           s.rejection + INDEXED};
}

static double count_bytes(bytes_per_row s, wgcq_trace_level keep, uint64_t states, uint64_t edges,
                          uint64_t rejections)
{
    double bytes = s.state * (double)states;
    if (keep <= WGCQ_TRACE_EDGES)
        bytes += s.edge * (double)edges;
    if (keep == WGCQ_TRACE_ALL)
        bytes += s.rejection * (double)rejections;
    return bytes;
}

static double rows_bytes(const trace_writer *w, bytes_per_row s, wgcq_trace_level keep)
{
    return count_bytes(s, keep, w->state_count, w->edge_count, w->rejection_count);
}

/* Bytes that must still be written at least: rows that are not in the file yet, what is written
   after the search, and the edges of states that are not expanded. */
static double bytes_to_come(const trace_writer *w, uint64_t waiting)
{
    bytes_per_row whole = row_and_index_bytes(w);
    double due = rows_bytes(w, whole, w->about.keep), there = (double)trace_file_size(w);
    double expanded = w->state_count > waiting ? (double)(w->state_count - waiting) : 1;
    double each = (due - whole.state * (double)w->state_count) / expanded;
    due += each * (double)waiting;
    /* the file may hold other runs: only what this run can have written counts */
    double rows = rows_bytes(w, row_bytes(w), w->about.keep);
    double unsaved = writer_uses_pages(w)
                         ? 0
                         : (double)w->unsaved_integers * WORD; /* pages are written at once */
    double ours = rows < there ? rows : there;
    return due + first_save_size(w) - (ours > unsaved ? ours - unsaved : 0);
}

/* ---- the text of the limit ------------------------------------------------------------------- */

/* The fullest --trace below this run's that takes at most half as much. */
static const char *smaller_level(const trace_writer *w)
{
    double all = rows_bytes(w, row_and_index_bytes(w), w->about.keep);
    for (int keep = (int)w->about.keep + 1; keep <= WGCQ_TRACE_STATES; keep++)
        if (rows_bytes(w, row_and_index_bytes(w), (wgcq_trace_level)keep) * 2 <= all)
            return wgcq_trace_level_name((wgcq_trace_level)keep);
    return wgcq_trace_level_name(WGCQ_TRACE_SOLUTIONS);
}

uint64_t trace_disk_free(const trace_writer *w)
{
    struct statvfs disk;
    return statvfs(w->in_memory ? w->unnamed.folder : w->path, &disk)
               ? UINT64_MAX
               : (uint64_t)disk.f_bavail * disk.f_frsize;
}

const char *trace_disk_full(trace_writer *w, const rows_due *certain)
{
    const bytes_per_row whole = row_and_index_bytes(w);
    uint64_t rows = trace_rows_written(w), since = rows - w->last_disk_check;
    if (since < w->disk_check_after || since < BETWEEN || w->about.keep > WGCQ_TRACE_STATES)
        return NULL;
    w->last_disk_check = rows;
    const double free_bytes = (double)trace_disk_free(w);
    /* as much may come before the next check as since the last */
    double due = bytes_to_come(w, certain->waiting) + SPARE + 2.0 * (double)since * whole.state;
    due += count_bytes(whole, w->about.keep, certain->states, certain->edges, certain->rejections);
    const double after = (free_bytes - due) / (PART * whole.state);
    w->disk_check_after = after < BETWEEN_MOST ? (uint64_t)(after > 0 ? after : 0) : BETWEEN_MOST;
    if (due <= free_bytes)
        return NULL;
    char left[SIZE_TEXT], wanted[SIZE_TEXT];
    snprintf(w->disk_full, sizeof w->disk_full,
             "the end of the disk: %s are free, and this run still takes %s; --trace %s takes less",
             size_text(free_bytes, left), size_text(due, wanted), smaller_level(w));
    return w->disk_full;
}
