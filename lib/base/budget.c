/* budget.c - the limits of one piece of work. */
#include "base/budget.h"

#include <assert.h>

bool budget_has(const budget *b, size_t bytes)
{
    return !b || !b->limit || (b->held <= b->limit && bytes <= b->limit - b->held);
}

bool budget_take(budget *b, size_t bytes)
{
    if (!b)
        return true;
    if (!budget_has(b, bytes)) {
        b->exceeded = true;
        return false;
    }
    assert(!b->limit || b->held + bytes <= b->limit);
    b->held += bytes;
    return true;
}

bool budget_continue(budget *b)
{
    if (!b || b->stopped)
        return !b;
    b->stopped = b->stop && b->stop(b->self);
    return !b->stopped && !b->exceeded;
}
