/*
 * initializers.c - values of start, set and goal, in all their forms.
 *
 * `at: west` is every element of an array; a list, a mapping or a picture has one value for each;
 * the name of a constant or an array of the same shape stands for its elements.  All of them become
 * assignments of one element each.
 */
#include <assert.h>
#include <string.h>

#include "puzzle/sections/sections.h"

/* A left side and where its assignments go. */
typedef struct target_cells {
    checker *c;
    assignments *out;
    init_use use;
    const state_variable *variable;
    source_span at;
    const loop *loop;
    expr *condition;
} target_cells;

static size_t cells_from_dimension(const state_variable *v, size_t dimension)
{
    size_t cells = 1;
    for (size_t i = dimension; i < v->indices; i++)
        cells *= (size_t)v->index[i]->count;
    return cells;
}

static expr *index_expr(const target_cells *f, size_t dimension, uint64_t position)
{
    const type *t = f->variable->index[dimension];
    return expr_value(f->c, t->kind, f->at, type_value(t, position));
}

/* The index expressions of cell `number` of the subarray whose first `fixed` indices are given.
 */
static expr **cell_indices(const target_cells *f, expr *const *index, size_t fixed, size_t number)
{
    const state_variable *v = f->variable;
    assert(fixed <= v->indices && number < cells_from_dimension(v, fixed));
    expr **all = arena_array(f->c->memory, v->indices + 1, sizeof *all);
    size_t below = cells_from_dimension(v, fixed);
    for (size_t i = 0; i < v->indices; i++) {
        if (i < fixed) {
            all[i] = index[i];
            continue;
        }
        below /= (size_t)v->index[i]->count;
        all[i] = index_expr(f, i, number / below);
        number %= below;
    }
    return all;
}

static bool add_assignment(const target_cells *f, expr **index, expr *value)
{
    checker *c = f->c;
    const type *of = f->variable->type;
    if (value && value->form == EXPR_VALUE && type_position(of, value->value) < 0 &&
        !c->conditional) {
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, value->at, "'%s' cannot hold %s: it is %s",
                      f->variable->name, value_text(c, value->kind, value->value),
                      type_text(c, of));
        checker_note(c, f->variable->at, "'%s' is declared here", f->variable->name);
        return false;
    }
    assignment a = {.at = f->at,
                    .variable = f->variable,
                    .index = index,
                    .loop = f->loop,
                    .condition = f->condition,
                    .value = value};
    ARENA_PUSH(c->memory, f->out->items, f->out->count, f->out->room, a);
    return true;
}

/* Assigns one expression to every cell of the subarray. */
static bool assign_all_cells(const target_cells *f, expr *const *index, size_t fixed, expr *value)
{
    size_t cells = cells_from_dimension(f->variable, fixed);
    bool fine = true;
    for (size_t i = 0; i < cells && fine; i++)
        fine = add_assignment(f, cell_indices(f, index, fixed, i), value);
    return fine;
}

/* ---- whole arrays and tables ------------------------------------------------------------- */

static bool same_shape(const type *const *a, const type *const *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i]->count != b[i]->count)
            return false;
    return true;
}

