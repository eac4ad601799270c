/*
 * constants.c - params and constants: data, tables and text maps.
 *
 * A constant with index types is a table, checked against them.  One without is stored as data
 * (values, lists, mappings, text) and becomes a table when an expression first indexes it.
 */
#include <assert.h>
#include <string.h>

#include "base/checked.h"
#include "base/strbuf.h"
#include "puzzle/scope/checker.h"

enum { CONSTANT_CELLS_MOST = 1000000, CONSTANTS_CELLS_MOST = 16000000 }; /* of one, of all */

/* ---- text maps --------------------------------------------------------------------- */

static uint32_t next_codepoint(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    size_t n = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : s[0] >= 0xC0 ? 2 : 1;
    uint32_t code = n == 1 ? s[0] : s[0] & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++)
        code = code << 6 | (s[i] & 0x3Fu);
    *at += n;
    return code;
}

/* The rows of a text as code points, padded to the longest; the last line end begins no row. */
uint32_t **constant_text_rows(checker *c, const node *text_node, size_t *rows, size_t *columns)
{
    const char *end = text_node->text + text_node->length;
    size_t count = 0, widest = 0, width = 0;
    for (const char *at = text_node->text; at < end;) {
        bool line_end = next_codepoint(&at) == '\n';
        width = line_end ? 0 : width + 1;
        widest = width > widest ? width : widest;
        count += line_end || at == end;
    }
    if ((uint64_t)count * widest > CONSTANT_CELLS_MOST) {
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, text_node->at,
                      "this text of %zu rows of up to %zu characters has more than %d cells, which "
                      "is the limit",
                      count, widest, CONSTANT_CELLS_MOST);
        return NULL;
    }
    uint32_t **all = arena_array(c->memory, count + 1, sizeof *all);
    const char *at = text_node->text;
    for (size_t r = 0; r < count; r++) {
        all[r] = arena_array(c->memory, widest + 1, sizeof **all);
        size_t k = 0;
        for (uint32_t code; at < end && (code = next_codepoint(&at)) != '\n';)
            all[r][k++] = code;
        while (k < widest)
            all[r][k++] = ' ';
    }
    *rows = count;
    *columns = widest;
    return all;
}

/* ---- data without index types --------------------------------------------------------- */

static datum *read_datum(checker *c, const node *n, const kind *expected);

/* The kind of a scalar by itself; nothing is reported. */
static bool infer_scalar_kind(checker *c, const node *n, kind *out)
{
    if (n->form != NODE_SCALAR || node_is_block_scalar(n) || !n->length)
        return false;
    parse_context silent = {.memory = c->memory};
    parse_node *t = parse_expression(&silent, n);
    return t && expr_infer_kind(c, t, out);
}

/* The kind of the scalars at position `column` of every row. */
static bool infer_data_column(checker *c, const node *rows, size_t column, kind *out)
{
    for (size_t r = 0; r < rows->count; r++) {
        const node *row = rows->items[r];
        if (row->form == NODE_LIST && column < row->count &&
            infer_scalar_kind(c, row->items[column], out))
            return true;
    }
    return false;
}

static bool infer_items_kind(checker *c, const node *n, kind *out)
{
    for (size_t i = 0; i < n->count; i++)
        if (infer_scalar_kind(c, n->form == NODE_LIST ? n->items[i] : n->entries[i].value, out))
            return true;
    return false;
}

static datum *new_datum(checker *c, datum_form form, const node *n, size_t count)
{
    datum *d = arena_take(c->memory, sizeof *d);
    d->form = form;
    d->at = n;
    d->count = count;
    d->items = arena_array(c->memory, count + 1, sizeof *d->items);
    return d;
}

static datum *read_datum_scalar(checker *c, const node *n, const kind *expected)
{
    datum *d = new_datum(c, DATUM_VALUE, n, 0);
    if (!n->length) {
        checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "the value is missing");
        return NULL;
    }
    parse_node *t = parse_expression(&c->syntax, n);
    return t && expr_check_constant(c, t, expected, &d->value, &d->kind) ? d : NULL;
}

