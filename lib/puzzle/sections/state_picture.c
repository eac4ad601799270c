/*
 * state_picture.c - `picture`: shapes with expressions for where they are and how they look.
 *
 * It is checked here, and drawn by what reads the stored puzzle (cli/page/parts/picture.ts).  A
 * shape has the attributes of the tables below and no others, numbers, colours and plain text: so
 * nothing in a picture can name what is elsewhere.
 */
#include <string.h>

#include "base/suggest.h"
#include "puzzle/sections/sections.h"

enum { SHAPES_MOST = 256, VIEW_MOST = 10000, ATTRIBUTES_MOST = 8, POINTS_MOST = 64 };

typedef enum attribute_form { ATTRIBUTE_NUMBER, ATTRIBUTE_COLOUR, ATTRIBUTE_OTHER } attribute_form;

static const struct shape {
    const char *name;
    size_t needed; /* the first so many must be there */
    const char *numbers[ATTRIBUTES_MOST];
} shapes[] = {{"rect", 4, {"x", "y", "width", "height", "rx"}},
              {"circle", 3, {"cx", "cy", "r"}},
              {"ellipse", 4, {"cx", "cy", "rx", "ry"}},
              {"line", 4, {"x1", "y1", "x2", "y2"}},
              {"polygon", 0, {NULL}},
              {"polyline", 0, {NULL}},
              {"text", 2, {"x", "y", "size"}}};

enum { SHAPES = sizeof shapes / sizeof *shapes };

static const char *const colour_names[] = {
#define COLOUR(name) #name,
#include "puzzle/sections/colour_names.def"
#undef COLOUR
};

enum { COLOURS = sizeof colour_names / sizeof *colour_names };

static const node *attribute_value(const node *n, const char *name)
{
    for (size_t i = 0; i < n->count; i++)
        if (!strcmp(n->entries[i].key->text, name))
            return n->entries[i].value;
    return NULL;
}

static bool is_scalar(checker *c, const node *n, const char *what)
{
    if (n->form == NODE_SCALAR && n->length)
        return true;
    return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "%s is expected here", what);
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* A truth value counts as one. */
static void check_number_at(checker *c, const node *n)
{
    const kind number = kind_plain(KIND_INTEGER);
    parse_node *t = is_scalar(c, n, "a number") ? parse_expression(&c->syntax, n) : NULL;
    expr *e = t ? expr_present(c, expr_check(c, t, &number)) : NULL;
    if (e && e->kind.form != KIND_TRUTH)
        expr_must_be(c, e, number);
}

static void check_points(checker *c, const struct shape *of, const node *n)
{
    const size_t least = strcmp(of->name, "polygon") ? 2 : 3;
    if (n->form != NODE_LIST || n->count < least || n->count > POINTS_MOST) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                       "`points` is a list of %zu to %d points", least, POINTS_MOST);
        diagnostic_hint(c->to, "as in `points: [[0, 0], [10, 0], [5, 8]]`");
        return;
    }
    for (size_t i = 0; i < n->count; i++) {
        const node *point = n->items[i];
        if (point->form != NODE_LIST || point->count != 2) {
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, point->at,
                           "a point is a list of two numbers");
            continue;
        }
        check_number_at(c, point->items[0]);
        check_number_at(c, point->items[1]);
    }
}

/* ---- colours ----------------------------------------------------------------------------- */

/* #abc, #aabbcc */
static bool is_hex(const char *text)
{
    const size_t digits = *text == '#' ? strspn(text + 1, "0123456789abcdefABCDEF") : 0;
    return (digits == 3 || digits == 6) && !text[digits + 1];
}

static bool is_colour(const char *text)
{
    size_t i = 0;
    while (i < COLOURS && strcmp(colour_names[i], text) != 0)
        i++;
    return i < COLOURS || !strcmp(text, "none") || is_hex(text);
}

static void reject_colour(checker *c, source_span at, const char *text)
{
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_NAME, at, "'%s' is not a colour", text);
    const char *meant = suggest_nearest(text, colour_names, COLOURS);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else
        diagnostic_hint(c->to,
                        "a colour is a name (gold), \"#ffcc00\", none, or the number of one");
}

