/* format_state.c - a state as text: by the puzzle's `show`, else name=value for every cell. */
#include "puzzle/interp/interp_internal.h"

/* One line per row and a blank line between planes; one-character values without blanks between. */
static void show_array(const ast *t, const state_variable *a, const uint64_t *state, strbuf *out)
{
    size_t row = a->indices ? (size_t)a->index[a->indices - 1]->count : 1;
    size_t plane = a->indices > 2 ? row * (size_t)a->index[a->indices - 2]->count : 0;
    bool tight = type_is_narrow(a->type);
    for (size_t i = 0; i < a->cells; i++) {
        if (i && i % row == 0)
            strbuf_put(out, plane && i % plane == 0 ? "\n\n" : "\n");
        else if (i && !tight)
            strbuf_char(out, ' ');
        eval_format_value(out, a->type->kind, eval_read(t, state, a->first + i), true);
    }
}

static int show_piece(interp *in, const piece *p, const uint64_t *state, strbuf *out)
{
    int64_t value;
    if (p->text) {
        strbuf_put(out, p->text);
        return 0;
    }
    if (p->variable) {
        show_array(in->tree, p->variable, state, out);
        return 0;
    }
    int code = eval_expr(&in->v, p->value, &value);
    if (!code)
        eval_format_value(out, p->value->kind, value, p->glyph);
    return code;
}

static void show_cells(const ast *t, const uint64_t *state, strbuf *out)
{
    for (size_t i = 0; i < t->cell_count; i++) {
        if (i)
            strbuf_char(out, ' ');
        strbuf_put(out, t->cells[i].name);
        strbuf_char(out, '=');
        eval_format_value(out, t->cells[i].type->kind, eval_read(t, state, i), true);
    }
}

int interp_show(interp *in, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    const ast *t = in->tree;
    int code = 0;
    interp_begin(in, state);
    in->source_state = state;
    for (size_t i = 0; i < t->show.count && !code; i++)
        code = show_piece(in, &t->show.pieces[i], state, out);
    if (!t->show.count)
        show_cells(t, state, out);
    if (!code && out->failed)
        code = error_set_memory(in->v.err);
    return interp_end(in, code, err);
}