static datum *read_datum_text(checker *c, const node *n)
{
    datum *d = new_datum(c, DATUM_TEXT, n, 0);
    d->rows = constant_text_rows(c, n, &d->count, &d->columns);
    return d->rows ? d : NULL;
}

/* The kinds of a list of lists are inferred by column, those of another list by its items. */
static datum *read_datum_list(checker *c, const node *n, const kind *kinds, size_t kind_count)
{
    datum *d = new_datum(c, DATUM_LIST, n, n->count);
    bool lists = n->count && n->items[0]->form == NODE_LIST, fine = true;
    kind shared;
    bool inferred = !lists && infer_items_kind(c, n, &shared);
    size_t width = lists ? n->items[0]->count : 0;
    kind *columns = arena_array(c->memory, width + 1, sizeof *columns);
    bool *column_inferred = arena_array(c->memory, width + 1, sizeof *column_inferred);
    for (size_t i = 0; i < width; i++)
        column_inferred[i] = infer_data_column(c, n, i, &columns[i]);
    for (size_t i = 0; i < width && lists; i++)
        lists = column_inferred[i];
    for (size_t i = 0; i < n->count; i++) {
        const node *item = n->items[i];
        const kind *expected = i < kind_count ? &kinds[i] : inferred ? &shared : NULL;
        if (item->form == NODE_LIST)
            d->items[i] = read_datum_list(c, item, columns, lists ? width : 0);
        else
            d->items[i] = read_datum(c, item, expected);
        fine &= d->items[i] != NULL;
    }
    return fine ? d : NULL;
}

bool constant_is_character(const node *key, int64_t *out)
{
    const char *at = key->text;
    uint32_t code = key->length ? next_codepoint(&at) : 0;
    *out = code;
    return key->length && at == key->text + key->length;
}

/* Is it the name of something, or a number? */
static bool may_be_value(checker *c, const node *key)
{
    const enumeration *owner;
    return (key->text[0] >= '0' && key->text[0] <= '9') ||
           (parse_is_name(key->text) &&
            (symbols_find_global(c, key->text) || symbols_value_owners(c, key->text, &owner)));
}

/* A key: a value's name, a number, or one character. */
static bool read_constant_key(checker *c, const node *key, const kind *expected, int64_t *out,
                              kind *of)
{
    bool character = expected ? expected->form == KIND_CHARACTER : !may_be_value(c, key);
    if (character && constant_is_character(key, out)) {
        *of = kind_plain(KIND_CHARACTER);
        return true;
    }
    parse_node *t = parse_expression(&c->syntax, key);
    return t && expr_check_constant(c, t, expected, out, of);
}

/* ---- the kind of a mapping's keys -------------------------------------------------- */

/* A key as an expression, or NULL; nothing is reported. */
static parse_node *parse_key(checker *c, const node *key)
{
    parse_context silent = {.memory = c->memory};
    return parse_expression(&silent, key);
}

/* Could every key be of this kind? */
static bool keys_fit(checker *c, const node *n, kind of)
{
    bool fit = true;
    c->quiet++;
    for (size_t i = 0; i < n->count && fit; i++) {
        const parse_node *t = parse_key(c, n->entries[i].key);
        const expr *e = t ? expr_check(c, t, &of) : NULL;
        fit = e && kind_same(e->kind, of);
    }
    c->quiet--;
    return fit;
}

/* A kind that the first key can be of, and every other. */
static bool find_keys_kind(checker *c, const node *n, kind *out)
{
    const node *first = n->entries[0].key;
    const parse_node *t = parse_key(c, first);
    if (t && expr_infer_kind(c, t, out))
        return keys_fit(c, n, *out);
    for (const name_entry *h = name_index_first(&c->value_names, first->text); h;
         h = name_index_next(h)) {
        *out = kind_enum(h->holder);
        if (keys_fit(c, n, *out))
            return true;
    }
    return false;
}

/* Whether a mapping has keys of one character each. */
static bool all_characters(const node *n)
{
    bool all = true;
    int64_t ignored;
    for (size_t i = 0; i < n->count && all; i++)
        all = constant_is_character(n->entries[i].key, &ignored);
    return all;
}

