/*
 * spelled.h - the texts of new states, spelled by all threads at once where the file keeps them.
 *
 * A board costs more than all else of a state's row.  States that get no text here (few at a time,
 * too much memory, an error) get it from whoever stores them.
 */
#ifndef SEARCH_SPELLED_H
#define SEARCH_SPELLED_H

#include "base/strbuf.h"
#include "search/engine/workers.h"

enum { SPELLED_SHARES = 64 };

/* The texts of some states, one behind the other. */
typedef struct spelled_share {
    size_t done; /* states */
    strbuf texts;
} spelled_share;

typedef struct spelled {
    double seconds_a_text;
    size_t bytes; /* held */
    /* While threads spell: */
    const workers *workers;
    const state_rows *rows;
    size_t most;   /* bytes of a share */
    size_t shares; /* of the rows */
    spelled_share share[SPELLED_SHARES];
    /* The texts of the last rows: */
    const char **text;
    size_t *length;
    size_t text_room, length_room;
} spelled;

bool is_spelling_worth_it(const spelled *s, const engine *r, size_t states);
/* Fills in the texts of rows, from the first on; they are valid until the next call.  The workers
   have been started. */
void spell_together(spelled *s, workers *w, state_rows *rows);
void spelled_close(spelled *s);

#endif
