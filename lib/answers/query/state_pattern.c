/* state_pattern.c - a state given on the command line: an id, or values of variables. */
#include "answers/query/state_pattern.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/suggest.h"
#include "model/list_values.h"

static const model_field *find_field(const wgcq_model *m, const char *name)
{
    for (size_t i = 0; i < m->field_count; i++)
        if (!strcmp(m->fields[i].name, name) || !strcmp(m->fields[i].label, name))
            return &m->fields[i];
    return NULL;
}

static int parse_value(uint64_t *bits, const model_field *f, const char *value, wgcq_error *err)
{
    char *end;
    if (f->optional && !strcmp(value, "none")) {
        *bits = (uint64_t)f->none - (uint64_t)f->low;
        return 0;
    }
    for (size_t v = 0; f->values && v < f->value_count; v++)
        if (!strcmp(f->values[v], value)) {
            *bits = v;
            return 0;
        }
    if (f->values)
        return suggest_unknown(err, "value", value, f->values, f->value_count, NULL);
    errno = 0;
    long long number = strtoll(value, &end, 10);
    uint64_t offset = (uint64_t)number - (uint64_t)f->low;
    if (errno || *end || end == value || number < f->low || (f->width < 64 && offset >> f->width) ||
        model_field_is_none(f, offset))
        return error_set(err, WGCQ_EREQUEST, "'%s' is not a value of '%s'", value, f->label);
    *bits = offset;
    return 0;
}

/* A pattern being read, and the variables that its words have set. */
typedef struct pattern_reading {
    state_pattern *out;
    const wgcq_model *m;
    bool *given; /* [fields] */
    wgcq_error *err;
} pattern_reading;

static void give_bits(const pattern_reading *r, size_t field, uint64_t bits)
{
    const model_field *f = &r->m->fields[field];
    const uint64_t mask = low_bits(f->width);
    r->given[field] = true;
    if (!f->width)
        return;
    r->out->mask[f->word] |= mask << f->shift;
    r->out->bits[f->word] = (r->out->bits[f->word] & ~(mask << f->shift)) | bits << f->shift;
}

/* ---- lists and sets -------------------------------------------------------------------------- */

static const model_list *find_named_list(const wgcq_model *m, const char *name)
{
    for (size_t i = 0; i < m->list_count; i++)
        if (!strcmp(m->lists[i].name, name) || !strcmp(m->lists[i].label, name))
            return &m->lists[i];
    return NULL;
}

/* Cuts the next value off the text, `a, b`; NULL: there is none. */
static char *cut_value(char **at)
{
    char *value = *at + strspn(*at, " \t\n");
    if (!*value)
        return NULL;
    char *end = value + strcspn(value, ",");
    *at = *end ? end + 1 : end;
    *end = '\0';
    while (end > value && strchr(" \t\n", end[-1]))
        *--end = '\0';
    return value;
}

/* The text between the brackets; NULL, and an error: it is in none. */
static char *open_brackets(const model_list *l, char *value, wgcq_error *err)
{
    const size_t length = strlen(value);
    if (length < 2 || value[0] != '[' || value[length - 1] != ']') {
        error_set(err, WGCQ_EREQUEST, "'%s' is not a value of '%s', which is a %s: [...]", value,
                  l->label, l->is_set ? "set" : "list");
        return NULL;
    }
    value[length - 1] = '\0';
    return value + 1;
}

static int add_member(const pattern_reading *r, const model_list *set, const char *value)
{
    strbuf name = {0};
    int code = WGCQ_DONE;
    for (size_t i = 0; i < set->count && code == WGCQ_DONE; i++) {
        strbuf_clear(&name);
        model_put_member(&name, set, i);
        if (!strcmp(strbuf_string(&name), value)) {
            give_bits(r, set->first + i, 1);
            code = 0;
        }
    }
    if (name.failed)
        code = error_set_memory(r->err);
    strbuf_free(&name);
    if (code == WGCQ_DONE && set->members)
        return suggest_unknown(r->err, "value", value, set->members, set->count, NULL);
    return code == WGCQ_DONE
               ? error_set(r->err, WGCQ_EREQUEST, "'%s' is not a value of '%s'", value, set->label)
               : code;
}

/* Where nothing may be none, the end is called so by itself, and is no value. */
static int parse_place(uint64_t *bits, const model_field *f, const char *value, wgcq_error *err)
{
    int code = parse_value(bits, f, value, err);
    if (!code && model_field_is_end(f, *bits))
        code = error_set(err, WGCQ_EREQUEST, "'%s' is not a value of '%s'", value, f->label);
    return code;
}