/* The kind of all keys, if it can be inferred.  Keys of one character each are characters unless
   all of them are values, or numbers. */
static bool infer_keys_kind(checker *c, const node *n, kind *out)
{
    if (!n->count)
        return false;
    bool characters = all_characters(n);
    if (!characters || may_be_value(c, n->entries[0].key)) {
        const enumeration *owner;
        const char *first = n->entries[0].key->text;
        bool shared = symbols_value_owners(c, first, &owner) > 1;
        if ((characters || shared) && find_keys_kind(c, n, out))
            return true;
    }
    *out = kind_plain(KIND_CHARACTER);
    return characters;
}

static datum *read_datum_map(checker *c, const node *n)
{
    datum *d = new_datum(c, DATUM_MAP, n, n->count);
    kind shared, keyed;
    bool inferred = infer_items_kind(c, n, &shared), key_inferred = infer_keys_kind(c, n, &keyed),
         fine = true;
    d->keys = arena_array(c->memory, n->count + 1, sizeof *d->keys);
    for (size_t i = 0; i < n->count; i++) {
        kind of;
        const map_entry *e = &n->entries[i];
        if (!read_constant_key(c, e->key,
                               key_inferred ? &keyed
                               : i          ? &d->key_kind
                                            : NULL,
                               &d->keys[i], &of)) {
            fine = false;
        } else if (i && !kind_same(of, d->key_kind)) {
            fine = checker_error(c, WGCQ_DIAGNOSTIC_TYPE, e->key->at,
                                 "this key is %s, and the first one is %s", kind_text(c, of),
                                 kind_text(c, d->key_kind));
        } else {
            d->key_kind = of;
        }
        d->items[i] = read_datum(c, e->value, inferred ? &shared : NULL);
        fine &= d->items[i] != NULL;
    }
    return fine ? d : NULL;
}

static datum *read_datum(checker *c, const node *n, const kind *expected)
{
    switch (n->form) {
    case NODE_SCALAR:
        return node_is_block_scalar(n) ? read_datum_text(c, n) : read_datum_scalar(c, n, expected);
    case NODE_LIST: return read_datum_list(c, n, NULL, 0);
    case NODE_MAP: return read_datum_map(c, n);
    }
    return NULL;
}

/* ---- tables ------------------------------------------------------------------------------ */

/* A table under construction. */
typedef struct table_builder {
    value_table *table;
    int64_t *values;
    bool *filled;
    bool *none; /* these elements are; what stands for it is known when all others are */
    bool has_none, has_kind;
    const char *name;
} table_builder;

static bool set_element(checker *c, table_builder *f, size_t number, kind of, int64_t value,
                        source_span at)
{
    assert(number < f->table->count);
    f->filled[number] = true;
    if (kind_is_bare_none(of))
        return f->has_none = f->none[number] = true;
    if (f->has_kind && !kind_same(f->table->kind, of))
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at, "this is %s, and '%s' begins with %s",
                             kind_text(c, of), f->name, kind_text(c, f->table->kind));
    f->table->kind = of;
    f->has_kind = true;
    f->values[number] = value;
    return true;
}

static size_t elements_below(const value_table *t, size_t dimension)
{
    size_t cells = 1;
    for (size_t i = dimension; i < t->indices; i++)
        cells *= (size_t)t->index[i]->count;
    return cells;
}

static const char *count_text(checker *c, uint64_t n, const char *one, const char *many)
{
    return arena_printf(c->memory, "%llu %s", (unsigned long long)n, n == 1 ? one : many);
}

static bool fill_table(checker *c, table_builder *f, size_t dimension, size_t first, const node *n);

static bool fill_table_scalar(checker *c, table_builder *f, size_t dimension, size_t first,
                              const node *n)
{
    kind of = f->table->kind;
    int64_t value;
    size_t cells = elements_below(f->table, dimension);
    if (!n->length)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "the value is missing");
    parse_node *t = parse_expression(&c->syntax, n);
    if (!t || !expr_check_constant(c, t, f->has_kind ? &f->table->kind : NULL, &value, &of))
        return false;
    for (size_t i = 0; i < cells; i++)
        if (!set_element(c, f, first + i, of, value, n->at))
            return false;
    return true;
}

