/* show.c - how a state is shown: a text with expressions in braces, or by place. */
#include <string.h>

#include "puzzle/sections/sections.h"

enum { WIDTH_MOST = 1000, PLACES_CELLS_LEAST = 3, PLACES_CELLS_MOST = 100 };

static display *new_display(checker *c, display_form form, const parse_node *t)
{
    display *d = arena_take(c->memory, sizeof *d);
    d->form = form;
    d->at = parse_node_span(t);
    return d;
}

/* ---- what stands beside each other ------------------------------------------------------- */

/* Whether it is one character, whatever the state. */
static bool is_narrow(const display *d)
{
    if (d->pad.width)
        return true;
    switch (d->form) {
    case DISPLAY_TEXT: return text_is_one_character(d->text);
    case DISPLAY_VALUE:
        return d->value->kind.form == KIND_CHARACTER ||
               (d->value->kind.form == KIND_ENUM && !d->value->kind.optional &&
                enumeration_is_narrow(d->value->kind.enumeration));
    case DISPLAY_IF:
    case DISPLAY_OR: return is_narrow(d->parts[0]) && is_narrow(d->parts[1]);
    case DISPLAY_EACH: return is_narrow(d->parts[0]);
    case DISPLAY_ALL:
    case DISPLAY_ARRAY:
    case DISPLAY_TABLE: break;
    }
    return false;
}

static bool has_numbers(kind k)
{
    return k.form == KIND_INTEGER && !k.optional;
}

static bool is_number(const display *d)
{
    switch (d->form) {
    case DISPLAY_TEXT: return false;
    case DISPLAY_VALUE: return has_numbers(d->value->kind);
    case DISPLAY_ARRAY: return has_numbers(d->variable->type->kind);
    case DISPLAY_TABLE: return has_numbers(d->table->kind);
    case DISPLAY_IF:
    case DISPLAY_OR: return is_number(d->parts[0]) && is_number(d->parts[1]);
    case DISPLAY_EACH: return is_number(d->parts[0]);
    case DISPLAY_ALL: break;
    }
    return false;
}

static bool is_narrow_table(const value_table *t)
{
    if (t->kind.optional) /* none has four */
        return false;
    return t->kind.form == KIND_CHARACTER ||
           (t->kind.form == KIND_INTEGER && t->low >= 0 && t->high <= 9) ||
           (t->kind.form == KIND_ENUM && enumeration_is_narrow(t->kind.enumeration));
}

/* ---- one expression ---------------------------------------------------------------------- */

/* A format in the braces. */
typedef struct wanted_padding {
    padding pad;
    source_span at;
} wanted_padding;

static display *check_display(checker *c, const parse_node *t);

static bool is_sequence(const parse_node *t)
{
    return t->form == PARSE_SEQUENCE || (t->form == PARSE_OR && is_sequence(t->args[0]));
}

static display *check_parts(checker *c, display_form form, const parse_node *t,
                            const parse_node *first, const parse_node *second)
{
    display *d = new_display(c, form, t);
    c->conditional++;
    d->parts[0] = check_display(c, first);
    d->parts[1] = check_display(c, second);
    c->conditional--;
    return d->parts[0] && d->parts[1] ? d : NULL;
}

static display *check_choice(checker *c, const parse_node *t)
{
    const expr *condition = expr_check_truth(c, t->args[0]);
    display *d = check_parts(c, DISPLAY_IF, t, t->args[1], t->args[2]);
    if (d)
        d->value = condition;
    return condition ? d : NULL;
}

static display *new_each(checker *c, const parse_node *t, const loop *over, const char *between,
                         const display *item)
{
    display *d = new_display(c, DISPLAY_EACH, t);
    d->loop = over;
    d->between = between;
    d->parts[0] = item;
    return d;
}

/* The last binding runs within a line, the one before it from line to line, and blank lines
   separate planes. */
static display *make_board(checker *c, const parse_node *t, const loop *over, display *item)
{
    static const char *const between[] = {"\n", "\n\n"};
    for (size_t i = over->count, outside = 0; i--; outside++) {
        const bool has_places = i && quantifier_has_places(&over->bindings[i - 1]);
        loop *one = arena_take(c->memory, sizeof *one);
        i -= has_places;
        *one = (loop){.count = has_places + (size_t)1, .bindings = &over->bindings[i]};
        item = new_each(c, t, one,
                        outside           ? between[outside > 1]
                        : is_narrow(item) ? ""
                                          : " ",
                        item);
    }
    return item;
}

/* Numbers stand on the right. */
static bool set_padding(checker *c, display *d, const wanted_padding *wanted)
{
    bool number = is_number(d);
    d->pad = wanted->pad;
    if (!d->pad.align)
        d->pad.align = number ? '>' : '<';
    if (d->form == DISPLAY_ARRAY || d->form == DISPLAY_TABLE)
        d->between = "";
    if (d->pad.zeros && !number)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, wanted->at,
                             "only a number has zeros in front");
    return true;
}

/* All of the braces: a board.  Within an expression: a row. */
typedef enum sequence_layout { LAYOUT_BOARD, LAYOUT_ROW } sequence_layout;

