/* list_values.c - the values of variables, and of lists and sets of them, in a packed state. */
#include "model/list_values.h"

#include <assert.h>
#include <string.h>

#include "base/checked.h"

/* ---- one value ------------------------------------------------------------------------------- */

uint64_t model_field_bits(const model_field *f, const uint64_t *state)
{
    return f->width ? state[f->word] >> f->shift & low_bits(f->width) : 0;
}

size_t model_field_name_length(const model_field *f)
{
    return strcspn(f->label, "[");
}

bool model_fields_share_name(const model_field *a, const model_field *b)
{
    const size_t length = model_field_name_length(a);
    return length == model_field_name_length(b) && !strncmp(a->label, b->label, length);
}

void model_put_value(strbuf *out, const model_field *f, uint64_t bits)
{
    if (model_field_is_none(f, bits))
        strbuf_put(out, "none");
    else if (!f->values)
        strbuf_int(out, (int64_t)((uint64_t)f->low + bits));
    else if (bits < f->value_count)
        strbuf_put(out, f->values[bits]);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void model_put_json_string(strbuf *out, const char *text)
{
    strbuf_char(out, '"');
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            strbuf_char(out, '\\');
        if (c < 0x20)
            strbuf_printf(out, "\\u%04x", c);
        else
            strbuf_char(out, *text);
    }
    strbuf_char(out, '"');
}

static void put_json_value(strbuf *out, const model_field *f, uint64_t bits)
{
    if (model_field_is_none(f, bits))
        strbuf_put(out, "null");
    else if (f->values)
        model_put_json_string(out, bits < f->value_count ? f->values[bits] : "");
    else
        model_put_value(out, f, bits);
}

/* ---- lists and sets -------------------------------------------------------------------------- */

const model_list *model_list_of(const wgcq_model *model, size_t field)
{
    size_t low = 0, high = model->list_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const model_list *l = &model->lists[middle];
        if (field < l->first)
            high = middle;
        else if (field >= l->first + l->count)
            low = middle + 1;
        else
            return l;
    }
    return NULL;
}

void model_put_member(strbuf *out, const model_list *set, size_t i)
{
    assert(set->is_set && i < set->count);
    if (set->members)
        strbuf_put(out, set->members[i]);
    else
        strbuf_int(out, set->low + (int64_t)i);
}

static void put_json_member(strbuf *out, const model_list *set, size_t i)
{
    if (set->members)
        model_put_json_string(out, set->members[i]);
    else
        model_put_member(out, set, i);
}

/* Whether the set has the member, or the list a value there. */
static bool is_in_list(const wgcq_model *model, const model_list *l, size_t i,
                       const uint64_t *state)
{
    const model_field *f = &model->fields[l->first + i];
    const uint64_t bits = model_field_bits(f, state);
    return l->is_set ? bits != 0 : !model_field_is_end(f, bits);
}

/* The values of a list, or the members of a set, as text or as JSON. */
static void put_values_of(strbuf *out, const wgcq_model *model, const model_list *l,
                          const uint64_t *state, bool json)
{
    bool more = false;
    strbuf_char(out, '[');
    for (size_t i = 0; i < l->count && (l->is_set || is_in_list(model, l, i, state)); i++) {
        const model_field *f = &model->fields[l->first + i];
        if (!is_in_list(model, l, i, state))
            continue;
        strbuf_put(out, !more ? "" : json ? "," : ", ");
        more = true;
        if (l->is_set)
            (json ? put_json_member : model_put_member)(out, l, i);
        else
            (json ? put_json_value : model_put_value)(out, f, model_field_bits(f, state));
    }
    strbuf_char(out, ']');
}

void model_put_list(strbuf *out, const wgcq_model *model, const model_list *l,
                    const uint64_t *state)
{
    put_values_of(out, model, l, state, false);
}

void model_put_list_json(strbuf *out, const wgcq_model *model, const model_list *l,
                         const uint64_t *state)
{
    put_values_of(out, model, l, state, true);
}

static bool has_value_behind_end(const wgcq_model *model, const model_list *l,
                                 const uint64_t *state)
{
    bool ended = false;
    for (size_t i = 0; i < l->count; i++) {
        const bool is = is_in_list(model, l, i, state);
        if (is && ended)
            return true;
        ended = ended || !is;
    }
    return false;
}

const model_list *model_list_without_end(const wgcq_model *model, const uint64_t *state)
{
    for (size_t i = 0; i < model->list_count; i++)
        if (!model->lists[i].is_set && has_value_behind_end(model, &model->lists[i], state))
            return &model->lists[i];
    return NULL;
}