/* The elements of an array or table of the same shape, in order. */
static bool copy_elements(const target_cells *f, expr *const *fixed_index, size_t fixed,
                          const parse_node *t, const state_variable *array, const value_table *of)
{
    checker *c = f->c;
    size_t indices = array ? array->indices : of->indices;
    const type *const *index = array ? array->index : of->index;
    kind k = array ? array->type->kind : of->kind;
    if (indices != f->variable->indices - fixed ||
        !same_shape(index, f->variable->index + fixed, indices))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                             "'%s' is not of the shape of '%s'", t->text, f->variable->name);
    const kind holds = f->variable->type->kind;
    if (!kind_same(k, holds) &&
        !(holds.optional && (kind_same_values(k, holds) || kind_is_bare_none(k))))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                             "'%s' holds %s, and '%s' holds %s", t->text, kind_text(c, k),
                             f->variable->name, kind_text(c, f->variable->type->kind));
    size_t cells = cells_from_dimension(f->variable, fixed);
    for (size_t i = 0; i < cells; i++) {
        expr *e = expr_new(c, EXPR_CELL, k, parse_node_span(t), indices);
        size_t rest = i, below = cells;
        for (size_t d = 0; d < indices; d++) {
            below /= (size_t)index[d]->count;
            e->args[d] = expr_value(c, index[d]->kind, e->at, type_value(index[d], rest / below));
            rest %= below;
        }
        e->variable = array;
        if (of && of->holes && of->holes[i])
            return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->at,
                                 "'%s' has rows of different "
                                 "length",
                                 t->text);
        if (of)
            e = expr_value(c, k, e->at, of->values[i]);
        e = expr_must_be(c, e, holds);
        if (!e || !add_assignment(f, cell_indices(f, fixed_index, fixed, i), e))
            return false;
    }
    return true;
}

/* The bare name of an array, table or list: one of *array and *of. */
static bool names_array(checker *c, const parse_node *t, const state_variable **array,
                        const value_table **of)
{
    global *g = t->form == PARSE_NAME && !symbols_find_local(c, t->text)
                    ? symbols_find_global(c, t->text)
                    : NULL;
    *array = NULL;
    *of = NULL;
    if (!g || !declare_resolve(c, g))
        return false;
    if (g->form == GLOBAL_VARIABLE && g->variable->indices && !g->variable->collection)
        *array = g->variable;
    else if (g->form == GLOBAL_CONSTANT && (g->table || g->data->form != DATUM_VALUE))
        *of = constant_table(c, g, parse_node_span(t));
    return *array || *of;
}

/* A list or set to the places of each element below. */
static bool assign_collection(const target_cells *f, expr *const *index, size_t fixed, expr *value)
{
    checker *c = f->c;
    const state_variable *v = f->variable;
    expr *fit = value ? expr_must_be(c, value, v->collection->kind) : NULL;
    if (!fit)
        return false;
    fit = list_fitted(c, fit, v);
    const size_t cells = cells_from_dimension(v, fixed);
    bool fine = true;
    for (size_t i = 0; i < cells && fine; i++)
        fine = add_assignment(f, cell_indices(f, index, fixed, i), fit->args[i % fit->count]);
    return fine;
}

static bool assign_expr(const target_cells *f, expr *const *index, size_t fixed,
                        const parse_node *t)
{
    checker *c = f->c;
    if (f->variable->collection)
        return assign_collection(f, index, fixed, expr_check(c, t, &f->variable->collection->kind));
    const state_variable *array;
    const value_table *of;
    if (fixed < f->variable->indices && names_array(c, t, &array, &of))
        return copy_elements(f, index, fixed, t, array, of);
    expr *value = expr_check_kind(c, t, f->variable->type->kind);
    return value && assign_all_cells(f, index, fixed, value);
}

/* ---- pictures ------------------------------------------------------------------------------- */

static bool glyph_is_codepoint(const char *glyph, uint32_t code)
{
    char bytes[5] = {0};
    size_t n = 0;
    if (code < 0x80) {
        bytes[n++] = (char)code;
    } else if (code < 0x800) {
        bytes[n++] = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
        bytes[n++] = (char)(0xE0 | code >> 12);
        bytes[n++] = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
        bytes[n++] = (char)(0xF0 | code >> 18);
        bytes[n++] = (char)(0x80 | (code >> 12 & 0x3F));
        bytes[n++] = (char)(0x80 | (code >> 6 & 0x3F));
    }
    if (code >= 0x80)
        bytes[n++] = (char)(0x80 | (code & 0x3F));
    return !strcmp(glyph, bytes);
}

