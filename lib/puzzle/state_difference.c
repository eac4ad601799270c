/* state_difference.c - what tells two states apart, in words. */
#include "puzzle/state_difference.h"

#include "puzzle/interp/eval_expr.h"

enum { VALUES_MOST = 24, VARIABLES_MOST = 6 }; /* that are named */

/* A list or set is one value. */
typedef struct shown_value {
    const state_list *list; /* NULL: the cell `first` */
    size_t first, count;
} shown_value;

/* The next one, behind `*last`, which is zero before the first.  False: there is none. */
static bool next_value(const ast *t, shown_value *last)
{
    const size_t first = last->first + last->count;
    if (first >= t->cell_count)
        return false;
    const bool whole = t->cells[first].variable->collection != NULL;
    const state_list *l = NULL;
    for (size_t i = 0; i < t->list_count && whole; i++)
        l = t->lists[i].first == first ? &t->lists[i] : l;
    *last = (shown_value){.list = l, .first = first, .count = l ? l->count : 1};
    return true;
}

static bool differs_in(const ast *t, const shown_value *v, const uint64_t *a, const uint64_t *b)
{
    bool apart = false;
    for (size_t i = v->first; i < v->first + v->count && !apart; i++)
        apart = eval_read(t, a, i) != eval_read(t, b, i);
    return apart;
}

static void put_shown_value(strbuf *out, const ast *t, const shown_value *v, const uint64_t *state)
{
    const state_cell *c = &t->cells[v->first];
    strbuf_printf(out, " %s=", v->list ? v->list->label : c->label);
    if (v->list)
        eval_format_list(out, t, v->list, state, false);
    else
        eval_format_value(out, c->type->kind, eval_read(t, state, v->first), false);
}

void put_state_apart(strbuf *out, const ast *t, const uint64_t *state, const uint64_t *from)
{
    size_t all = 0, apart = 0, named = 0;
    for (shown_value v = {0}; next_value(t, &v); all++)
        apart += differs_in(t, &v, state, from);
    const size_t wanted = apart ? apart : all;
    strbuf_put(out, apart ? " with" : "");
    for (shown_value v = {0}; next_value(t, &v) && named < VALUES_MOST;) {
        if (apart && !differs_in(t, &v, state, from))
            continue;
        put_shown_value(out, t, &v, state);
        named++;
    }
    if (named < wanted)
        strbuf_printf(out, " and %zu more", wanted - named);
}

void put_declared_variable(strbuf *out, const state_variable *v)
{
    const size_t indices = v->indices - (v->collection ? 1 : 0);
    strbuf_put(out, v->name);
    for (size_t i = 0; i < indices; i++) {
        strbuf_put(out, i ? ", " : "[");
        eval_format_type(out, v->index[i]);
    }
    strbuf_put(out, indices ? "]" : "");
}

void put_variables_apart(strbuf *out, const ast *t, const uint64_t *a, const uint64_t *b)
{
    size_t named = 0;
    for (size_t i = 0; i < t->variable_count; i++) {
        const state_variable *v = t->variables[i];
        bool apart = false;
        for (size_t k = v->first; k < v->first + v->cells && !apart; k++)
            apart = eval_read(t, a, k) != eval_read(t, b, k);
        if (!apart)
            continue;
        if (++named > VARIABLES_MOST)
            break;
        strbuf_put(out, named > 1 ? "; " : " (");
        put_declared_variable(out, v);
        strbuf_put(out, ": ");
        eval_format_type(out, v->collection ? v->collection : v->type);
    }
    strbuf_put(out, named > VARIABLES_MOST ? "; ...)" : named ? ")" : "");
}
