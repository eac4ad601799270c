/*
 * state_label.c - a state in a few short lines, for pictures.
 *
 *     west: farmer wolf       variables of one domain, where there are more of them than values
 *     seen: 0 3 5             an array of booleans: which are true
 *     1 2 3 / 4 5 6           an array of numbers, a line for each first index
 *     height=floor            all others, as many per line as fit
 */
#include "answers/draw/state_label.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { LINE_MOST = 30, SHARERS_LEAST = 3, INDENT = 2 };

typedef struct label_layout {
    const variables *variables;
    const char *const *values;
    bool *done; /* [variables]: is in the label already */
    strbuf *out;
    size_t column; /* the width of the last line */
} label_layout;

/* ---- words into lines ----------------------------------------------------------------------- */

static size_t label_width(const char *word)
{
    size_t count = 0;
    for (; *word; word++)
        count += ((unsigned char)*word & 0xc0) != 0x80;
    return count;
}

static void end_line(label_layout *l)
{
    if (l->column)
        strbuf_char(l->out, '\n');
    l->column = 0;
}

static void put_word(label_layout *l, const char *word)
{
    size_t wide = label_width(word);
    if (l->column && l->column + 1 + wide > LINE_MOST) {
        end_line(l);
        for (l->column = 0; l->column < INDENT; l->column++)
            strbuf_char(l->out, ' ');
    } else if (l->column) {
        strbuf_char(l->out, ' ');
        l->column++;
    }
    strbuf_put(l->out, word);
    l->column += wide;
}

static void put_heading(label_layout *l, const char *word)
{
    end_line(l);
    strbuf_put(l->out, word);
    strbuf_char(l->out, ':');
    l->column = label_width(word) + 1;
}

/* ---- grouped by value ----------------------------------------------------------------------- */

static size_t count_sharing(const variables *v, int64_t domain)
{
    size_t count = 0;
    for (size_t i = 0; i < v->count; i++)
        count += v->all[i].domain == domain;
    return count;
}

/* An element is named by its index alone if that is unique among the variables of the domain. */
static const char *short_name(const variables *v, size_t i)
{
    const stored_variable *it = &v->all[i];
    const char *name = *it->index ? it->index : it->array;
    for (size_t k = 0; k < v->count; k++) {
        const stored_variable *other = &v->all[k];
        if (k != i && other->domain == it->domain &&
            !strcmp(*other->index ? other->index : other->array, name))
            return it->column;
    }
    return name;
}

static void put_group(label_layout *l, size_t i, int64_t domain, const char *value)
{
    const variables *v = l->variables;
    put_heading(l, value);
    for (size_t k = i; k < v->count; k++)
        if (v->all[k].domain == domain && !strcmp(l->values[k], value)) {
            put_word(l, short_name(v, k));
            l->done[k] = true;
        }
}

static bool has_undone(const label_layout *l, size_t i, int64_t domain)
{
    const variables *v = l->variables;
    for (size_t k = i; k < v->count; k++)
        if (v->all[k].domain == domain && !l->done[k])
            return true;
    return false;
}

static bool put_grouped_by_value(label_layout *l, size_t i)
{
    const variables *v = l->variables;
    const domain_names *d = variables_domain(v, v->all[i].domain);
    size_t sharing = d && !v->all[i].is_boolean ? count_sharing(v, d->domain) : 0;
    if (sharing < SHARERS_LEAST || sharing <= d->count)
        return false;
    for (size_t n = 0; n < d->count; n++)
        put_group(l, i, d->domain, d->names[n]);
    if (has_undone(l, i, d->domain)) /* that no name is of */
        put_group(l, i, d->domain, "none");
    end_line(l);
    return true;
}

/* ---- arrays --------------------------------------------------------------------------------- */

/* One past the last element of the array that begins at i. */
static size_t array_end(const variables *v, size_t i)
{
    size_t end = i + 1;
    assert(end <= v->count);
    while (*v->all[i].index && end < v->count && *v->all[end].index &&
           !strcmp(v->all[end].array, v->all[i].array))
        end++;
    return end;
}

