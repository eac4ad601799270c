/*
 * choice_source.h - where a journey's new choices come from: given ones first.
 *
 * Without a source each new choice is the first of its alternatives.
 */
#ifndef JOURNEY_CHOICE_SOURCE_H
#define JOURNEY_CHOICE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wgcq_journey.h"

typedef struct choice_source {
    const uint64_t *given; /* borrowed: the first choices, as wgcq_iterator_choice returns them */
    size_t count;
    size_t taken; /* so many were given to the first run; later ones choose behind them */
    size_t fixed; /* so many first choices have no alternatives; SIZE_MAX: none has */
    bool lenient; /* a given choice beyond its alternatives fails; else it is an error */
    /* An index below `count` for a choice behind the given ones; NULL: 0. */
    uint64_t (*pick)(struct choice_source *s, uint64_t count);
    /* Called before wgcq_cut commits to the choices `from` .. `to`-1; false ends the run.  May be
       NULL. */
    bool (*cut)(struct choice_source *s, wgcq_journey *j, size_t from, size_t to);
    void *self; /* context of pick and cut */
} choice_source;

typedef struct choice choice;

/* Sets the index and the bound of the journey's next choice; false: the run ends. */
bool choice_source_take(wgcq_journey *j, choice *next);
/* Whether the choices of this run, which has arrived, begin with the given ones, and the others are
   the first of their alternatives. */
bool choice_source_followed(const wgcq_journey *j);

#endif
