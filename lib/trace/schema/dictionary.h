/*
 * dictionary.h - the lists of value names of a puzzle, each once, however many variables share it.
 *
 * Numbers of lists and of values follow from the order of the variables alone, so that the table
 * `value` and the views, created at different times, agree on them.
 */
#ifndef TRACE_SCHEMA_DICTIONARY_H
#define TRACE_SCHEMA_DICTIONARY_H

#include "model/model.h"

typedef struct dictionary {
    const char *const *values;
    size_t count;
    int64_t low;
    int64_t first; /* the id of its first value in the table `value` */
    size_t bytes;  /* estimate of its CASE in SQL */
} dictionary;

typedef struct dictionaries {
    dictionary *all;
    size_t count;
    size_t *of_field; /* [field_count]; DICTIONARY_NONE: a number  */
} dictionaries;

#define DICTIONARY_NONE SIZE_MAX

/* false: no memory. dictionaries_free it also after a failure. */
bool dictionaries_of(dictionaries *out, const wgcq_model *model);
void dictionaries_free(dictionaries *d);

#endif