static void put_boolean_array(label_layout *l, size_t i, size_t end)
{
    bool any = false;
    put_heading(l, l->variables->all[i].array);
    for (size_t k = i; k < end; k++)
        if (!strcmp(l->values[k], "true")) {
            put_word(l, l->variables->all[k].index);
            any = true;
        }
    if (!any)
        put_word(l, "-");
}

static bool same_row(const stored_variable *a, const stored_variable *b)
{
    size_t length = strcspn(a->index, ",");
    bool both = a->index[length] && b->index[strcspn(b->index, ",")];
    return !both || (length == strcspn(b->index, ",") && !strncmp(a->index, b->index, length));
}

static void put_number_array(label_layout *l, size_t i, size_t end)
{
    const stored_variable *all = l->variables->all;
    if (strchr(all[i].index, ','))
        end_line(l);
    else
        put_heading(l, all[i].array);
    for (size_t k = i; k < end; k++) {
        if (k > i && !same_row(&all[k - 1], &all[k]))
            end_line(l);
        put_word(l, l->values[k]);
    }
}

static bool put_array(label_layout *l, size_t i)
{
    const stored_variable *it = &l->variables->all[i];
    size_t end = array_end(l->variables, i);
    bool fits = end - i > 1 && !it->list && (it->is_boolean || it->domain < 0);
    for (size_t k = i; k < end; k++)
        fits = fits && l->variables->all[k].domain == it->domain;
    if (!fits)
        return false;
    if (it->is_boolean)
        put_boolean_array(l, i, end);
    else
        put_number_array(l, i, end);
    end_line(l);
    for (size_t k = i; k < end; k++)
        l->done[k] = true;
    return true;
}

/* ---- all variables -------------------------------------------------------------------------- */

static void put_assignment(label_layout *l, size_t i)
{
    strbuf word = {0};
    strbuf_printf(&word, "%s=%s", l->variables->all[i].column, l->values[i]);
    l->out->failed |= word.failed;
    put_word(l, strbuf_string(&word));
    strbuf_free(&word);
}

int state_label_lines(strbuf *out, const variables *v, const char *const *values, wgcq_error *err)
{
    label_layout l = {.variables = v, .values = values, .out = out};
    l.done = calloc(v->count + 1, sizeof *l.done);
    if (!l.done)
        return error_set_memory(err);
    for (size_t i = 0; i < v->count; i++)
        if (!l.done[i] && !put_grouped_by_value(&l, i) && !put_array(&l, i))
            put_assignment(&l, i);
    free(l.done);
    if (out->length && out->bytes[out->length - 1] == '\n')
        out->bytes[--out->length] = '\0';
    return out->failed ? error_set_memory(err) : 0;
}

/* Whether `shown` is "farmer=west at_wolf=east ...". */
static bool is_list(const variables *v, const char *shown)
{
    const char *at = shown;
    for (size_t i = 0; i < v->count; i++) {
        size_t length = strlen(v->all[i].column);
        if (i)
            do
                at = strchr(at, ' ');
            while (at && *++at && (strncmp(at, v->all[i].column, length) || at[length] != '='));
        if (!at || strncmp(at, v->all[i].column, length) || at[length] != '=')
            return false;
        at += length;
    }
    return v->count > 0;
}

/* Whether `shown` is these lines, each on one line and joined by " | ". */
static bool is_joined(const char *lines, const char *shown)
{
    static const char joint[] = " | ";
    size_t joint_length = sizeof joint - 1;
    for (; *lines && *shown; lines++) {
        if (*lines != '\n') {
            if (*shown++ != *lines)
                return false;
        } else if (!strncmp(lines + 1, "  ", INDENT)) {
            lines += INDENT;
            if (*shown++ != ' ')
                return false;
        } else {
            if (strncmp(shown, joint, joint_length) != 0)
                return false;
            shown += joint_length;
        }
    }
    return !*lines && !*shown;
}

int state_label_is_default(bool *out, const variables *v, const char *const *values,
                           const char *shown, wgcq_error *err)
{
    strbuf lines = {0};
    int code = 0;
    *out = is_list(v, shown);
    if (!*out && v->count)
        code = state_label_lines(&lines, v, values, err);
    if (!*out && v->count && !code)
        *out = is_joined(strbuf_string(&lines), shown);
    strbuf_free(&lines);
    return code;
}