static bool fill_table_list(checker *c, table_builder *f, size_t dimension, size_t first,
                            const node *n)
{
    const type *index = f->table->index[dimension];
    size_t below = elements_below(f->table, dimension + 1);
    if (n->count != index->count)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "%s here, and %s has %llu",
                             count_text(c, n->count, "value", "values"), type_text(c, index),
                             (unsigned long long)index->count);
    bool fine = true;
    for (size_t i = 0; i < n->count; i++)
        fine &= fill_table(c, f, dimension + 1, first + i * below, n->items[i]);
    return fine;
}

static bool fill_table_map(checker *c, table_builder *f, size_t dimension, size_t first,
                           const node *n)
{
    const type *index = f->table->index[dimension];
    size_t below = elements_below(f->table, dimension + 1);
    bool fine = true;
    for (size_t i = 0; i < n->count; i++) {
        kind of;
        int64_t value;
        const map_entry *e = &n->entries[i];
        if (!read_constant_key(c, e->key, &index->kind, &value, &of)) {
            fine = false;
            continue;
        }
        int64_t position = kind_same(of, index->kind) ? type_position(index, value) : -1;
        if (position < 0)
            fine = checker_error(c, WGCQ_DIAGNOSTIC_RANGE, e->key->at, "'%s' is not a value of %s",
                                 e->key->text, index->name ? index->name : "the index type");
        else
            fine &= fill_table(c, f, dimension + 1, first + (size_t)position * below, e->value);
    }
    return fine;
}

/* A text map fills one or two dimensions; short rows are padded with blanks. */
static bool fill_table_text(checker *c, table_builder *f, size_t dimension, size_t first,
                            const node *n)
{
    size_t rows, columns, left = f->table->indices - dimension;
    uint32_t **text_rows = constant_text_rows(c, n, &rows, &columns);
    if (!text_rows)
        return false;
    const type *across = f->table->index[f->table->indices - 1];
    size_t high = left == 2 ? (size_t)f->table->index[dimension]->count : 1;
    size_t wide = (size_t)across->count;
    if (left > 2)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                             "a text map is of two dimensions, and '%s' has %zu here", f->name,
                             left);
    if (rows != high)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at, "the map has %s, and %s has %s",
                             count_text(c, rows, "row", "rows"),
                             left == 2 ? type_text(c, f->table->index[dimension]) : f->name,
                             left == 2 ? count_text(c, high, "value", "values") : "one");
    if (columns > wide)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                             "a row of the map has %s, and %s has %s",
                             count_text(c, columns, "character", "characters"),
                             type_text(c, across), count_text(c, wide, "value", "values"));
    bool fine = true;
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < wide; k++)
            fine &= set_element(c, f, first + r * wide + k, kind_plain(KIND_CHARACTER),
                                k < columns ? text_rows[r][k] : ' ', n->at);
    return fine;
}

static bool fill_table(checker *c, table_builder *f, size_t dimension, size_t first, const node *n)
{
    assert(dimension <= f->table->indices && first <= f->table->count);
    if (node_is_block_scalar(n) && dimension < f->table->indices)
        return fill_table_text(c, f, dimension, first, n);
    if (n->form == NODE_SCALAR)
        return fill_table_scalar(c, f, dimension, first, n);
    if (dimension == f->table->indices)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, n->at,
                             "one value is expected here, not a %s",
                             n->form == NODE_LIST ? "list" : "mapping");
    return n->form == NODE_LIST ? fill_table_list(c, f, dimension, first, n)
                                : fill_table_map(c, f, dimension, first, n);
}

