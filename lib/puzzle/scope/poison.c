/*
 * poison.c - names whose declaration has an error.
 *
 * Where `bank: [west, east, far off]` is reported, uses of bank, west and east must not be reported
 * as unknown.
 */
#include "puzzle/parse/lexer.h"
#include "puzzle/scope/checker.h"

bool poison_has(const checker *c, const char *name)
{
    return c->section_poisoned || name_index_first(&c->poisoned, name);
}

bool poison_in_step(const checker *c, const char *name)
{
    return c->locals_poisoned || poison_has(c, name);
}

void poison_name(checker *c, const char *name)
{
    if (!name_index_first(&c->poisoned, name))
        name_index_add(c->memory, &c->poisoned, name, NULL, 0);
}

static void poison_names(checker *c, const node *scalar)
{
    for (size_t at = 0; at < scalar->length;) {
        size_t length = lexer_name_length(scalar->text + at, scalar->length - at);
        if (length)
            poison_name(c, arena_text(c->memory, scalar->text + at, length));
        at += length ? length : 1;
    }
}

void poison_words(checker *c, const node *n)
{
    if (n->form == NODE_SCALAR) {
        poison_names(c, n);
        return;
    }
    for (size_t i = 0; i < n->count; i++) {
        if (n->form == NODE_MAP)
            poison_words(c, n->entries[i].key);
        poison_words(c, n->form == NODE_LIST ? n->items[i] : n->entries[i].value);
    }
}
