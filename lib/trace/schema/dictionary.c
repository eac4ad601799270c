/* dictionary.c - the lists of value names of a puzzle, each once. */
#include "trace/schema/dictionary.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static bool matches_field(const dictionary *d, const model_field *f)
{
    return d->values == f->values && d->count == f->value_count && d->low == f->low;
}

/* Its number; neighbours mostly share one, so the search starts with the newest. */
static size_t dictionary_index(const dictionaries *d, const model_field *f)
{
    for (size_t i = d->count; i > 0; i--)
        if (matches_field(&d->all[i - 1], f))
            return i - 1;
    return DICTIONARY_NONE;
}

static size_t case_bytes(const dictionary *d)
{
    size_t bytes = 0;
    for (size_t i = 0; i < d->count; i++)
        bytes += strlen(d->values[i]) + 16; /* WHEN n THEN '' */
    return bytes;
}

static bool add_dictionary(dictionaries *d, const model_field *f)
{
    if (!array_resize(&d->all, d->count + 1, sizeof *d->all))
        return false;
    dictionary *grown = d->all;
    const dictionary *before = d->count ? &grown[d->count - 1] : NULL;
    int64_t first = before ? before->first + (int64_t)before->count : 1;
    grown[d->count] = (dictionary){f->values, f->value_count, f->low, first, 0};
    grown[d->count].bytes = case_bytes(&grown[d->count]);
    d->count++;
    return true;
}

bool dictionaries_of(dictionaries *out, const wgcq_model *model)
{
    *out = (dictionaries){.of_field = calloc(model->field_count + 1, sizeof *out->of_field)};
    if (!out->of_field)
        return false;
    for (size_t i = 0; i < model->field_count; i++) {
        const model_field *f = &model->fields[i];
        size_t number = f->values ? dictionary_index(out, f) : DICTIONARY_NONE;
        if (f->values && number == DICTIONARY_NONE) {
            if (!add_dictionary(out, f))
                return false;
            number = out->count - 1;
        }
        out->of_field[i] = number;
    }
    return true;
}

void dictionaries_free(dictionaries *d)
{
    free(d->all);
    free(d->of_field);
    *d = (dictionaries){0};
}
