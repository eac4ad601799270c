/* description.h - what the file says of its puzzle: the tables meta to cost of schemas/trace.sql.
 */
#ifndef TRACE_DESCRIPTION_H
#define TRACE_DESCRIPTION_H

#include "trace/file.h"
#include "trace/trace.h"

/* As it was read back; owns all its texts. */
typedef struct description {
    wgcq_model model; /* title, words, costs, cost_names, fields, rules; no functions */
    char *title, *file, *source, *version;
    char *shown; /* SQL; NULL: states keep their text */
    file_list params, param_values, cost_names, rules;
    file_list names, said, value_names;
    const char **values; /* the same texts, for the model's fields */
    model_field *fields;
} description;

/* shown: NULL where states keep their text. */
int description_write(sqlite3 *db, const char *path, const trace_about *about, const char *shown,
                      wgcq_error *err);
/* *out is to be freed whatever the answer. */
int description_read(description *out, sqlite3 *db, const char *path, wgcq_error *err);
void description_free(description *d);
/* Whether a run of `about` belongs into the file: 0, or WGCQ_ESTORE and what is different. */
int description_compare(const description *d, const char *path, const trace_about *about,
                        const char *shown, wgcq_error *err);

#endif