/* The value whose one-character glyph (or digit) this is. */
static bool glyph_value(const type *of, uint32_t code, int64_t *out)
{
    if (of->kind.form == KIND_ENUM) {
        for (size_t i = 0; i < of->kind.enumeration->count; i++)
            if (glyph_is_codepoint(of->kind.enumeration->glyphs[i], code) &&
                type_position(of, (int64_t)i) >= 0) {
                *out = (int64_t)i;
                return true;
            }
        return false;
    }
    *out = (int64_t)code - '0';
    return code >= '0' && code <= '9' && type_position(of, *out) >= 0;
}

static const char *glyph_list(checker *c, const type *of)
{
    if (of->kind.form != KIND_ENUM)
        return "digits";
    const char *list = "";
    for (size_t i = 0; i < of->kind.enumeration->count; i++)
        if (type_position(of, (int64_t)i) >= 0)
            list = arena_printf(c->memory, "%s%s'%s'", list, *list ? " " : "",
                                of->kind.enumeration->glyphs[i]);
    return list;
}

static size_t next_character(const node *n, size_t at)
{
    assert(at < n->length);
    do
        at++;
    while (((unsigned char)n->text[at] & 0xC0) == 0x80);
    return at;
}

static bool ends_row(const node *n, size_t at)
{
    return !n->text[at] || n->text[at] == '\n';
}

/* The offset of a character of a picture; the row's end where the row is shorter. */
static size_t picture_offset(const node *n, size_t row, size_t column)
{
    size_t at = 0;
    for (size_t r = 0; r < row; r++)
        at += strcspn(n->text + at, "\n") + 1;
    for (size_t k = 0; k < column && !ends_row(n, at); k++)
        at = next_character(n, at);
    return at;
}

static bool reject_glyph(const target_cells *f, const node *n, size_t row, size_t column)
{
    checker *c = f->c;
    size_t at = picture_offset(n, row, column);
    if (c->glyphs_poisoned)
        return false;
    if (ends_row(n, at))
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, node_span(n, at, at),
                             "this row of the picture is too short");
    size_t to = next_character(n, at);
    checker_error(c, WGCQ_DIAGNOSTIC_RANGE, node_span(n, at, to), "'%.*s' is not a glyph of '%s'",
                  (int)(to - at), n->text + at, f->variable->name);
    checker_hint(c, "its glyphs are %s", glyph_list(c, f->variable->type));
    return false;
}

/* Whether a picture has the size of the subarray; reports it if not. */
static bool picture_fits(const target_cells *f, const node *n, size_t fixed, size_t rows,
                         size_t columns)
{
    const state_variable *v = f->variable;
    size_t left = v->indices - fixed;
    size_t high = left == 2 ? (size_t)v->index[fixed]->count : 1;
    size_t wide = left ? (size_t)v->index[v->indices - 1]->count : 1;
    if (left == 1 || left == 2) {
        if (rows == high && columns <= wide)
            return true;
        return checker_error(f->c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                             "the picture has %zu %s of up to %zu %s, and '%s' is %zu by %zu", rows,
                             rows == 1 ? "row" : "rows", columns,
                             columns == 1 ? "character" : "characters", v->name, high, wide);
    }
    return checker_error(f->c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                         "a picture is of one or two dimensions, and '%s' has %zu here", v->name,
                         left);
}

static bool assign_picture(const target_cells *f, expr *const *index, size_t fixed, const node *n)
{
    checker *c = f->c;
    size_t rows, columns;
    uint32_t **picture = constant_text_rows(c, n, &rows, &columns);
    if (!picture || !picture_fits(f, n, fixed, rows, columns))
        return false;
    size_t wide = (size_t)f->variable->index[f->variable->indices - 1]->count;
    for (size_t i = 0; i < rows * wide; i++) {
        int64_t value;
        size_t k = i % wide;
        if (!glyph_value(f->variable->type, k < columns ? picture[i / wide][k] : ' ', &value))
            return reject_glyph(f, n, i / wide, k);
        expr *e = expr_value(c, f->variable->type->kind, n->at, value);
        if (!add_assignment(f, cell_indices(f, index, fixed, i), e))
            return false;
    }
    return true;
}