/* The least and the greatest element, none and holes aside. */
static void compute_bounds(table_builder *f)
{
    value_table *t = f->table;
    bool any = false;
    for (size_t i = 0; i < t->count; i++) {
        if ((t->holes && t->holes[i]) || f->none[i])
            continue;
        t->low = !any || t->values[i] < t->low ? t->values[i] : t->low;
        t->high = !any || t->values[i] > t->high ? t->values[i] : t->high;
        any = true;
    }
}

/* Behind all numbers stands none, where there is any. */
static bool finish_table(checker *c, table_builder *f, source_span at)
{
    value_table *t = f->table;
    compute_bounds(f);
    if (!f->has_none)
        return true;
    if (f->has_kind && t->kind.form == KIND_INTEGER && t->high == INT64_MAX)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at, "'%s' leaves no number for none",
                             f->name);
    t->kind = f->has_kind ? kind_or_none(t->kind) : kind_bare_none();
    if (!t->kind.optional && t->kind.form != KIND_INTEGER)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at, "'%s' has none beside %s", f->name,
                             kind_text(c, t->kind));
    t->kind.none = t->kind.optional ? t->kind.none : t->high + 1;
    t->kind.optional = true;
    for (size_t i = 0; i < t->count; i++)
        f->values[i] = f->none[i] ? t->kind.none : f->values[i];
    t->low = t->kind.none < t->low ? t->kind.none : t->low;
    t->high = t->kind.none > t->high ? t->kind.none : t->high;
    return true;
}

static value_table *new_table(checker *c, table_builder *f, const char *name, size_t indices,
                              const type **index, source_span at)
{
    uint64_t cells = 1;
    bool empty = false;
    diagnostics_set_reading(c->to, at);
    for (size_t i = 0; i < indices; i++) {
        empty |= !index[i]->count;
        if (!checked_multiply(&cells, index[i]->count ? index[i]->count : 1, CONSTANT_CELLS_MOST)) {
            checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at, "'%s' has more than %d elements", name,
                          CONSTANT_CELLS_MOST);
            return NULL;
        }
    }
    bool over_limit = c->elements > CONSTANTS_CELLS_MOST; /* reported once */
    c->elements += (size_t)cells;
    if (!over_limit && c->elements > CONSTANTS_CELLS_MOST)
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, at,
                      "with '%s' the constants have more than %d elements in all", name,
                      CONSTANTS_CELLS_MOST);
    if (c->elements > CONSTANTS_CELLS_MOST)
        return NULL;
    value_table *t = arena_take(c->memory, sizeof *t);
    *t = (value_table){
        .name = name, .indices = indices, .index = index, .count = empty ? 0 : (size_t)cells};
    *f = (table_builder){.table = t, .name = name};
    f->values = arena_array(c->memory, t->count + 1, sizeof *f->values);
    f->filled = arena_array(c->memory, t->count + 1, sizeof *f->filled);
    f->none = arena_array(c->memory, t->count + 1, sizeof *f->none);
    t->values = f->values;
    return t;
}

/* The indices of cell `number` of a table: "wolf, 3". */
static const char *indices_text(checker *c, const value_table *of, size_t number)
{
    const char *line = NULL;
    size_t below = of->count;
    for (size_t i = 0; i < of->indices; i++) {
        below /= (size_t)of->index[i]->count;
        const char *one =
            value_text(c, of->index[i]->kind, type_value(of->index[i], number / below));
        line = line ? arena_printf(c->memory, "%s, %s", line, one) : one;
        number %= below;
    }
    return line ? line : "";
}

static bool read_indexed_constant(checker *c, global *g, const node *value)
{
    const type **index = arena_array(c->memory, g->head.count + 1, sizeof *index);
    bool fine = true;
    for (size_t i = 0; i < g->head.count; i++) {
        index[i] = declare_index_type(c, g->head.args[i]);
        fine &= index[i] != NULL;
    }
    table_builder f;
    if (!fine || !(g->table = new_table(c, &f, g->name, g->head.count, index, g->key->at)) ||
        !fill_table(c, &f, 0, 0, value))
        return false;
    for (size_t i = 0; i < g->table->count; i++)
        if (!f.filled[i])
            return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, value->at,
                                 "'%s' gives no value for '%s'", g->name,
                                 indices_text(c, g->table, i));
    return finish_table(c, &f, value->at);
}

