/*
 * format_state.c - a state as text: by the puzzle's `show`, else by place where all variables share
 * an enumeration, else name=value for every cell.
 */
#include "puzzle/interp/interp_internal.h"

/* ---- padding ------------------------------------------------------------------------- */

static size_t count_code_points(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void put_many(strbuf *out, char fill, size_t count)
{
    while (count--)
        strbuf_char(out, fill);
}

/* Pads what `out` has from byte `from` on. */
static int pad_text(interp *in, strbuf *out, size_t from, const padding *pad)
{
    strbuf text = {0};
    strbuf_put(&text, strbuf_string(out) + from);
    const char *at = strbuf_string(&text);
    size_t points = count_code_points(at);
    size_t missing = pad->width > points ? pad->width - points : 0;
    size_t before = pad->align == '>' ? missing : pad->align == '^' ? missing / 2 : 0;
    if (missing && !out->failed && !text.failed) {
        out->length = from;
        if (pad->zeros && *at == '-')
            strbuf_char(out, *at++);
        put_many(out, pad->zeros ? '0' : ' ', pad->zeros ? missing : before);
        strbuf_put(out, at);
        put_many(out, ' ', pad->zeros ? 0 : missing - before);
    }
    bool failed = text.failed || out->failed;
    strbuf_free(&text);
    return failed ? error_set_memory(in->v.err) : 0;
}

/* ---- arrays -------------------------------------------------------------------------- */

/* One line per row and a blank line between planes. */
static const char *separator_before(const display *d, const type *const *index, size_t indices,
                                    size_t i)
{
    size_t row = indices ? (size_t)index[indices - 1]->count : 1;
    size_t plane = indices > 2 ? row * (size_t)index[indices - 2]->count : 0;
    if (i && i % row == 0)
        return plane && i % plane == 0 ? "\n\n" : "\n";
    return i ? d->between : "";
}

const char *interp_separator(const display *d, size_t i)
{
    return separator_before(d, d->variable->index, d->variable->indices, i);
}

static int put_element(interp *in, const display *d, kind k, int64_t value, strbuf *out)
{
    size_t from = out->length;
    eval_format_value(out, k, value, true);
    return d->pad.width ? pad_text(in, out, from, &d->pad) : 0;
}

int interp_show_element(interp *in, const display *d, size_t i, const uint64_t *state, strbuf *out)
{
    const state_variable *a = d->variable;
    return put_element(in, d, a->type->kind, eval_read_listed(&in->v, state, a->first + i), out);
}

static int show_array(interp *in, const display *d, const uint64_t *state, strbuf *out)
{
    int code = 0;
    for (size_t i = 0; i < d->variable->cells && !code; i++) {
        strbuf_put(out, interp_separator(d, i));
        code = interp_show_element(in, d, i, state, out);
    }
    return code;
}

/* Short rows of lists end early. */
static int show_table(interp *in, const display *d, strbuf *out)
{
    const value_table *t = d->table;
    int code = 0;
    for (size_t i = 0; i < t->count && !code; i++) {
        bool hole = t->holes && t->holes[i];
        size_t row = t->indices ? (size_t)t->index[t->indices - 1]->count : 1;
        if (!hole || i % row == 0)
            strbuf_put(out, separator_before(d, t->index, t->indices, i));
        if (!hole)
            code = put_element(in, d, t->kind, t->values[i], out);
    }
    return code;
}

/* ---- `show` -------------------------------------------------------------------------- */

typedef struct each_run {
    interp *in;
    const display *d;
    const uint64_t *state;
    strbuf *out;
    bool more;
} each_run;

static int show_one_of_each(void *self)
{
    each_run *e = self;
    int code = eval_step(&e->in->v, e->d->at);
    if (code)
        return code;
    if (e->out->length > SHOWN_MOST)
        return eval_error(&e->in->v, e->d->at, "the state is shown in more than %d bytes",
                          SHOWN_MOST);
    if (e->more)
        strbuf_put(e->out, e->d->between);
    e->more = true;
    return interp_show_display(e->in, e->d->parts[0], e->state, e->out);
}

static int show_each(interp *in, const display *d, const uint64_t *state, strbuf *out)
{
    each_run e = {in, d, state, out, false};
    return eval_loop(&in->v, d->loop, show_one_of_each, &e);
}

static int show_value(interp *in, const display *d, strbuf *out)
{
    int64_t value;
    int code = eval_expr(&in->v, d->value, &value);
    if (!code)
        eval_format_value(out, d->value->kind, value, true);
    return code;
}

static int show_choice(interp *in, const display *d, const uint64_t *state, strbuf *out)
{
    int64_t holds;
    int code = eval_expr(&in->v, d->value, &holds);
    return code ? code : interp_show_display(in, d->parts[holds ? 0 : 1], state, out);
}

static int show_first_that_is_something(interp *in, const display *d, const uint64_t *state,
                                        strbuf *out)
{
    size_t from = out->length;
    int code = interp_show_display(in, d->parts[0], state, out);
    return code || out->length > from ? code : interp_show_display(in, d->parts[1], state, out);
}

int interp_show_display(interp *in, const display *d, const uint64_t *state, strbuf *out)
{
    size_t from = out->length;
    int code = 0;
    switch (d->form) {
    case DISPLAY_TEXT: strbuf_put(out, d->text); break;
    case DISPLAY_VALUE: code = show_value(in, d, out); break;
    case DISPLAY_ARRAY: return show_array(in, d, state, out);
    case DISPLAY_TABLE: return show_table(in, d, out);
    case DISPLAY_IF: code = show_choice(in, d, state, out); break;
    case DISPLAY_OR: code = show_first_that_is_something(in, d, state, out); break;
    case DISPLAY_EACH: code = show_each(in, d, state, out); break;
    case DISPLAY_ALL:
        for (size_t i = 0; i < d->count && !code; i++)
            code = interp_show_display(in, d->all[i], state, out);
        break;
    }
    return code || !d->pad.width ? code : pad_text(in, out, from, &d->pad);
}

/* ---- without `show` ------------------------------------------------------------------ */

/* "west: farmer goat | east: wolf cabbage" */
static void show_by_places(const ast *t, const uint64_t *state, strbuf *out)
{
    for (size_t place = 0; place < t->places->count; place++) {
        strbuf_put(out, place ? " | " : "");
        strbuf_put(out, t->places->values[place]);
        strbuf_char(out, ':');
        for (size_t i = 0; i < t->cell_count; i++)
            if (eval_read(t, state, i) == (int64_t)place) {
                strbuf_char(out, ' ');
                strbuf_put(out, t->in_places[i]);
            }
    }
}

static void show_list(const ast *t, const uint64_t *state, strbuf *out)
{
    size_t list = 0;
    for (size_t i = 0; i < t->cell_count; i++) {
        if (i)
            strbuf_char(out, ' ');
        if (t->cells[i].variable->collection) {
            strbuf_printf(out, "%s=", t->lists[list].name);
            eval_format_list(out, t, &t->lists[list], state, true);
            i += t->lists[list++].count - 1;
            continue;
        }
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
    for (size_t i = 0; i < t->show_count && !code; i++)
        code = interp_show_display(in, t->show[i], state, out);
    if (!t->show_count && t->places)
        show_by_places(t, state, out);
    else if (!t->show_count && !listed_text_add(&in->listed_text, t, state, out))
        show_list(t, state, out);
    if (!code && out->failed)
        code = error_set_memory(in->v.err);
    return interp_end(in, code, err);
}
