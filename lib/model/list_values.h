/* list_values.h - the values of variables, and of lists and sets of them, in a packed state. */
#ifndef MODEL_LIST_VALUES_H
#define MODEL_LIST_VALUES_H

#include "base/strbuf.h"
#include "model/model.h"

uint64_t model_field_bits(const model_field *f, const uint64_t *state);
/* Appends a value: its name, a number, or `none`. */
void model_put_value(strbuf *out, const model_field *f, uint64_t bits);

/* How much of a field's label names its variable: "at" of "at[wolf]"; and whether two fields are of
   one variable. */
size_t model_field_name_length(const model_field *f);
bool model_fields_share_name(const model_field *a, const model_field *b);

/* The list that a field is a place of, or the set; NULL: neither. */
const model_list *model_list_of(const wgcq_model *model, size_t field);
/* Appends it as a puzzle writes it, [a, b]; and as JSON, ["a","b"]. */
void model_put_list(strbuf *out, const wgcq_model *model, const model_list *l,
                    const uint64_t *state);
void model_put_list_json(strbuf *out, const wgcq_model *model, const model_list *l,
                         const uint64_t *state);
/* Appends a text as a string of JSON. */
void model_put_json_string(strbuf *out, const char *text);
/* Appends what field `first + i` of a set stands for: a name, or a number. */
void model_put_member(strbuf *out, const model_list *set, size_t i);

/* The first list with a value behind its end, which no state has; NULL: none has one. */
const model_list *model_list_without_end(const wgcq_model *model, const uint64_t *state);

#endif