/* ---- data as tables -------------------------------------------------------------------------- */

/* The index types of nested data, outermost first, each the widest of its level; how many, 0: it
   takes no index. */
static size_t data_dimensions(checker *c, const datum *d, const type **index, size_t most)
{
    kind number = kind_plain(KIND_INTEGER);
    if (d->form == DATUM_VALUE || most < (d->form == DATUM_TEXT ? 2 : 1))
        return 0;
    if (d->form == DATUM_TEXT) {
        index[0] = declare_range(c, d->at->at, number, 0, (int64_t)d->count - 1);
        index[1] = declare_range(c, d->at->at, number, 0, (int64_t)d->columns - 1);
        return 2;
    }
    if (d->form == DATUM_MAP)
        index[0] = declare_value_list(c, d->at->at, d->key_kind, d->count, d->keys);
    else
        index[0] = declare_range(c, d->at->at, number, 0, (int64_t)d->count - 1);
    size_t depth = 0;
    for (size_t i = 0; i < d->count; i++) {
        const type **below = arena_array(c->memory, most, sizeof *below);
        size_t own = data_dimensions(c, d->items[i], below, most - 1);
        for (size_t k = 0; k < own; k++)
            if (k >= depth || below[k]->count > index[k + 1]->count)
                index[k + 1] = below[k];
        depth = own > depth ? own : depth;
    }
    return depth + 1;
}

static bool fill_table_from_data(checker *c, table_builder *f, size_t dimension, size_t first,
                                 const datum *d)
{
    if (d->form == DATUM_TEXT) {
        for (size_t r = 0; r < d->count; r++)
            for (size_t k = 0; k < d->columns; k++)
                if (!set_element(c, f,
                                 first + r * (size_t)f->table->index[dimension + 1]->count + k,
                                 kind_plain(KIND_CHARACTER), d->rows[r][k], d->at->at))
                    return false;
        return true;
    }
    if (d->form == DATUM_VALUE)
        return set_element(c, f, first, d->kind, d->value, d->at->at);
    size_t below = elements_below(f->table, dimension + 1);
    for (size_t i = 0; i < d->count; i++) {
        bool leaf = dimension + 1 == f->table->indices;
        if (leaf != (d->items[i]->form == DATUM_VALUE))
            return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, d->items[i]->at->at,
                                 "'%s' is not nested evenly, so it takes no index", f->name);
        const type *index = f->table->index[dimension];
        int64_t at = d->form == DATUM_MAP ? type_position(index, d->keys[i]) : (int64_t)i;
        if (at < 0 ||
            !fill_table_from_data(c, f, dimension + 1, first + (size_t)at * below, d->items[i]))
            return at < 0 ? checker_error(c, WGCQ_DIAGNOSTIC_TYPE, d->at->at,
                                          "the mappings in '%s' differ in their keys", f->name)
                          : false;
    }
    return true;
}

static value_table *table_from_data(checker *c, const global *g, source_span at)
{
    enum { DIMENSIONS_MOST = 8 };
    const type **index = arena_array(c->memory, DIMENSIONS_MOST, sizeof *index);
    size_t indices = data_dimensions(c, g->data, index, DIMENSIONS_MOST);
    table_builder f;
    value_table *t = new_table(c, &f, g->name, indices, index, at);
    if (!t || !fill_table_from_data(c, &f, 0, 0, g->data))
        return NULL;
    bool *holes = arena_array(c->memory, t->count + 1, sizeof *holes);
    for (size_t i = 0; i < t->count; i++) {
        holes[i] = !f.filled[i];
        if (holes[i])
            t->holes = holes;
    }
    return finish_table(c, &f, at) ? t : NULL;
}

value_table *constant_table(checker *c, global *g, source_span at)
{
    assert(g->state == DONE && (g->table || g->data));
    if (g->table)
        return g->table;
    if (g->data->form == DATUM_VALUE) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at, "'%s' is one value and takes no index", g->name);
        return NULL;
    }
    g->table = table_from_data(c, g, at);
    return g->table;
}

