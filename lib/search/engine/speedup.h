/*
 * speedup.h - whether all threads together are quicker than one, found out while running.
 *
 * Two processors may be one core's, or have other work: then a second thread takes its processor
 * time and brings nothing.  So now and then, in a trial, states are expanded together and alone in
 * turn, a few milliseconds each, and the clock says which went further.  Nothing that is reported
 * depends on what comes of it, but the time.
 *
 * The caller's work comes in pieces that either way can do: speedup_together says which one is to,
 * speedup_done what it took.  Times are seconds on any one clock.
 */
#ifndef SEARCH_SPEEDUP_H
#define SEARCH_SPEEDUP_H

#include <stdbool.h>
#include <stddef.h>

/* The values of search_options.hooks.sharing, for tests. */
typedef enum speedup_kind {
    SPEEDUP_MEASURED,
    SPEEDUP_ALWAYS,
    SPEEDUP_NEVER,
    SPEEDUP_IN_TURN, /* piece by piece */
    SPEEDUP_KINDS
} speedup_kind;

/* Zero, but for `kind`, at first. */
typedef struct speedup {
    speedup_kind kind;
    bool alone;           /* as the last trial has found */
    bool began, trying;   /* a first piece; a trial */
    unsigned turns;       /* stretches of the trial so far; for SPEEDUP_IN_TURN pieces */
    unsigned votes[2];    /* pairs of stretches in which threads together were not worth it, were */
    double first, due;    /* when the first piece began; when the next trial begins */
    double took;          /* by the trial */
    double done, seconds; /* states of the stretch, and its time */
    double pace_before;   /* states a second, in the stretch before */
} speedup;

/* Whether the next piece is for all threads, at this time. */
bool speedup_together(speedup *s, double now);
/* The piece that was begun at `began` has expanded so many states. */
void speedup_done(speedup *s, double began, double now, size_t states);
/* Whether threads may be wanted soon: not where one is quicker, until the next trial. */
bool speedup_may_share(const speedup *s, double now);

#endif
