/* quantifiers.c - domains of bound names: types, ranges, lists, rows of constants, sets, subsets.
 */
#include <assert.h>
#include <string.h>

#include "puzzle/scope/checker.h"

enum { SUBSET_MOST = 62, ROWS_MOST = 1000000 };

/* A domain, and the kinds of the names that it binds. */
typedef struct resolved_domain {
    binding to;
    size_t width;
    kind *kinds;
} resolved_domain;

static bool set_single_kind(checker *c, resolved_domain *f, kind of)
{
    f->width = 1;
    f->kinds = arena_array(c->memory, 1, sizeof *f->kinds);
    f->kinds[0] = of;
    return true;
}

static bool resolve_type_domain(checker *c, resolved_domain *f, const type *of, source_span at)
{
    if (declare_is_collection(c, of, at))
        return false;
    f->to.form = DOMAIN_TYPE;
    f->to.type = of;
    return set_single_kind(c, f, of->kind);
}

static bool resolve_range_domain(checker *c, resolved_domain *f, const parse_node *t)
{
    kind of;
    if (!expr_infer_kind(c, t, &of))
        of = kind_plain(KIND_INTEGER);
    expr *low = expr_single(c, expr_check(c, t->args[0], &of)),
         *high = expr_single(c, expr_check(c, t->args[1], &of));
    if (!low || !high || !(high = expr_must_be(c, high, low->kind)))
        return false;
    if (low->kind.form == KIND_TRUTH || low->kind.form == KIND_SUBSET)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "there is no range of %s",
                             kind_text(c, low->kind));
    f->to.form = DOMAIN_RANGE;
    f->to.count = 2;
    f->to.args = arena_array(c->memory, 2, sizeof *f->to.args);
    f->to.args[0] = low;
    f->to.args[1] = high;
    return set_single_kind(c, f, low->kind);
}

/* ---- lists ----------------------------------------------------------------------- */

static bool resolve_value_list(checker *c, resolved_domain *f, const parse_node *t)
{
    kind of;
    bool inferred = expr_infer_kind(c, t, &of), fine = true;
    f->to.form = DOMAIN_VALUES;
    f->to.count = t->count;
    f->to.args = arena_array(c->memory, t->count + 1, sizeof *f->to.args);
    for (size_t i = 0; i < t->count; i++) {
        c->conditional += i > 0; /* a loop may end at the first value */
        expr *e = expr_single(c, expr_check(c, t->args[i], inferred ? &of : NULL));
        c->conditional -= i > 0;
        if (e && i && f->to.args[0])
            e = expr_must_be(c, e, f->to.args[0]->kind);
        f->to.args[i] = e;
        fine &= e != NULL;
    }
    return fine && set_single_kind(c, f, t->count ? f->to.args[0]->kind : kind_plain(KIND_INTEGER));
}

static bool rows_are_even(checker *c, const parse_node *t, size_t width)
{
    for (size_t r = 1; r < t->count; r++) {
        const parse_node *row = t->args[r];
        if (row->form != PARSE_LIST || row->count != width)
            return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(row),
                                 "a list of %zu values is expected, as the first one is", width);
    }
    return true;
}

/* The kind of a column, if any row determines it. */
static bool infer_row_column(checker *c, const parse_node *t, size_t column, kind *out)
{
    for (size_t r = 0; r < t->count; r++)
        if (expr_infer_kind(c, t->args[r]->args[column], out))
            return true;
    return false;
}

/* A column of the rows, into every width-th argument. */
static bool check_row_column(checker *c, resolved_domain *f, const parse_node *t, size_t column,
                             size_t width)
{
    kind of;
    bool inferred = infer_row_column(c, t, column, &of);
    for (size_t r = 0; r < t->count; r++) {
        c->conditional += r > 0;
        expr *e = expr_single(c, expr_check(c, t->args[r]->args[column], inferred ? &of : NULL));
        c->conditional -= r > 0;
        e = e && r ? expr_must_be(c, e, f->kinds[column]) : e;
        if (!e)
            return false;
        f->kinds[column] = e->kind;
        f->to.args[r * width + column] = expr_fold(c, e);
    }
    return true;
}

