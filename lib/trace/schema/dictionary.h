/*
 * dictionary.h - the lists of values' names of a puzzle, each once, however many variables share
 * it.
 *
 * Numbers of domains and of values follow from the order of the variables alone, so that the file
 * and the views, made at different times, agree on them.
 */
#ifndef TRACE_SCHEMA_DICTIONARY_H
#define TRACE_SCHEMA_DICTIONARY_H

#include "model/model.h"

typedef struct dictionary {
    const char *const *values;
    size_t count;
    int64_t low;
    int64_t first; /* the id of its first value in the table `value` */
    size_t bytes;  /* of all its names as SQL */
} dictionary;

typedef struct dictionaries {
    dictionary *all;
    size_t count;
    size_t *of_field; /* [field_count]; DICTIONARY_NONE: a number  */
} dictionaries;

#define DICTIONARY_NONE SIZE_MAX

/* false: no memory.  To be freed whatever the answer. */
bool dictionaries_of(dictionaries *out, const wgcq_model *model);
void dictionaries_free(dictionaries *d);

#endif
