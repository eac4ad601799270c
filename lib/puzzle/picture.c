/* picture.c - how a state is shown: the puzzle's `show`, else every cell with its name. */
#include "puzzle/telling.h"

/* A row a line, a blank line between planes; values stand side by side where all are narrow. */
static void show_array(const tree *t, const variable *a, const uint64_t *state, text *out)
{
    size_t row = a->indices ? (size_t)a->index[a->indices - 1]->count : 1;
    size_t plane = a->indices > 2 ? row * (size_t)a->index[a->indices - 2]->count : 0;
    bool tight = type_is_narrow(a->of);
    for (size_t i = 0; i < a->cells; i++) {
        if (i && i % row == 0)
            text_put(out, plane && i % plane == 0 ? "\n\n" : "\n");
        else if (i && !tight)
            text_char(out, ' ');
        evaluate_spell(out, a->of->of, evaluate_read(t, state, a->first + i), true);
    }
}

static int show_piece(teller *by, const piece *p, const uint64_t *state, text *out)
{
    int64_t value;
    if (p->text) {
        text_put(out, p->text);
        return 0;
    }
    if (p->variable) {
        show_array(by->of, p->variable, state, out);
        return 0;
    }
    int code = evaluate(&by->v, p->value, &value);
    if (!code)
        evaluate_spell(out, p->value->of, value, p->glyph);
    return code;
}

static void show_cells(const tree *t, const uint64_t *state, text *out)
{
    for (size_t i = 0; i < t->cell_count; i++) {
        if (i)
            text_char(out, ' ');
        text_put(out, t->cells[i].name);
        text_char(out, '=');
        evaluate_spell(out, t->cells[i].of->of, evaluate_read(t, state, i), true);
    }
}

int teller_show(teller *by, const uint64_t *state, text *out, wgcq_error *err)
{
    const tree *t = by->of;
    int code = 0;
    teller_begin(by, state);
    by->left = state;
    for (size_t i = 0; i < t->show.count && !code; i++)
        code = show_piece(by, &t->show.pieces[i], state, out);
    if (!t->show.count)
        show_cells(t, state, out);
    if (!code && out->failed)
        code = fault_memory(by->v.err);
    return teller_end(by, code, err);
}
