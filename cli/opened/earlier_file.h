/*
 * earlier_file.h - the file of a puzzle that was edited since.
 *
 * It gives way to a new one where nothing is lost that took long: the runs in it have ended, took
 * less than ten seconds together, and are those of the same puzzle file, with another text, and of
 * the same settings.
 */
#ifndef CLI_OPENED_EARLIER_FILE_H
#define CLI_OPENED_EARLIER_FILE_H

#include "args/request.h"

typedef struct earlier_file {
    wgcq_trace *trace; /* the open file, as it was when it was compared; NULL: not read */
    bool edited;       /* another text of the puzzle file, with the same settings */
    bool unfinished;   /* a run in it was cut short, and can be resumed            */
    int64_t runs;      /* how many                                                 */
    double seconds;    /* that they took together                                  */
} earlier_file;

/* false: there is no such file, or it cannot be read.  To be closed in any case. */
bool earlier_file_read(earlier_file *out, const char *db, const request *r,
                       const wgcq_puzzle *puzzle);
bool earlier_file_gives_way(const earlier_file *f);
void earlier_file_close(earlier_file *f);

#endif
