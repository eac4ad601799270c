/*
 * budget.h - the limits of one piece of work: bytes of memory, and time.
 *
 * The caller owns the budget and passes it to work that can need any amount of memory, such as the
 * expansion of one state.  The work takes bytes from it before its tables grow, and calls
 * budget_continue from time to time.  Where one of them returns false, the work fails with its code
 * for a lack of memory; the budget shows the reason, and the caller discards the results.
 */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

typedef struct budget {
    size_t limit, held;       /* bytes; limit 0: none */
    bool (*stop)(void *self); /* called by budget_continue; may be NULL */
    void *self;
    bool exceeded; /* more than `limit` was needed */
    bool stopped;  /* stop() returned true         */
} budget;

/* All functions allow everything where `b` is NULL. */

/* Whether so many bytes are left. */
bool budget_has(const budget *b, size_t bytes);
/* Takes so many bytes; false: they are not left. */
bool budget_take(budget *b, size_t bytes);
/* To be called from time to time in long loops; false: the work is to end. */
bool budget_continue(budget *b);

static inline bool budget_spent(const budget *b)
{
    return b && (b->exceeded || b->stopped);
}

#endif
