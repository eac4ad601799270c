/*
 * state_label.c - a state in a few short lines, for pictures.
 *
 *     west: farmer wolf       variables of one domain, where there are more of them than values
 *     seen: 0 3 5             an array of truths: which are true
 *     1 2 3 / 4 5 6           an array of numbers, a line for each first index
 *     height=floor            all others, as many to a line as fit
 */
#include "answers/draw/state_label.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { LINE_MOST = 30, SHARERS_LEAST = 3, INDENT = 2 };

typedef struct layout {
    const variables *of;
    const char *const *values;
    bool *done; /* [variables]: is in a line already */
    strbuf *out;
    size_t column; /* where the next word comes; 0: a new line */
} layout;

/* ---- words into lines -------------------------------------------------------------------------
 */

static size_t width(const char *word)
{
    size_t count = 0;
    for (; *word; word++)
        count += ((unsigned char)*word & 0xc0) != 0x80;
    return count;
}

static void line_end(layout *l)
{
    if (l->column)
        strbuf_char(l->out, '\n');
    l->column = 0;
}

static void word_put(layout *l, const char *word)
{
    size_t wide = width(word);
    if (l->column && l->column + 1 + wide > LINE_MOST) {
        line_end(l);
        for (l->column = 0; l->column < INDENT; l->column++)
            strbuf_char(l->out, ' ');
    } else if (l->column) {
        strbuf_char(l->out, ' ');
        l->column++;
    }
    strbuf_put(l->out, word);
    l->column += wide;
}

static void heading_put(layout *l, const char *word)
{
    line_end(l);
    strbuf_put(l->out, word);
    strbuf_char(l->out, ':');
    l->column = width(word) + 1;
}

/* ---- who is where ------------------------------------------------------------------------------
 */

static size_t sharers(const variables *v, int64_t domain)
{
    size_t count = 0;
    for (size_t i = 0; i < v->count; i++)
        count += v->all[i].domain == domain;
    return count;
}

/* An element by its index alone, if no other of the domain is called so. */
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

static bool by_value(layout *l, size_t i)
{
    const variables *v = l->of;
    const domain_names *d = variables_domain(v, v->all[i].domain);
    size_t sharing = d && !v->all[i].truth ? sharers(v, d->domain) : 0;
    if (sharing < SHARERS_LEAST || sharing <= d->count)
        return false;
    for (size_t n = 0; n < d->count; n++) {
        heading_put(l, d->names[n]);
        for (size_t k = i; k < v->count; k++)
            if (v->all[k].domain == d->domain && !strcmp(l->values[k], d->names[n])) {
                word_put(l, short_name(v, k));
                l->done[k] = true;
            }
    }
    line_end(l);
    return true;
}

/* ---- arrays ------------------------------------------------------------------------------------
 */

/* One past the last element of the array that begins at i. */
static size_t array_end(const variables *v, size_t i)
{
    size_t end = i + 1;
    while (*v->all[i].index && end < v->count && *v->all[end].index &&
           !strcmp(v->all[end].array, v->all[i].array))
        end++;
    return end;
}

static void truths(layout *l, size_t i, size_t end)
{
    bool any = false;
    heading_put(l, l->of->all[i].array);
    for (size_t k = i; k < end; k++)
        if (!strcmp(l->values[k], "true")) {
            word_put(l, l->of->all[k].index);
            any = true;
        }
    if (!any)
        word_put(l, "-");
}

static bool same_row(const stored_variable *a, const stored_variable *b)
{
    size_t length = strcspn(a->index, ",");
    bool both = a->index[length] && b->index[strcspn(b->index, ",")];
    return !both || (length == strcspn(b->index, ",") && !strncmp(a->index, b->index, length));
}

static void numbers(layout *l, size_t i, size_t end)
{
    const stored_variable *all = l->of->all;
    if (strchr(all[i].index, ','))
        line_end(l);
    else
        heading_put(l, all[i].array);
    for (size_t k = i; k < end; k++) {
        if (k > i && !same_row(&all[k - 1], &all[k]))
            line_end(l);
        word_put(l, l->values[k]);
    }
}

static bool as_array(layout *l, size_t i)
{
    const stored_variable *it = &l->of->all[i];
    size_t end = array_end(l->of, i);
    bool fits = end - i > 1 && (it->truth || it->domain < 0);
    for (size_t k = i; k < end; k++)
        fits = fits && l->of->all[k].domain == it->domain;
    if (!fits)
        return false;
    if (it->truth)
        truths(l, i, end);
    else
        numbers(l, i, end);
    line_end(l);
    for (size_t k = i; k < end; k++)
        l->done[k] = true;
    return true;
}

/* ---- the whole ---------------------------------------------------------------------------------
 */

static void alone(layout *l, size_t i)
{
    strbuf word = {0};
    strbuf_printf(&word, "%s=%s", l->of->all[i].column, l->values[i]);
    l->out->failed |= word.failed;
    word_put(l, strbuf_string(&word));
    strbuf_free(&word);
}

int state_label_lines(strbuf *out, const variables *v, const char *const *values, wgcq_error *err)
{
    layout l = {.of = v, .values = values, .out = out};
    l.done = calloc(v->count + 1, sizeof *l.done);
    if (!l.done)
        return error_set_memory(err);
    for (size_t i = 0; i < v->count; i++)
        if (!l.done[i] && !by_value(&l, i) && !as_array(&l, i))
            alone(&l, i);
    free(l.done);
    if (out->length && out->bytes[out->length - 1] == '\n')
        out->bytes[--out->length] = '\0';
    return out->failed ? error_set_memory(err) : 0;
}

bool state_label_is_list(const variables *v, const char *shown)
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