static int parse_list_pattern(const pattern_reading *r, const model_list *l, char *text)
{
    size_t count = 0;
    int code = 0;
    char *at = open_brackets(l, text, r->err);
    if (!at)
        return WGCQ_EREQUEST;
    for (size_t i = 0; i < l->count; i++) {
        const model_field *f = &r->m->fields[l->first + i];
        give_bits(r, l->first + i, l->is_set ? 0 : (uint64_t)f->end - (uint64_t)f->low);
    }
    for (char *value = cut_value(&at); value && !code; value = cut_value(&at), count++) {
        const size_t place = l->first + count;
        uint64_t bits = 0;
        if (l->is_set) {
            code = add_member(r, l, value);
        } else if (count == l->count) {
            code =
                error_set(r->err, WGCQ_EREQUEST, "'%s' has at most %zu values", l->label, l->count);
        } else {
            code = parse_place(&bits, &r->m->fields[place], value, r->err);
            give_bits(r, place, code ? 0 : bits);
        }
    }
    return code;
}

/* ---- words ----------------------------------------------------------------------------------- */

static int reject_unknown_pattern_variable(const wgcq_model *m, const char *name, wgcq_error *err)
{
    const size_t count = m->field_count + m->list_count;
    const char **names = malloc((count + 1) * sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i] = i < m->field_count ? m->fields[i].name : m->lists[i - m->field_count].name;
    int code = suggest_unknown(err, "variable", name, names, names ? count : 0, NULL);
    free(names);
    return code;
}

static int parse_pattern_word(const pattern_reading *r, char *word)
{
    char *equals = strchr(word, '=');
    uint64_t bits = 0;
    if (!equals)
        return error_set(r->err, WGCQ_EREQUEST,
                         "'%s' does not name a state: give an id, or name=value for some variables",
                         word);
    *equals = '\0';
    const model_field *f = find_field(r->m, word);
    const model_list *l = f ? NULL : find_named_list(r->m, word);
    if (l)
        return parse_list_pattern(r, l, equals + 1);
    if (!f)
        return reject_unknown_pattern_variable(r->m, word, r->err);
    int code = parse_value(&bits, f, equals + 1, r->err);
    if (!code)
        give_bits(r, (size_t)(f - r->m->fields), bits);
    return code;
}

/* Cuts the next word off the text; blanks within brackets are part of one. */
static char *cut_word(char **at)
{
    size_t open = 0;
    char *word = *at + strspn(*at, " \t\n"), *end = word;
    for (; *end && (open || !strchr(" \t\n", *end)); end++) {
        open += *end == '[' && strchr(end, ']');
        open -= *end == ']' && open;
    }
    *at = *end ? end + 1 : end;
    *end = '\0';
    return *word ? word : NULL;
}

static bool is_state_id(const char *words)
{
    return *words && strspn(words, "0123456789") == strlen(words);
}

int state_pattern_read(state_pattern *out, const wgcq_model *m, const char *words, wgcq_error *err)
{
    *out = (state_pattern){0};
    if (is_state_id(words)) {
        unsigned long long id = strlen(words) > 10 ? 0 : strtoull(words, NULL, 10);
        out->id = id > UINT32_MAX ? 0 : (uint32_t)id;
        return out->id ? 0 : error_set(err, WGCQ_EREQUEST, "'%s' is not the id of a state", words);
    }
    char *copy = strdup(words), *rest = copy;
    bool *given = calloc(m->field_count + 1, sizeof *given);
    const pattern_reading r = {out, m, given, err};
    out->mask = calloc(m->words, sizeof *out->mask);
    out->bits = calloc(m->words, sizeof *out->bits);
    int code = copy && given && out->mask && out->bits ? 0 : error_set_memory(err);
    size_t count = 0;
    for (char *word = code ? NULL : cut_word(&rest); word && !code; word = cut_word(&rest), count++)
        code = parse_pattern_word(&r, word);
    if (!code && !count)
        code = error_set(err, WGCQ_EREQUEST,
                         "which state? Give an id, or name=value for some variables");
    out->is_complete = true;
    for (size_t i = 0; !code && i < m->field_count; i++)
        out->is_complete = out->is_complete && (given[i] || !m->fields[i].width);
    const model_list *odd = !code && out->is_complete ? model_list_without_end(m, out->bits) : NULL;
    if (odd)
        code = error_set(err, WGCQ_EREQUEST, "there is no such state: '%s' goes on behind its end",
                         odd->label);
    FREE_EACH(copy, given);
    if (code)
        state_pattern_free(out);
    return code;
}

void state_pattern_free(state_pattern *w)
{
    FREE_EACH(w->mask, w->bits);
    *w = (state_pattern){0};
}

bool state_pattern_fits(const state_pattern *w, const uint64_t *state, unsigned words)
{
    assert(w->mask && w->bits);
    for (unsigned i = 0; i < words; i++)
        if ((state[i] & w->mask[i]) != w->bits[i])
            return false;
    return true;
}