/* Rows of constants become values. */
static void fold_constant_rows(checker *c, resolved_domain *f, size_t values)
{
    assert(f->width && values % f->width == 0);
    int64_t *rows = arena_array(c->memory, values + 1, sizeof *rows);
    for (size_t i = 0; i < values; i++) {
        if (f->to.args[i]->form != EXPR_VALUE)
            return;
        rows[i] = f->to.args[i]->value;
    }
    f->to.form = DOMAIN_ROWS;
    f->to.count = values / f->width;
    f->to.rows = rows;
    f->to.args = NULL;
}

/* [[0, 1], [k, at[k]]]: rows written in place */
static bool resolve_row_list(checker *c, resolved_domain *f, const parse_node *t)
{
    size_t width = t->args[0]->count;
    if (!rows_are_even(c, t, width))
        return false;
    f->width = width;
    f->kinds = arena_array(c->memory, width + 1, sizeof *f->kinds);
    f->to.form = DOMAIN_VALUES;
    f->to.count = t->count * width;
    f->to.args = arena_array(c->memory, f->to.count + 1, sizeof *f->to.args);
    bool fine = true;
    for (size_t i = 0; i < width; i++)
        fine &= check_row_column(c, f, t, i, width);
    if (fine)
        fold_constant_rows(c, f, f->to.count);
    return fine;
}

static bool resolve_list_domain(checker *c, resolved_domain *f, const parse_node *t)
{
    if (t->count && t->args[0]->form == PARSE_LIST && t->args[0]->count)
        return resolve_row_list(c, f, t);
    return resolve_value_list(c, f, t);
}

/* ---- constants --------------------------------------------------------------------- */

/* Item i of a row; a row that is one value is its own item. */
static const datum *row_item(const datum *row, size_t i)
{
    return row->form == DATUM_VALUE ? row : row->items[i];
}

static bool resolve_constant_list(checker *c, resolved_domain *f, const global *g, source_span at,
                                  size_t names)
{
    const datum *d = g->data;
    size_t width = !d->count || d->items[0]->form == DATUM_VALUE ? 1 : d->items[0]->count;
    if (!d->count)
        width = names;
    int64_t *rows = arena_array(c->memory, d->count * width + 1, sizeof *rows);
    f->kinds = arena_array(c->memory, width + 1, sizeof *f->kinds);
    for (size_t i = 0; i < width; i++)
        f->kinds[i] = kind_plain(KIND_INTEGER);
    for (size_t r = 0; r < d->count; r++) {
        const datum *row = d->items[r];
        size_t own = row->form == DATUM_VALUE ? 1 : row->count;
        for (size_t i = 0; i < width; i++) {
            const datum *value = row->form == DATUM_TEXT || own != width ? NULL : row_item(row, i);
            if (!value || value->form != DATUM_VALUE ||
                (r && !kind_same(value->kind, f->kinds[i]))) {
                checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at,
                              "'%s' does not have the same values in every row", g->name);
                checker_note(c, row->at->at, "this row differs from the first");
                return false;
            }
            f->kinds[i] = value->kind;
            rows[r * width + i] = value->value;
        }
    }
    f->width = width;
    f->to.form = DOMAIN_ROWS;
    f->to.count = d->count;
    f->to.rows = rows;
    return true;
}

/* A mapping binds one name to its keys, or two to keys and values. */
static bool resolve_constant_map(checker *c, resolved_domain *f, const global *g, source_span at,
                                 size_t names)
{
    const datum *d = g->data;
    size_t width = names == 2 ? 2 : 1;
    int64_t *rows = arena_array(c->memory, d->count * width + 1, sizeof *rows);
    f->kinds = arena_array(c->memory, 2, sizeof *f->kinds);
    f->kinds[0] = d->key_kind;
    f->kinds[1] = d->count ? d->items[0]->kind : kind_plain(KIND_INTEGER);
    for (size_t r = 0; r < d->count; r++) {
        const datum *value = d->items[r];
        rows[r * width] = d->keys[r];
        if (width == 1)
            continue;
        if (value->form != DATUM_VALUE || !kind_same(value->kind, f->kinds[1]))
            return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at,
                                 "the values of '%s' are not all of one kind", g->name);
        rows[r * width + 1] = value->value;
    }
    f->width = width;
    f->to.form = DOMAIN_ROWS;
    f->to.count = d->count;
    f->to.rows = rows;
    return true;
}

/* ---- names and calls ------------------------------------------------------------------ */

