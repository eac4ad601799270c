/* variables.c - the variables of a stored puzzle, named as the columns of the view states. */
#include "answers/replay/variables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/suggest.h"
#include "model/list_values.h"

/* ---- reading -------------------------------------------------------------------------------- */

static void free_variable(stored_variable *v)
{
    FREE_EACH(v->column, v->array, v->index);
}

/* "grid[2, 3]" is grid and "2,3". */
static bool split_element_name(stored_variable *v, const char *name)
{
    size_t length = strlen(name), array = strcspn(name, "[");
    bool is_element = array < length && name[length - 1] == ']';
    if (!is_element)
        array = length;
    v->array = strndup(name, array);
    v->index = is_element ? strndup(name + array + 1, length - array - 2) : strdup("");
    if (!v->array || !v->index)
        return false;
    char *to = v->index;
    for (const char *at = v->index; *at; at++)
        if (*at != ' ' || at == v->index || at[-1] != ',')
            *to++ = *at;
    *to = '\0';
    return true;
}

static int add_variable(void *self, const wgcq_rows *row, wgcq_error *err)
{
    variables *v = self;
    if (!array_resize(&v->all, v->count + 1, sizeof *v->all))
        return error_set_memory(err);
    stored_variable *new = &v->all[v->count];
    *new = (stored_variable){.place = v->count, .domain = -1};
    if (wgcq_rows_type(row, 2) != WGCQ_NULL)
        new->domain = wgcq_rows_integer(row, 2);
    new->field = (size_t)wgcq_rows_integer(row, 3);
    if (new->field >= v->model->field_count) {
        new->list = &v->model->lists[new->field - v->model->field_count];
        new->field = new->list->first;
        new->domain = -1;
    }
    v->count++;
    new->column = strdup(wgcq_rows_text(row, 0));
    return new->column &&split_element_name(new, wgcq_rows_text(row, 1)) ? 0
                                                                         : error_set_memory(err);
}

static int append_domain_value(void *self, const wgcq_rows *row, wgcq_error *err)
{
    variables *v = self;
    int64_t domain = wgcq_rows_integer(row, 0);
    if (!v->domain_count || v->domains[v->domain_count - 1].domain != domain) {
        if (!array_resize(&v->domains, v->domain_count + 1, sizeof *v->domains))
            return error_set_memory(err);
        v->domains[v->domain_count++] = (domain_names){.domain = domain};
    }
    domain_names *d = &v->domains[v->domain_count - 1];
    if (!array_resize(&d->names, d->count + 1, sizeof *d->names))
        return error_set_memory(err);
    d->names[d->count] = strdup(wgcq_rows_text(row, 1));
    return d->names[d->count++] ? 0 : error_set_memory(err);
}

const domain_names *variables_domain(const variables *v, int64_t domain)
{
    for (size_t i = 0; i < v->domain_count; i++)
        if (v->domains[i].domain == domain)
            return &v->domains[i];
    return NULL;
}

static bool is_boolean_domain(const domain_names *d)
{
    return d && d->count == 2 && !strcmp(d->names[0], "false") && !strcmp(d->names[1], "true");
}

int variables_read(variables *out, wgcq_trace *trace, wgcq_error *err)
{
    *out = (variables){.model = trace_model(trace)};
    int code =
        trace_each_row(trace, add_variable, out, err,
                       "SELECT \"column\",said,domain,id-(SELECT min(id) FROM field) FROM field"
                       " WHERE \"column\" IS NOT NULL ORDER BY id");
    if (!code)
        code = trace_each_row(trace, append_domain_value, out, err,
                              "SELECT domain,name FROM value ORDER BY domain,value");
    for (size_t i = 0; i < out->count && !code; i++)
        out->all[i].is_boolean = is_boolean_domain(variables_domain(out, out->all[i].domain));
    return code;
}

/* ---- values --------------------------------------------------------------------------------- */

size_t variables_width(const stored_variable *v)
{
    return v->list ? v->list->count : 1;
}