/* ---- lists and mappings ---------------------------------------------------------------------- */

static bool assign_node(const target_cells *f, expr **index, size_t fixed, const node *n);

static bool assign_list(const target_cells *f, expr **index, size_t fixed, const node *n)
{
    checker *c = f->c;
    const type *of = f->variable->index[fixed];
    if (n->count != of->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "%zu %s here, and %s has %llu",
                             n->count, n->count == 1 ? "value" : "values", type_text(c, of),
                             (unsigned long long)of->count);
    bool fine = true;
    for (size_t i = 0; i < n->count; i++) {
        index[fixed] = index_expr(f, fixed, i);
        fine &= assign_node(f, index, fixed + 1, n->items[i]);
    }
    return fine;
}

/* A key is an index, as in brackets: `a: {k: true}` is `a[k]: true`.  NULL after an error. */
static expr *check_index_key(const target_cells *f, const type *of, const node *key)
{
    checker *c = f->c;
    int64_t character;
    const local *l = symbols_find_local(c, key->text);
    if (of->kind.form == KIND_CHARACTER && !l && constant_is_character(key, &character))
        return expr_value(c, of->kind, key->at, character);
    parse_node *t = parse_expression(&c->syntax, key);
    expr *e = t ? expr_check(c, t, &of->kind) : NULL;
    return e ? expr_fold(c, e) : NULL;
}

static bool check_key_in_type(const target_cells *f, const type *of, const node *key, const expr *e)
{
    checker *c = f->c;
    bool same = kind_same(e->kind, of->kind), constant = e->form == EXPR_VALUE;
    if (!same && !constant)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, key->at,
                             "the index is %s where %s is expected", kind_text(c, e->kind),
                             kind_text(c, of->kind));
    if (same && (!constant || c->conditional || type_position(of, e->value) >= 0))
        return true;
    return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, key->at, "'%s' has no element '%s'",
                         f->variable->name, key->text);
}

static bool assign_map(const target_cells *f, expr **index, size_t fixed, const node *n)
{
    const type *of = f->variable->index[fixed];
    bool fine = true;
    for (size_t i = 0; i < n->count; i++) {
        const node *key = n->entries[i].key;
        expr *e = index[fixed] = check_index_key(f, of, key);
        if (!e) {
            fine = false;
            continue;
        }
        fine &= check_key_in_type(f, of, key, e) &&
                assign_node(f, index, fixed + 1, n->entries[i].value);
    }
    return fine;
}

/* `any`, of a start: every value, one initial state for each. */
static bool may_be_any(const target_cells *f, const char *value)
{
    return (f->use == INIT_START || f->use == INIT_START_STEP) && !strcmp(value, "any") &&
           !symbols_find_local(f->c, value);
}

static bool assign_scalar(const target_cells *f, expr *const *index, size_t fixed, const node *n)
{
    checker *c = f->c;
    if (!n->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "the value of '%s' is missing",
                             f->variable->name);
    if (n->style == STYLE_PLAIN && may_be_any(f, n->text))
        return assign_all_cells(f, index, fixed, NULL);
    parse_node *t = parse_expression(&c->syntax, n);
    return t && assign_expr(f, index, fixed, t);
}

/* [a, b] in YAML, as the list or set */
static bool assign_written_list(const target_cells *f, expr *const *index, size_t fixed,
                                const node *n)
{
    checker *c = f->c;
    parse_node list = {.form = PARSE_LIST, .in = n, .count = n->count};
    list.args = arena_array(c->memory, n->count + 1, sizeof *list.args);
    bool fine = true;
    for (size_t i = 0; i < n->count; i++) {
        if (n->items[i]->form != NODE_SCALAR || !n->items[i]->length)
            return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->items[i]->at,
                                 "one value is expected here");
        list.args[i] = parse_expression(&c->syntax, n->items[i]);
        fine &= list.args[i] != NULL;
    }
    expr *value = fine ? list_literal_at(c, n->at, &list, &f->variable->collection->kind) : NULL;
    return assign_collection(f, index, fixed, value);
}