/* gold, "#ffcc00", the number of a colour, or one of two by a condition */
static void check_colour_term(checker *c, const parse_node *t)
{
    const bool known = t->form == PARSE_NAME &&
                       (symbols_find_local(c, t->text) || symbols_find_global(c, t->text));
    if (t->form == PARSE_IF) {
        expr_check_truth(c, t->args[0]);
        check_colour_term(c, t->args[1]);
        check_colour_term(c, t->args[2]);
    } else if (t->form == PARSE_STRING || (t->form == PARSE_NAME && !known)) {
        if (!is_colour(t->text))
            reject_colour(c, parse_node_span(t), t->text);
    } else {
        const kind number = kind_plain(KIND_INTEGER);
        expr *e = expr_present(c, expr_check(c, t, &number));
        if (e)
            expr_must_be(c, e, number);
    }
}

static void check_colour(checker *c, const node *n)
{
    if (!is_scalar(c, n, "a colour"))
        return;
    if (*n->text == '#' && !is_hex(n->text)) {
        reject_colour(c, n->at, n->text);
        return;
    }
    parse_node *t = *n->text == '#' ? NULL : parse_expression(&c->syntax, n);
    if (t)
        check_colour_term(c, t);
}

/* ---- shapes ------------------------------------------------------------------------------ */

static bool is_number_of(const struct shape *of, const char *name)
{
    size_t i = 0;
    while (i < ATTRIBUTES_MOST && of->numbers[i] && strcmp(of->numbers[i], name) != 0)
        i++;
    return i < ATTRIBUTES_MOST && of->numbers[i];
}

/* The attributes that a shape may have. */
static size_t attributes_of(const struct shape *of, const char **out)
{
    static const char *const every[] = {"fill", "stroke", "stroke-width", "opacity", "for", "if"};
    size_t count = 0;
    while (count < ATTRIBUTES_MOST && of->numbers[count]) {
        out[count] = of->numbers[count];
        count++;
    }
    if (!count)
        out[count++] = "points";
    if (!strcmp(of->name, "text")) {
        out[count++] = "text";
        out[count++] = "anchor";
    }
    memcpy(out + count, every, sizeof every);
    return count + sizeof every / sizeof *every;
}

enum { NAMES_MOST = ATTRIBUTES_MOST + 9 };

static void check_anchor(checker *c, const node *n)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    for (size_t i = 0; i < 3; i++)
        if (n->form == NODE_SCALAR && !strcmp(n->text, anchors[i]))
            return;
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "`anchor` is `start`, `middle` or `end`");
}

static void reject_attribute(checker *c, const struct shape *of, const node *key)
{
    const char *names[NAMES_MOST];
    const size_t count = attributes_of(of, names);
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "`%s` has no attribute '%s'", of->name,
                   key->text);
    const char *meant = suggest_nearest(key->text, names, count), *all = names[0];
    for (size_t i = 1; i < count; i++)
        all = arena_printf(c->memory, "%s, %s", all, names[i]);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else
        diagnostic_hint(c->to, "its attributes are %s", all);
}

static void check_attribute(checker *c, const struct shape *of, const map_entry *e)
{
    const char *name = e->key->text;
    const bool is_text = !strcmp(of->name, "text");
    template ignored = {0};
    if (!strcmp(name, "for"))
        return; /* it was read before the others */
    if (is_number_of(of, name) || !strcmp(name, "stroke-width") || !strcmp(name, "opacity"))
        check_number_at(c, e->value);
    else if (!strcmp(name, "fill") || !strcmp(name, "stroke"))
        check_colour(c, e->value);
    else if (!strcmp(name, "points") && !of->numbers[0])
        check_points(c, of, e->value);
    else if (!strcmp(name, "anchor") && is_text)
        check_anchor(c, e->value);
    else if (!strcmp(name, "text") && is_text && is_scalar(c, e->value, "a text"))
        move_check_template(c, &ignored, e->value);
    else if (!strcmp(name, "if") && is_scalar(c, e->value, "a condition")) {
        parse_node *t = parse_expression(&c->syntax, e->value);
        if (t)
            expr_check_truth(c, t);
    } else if (strcmp(name, "if") != 0 && !(is_text && !strcmp(name, "text")))
        reject_attribute(c, of, e->key);
}

/* The names of `for` are bound; false: they cannot be, and what uses them is not checked. */
static bool check_for(checker *c, const node *n)
{
    clauses of = {0};
    if (!is_scalar(c, n, "NAME in DOMAIN") || !parse_choose(&of, &c->syntax, n))
        return false;
    if (of.first)
        return diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "`first` is of `choose` alone");
    return quantifier_check(c, &of, false) != NULL;
}

