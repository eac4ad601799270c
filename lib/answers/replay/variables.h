/* variables.h - the variables of a stored puzzle, called as the columns of the view states. */
#ifndef ANSWERS_REPLAY_VARIABLES_H
#define ANSWERS_REPLAY_VARIABLES_H

#include "trace/trace.h"

typedef struct stored_variable {
    char *column;    /* at_wolf, the name in the views                   */
    char *array;     /* at; of a variable that stands alone its name     */
    char *index;     /* wolf, of grid[2, 3] "2,3"; empty: it stands alone */
    int64_t domain;  /* whose values are names; -1: numbers             */
    bool is_boolean; /* these are false and true                        */
    size_t place;    /* among the columns of variables in the view      */
} stored_variable;

/* Names of one domain's values, in their order. */
typedef struct domain_names {
    int64_t domain;
    char **names;
    size_t count;
} domain_names;

typedef struct variables {
    stored_variable *all;
    size_t count;
    domain_names *domains;
    size_t domain_count;
} variables;

/* Those that have a column.  To be freed whatever the answer. */
int variables_read(variables *out, wgcq_trace *trace, wgcq_error *err);
/* Leaves of them those that "farmer,at_goat" names, in that order and each once; the name of an
   array is all of its elements.  WGCQ_EREQUEST, with what may have been meant, for a name that is
   of none. */
int variables_choose(variables *v, const char *names, wgcq_error *err);
/* NULL: it has none. */
const domain_names *variables_domain(const variables *v, int64_t domain);
void variables_free(variables *v);

#endif
