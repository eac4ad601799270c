/* state_difference.c - what tells two states apart, in words. */
#include "puzzle/state_difference.h"

#include "puzzle/interp/eval_expr.h"

enum { CELLS_MOST = 24, VARIABLES_MOST = 6 }; /* that are named */

static bool differs_in(const ast *t, size_t cell, const uint64_t *a, const uint64_t *b)
{
    return eval_read(t, a, cell) != eval_read(t, b, cell);
}

void put_state_apart(strbuf *out, const ast *t, const uint64_t *state, const uint64_t *from)
{
    size_t apart = 0, named = 0;
    for (size_t i = 0; i < t->cell_count; i++)
        apart += differs_in(t, i, state, from);
    const size_t wanted = apart ? apart : t->cell_count;
    strbuf_put(out, apart ? " with" : "");
    for (size_t i = 0; i < t->cell_count && named < CELLS_MOST; i++) {
        const state_cell *c = &t->cells[i];
        if (apart && !differs_in(t, i, state, from))
            continue;
        strbuf_printf(out, " %s=", c->label);
        eval_format_value(out, c->type->kind, eval_read(t, state, i), false);
        named++;
    }
    if (named < wanted)
        strbuf_printf(out, " and %zu more", wanted - named);
}

void put_declared_variable(strbuf *out, const state_variable *v)
{
    strbuf_put(out, v->name);
    for (size_t i = 0; i < v->indices; i++) {
        strbuf_put(out, i ? ", " : "[");
        eval_format_type(out, v->index[i]);
    }
    strbuf_put(out, v->indices ? "]" : "");
}

void put_variables_apart(strbuf *out, const ast *t, const uint64_t *a, const uint64_t *b)
{
    size_t named = 0;
    for (size_t i = 0; i < t->variable_count; i++) {
        const state_variable *v = t->variables[i];
        bool apart = false;
        for (size_t k = v->first; k < v->first + v->cells && !apart; k++)
            apart = differs_in(t, k, a, b);
        if (!apart)
            continue;
        if (++named > VARIABLES_MOST)
            break;
        strbuf_put(out, named > 1 ? "; " : " (");
        put_declared_variable(out, v);
        strbuf_put(out, ": ");
        eval_format_type(out, v->type);
    }
    strbuf_put(out, named > VARIABLES_MOST ? "; ...)" : named ? ")" : "");
}
