/*
 * stored_lists.h - which variables are the places of a list, or the members of a set: the key
 * `lists` of the table meta, and a row of `field` for each behind those of the variables.
 */
#ifndef TRACE_SCHEMA_STORED_LISTS_H
#define TRACE_SCHEMA_STORED_LISTS_H

#include "model/model.h"
#include "trace/schema/database.h"

enum { STORED_LISTS_DOMAIN = -1 }; /* field.domain of a list or a set */

typedef struct stored_lists {
    model_list *all;
    const char **members; /* of sets of names, one behind the other */
    text_list texts;      /* of members */
} stored_lists;

/* Appends the value of the key; nothing without any. */
void stored_lists_put(strbuf *out, const wgcq_model *model);
/* The lists of a model whose fields were read, and the values that end them: the rows of `field`
   behind those are theirs, with these names.  WGCQ_ESTORE: not valid; free *out also then. */
int stored_lists_read(stored_lists *out, wgcq_model *model, model_field *fields, char *const *names,
                      char *const *labels, sqlite3 *db, const char *path, wgcq_error *err);
void stored_lists_free(stored_lists *l);
/* Whether stored states have the same lists in both models. */
bool stored_lists_agree(const wgcq_model *a, const wgcq_model *b);

#endif