static void check_needed(checker *c, const struct shape *of, const node *key, const node *n)
{
    for (size_t i = 0; i < of->needed; i++)
        if (!attribute_value(n, of->numbers[i]))
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "`%s` needs `%s`", of->name,
                           of->numbers[i]);
    if (!of->numbers[0] && !attribute_value(n, "points"))
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "`%s` needs `points`", of->name);
    if (!strcmp(of->name, "text") && !attribute_value(n, "text"))
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "`text` needs `text`");
}

static const struct shape *find_shape(checker *c, const node *key)
{
    const char *names[SHAPES];
    for (size_t i = 0; i < SHAPES; i++) {
        names[i] = shapes[i].name;
        if (!strcmp(names[i], key->text))
            return &shapes[i];
    }
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "unknown shape '%s'", key->text);
    const char *meant = suggest_nearest(key->text, names, SHAPES);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else
        diagnostic_hint(c->to,
                        "the shapes are rect, circle, ellipse, line, polygon, polyline and text");
    return NULL;
}

static void check_shape(checker *c, const node *item)
{
    if (item->form != NODE_MAP || item->count != 1 || item->entries[0].value->form != NODE_MAP) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, item->at,
                       "a shape is its name and a mapping of its attributes");
        diagnostic_hint(c->to, "as in `- circle: {cx: 5, cy: 5, r: 4, fill: gold}`");
        return;
    }
    const node *key = item->entries[0].key, *n = item->entries[0].value,
               *over = attribute_value(n, "for");
    const struct shape *of = find_shape(c, key);
    local *outer = c->locals;
    if (!of)
        return;
    check_needed(c, of, key, n);
    if (!over || check_for(c, over)) {
        /* over an empty domain, or where `if` does not hold, it is not drawn */
        const int unsure = over || attribute_value(n, "if");
        c->conditional += unsure;
        for (size_t i = 0; i < n->count; i++)
            check_attribute(c, of, &n->entries[i]);
        c->conditional -= unsure;
    }
    c->locals = outer;
}

/* ---- all of it --------------------------------------------------------------------------- */

/* [WIDTH, HEIGHT], constants */
static void check_view(checker *c, const node *n)
{
    const kind number = kind_plain(KIND_INTEGER);
    if (n->form != NODE_LIST || n->count != 2) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at, "`view` is a width and a height");
        diagnostic_hint(c->to, "as in `view: [120, 80]`");
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        int64_t value;
        kind of;
        const node *side = n->items[i];
        parse_node *t = is_scalar(c, side, "a number") ? parse_expression(&c->syntax, side) : NULL;
        if (!t || !expr_check_constant(c, t, &number, &value, &of))
            continue;
        if (of.form != KIND_INTEGER || value < 1 || value > VIEW_MOST)
            diagnostic_add(c->to, WGCQ_DIAGNOSTIC_RANGE, side->at,
                           "a side of the view is a number from 1 to %d", VIEW_MOST);
    }
}

static void reject_picture_key(checker *c, const node *key)
{
    static const char *const keys[] = {"view", "shapes"};
    const char *meant = suggest_nearest(key->text, keys, 2);
    diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, key->at, "unknown key '%s' of `picture`",
                   key->text);
    if (meant)
        diagnostic_hint(c->to, "did you mean '%s'?", meant);
    else
        diagnostic_hint(c->to, "the keys are view and shapes");
}

void picture_check(checker *c, const map_entry *e)
{
    const node *n = e->value, *view, *list;
    if (n->form != NODE_MAP) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                       "`picture` is a mapping of `view` and `shapes`");
        return;
    }
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->entries[i].key->text, "view") && strcmp(n->entries[i].key->text, "shapes"))
            reject_picture_key(c, n->entries[i].key);
    view = attribute_value(n, "view");
    list = attribute_value(n, "shapes");
    if (view)
        check_view(c, view);
    else
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, e->key->at, "`picture` needs `view`");
    if (!list || list->form != NODE_LIST || !list->count || list->count > SHAPES_MOST) {
        diagnostic_add(c->to, WGCQ_DIAGNOSTIC_SHAPE, list ? list->at : e->key->at,
                       "`shapes` is a list of 1 to %d shapes", SHAPES_MOST);
        return;
    }
    for (size_t i = 0; i < list->count; i++)
        check_shape(c, list->items[i]);
}
