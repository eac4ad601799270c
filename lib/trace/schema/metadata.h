/*
 * metadata.h - the stored description of the puzzle: the tables meta to cost of schemas/trace.sql.
 */
#ifndef TRACE_SCHEMA_METADATA_H
#define TRACE_SCHEMA_METADATA_H

#include "trace/schema/database.h"
#include "trace/schema/stored_lists.h"
#include "trace/trace.h"

/* The description as read; owns all its texts. */
typedef struct metadata {
    bool *maximized;
    wgcq_model model; /* title, words, costs, cost_names, fields, lists, rules; no functions */
    char *title, *file, *source, *version;
    char *shown; /* SQL; NULL: states keep their text */
    text_list params, param_values, cost_names, rules;
    text_list names, labels, value_names;
    const char **values; /* the same texts, for the model's fields */
    model_field *fields;
    stored_lists lists;
} metadata;

/* shown: NULL where states keep their text. *sum: the checksum of what is written, with which
   checksum_binding begins. */
int metadata_write(sqlite3 *db, const char *path, const wgcq_model *model, const char *shown,
                   uint64_t *sum, wgcq_error *err);
/* WGCQ_ESTORE: not valid. metadata_free *out also after a failure. */
int metadata_read(metadata *out, sqlite3 *db, const char *path, wgcq_error *err);
void metadata_free(metadata *d);
/* Whether a run of the model belongs in the file: 0, or WGCQ_EOTHER and what differs. */
int metadata_compare(const metadata *d, const char *path, const wgcq_model *model,
                     const char *shown, wgcq_error *err);

#endif
