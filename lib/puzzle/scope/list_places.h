/*
 * list_places.h - what lists.c and list_parts.c share: conditions made of others, and the places of
 * a list.
 */
#ifndef PUZZLE_SCOPE_LIST_PLACES_H
#define PUZZLE_SCOPE_LIST_PLACES_H

#include "puzzle/scope/checker.h"

/* ---- lists.c ---- */
/* A truth value: a FORM b; not e. */
expr *list_both(checker *c, expr_form form, expr *a, expr *b);
expr *list_not(checker *c, expr *e);
/* All of them by AND, OR or ADD; at least one. */
expr *list_joined(checker *c, expr_form form, expr *const *all, size_t count);
/* Shown by `why` as one value, or as those of a and b; NULL where e is. */
expr *list_as_written(expr *e, source_span at, expr *a, expr *b);
expr *list_end(checker *c, const expr *list);
/* The value of a place; an error of the run where it is the end. */
expr *list_present(checker *c, source_span at, const expr *list, expr *place, const char *error);

/* ---- list_parts.c ---- */
/* Whether no place of it can fail, so that not all of them need be evaluated. */
bool list_cannot_fail(const expr *list);

#endif
