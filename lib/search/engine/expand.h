/* expand.h - how engine.c expands states whose successors it inserts. */
#ifndef SEARCH_ENGINE_EXPAND_H
#define SEARCH_ENGINE_EXPAND_H

#include "search/engine/engine.h"

/* The successors of x's states, all of them or, where r->budget was spent, none. */
int engine_expand_in_budget(engine *r, const expansion *x, unsigned wants);
/* Expands as many of x's states, from the first on, as there is memory for, which *x becomes;
   together where the engine has a crew. */
int engine_expand(engine *r, expansion *x);

#endif