static bool assign_node(const target_cells *f, expr **index, size_t fixed, const node *n)
{
    const state_variable *v = f->variable;
    if (v->collection && n->form == NODE_LIST && (fixed + 1 == v->indices || !n->count))
        return assign_written_list(f, index, fixed, n);
    if (v->collection && fixed + 1 == v->indices && n->form == NODE_MAP)
        return checker_error(f->c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                             "a list of values is expected here, not a mapping");
    if (node_is_block_scalar(n))
        return assign_picture(f, index, fixed, n);
    if (n->form == NODE_SCALAR)
        return assign_scalar(f, index, fixed, n);
    if (fixed == f->variable->indices)
        return checker_error(f->c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                             "one value is expected here, not a %s",
                             n->form == NODE_LIST ? "list" : "mapping");
    return n->form == NODE_LIST ? assign_list(f, index, fixed, n) : assign_map(f, index, fixed, n);
}

/* The value of `at = any` or of any other line. */
static bool assign_line(const target_cells *f, expr *const *index, size_t fixed,
                        const parse_node *t)
{
    if (t->form == PARSE_NAME && may_be_any(f, t->text))
        return assign_all_cells(f, index, fixed, NULL);
    return assign_expr(f, index, fixed, t);
}

/* ---- left sides ---------------------------------------------------------------------- */

static const state_variable *target_variable(checker *c, const node *key, const target *t)
{
    global *g = symbols_find_global(c, t->name.text);
    source_span at = parsed_name_span(key, t->name);
    const local *l = symbols_find_local(c, t->name.text);
    if (l && l->poisoned)
        return NULL;
    if (l) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, at, "'%s' is a name for a value and cannot be set",
                      t->name.text);
        return NULL;
    }
    if (g && g->form == GLOBAL_VARIABLE)
        return declare_resolve(c, g) ? g->variable : NULL;
    if (!g && poison_has(c, t->name.text))
        return NULL;
    checker_error(c, WGCQ_DIAGNOSTIC_NAME, at,
                  g ? "'%s' is not a variable of the state" : "unknown variable '%s'",
                  t->name.text);
    if (g)
        checker_note(c, g->key->at, "'%s' is declared here", t->name.text);
    else
        symbols_suggest(c, t->name.text, HINT_VARIABLES, NULL);
    return NULL;
}

/* The indices as written, at most as many as the variable has; *index has room for all. */
static bool target_indices(const target_cells *f, const node *key, const target *t, expr ***index)
{
    checker *c = f->c;
    const size_t indices = f->variable->indices - (f->variable->collection != NULL);
    if (t->indexed && f->variable->collection && t->count == indices + 1) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, f->at, "one value of a %s cannot be set by itself",
                      f->variable->collection->kind.form == KIND_LIST ? "list" : "set");
        checker_hint(c, "set all of it, as in %s",
                     f->variable->collection->kind.form == KIND_LIST ? "q = [x] + q[1:]"
                                                                     : "s = s | [x]");
        return false;
    }
    if (t->indexed && !indices)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, f->at, "'%s' is not an array",
                             f->variable->name);
    if (t->count > indices)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE,
                             node_span(key, t->name.from, t->index[t->count - 1]->to + 1),
                             "'%s' takes %zu %s, not %zu", f->variable->name, indices,
                             indices == 1 ? "index" : "indices", t->count);
    parse_node indexed = {
        .form = PARSE_INDEX, .in = key, .text = t->name.text, .count = t->count, .args = t->index};
    expr **given = expr_check_indices(c, &indexed, t->count, f->variable->index);
    *index = arena_array(c->memory, f->variable->indices + 1, sizeof **index);
    for (size_t i = 0; i < t->count && given; i++)
        (*index)[i] = given[i];
    return given != NULL;
}

