/* state_pattern.c - a state given on the command line: an id, or values of variables. */
#include "answers/query/state_pattern.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/suggest.h"

static int reject_unknown_name(const char *what, const char *name, const char *const *names,
                               size_t count, wgcq_error *err)
{
    const char *meant = suggest_nearest(name, names, count);
    return error_set(err, WGCQ_EREQUEST,
                     meant ? "unknown %s '%s'; did you mean '%s'?" : "unknown %s '%s'", what, name,
                     meant);
}

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
        return reject_unknown_name("value", value, f->values, f->value_count, err);
    errno = 0;
    long long number = strtoll(value, &end, 10);
    uint64_t offset = (uint64_t)number - (uint64_t)f->low;
    if (errno || *end || end == value || number < f->low || (f->width < 64 && offset >> f->width))
        return error_set(err, WGCQ_EREQUEST, "'%s' is not a value of '%s'", value, f->label);
    *bits = offset;
    return 0;
}

static int parse_pattern_word(state_pattern *w, const wgcq_model *m, char *word, bool *given,
                              wgcq_error *err)
{
    char *equals = strchr(word, '=');
    uint64_t bits = 0;
    if (!equals)
        return error_set(err, WGCQ_EREQUEST,
                         "'%s' does not name a state: give an id, or name=value for some variables",
                         word);
    *equals = '\0';
    const model_field *f = find_field(m, word);
    if (!f) {
        const char **names = malloc((m->field_count + 1) * sizeof *names);
        for (size_t i = 0; names && i < m->field_count; i++)
            names[i] = m->fields[i].name;
        int code = reject_unknown_name("variable", word, names, names ? m->field_count : 0, err);
        free(names);
        return code;
    }
    int code = parse_value(&bits, f, equals + 1, err);
    uint64_t mask = f->width == 64 ? UINT64_MAX : ((uint64_t)1 << f->width) - 1;
    if (code)
        return code;
    given[f - m->fields] = true;
    w->mask[f->word] |= mask << f->shift;
    w->bits[f->word] = (w->bits[f->word] & ~(mask << f->shift)) | bits << f->shift;
    return 0;
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
    char *copy = strdup(words), *rest = NULL;
    bool *given = calloc(m->field_count + 1, sizeof *given);
    out->mask = calloc(m->words, sizeof *out->mask);
    out->bits = calloc(m->words, sizeof *out->bits);
    int code = copy && given && out->mask && out->bits ? 0 : error_set_memory(err);
    size_t count = 0;
    for (char *word = code ? NULL : strtok_r(copy, " \t\n", &rest); word && !code;
         word = strtok_r(NULL, " \t\n", &rest), count++)
        code = parse_pattern_word(out, m, word, given, err);
    if (!code && !count)
        code = error_set(err, WGCQ_EREQUEST,
                         "which state? Give an id, or name=value for some variables");
    out->is_complete = true;
    for (size_t i = 0; !code && i < m->field_count; i++)
        out->is_complete = out->is_complete && (given[i] || !m->fields[i].width);
    free(copy);
    free(given);
    if (code)
        state_pattern_free(out);
    return code;
}

void state_pattern_free(state_pattern *w)
{
    free(w->mask);
    free(w->bits);
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