/* ---- rows ------------------------------------------------------------------------------ */

/* Whether the data of `level` and below are lists. */
static bool has_lists(const datum *d, size_t level)
{
    if (!level)
        return d->form == DATUM_LIST;
    for (size_t i = 0; i < d->count && d->form != DATUM_TEXT; i++)
        if (!has_lists(d->items[i], level - 1))
            return false;
    return d->form != DATUM_TEXT && d->count;
}

/* How many elements each row has: they begin at its first place. */
static value_table *row_lengths(checker *c, const value_table *of)
{
    const size_t last = of->indices - 1, wide = (size_t)of->index[last]->count;
    value_table *t = arena_take(c->memory, sizeof *t);
    int64_t *lengths = arena_array(c->memory, of->count / wide + 1, sizeof *lengths);
    for (size_t i = 0; i < of->count; i++)
        lengths[i / wide] += !of->holes || !of->holes[i];
    *t = (value_table){.name = of->name,
                       .indices = last,
                       .index = of->index,
                       .kind = kind_plain(KIND_INTEGER),
                       .high = (int64_t)wide,
                       .count = of->count / wide,
                       .values = lengths};
    return t;
}

static expr *table_element(checker *c, const value_table *of, source_span at, expr **index)
{
    expr *e = expr_new(c, EXPR_TABLE, of->kind, at, 0);
    e->table = of;
    e->count = of->indices;
    e->args = index;
    return e;
}

constant_row constant_row_of(checker *c, global *g, const parse_node *t)
{
    constant_row row = {0};
    if (!g->data || !has_lists(g->data, t->count))
        return row;
    value_table *of = constant_table(c, g, parse_node_span(t));
    row.reported = !of;
    const bool nested = of && of->indices == t->count + 1;
    row.empty = of && (nested ? !of->index[t->count]->count : of->indices == t->count);
    if (!nested && !row.empty)
        return row;
    row.index = t->count ? expr_check_indices(c, t, t->count, of->index)
                         : arena_array(c->memory, 1, sizeof *row.index);
    row.reported = !row.index;
    if (!row.index || row.empty)
        return row;
    row.table = of;
    row.place = of->index[t->count];
    row.length = table_element(c, row_lengths(c, of), parse_node_span(t), row.index);
    return row;
}

expr *constant_row_element(checker *c, const constant_row *row, expr *place)
{
    expr **index = arena_array(c->memory, row->table->indices, sizeof *index);
    memcpy(index, row->index, (row->table->indices - 1) * sizeof *index);
    index[row->table->indices - 1] = place;
    return table_element(c, row->table, place->at, index);
}

/* ---- reading ------------------------------------------------------------------------- */

/* --set's value, else the puzzle's. */
static const node *effective_value(const global *g)
{
    if (!g->override)
        return g->value;
    return g->override->text && node_is_block_scalar(g->value) ? g->override->text
                                                               : g->override->value;
}

bool constant_read(checker *c, global *g)
{
    assert(g->form == GLOBAL_CONSTANT);
    const node *value = effective_value(g);
    bool fine;
    c->constant_only++;
    if (g->head.bracket) {
        fine = read_indexed_constant(c, g, value);
    } else {
        g->data = read_datum(c, value, NULL);
        fine = g->data != NULL;
    }
    c->constant_only--;
    return fine;
}

const char *constant_yaml(checker *c, const node *value)
{
    strbuf line = {0};
    yaml_format(&line, value);
    if (line.failed) {
        strbuf_free(&line);
        longjmp(*c->memory->out, 1);
    }
    if (line.length > YAML_FORMATTED_MOST)
        checker_error(c, WGCQ_DIAGNOSTIC_RANGE, value->at,
                      "the value takes more than %d MiB when its aliases are written out",
                      YAML_FORMATTED_MOST >> 20);
    size_t length = line.length > YAML_FORMATTED_MOST ? 0 : line.length;
    const char *copy = arena_text(c->memory, strbuf_string(&line), length);
    strbuf_free(&line);
    return copy;
}
