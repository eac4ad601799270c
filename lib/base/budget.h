/*
 * budget.h - what one piece of work may take: bytes of memory, and time.
 *
 * The caller owns the budget and lends it to work that can grow beyond all measure before it is
 * done, as the expansion of one state can.  The work takes from it before its tables grow, and asks
 * it from time to time whether to go on.  Where the answer is no, the work fails with whatever code
 * it has for a lack of memory; the budget says why, and nothing that came of the work counts.
 */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct budget {
    size_t limit, held;       /* bytes; most 0: any number */
    bool (*stop)(void *self); /* asked from time to time; NULL: never */
    void *self;
    bool exceeded; /* more than `most` was needed */
    bool stopped;  /* stop said so                */
} budget;

/* All of them allow everything where `b` is NULL. */

/* Whether there are so many bytes left. */
bool budget_has(const budget *b, size_t bytes);
/* Takes so many bytes more; false: there are not so many left. */
bool budget_take(budget *b, size_t bytes);
/* The work holds so many fewer bytes. */
void budget_return(budget *b, size_t bytes);
/* From time to time in long loops; false: the work is to end. */
bool budget_continue(budget *b);

static inline bool budget_spent(const budget *b)
{
    return b && (b->exceeded || b->stopped);
}

#endif