static bool resolve_members_domain(checker *c, resolved_domain *f, const parse_node *t,
                                   const local *l)
{
    expr *mask = expr_local(c, t, l);
    if (!mask)
        return false;
    f->to.form = DOMAIN_MEMBERS;
    f->to.type = l->kind.members;
    f->to.count = 1;
    f->to.args = arena_array(c->memory, 1, sizeof *f->to.args);
    f->to.args[0] = mask;
    return set_single_kind(c, f, l->kind.members->kind);
}

static bool resolve_named_domain(checker *c, resolved_domain *f, const parse_node *t, size_t names)
{
    source_span at = parse_node_span(t);
    const local *l = symbols_find_local(c, t->text);
    if (l && l->kind.form == KIND_SUBSET)
        return resolve_members_domain(c, f, t, l);
    global *g = l ? NULL : symbols_find_type(c, t->text);
    if (!g && !l && !strcmp(t->text, "bool"))
        return resolve_type_domain(c, f, declare_type_term(c, t), at);
    if ((l && l->poisoned) || (!g && !l && poison_in_step(c, t->text)))
        return false;
    if (!g) {
        checker_error(c, WGCQ_DIAGNOSTIC_NAME, at,
                      l ? "'%s' is one value, not a type, list or set"
                        : "unknown type or list '%s'",
                      t->text);
        if (!l)
            symbols_suggest(c, t->text, HINT_TYPES, NULL);
        return false;
    }
    if (!declare_resolve(c, g))
        return false;
    if (g->form == GLOBAL_TYPE)
        return resolve_type_domain(c, f, g->type, at);
    if (g->form == GLOBAL_CONSTANT && g->data && g->data->form == DATUM_LIST)
        return resolve_constant_list(c, f, g, at, names);
    if (g->form == GLOBAL_CONSTANT && g->data && g->data->form == DATUM_MAP)
        return resolve_constant_map(c, f, g, at, names);
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, at, "'%s' is not a type, list or mapping", t->text);
    return false;
}

/* subsets(TYPE), subsets(TYPE, SIZE), subsets(TYPE, LOW..HIGH) */
static bool resolve_subsets_domain(checker *c, resolved_domain *f, const parse_node *t)
{
    if (t->count < 1 || t->count > 2)
        return checker_error(c, WGCQ_DIAGNOSTIC_SHAPE, parse_node_span(t),
                             "subsets takes a type and the number of members, as in "
                             "subsets(person, 1..2)");
    resolved_domain of = {0};
    bool named = t->args[0]->form == PARSE_NAME;
    const local *l = named ? symbols_find_local(c, t->args[0]->text) : NULL;
    global *g = named && !l ? symbols_find_type(c, t->args[0]->text) : NULL;
    if (l && l->poisoned)
        return false;
    if (l)
        return checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t->args[0]),
                             "'%s' is a name for a value; subsets are of a type or a constant "
                             "list",
                             l->name);
    const type *members = NULL;
    if (g && g->form == GLOBAL_CONSTANT && declare_resolve(c, g) && g->data &&
        g->data->form == DATUM_LIST &&
        resolve_constant_list(c, &of, g, parse_node_span(t->args[0]), 1)) {
        if (of.width == 1)
            members = declare_value_list(c, parse_node_span(t->args[0]), of.kinds[0], of.to.count,
                                         of.to.rows);
    } else {
        members = declare_index_type(c, t->args[0]);
    }
    if (!members)
        return false;
    if (members->count > SUBSET_MOST)
        return checker_error(c, WGCQ_DIAGNOSTIC_RANGE, parse_node_span(t->args[0]),
                             "subsets are of at most %d values", SUBSET_MOST);
    f->to.form = DOMAIN_SUBSETS;
    f->to.type = members;
    f->to.count = 2;
    f->to.args = arena_array(c->memory, 2, sizeof *f->to.args);
    kind number = kind_plain(KIND_INTEGER);
    const parse_node *size = t->count == 2 ? t->args[1] : NULL;
    if (!size) {
        f->to.args[0] = expr_value(c, number, parse_node_span(t), 0);
        f->to.args[1] = expr_value(c, number, parse_node_span(t), (int64_t)members->count);
    } else {
        bool range = size->form == PARSE_RANGE;
        f->to.args[0] = expr_check_kind(c, range ? size->args[0] : size, number);
        f->to.args[1] = range ? expr_check_kind(c, size->args[1], number) : f->to.args[0];
    }
    kind mask = {.form = KIND_SUBSET, .members = members};
    return f->to.args[0] && f->to.args[1] && set_single_kind(c, f, mask);
}