/* Checks a left side; its loop's names stay in scope for the right side. */
static bool open_target(checker *c, target_cells *f, assignments *out, const node *key,
                        const target *t, init_use use, expr ***index)
{
    *f = (target_cells){.c = c, .out = out, .use = use, .at = key->at};
    f->at = parsed_name_span(key, t->name);
    f->variable = target_variable(c, key, t);
    bool fine = f->variable != NULL;
    if (t->clauses.count) {
        f->loop = quantifier_check(c, &t->clauses, false);
        fine &= f->loop != NULL;
    }
    if (t->condition) {
        f->condition = expr_check_truth(c, t->condition);
        fine &= f->condition != NULL;
    }
    c->conditional += t->clauses.count || t->condition; /* there may be no element */
    return fine && target_indices(f, key, t, index);
}

static bool check_assignment_entry(checker *c, assignments *out, const map_entry *e, init_use use)
{
    target t;
    target_cells f;
    expr **index;
    local *outer = c->locals;
    int unsure = c->conditional;
    bool fine = parse_target(&t, &c->syntax, e->key) &&
                open_target(c, &f, out, e->key, &t, use, &index) &&
                assign_node(&f, index, t.count, e->value);
    c->locals = outer;
    c->conditional = unsure;
    return fine;
}

bool init_mapping(checker *c, assignments *out, const node *mapping, init_use use)
{
    bool fine = true;
    for (size_t i = 0; i < mapping->count; i++)
        fine &= check_assignment_entry(c, out, &mapping->entries[i], use);
    return fine;
}

bool init_line(checker *c, assignments *out, const node *scalar, init_use use)
{
    target t;
    parse_node *value;
    target_cells f;
    expr **index;
    local *outer = c->locals;
    int unsure = c->conditional;
    bool fine = parse_assignment(&t, &value, &c->syntax, scalar) &&
                open_target(c, &f, out, scalar, &t, use, &index) &&
                assign_line(&f, index, t.count, value);
    c->locals = outer;
    c->conditional = unsure;
    return fine;
}

/* ---- conditions ---------------------------------------------------------------------- */

/* An assignment as a condition: the element equals the value. */
static expr *assignment_as_condition(checker *c, const assignment *a)
{
    kind truth = kind_plain(KIND_TRUTH);
    expr *element = expr_new(c, EXPR_CELL, a->variable->type->kind, a->at, 0);
    element->variable = a->variable;
    element->count = a->variable->indices;
    element->args = a->index;
    expr *e = expr_binary(c, EXPR_EQUAL, truth, a->at, element, a->value);
    if (a->condition) {
        expr *not = expr_new(c, EXPR_NOT, truth, a->at, 1);
        not ->args[0] = a->condition;
        e = expr_binary(c, EXPR_OR, truth, a->at, not, e);
    }
    if (!a->loop)
        return e;
    expr *all = expr_new(c, EXPR_ALL, truth, a->at, 1);
    all->loop = a->loop;
    all->args[0] = e;
    return all;
}

/* Balanced, so that nesting is logarithmic. */
static expr *conjunction(checker *c, const assignment *items, size_t count)
{
    assert(count);
    if (count == 1)
        return assignment_as_condition(c, items);
    expr *left = conjunction(c, items, count / 2),
         *right = conjunction(c, items + count / 2, count - count / 2);
    return expr_binary(c, EXPR_AND, kind_plain(KIND_TRUTH), left->at, left, right);
}

expr *init_condition(checker *c, const node *value)
{
    if (value->form == NODE_SCALAR) {
        if (!value->length)
            return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, value->at, "the condition is missing"),
                   NULL;
        parse_node *t = parse_expression(&c->syntax, value);
        return t ? expr_check_truth(c, t) : NULL;
    }
    if (value->form == NODE_LIST || !value->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, value->at,
                             "a condition is an expression or a mapping of variables to values"),
               NULL;
    assignments all = {0};
    if (!init_mapping(c, &all, value, INIT_GOAL))
        return NULL;
    if (!all.count)
        return expr_value(c, kind_plain(KIND_TRUTH), value->at, 1);
    return conjunction(c, all.items, all.count);
}