static display *check_sequence(checker *c, const parse_node *t, sequence_layout layout,
                               const wanted_padding *wanted)
{
    local *outer = c->locals;
    const loop *over = quantifier_check(c, &t->clauses, false);
    c->conditional++; /* over an empty domain it is not evaluated */
    display *item = check_display(c, t->args[0]);
    c->conditional--;
    c->locals = outer;
    if (!over || !item || (wanted && !set_padding(c, item, wanted)))
        return NULL;
    return layout == LAYOUT_BOARD ? make_board(c, t, over, item)
                                  : new_each(c, t, over, is_narrow(item) ? "" : " ", item);
}

static display *check_constant(checker *c, const parse_node *t, global *g)
{
    display *d = new_display(c, DISPLAY_TABLE, t);
    if (g->data && g->data->form == DATUM_TEXT) {
        const node *text = g->data->at;
        size_t length = text->length;
        d->form = DISPLAY_TEXT;
        d->text = arena_text(c->memory, text->text,
                             length && text->text[length - 1] == '\n' ? length - 1 : length);
        return d;
    }
    d->table = constant_table(c, g, d->at);
    if (!d->table)
        return NULL;
    d->between = is_narrow_table(d->table) ? "" : " ";
    return d;
}

/* A name of a whole array, of the state or constant; *whole: it is one, or has errors. */
static display *check_whole(checker *c, const parse_node *t, bool *whole)
{
    global *g = t->form == PARSE_NAME && !symbols_find_local(c, t->text)
                    ? symbols_find_global(c, t->text)
                    : NULL;
    *whole = false;
    if (!g || g->state != DONE)
        return NULL;
    if (g->form == GLOBAL_CONSTANT && (g->head.bracket || !g->data || g->data->form != DATUM_VALUE))
        return *whole = true, check_constant(c, t, g);
    if (g->form != GLOBAL_VARIABLE || !g->variable || !g->variable->indices ||
        g->variable->collection)
        return NULL;
    display *d = new_display(c, DISPLAY_ARRAY, t);
    d->variable = g->variable;
    d->between = type_is_narrow(g->variable->type) ? "" : " ";
    *whole = true;
    return d;
}

/* [a, b] */
static display *check_list(checker *c, const parse_node *t, expr *e)
{
    size_t count;
    expr **texts = list_texts(c, e, &count);
    const display **all = arena_array(c->memory, count + 2, sizeof *all);
    for (size_t i = 0; texts && i < count + 2; i++) {
        const bool bracket = !i || i == count + 1;
        display *one = new_display(c, bracket ? DISPLAY_TEXT : DISPLAY_VALUE, t);
        one->text = i ? "]" : "[";
        one->value = bracket ? NULL : texts[i - 1];
        all[i] = one;
    }
    display *d = new_display(c, DISPLAY_ALL, t);
    d->count = count + 2;
    d->all = all;
    return texts ? d : NULL;
}

static display *check_value(checker *c, const parse_node *t)
{
    bool whole;
    display *d = check_whole(c, t, &whole);
    if (whole)
        return d;
    expr *e = expr_check(c, t, NULL);
    if (!e)
        return NULL;
    if (kind_is_collection(e->kind))
        return check_list(c, t, e);
    d = new_display(c, DISPLAY_VALUE, t);
    d->value = e;
    return d;
}

static display *check_display(checker *c, const parse_node *t)
{
    if (t->form == PARSE_SEQUENCE)
        return check_sequence(c, t, LAYOUT_ROW, NULL);
    if (t->form == PARSE_IF)
        return check_choice(c, t);
    if (is_sequence(t))
        return check_parts(c, DISPLAY_OR, t, t->args[0], t->args[1]);
    if (t->form != PARSE_STRING)
        return check_value(c, t);
    display *d = new_display(c, DISPLAY_TEXT, t);
    d->text = t->text;
    return d;
}

/* ---- widths ------------------------------------------------------------------------------ */

/* [<>^][0]WIDTH, behind the ':' at `from` */
static bool read_padding(checker *c, wanted_padding *wanted, const node *scalar, size_t from,
                         size_t to)
{
    const char *at = scalar->text + from + 1, *end = scalar->text + to;
    padding *out = &wanted->pad;
    wanted->at = node_span(scalar, from, to);
    if (at < end && strchr("<>^", *at))
        out->align = *at++;
    if (at < end && *at == '0')
        out->zeros = *at++ == '0';
    for (; at < end && *at >= '0' && *at <= '9' && out->width <= WIDTH_MOST; at++)
        out->width = out->width * 10 + (unsigned)(*at - '0');
    bool fills_behind = out->zeros && out->align && out->align != '>';
    if (at == end && out->width && out->width <= WIDTH_MOST && !fills_behind)
        return true;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, wanted->at, "a format is a width, 1 to %d",
                   WIDTH_MOST);
    diagnostic_hint(c->to, "`:5`, `:05` with zeros in front, `:<5`, `:>5`, `:^5`");
    return false;
}