static bool resolve_domain(checker *c, resolved_domain *f, const parse_node *t, size_t names)
{
    switch (t->form) {
    case PARSE_NAME: return resolve_named_domain(c, f, t, names);
    case PARSE_RANGE: return resolve_range_domain(c, f, t);
    case PARSE_LIST: return resolve_list_domain(c, f, t);
    case PARSE_CALL:
        if (!strcmp(t->text, "subsets"))
            return resolve_subsets_domain(c, f, t);
        break;
    default: break;
    }
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t),
                  "a type, a range, a list or subsets(...) is expected here");
    if (t->form == PARSE_NUMBER)
        checker_hint(c, "a range holds both its ends, as in 1..%lld", (long long)t->value);
    return false;
}

/* ---- rows of a constant -------------------------------------------------------------------- */

/* `t in holds[o]`: reported, with what says the same. */
static void reject_row(checker *c, const parse_node *t)
{
    checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(t), "a row of '%s' is no list of values",
                  t->text);
    checker_hint(c, "run over the index, and take '%s[..., %s]'", t->text,
                 symbols_unused_name(c, "key"));
}

bool quantifier_has_places(const binding *b)
{
    return !*b->names[0];
}

/* The places of a list, under a name that nobody can write, then the value in each; the values of a
   set, likewise, with those that are in it. */
static bool resolve_collection_domain(checker *c, resolved_domain *f, binding *places, expr *all)
{
    const source_span at = all->at;
    const bool set = all->kind.form == KIND_SET;
    if (!all->kind.members) {
        f->to.form = DOMAIN_VALUES;
        return set_single_kind(c, f, kind_plain(KIND_INTEGER));
    }
    const type *of = set ? all->kind.members : all->kind.members->present;
    const kind truth = kind_plain(KIND_TRUTH), raw = set ? of->kind : all->kind.members->kind;
    const size_t width = set ? 2 : 1;
    int *slot = arena_array(c->memory, 2, sizeof *slot);
    const char **name = arena_array(c->memory, 2, sizeof *name);
    slot[0] = c->tree->slots++;
    slot[1] = set ? c->tree->slots++ : 0;
    name[0] = name[1] = "";
    expr *hidden = expr_new(c, EXPR_LOCAL, raw, at, 0), *in = expr_new(c, EXPR_LOCAL, truth, at, 0);
    hidden->slot = slot[0];
    in->slot = slot[1];
    hidden->name = in->name = "";
    *places = (binding){.at = at,
                        .slots = width,
                        .slot = slot,
                        .names = name,
                        .form = DOMAIN_VALUES,
                        .count = all->count * width,
                        .args = arena_array(c->memory, all->count * width + 1, sizeof(expr *))};
    for (size_t i = 0; i < all->count && set; i++) {
        places->args[2 * i] = expr_value(c, of->kind, at, type_value(of, i));
        places->args[2 * i + 1] = all->args[i];
    }
    for (size_t i = 0; i < all->count && !set; i++)
        places->args[i] = all->args[i];
    places->filter =
        set ? in
            : expr_binary(c, EXPR_NOT_EQUAL, truth, at, hidden, expr_value(c, raw, at, raw.none));
    f->to.form = DOMAIN_VALUES;
    f->to.count = 1;
    f->to.args = arena_array(c->memory, 1, sizeof *f->to.args);
    f->to.args[0] = expr_as(c, hidden, of->kind);
    return set_single_kind(c, f, of->kind);
}

/* A list or set that is no literal; NULL: it is none, or has errors, which are reported. */
static expr *collection_domain(checker *c, const parse_node *t, bool *is)
{
    kind of;
    const bool of_type = t->form == PARSE_NAME && !symbols_find_local(c, t->text) &&
                         symbols_find_type(c, t->text) &&
                         symbols_find_type(c, t->text)->form != GLOBAL_VARIABLE;
    *is = list_may_be(t) && !of_type && !list_is_constant(c, t) && expr_infer_kind(c, t, &of) &&
          kind_is_collection(of);
    return *is ? expr_check(c, t, NULL) : NULL;
}

