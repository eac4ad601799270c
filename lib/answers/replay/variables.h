/* variables.h - the variables of a stored puzzle, named as the columns of the view states. */
#ifndef ANSWERS_REPLAY_VARIABLES_H
#define ANSWERS_REPLAY_VARIABLES_H

#include "trace/trace.h"

typedef struct stored_variable {
    char *column;    /* at_wolf: the name in the views                          */
    char *array;     /* at: the array; of a scalar variable its name            */
    char *index;     /* wolf, of grid[2, 3] "2,3"; empty: not an array's element */
    int64_t domain;  /* whose values are names; -1: numbers                     */
    bool is_boolean; /* these are false and true                                */
    size_t place;    /* among the columns of variables in the view              */
    size_t field;    /* among the fields of the model                           */
} stored_variable;

/* The names of one domain's values, in their order. */
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

/* Reads the variables that have a column.  Free them also after an error. */
int variables_read(variables *out, wgcq_trace *trace, wgcq_error *err);
/* Keeps only those that "farmer,at_goat" names, in that order and each once; the name of an array
   stands for all its elements.  WGCQ_EREQUEST, with a suggestion, for an unknown name. */
int variables_choose(variables *v, const char *names, wgcq_error *err);
/* The bits of a variable in a packed state, and the value that they are, appended to out as the
   view has it. */
uint64_t variables_bits(const stored_variable *v, const wgcq_model *model, const uint64_t *state);
void variables_put_value(strbuf *out, const stored_variable *v, const wgcq_model *model,
                         uint64_t bits);
/* NULL: there is no such domain of names. */
const domain_names *variables_domain(const variables *v, int64_t domain);
void variables_free(variables *v);

#endif