void variables_bits(uint64_t *out, const stored_variable *v, const wgcq_model *model,
                    const uint64_t *state)
{
    assert(v->field + variables_width(v) <= model->field_count);
    for (size_t i = 0; i < variables_width(v); i++)
        out[i] = model_field_bits(&model->fields[v->field + i], state);
}

void variables_put_value(strbuf *out, const stored_variable *v, const wgcq_model *model,
                         const uint64_t *state)
{
    const model_field *f = &model->fields[v->field];
    if (v->list)
        model_put_list(out, model, v->list, state);
    else
        model_put_value(out, f, model_field_bits(f, state));
}

/* ---- selecting ------------------------------------------------------------------------------ */

static const stored_variable *find_list_variable(const variables *v, const model_list *list)
{
    for (size_t i = 0; list && i < v->count; i++)
        if (v->all[i].list == list)
            return &v->all[i];
    return NULL;
}

int variables_fold(variables *v, wgcq_error *err)
{
    size_t kept = 0;
    stored_variable *all = calloc(v->count + 1, sizeof *all);
    if (!all)
        return error_set_memory(err);
    for (size_t i = 0; i < v->count; i++) {
        stored_variable *it = &v->all[i];
        const stored_variable *in =
            it->list ? NULL : find_list_variable(v, model_list_of(v->model, it->field));
        if (!in && !it->list)
            all[kept++] = *it;
        if (in && in->field == it->field)
            all[kept++] = *in;
        if (in)
            free_variable(it);
    }
    free(v->all);
    v->all = all;
    v->count = kept;
    return 0;
}

static int reject_unknown_variable(const variables *v, const char *name, wgcq_error *err)
{
    const char **words = malloc((2 * v->count + 1) * sizeof *words);
    if (!words)
        return error_set_memory(err);
    for (size_t i = 0; i < v->count; i++) {
        words[2 * i] = v->all[i].column;
        words[2 * i + 1] = v->all[i].array;
    }
    int code = suggest_unknown(err, "variable", name, words, 2 * v->count,
                               "; variables are the columns of the view states");
    free(words);
    return code;
}

/* Moves those of that name after the `kept` ones that are selected already. */
static bool choose_variable(variables *v, size_t *kept, const char *name)
{
    bool is_column = false, found = false;
    for (size_t i = 0; i < v->count; i++)
        is_column |= !strcmp(v->all[i].column, name);
    for (size_t i = 0; i < v->count; i++) {
        stored_variable it = v->all[i];
        if (strcmp(is_column ? it.column : it.array, name) != 0 ||
            (!is_column && !it.list && find_list_variable(v, model_list_of(v->model, it.field))))
            continue;
        found = true;
        if (i < *kept)
            continue;
        assert(*kept < v->count);
        memmove(&v->all[*kept + 1], &v->all[*kept], (i - *kept) * sizeof it);
        v->all[(*kept)++] = it;
    }
    return found;
}

int variables_choose(variables *v, const char *names, wgcq_error *err)
{
    size_t kept = 0;
    int code = 0;
    for (const char *at = names; !code; at++) {
        size_t length = strcspn(at, ",");
        char *name = strndup(at, length);
        if (!name)
            code = error_set_memory(err);
        else if (!choose_variable(v, &kept, name))
            code = reject_unknown_variable(v, name, err);
        free(name);
        at += length;
        if (!*at)
            break;
    }
    for (size_t i = kept; i < v->count && !code; i++)
        free_variable(&v->all[i]);
    if (!code)
        v->count = kept;
    return code;
}

void variables_free(variables *v)
{
    for (size_t i = 0; i < v->count; i++)
        free_variable(&v->all[i]);
    for (size_t i = 0; i < v->domain_count; i++) {
        for (size_t k = 0; k < v->domains[i].count; k++)
            free(v->domains[i].names[k]);
        free(v->domains[i].names);
    }
    FREE_EACH(v->all, v->domains);
    *v = (variables){0};
}