/* `wanted` may be NULL. */
static display *check_whole_braces(checker *c, const parse_node *t, const wanted_padding *wanted)
{
    if (t->form == PARSE_SEQUENCE)
        return check_sequence(c, t, LAYOUT_BOARD, wanted);
    display *d = check_display(c, t);
    return d && (!wanted || set_padding(c, d, wanted)) ? d : NULL;
}

/* ---- the text ---------------------------------------------------------------------------- */

/* The end of the braces' inside that begins at `at`, and the ':' before it (or the end, where there
   is none), both outside of strings; false: they are not closed. */
static bool find_close(const node *scalar, size_t at, size_t *colon, size_t *close)
{
    char quote = '\0';
    size_t brackets = 0; /* a ':' within them is a slice's */
    *colon = 0;
    for (; at < scalar->length; at++) {
        char now = scalar->text[at];
        if (quote) {
            quote = now == quote ? '\0' : quote;
        } else if (now == '"' || now == '\'') {
            quote = now;
        } else if (now == '[' || now == ']') {
            brackets += now == '[' ? 1 : brackets ? (size_t)-1 : 0;
        } else if (now == ':' && !brackets) {
            *colon = at;
        } else if (now == '}') {
            *close = at;
            *colon = *colon ? *colon : at;
            return true;
        }
    }
    return false;
}

static const display *check_braces(checker *c, const node *scalar, size_t from, size_t colon,
                                   size_t close)
{
    if (from == colon)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, node_span(scalar, from - 1, close + 1),
                              "the braces are empty"),
               NULL;
    const parse_node *t = parse_display(&c->syntax, scalar, from, colon);
    wanted_padding wanted = {0};
    bool padded = colon < close;
    if (!t || (padded && !read_padding(c, &wanted, scalar, colon, close)))
        return NULL;
    return check_whole_braces(c, t, padded ? &wanted : NULL);
}

static const display *plain_display(checker *c, const char *text)
{
    display *d = arena_take(c->memory, sizeof *d);
    d->form = DISPLAY_TEXT;
    d->text = text;
    return d;
}

void show_check(checker *c, const node *scalar)
{
    const display **all = NULL;
    size_t count = 0, room = 0, at = 0, colon, close, length = scalar->length;
    bool line_end = length && scalar->text[length - 1] == '\n';
    while (at < length - line_end) {
        const display *d;
        if (scalar->text[at] == '{' && scalar->text[at + 1] != '{') {
            if (!find_close(scalar, at + 1, &colon, &close)) {
                diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, node_span(scalar, at, at + 1),
                               "this brace is not closed");
                return;
            }
            d = check_braces(c, scalar, at + 1, colon, close);
            at = close + 1;
        } else {
            size_t taken;
            char *plain = arena_take(c->memory, length - at + 1);
            size_t made = move_plain_text(scalar->text + at, plain, &taken);
            at += taken;
            plain[made - (at == length && line_end)] = '\0';
            d = plain_display(c, plain);
        }
        ARENA_PUSH(c->memory, all, count, room, d);
    }
    if (!count)
        ARENA_PUSH(c->memory, all, count, room, plain_display(c, ""));
    c->tree->show_count = count;
    c->tree->show_line_end = line_end;
    ARENA_PUSH(c->memory, all, count, room, plain_display(c, "\n"));
    c->tree->show = all;
}

/* ---- by place ---------------------------------------------------------------------------- */

/* A scalar, or an element that has a name of its own. */
static bool is_thing(const state_variable *v)
{
    return !v->indices || (v->indices == 1 && v->index[0]->kind.form == KIND_ENUM);
}

static const char *name_in_place(checker *c, const state_cell *cell)
{
    const state_variable *v = cell->variable;
    if (!v->indices)
        return v->name;
    size_t number = (size_t)(cell - c->tree->cells) - v->first;
    return value_text(c, v->index[0]->kind, type_value(v->index[0], number));
}

static bool is_by_place(const ast *t)
{
    const enumeration *shared = t->cell_count ? t->cells[0].type->kind.enumeration : NULL;
    if (t->cell_count < PLACES_CELLS_LEAST || t->cell_count > PLACES_CELLS_MOST)
        return false;
    for (size_t i = 0; i < t->cell_count; i++) {
        kind k = t->cells[i].type->kind;
        if (k.form != KIND_ENUM || k.optional || k.enumeration != shared ||
            !is_thing(t->cells[i].variable))
            return false;
    }
    return t->cell_count > shared->count;
}

void show_by_place(checker *c)
{
    ast *t = c->tree;
    if (!is_by_place(t))
        return;
    const char **names = arena_array(c->memory, t->cell_count, sizeof *names);
    for (size_t i = 0; i < t->cell_count; i++)
        names[i] = name_in_place(c, &t->cells[i]);
    bool *shared = arena_array(c->memory, t->cell_count, sizeof *shared);
    for (size_t i = 0; i < t->cell_count; i++)
        for (size_t k = 0; k < t->cell_count; k++)
            shared[i] |= k != i && !strcmp(names[i], names[k]);
    for (size_t i = 0; i < t->cell_count; i++)
        names[i] = shared[i] ? t->cells[i].name : names[i];
    t->places = t->cells[0].type->kind.enumeration;
    t->in_places = names;
}
