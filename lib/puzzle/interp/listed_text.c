/* listed_text.c - "name=value ..." of a state with many cells, from the text of the state before.
 */
#include "puzzle/interp/interp_internal.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_CELLS_LEAST = 64, LISTED_TEXT_MOST = 1 << 24 };

static void put_listed_value(strbuf *out, const ast *t, const uint64_t *state, size_t cell)
{
    eval_format_value(out, t->cells[cell].type->kind, eval_read(t, state, cell), true);
}

static bool spell_first(listed_text *l, const ast *t, const uint64_t *state)
{
    l->starts = malloc(t->cell_count * sizeof *l->starts);
    l->state = malloc(t->words * sizeof *l->state);
    if (!l->starts || !l->state)
        return false;
    for (size_t i = 0; i < t->cell_count && l->text.length < LISTED_TEXT_MOST; i++) {
        strbuf_put(&l->text, i ? " " : "");
        strbuf_put(&l->text, t->cells[i].name);
        strbuf_char(&l->text, '=');
        l->starts[i] = (uint32_t)l->text.length;
        put_listed_value(&l->text, t, state, i);
    }
    memcpy(l->state, state, t->words * sizeof *state);
    return !l->text.failed && l->text.length < LISTED_TEXT_MOST;
}

/* Appends the text of `state` to out, and moves what follows a changed value in l->starts. */
static void spell_changes(listed_text *l, const ast *t, const uint64_t *state, strbuf *out)
{
    const size_t from = out->length;
    const char *old = strbuf_string(&l->text);
    size_t copied = 0;
    for (size_t i = 0; i < t->cell_count; i++) {
        const unsigned word = t->cells[i].word;
        const size_t start = l->starts[i];
        l->starts[i] = (uint32_t)(out->length - from + start - copied);
        if (state[word] == l->state[word] || eval_read(t, state, i) == eval_read(t, l->state, i))
            continue;
        strbuf_add(out, old + copied, start - copied);
        put_listed_value(out, t, state, i);
        copied = start + strcspn(old + start, " ");
    }
    strbuf_add(out, old + copied, l->text.length - copied);
}

bool listed_text_add(listed_text *l, const ast *t, const uint64_t *state, strbuf *out)
{
    const size_t from = out->length;
    if (t->cell_count < LISTED_CELLS_LEAST || t->list_count)
        return false;
    if (!l->state && !spell_first(l, t, state)) {
        listed_text_free(l);
        return false;
    }
    spell_changes(l, t, state, out);
    memcpy(l->state, state, t->words * sizeof *state);
    strbuf_clear(&l->text);
    strbuf_add(&l->text, strbuf_string(out) + from, out->length - from);
    if (out->failed || l->text.failed || l->text.length >= LISTED_TEXT_MOST)
        listed_text_free(l);
    return true;
}

void listed_text_free(listed_text *l)
{
    free(l->state);
    free(l->starts);
    strbuf_free(&l->text);
    *l = (listed_text){0};
}