/* The places in the row, under a name that nobody can write, and then its value in each. */
static bool resolve_row_domain(checker *c, resolved_domain *f, binding *places, global *g,
                               const parse_node *t)
{
    const source_span at = parse_node_span(t);
    const constant_row row = constant_row_of(c, g, t);
    if (row.reported)
        return false;
    if (row.empty) {
        f->to.form = DOMAIN_VALUES;
        return set_single_kind(c, f, kind_plain(KIND_INTEGER));
    }
    if (!row.table)
        return reject_row(c, t), false;
    const kind of = row.place->kind;
    int *slot = arena_array(c->memory, 1, sizeof *slot);
    const char **name = arena_array(c->memory, 1, sizeof *name);
    *slot = c->tree->slots++;
    *name = "";
    expr *place = expr_new(c, EXPR_LOCAL, of, at, 0);
    place->slot = *slot;
    place->name = *name;
    *places = (binding){
        .at = at,
        .slots = 1,
        .slot = slot,
        .names = name,
        .form = DOMAIN_TYPE,
        .type = row.place,
        .filter = expr_binary(c, EXPR_LESS, kind_plain(KIND_TRUTH), at, place, row.length)};
    f->to.form = DOMAIN_VALUES;
    f->to.count = 1;
    f->to.args = arena_array(c->memory, 1, sizeof *f->to.args);
    f->to.args[0] = constant_row_element(c, &row, place);
    return set_single_kind(c, f, row.table->kind);
}

static bool is_row_of_constant(checker *c, const clause *of, global **out)
{
    const parse_node *t = of->domain;
    global *g =
        t->form == PARSE_INDEX && t->count && of->names == 1 && !symbols_find_local(c, t->text)
            ? symbols_find_global(c, t->text)
            : NULL;
    *out = g;
    return g && g->form == GLOBAL_CONSTANT;
}

/* ---- loops -------------------------------------------------------------------------------- */

/* One clause; `behind`: it follows another one, whose domain may be empty.  Of a row, its places
   come first, into *places. */
static bool bind_clause(checker *c, binding *places, binding *out, const clause *of, bool behind,
                        bool journey)
{
    assert(of->names && of->domain);
    const parse_node *at = of->domain;
    resolved_domain f = {0};
    c->conditional += behind;
    global *row_of;
    const bool is_row = is_row_of_constant(c, of, &row_of);
    bool is_whole;
    expr *whole = collection_domain(c, of->domain, &is_whole);
    bool fine = is_whole ? whole && resolve_collection_domain(c, &f, places, whole)
                : is_row ? declare_resolve(c, row_of) &&
                               resolve_row_domain(c, &f, places, row_of, of->domain)
                         : resolve_domain(c, &f, of->domain, of->names);
    c->conditional -= behind;
    if (fine && f.width != of->names) {
        checker_error(c, WGCQ_DIAGNOSTIC_TYPE, parse_node_span(of->domain),
                      "each row here has %zu %s, and %zu %s named", f.width,
                      f.width == 1 ? "value" : "values", of->names, of->names == 1 ? "is" : "are");
        fine = false;
    }
    int *slots = arena_array(c->memory, of->names, sizeof *slots);
    const char **names = arena_array(c->memory, of->names, sizeof *names);
    for (size_t i = 0; i < of->names; i++) {
        kind k = fine ? f.kinds[i] : kind_plain(KIND_INTEGER);
        local *l =
            symbols_bind(c, of->name[i].text, parsed_name_span(at->in, of->name[i]), k, journey);
        l->poisoned |= !fine;
        slots[i] = l->slot;
        names[i] = l->name;
    }
    c->conditional++;
    expr *filter = of->filter ? expr_check_truth(c, of->filter) : NULL;
    c->conditional--;
    if (!fine)
        return false;
    *out = f.to;
    out->at = parse_node_span(of->domain);
    out->slots = of->names;
    out->slot = slots;
    out->names = names;
    out->filter = filter;
    return filter || !of->filter;
}

loop *quantifier_check(checker *c, const clauses *of, bool journey)
{
    loop *l = arena_take(c->memory, sizeof *l);
    binding *bindings = arena_array(c->memory, 2 * of->count + 1, sizeof *bindings);
    bool fine = true;
    for (size_t i = 0; i < of->count; i++) {
        binding places = {0}, next = {0};
        fine &= bind_clause(c, &places, &next, &of->items[i], i > 0, journey);
        if (places.slots)
            bindings[l->count++] = places;
        bindings[l->count++] = next;
    }
    l->bindings = bindings;
    l->first = of->first;
    return fine ? l : NULL;
}
