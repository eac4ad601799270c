/* labels.c - the labels of a puzzle's moves as they are written, and the texts they can have. */
#include "puzzle/labels.h"

#include <assert.h>
#include <string.h>

#include "puzzle/puzzle.h"

size_t labels_count(const wgcq_puzzle *puzzle)
{
    return puzzle->tree->move_count;
}

const char *labels_template(const wgcq_puzzle *puzzle, size_t number)
{
    assert(number < puzzle->tree->move_count);
    return puzzle->tree->moves[number].name;
}

/* ---- matching a text ------------------------------------------------------------------- */

/* Whether an expression can have such a text: the name of a value, a number, or any text. */
static bool has_such_value(const expr *e, const char *text, size_t length)
{
    const enumeration *of = e->kind.enumeration;
    if (e->kind.form == KIND_INTEGER)
        return length && strspn(text + (*text == '-'), "0123456789") + (*text == '-') >= length;
    for (size_t i = 0; e->kind.form == KIND_ENUM && i < of->count; i++)
        if (strlen(of->values[i]) == length && !strncmp(of->values[i], text, length))
            return true;
    return e->kind.form != KIND_ENUM || (length == 1 && *text == '?');
}

/* Matches pieces from `at` on. */
static bool fits_from(const template *t, size_t at, const char *text)
{
    while (at < t->count && t->pieces[at].text) {
        size_t length = strlen(t->pieces[at].text);
        if (strncmp(text, t->pieces[at].text, length) != 0)
            return false;
        text += length;
        at++;
    }
    if (at == t->count)
        return !*text;
    for (const char *end = text;; end++) {
        if (has_such_value(t->pieces[at].value, text, (size_t)(end - text)) &&
            fits_from(t, at + 1, end))
            return true;
        if (!*end)
            return false;
    }
}

bool labels_fit(const wgcq_puzzle *puzzle, size_t number, const char *text)
{
    assert(number < puzzle->tree->move_count);
    return fits_from(&puzzle->tree->moves[number].text, 0, text);
}

bool labels_agree(const char *open, const char *text)
{
    for (; *open && *open == *text; open++, text++)
        if (*open == '?' && labels_agree(open + 1, text + 1))
            return true;
    if (*open != '?')
        return *open == *text;
    for (;; text++) {
        if (labels_agree(open + 1, text))
            return true;
        if (!*text)
            return false;
    }
}

/* ---- dependence on the state ----------------------------------------------------------- */

static bool reads_state(const expr *e);

static bool any_reads_state(expr *const *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (reads_state(all[i]))
            return true;
    return false;
}

/* Whether the domains depend on the state; filters only select among fixed labels. */
static bool domain_reads_state(const loop *l)
{
    for (size_t i = 0; l && i < l->count; i++)
        if (l->bindings[i].args && any_reads_state(l->bindings[i].args, l->bindings[i].count))
            return true;
    return false;
}

static bool filter_reads_state(const loop *l)
{
    for (size_t i = 0; l && i < l->count; i++)
        if (reads_state(l->bindings[i].filter))
            return true;
    return false;
}

/* The parser limits how deep expressions nest. */
static bool reads_state(const expr *e)
{
    return e &&
           (e->form == EXPR_CELL || any_reads_state(e->args, e->count) || reads_state(e->body) ||
            domain_reads_state(e->loop) || filter_reads_state(e->loop));
}

static bool varies_with_state(const move *m)
{
    bool chosen = false, varies = false;
    for (size_t i = 0; i < m->text.count; i++) {
        chosen = chosen || m->text.pieces[i].needs;
        varies = varies || reads_state(m->text.pieces[i].value);
    }
    for (size_t i = 0; i < m->count && chosen && !varies; i++)
        varies = (m->steps[i].form == STEP_LET && reads_state(m->steps[i].value)) ||
                 (m->steps[i].form == STEP_CHOOSE && domain_reads_state(m->steps[i].loop));
    return varies;
}

bool labels_vary(const wgcq_puzzle *puzzle, size_t number)
{
    assert(number < puzzle->tree->move_count);
    return varies_with_state(&puzzle->tree->moves[number]);
}
