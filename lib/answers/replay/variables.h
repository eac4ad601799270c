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
    size_t field;    /* among the fields of the model; of a list, or a set, its first place */
    const model_list *list; /* NULL: neither                                      */
} stored_variable;

/* The names of one domain's values, in their order. */
typedef struct domain_names {
    int64_t domain;
    char **names;
    size_t count;
} domain_names;

typedef struct variables {
    const wgcq_model *model; /* the trace's */
    stored_variable *all;
    size_t count;
    domain_names *domains;
    size_t domain_count;
} variables;

/* Reads the variables that have a column, lists and sets behind the others.  Free them also after
   an error. */
int variables_read(variables *out, wgcq_trace *trace, wgcq_error *err);
/* Keeps lists and sets in place of their places and members, where they have a column. */
int variables_fold(variables *v, wgcq_error *err);
/* Keeps only those that "farmer,at_goat" names, in that order and each once; the name of an array
   stands for all its elements.  WGCQ_EREQUEST, with a suggestion, for an unknown name. */
int variables_choose(variables *v, const char *names, wgcq_error *err);
/* How many numbers a variable's value is: 1; of a list, or a set, one for each place.  Writes them;
   and appends the value to out as a label has it. */
size_t variables_width(const stored_variable *v);
void variables_bits(uint64_t *out, const stored_variable *v, const wgcq_model *model,
                    const uint64_t *state);
void variables_put_value(strbuf *out, const stored_variable *v, const wgcq_model *model,
                         const uint64_t *state);
/* NULL: there is no such domain of names. */
const domain_names *variables_domain(const variables *v, int64_t domain);
void variables_free(variables *v);

#endif
