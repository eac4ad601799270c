/* state_map.c - the maps of states that generate the group which `symmetric` declares. */
#include "puzzle/state_map.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "base/error.h"
#include "puzzle/interp/eval_expr.h"
#include "puzzle/puzzle.h"
#include "puzzle/puzzle_model.h"
#include "puzzle/state_difference.h"
#include "puzzle/symmetry/cell_map.h"

/* The value of `from` moves to `to`. */
typedef struct mapped_cell {
    const state_cell *from, *to;
    bool renamed; /* it may hold one of the values renamed */
} mapped_cell;

/* ---- which values ------------------------------------------------------------------------- */

static int compare_to_renamed(const void *key, const void *item)
{
    int64_t value = *(const int64_t *)key, from = ((const renamed_value *)item)->from;
    return (value > from) - (value < from);
}

static const renamed_value *find_renamed(const state_map *x, int64_t value)
{
    return bsearch(&value, x->values, x->value_count, sizeof *x->values, compare_to_renamed);
}

static int64_t rename_value(const state_map *x, int64_t value)
{
    const renamed_value *found = find_renamed(x, value);
    return found ? found->to : value;
}

static int compare_renamed(const void *a, const void *b)
{
    return compare_to_renamed(&((const renamed_value *)a)->from, b);
}

/* Sorts the values and sets their names. */
static int finish_values(state_map *x, kind of, wgcq_error *err)
{
    bool fine = true;
    qsort(x->values, x->value_count, sizeof *x->values, compare_renamed);
    for (size_t i = 0; i < x->value_count; i++) {
        renamed_value *v = &x->values[i];
        eval_format_value(&v->name, of, v->from, false);
        fine &= !v->name.failed;
        v->becomes = (size_t)(find_renamed(x, v->to) - x->values);
    }
    return fine ? 0 : error_set_memory(err);
}

/* ---- which cells -------------------------------------------------------------------------- */

/* Whether values of `used` are among those meant by a declaration of `declared`. */
static bool is_declared_type(const type *used, const type *declared)
{
    while (used->present) /* a place of a list of optionals */
        used = used->present;
    if (declared->kind.form == KIND_ENUM)
        return used->kind.form == KIND_ENUM && used->kind.enumeration == declared->kind.enumeration;
    if (declared->form == TYPE_BOOL)
        return used->form == TYPE_BOOL;
    return used == declared;
}

/* Whether values of the type are renamed; *lacks is set to one whose new name the type lacks. */
static bool renames_type(const state_map *x, const type *declared, const type *used,
                         const renamed_value **lacks)
{
    bool any = false;
    if (!is_declared_type(used, declared))
        return false;
    for (size_t i = 0; i < x->value_count; i++) {
        bool from = type_position(used, x->values[i].from) >= 0;
        any |= from;
        if (from && type_position(used, x->values[i].to) < 0)
            *lacks = &x->values[i];
    }
    return any && !*lacks;
}

/* The element that the value of element `number` of a variable moves to; `moves`: whether an index
   is renamed. */
static size_t image_of_element(const state_map *x, const state_variable *v, const bool *moves,
                               size_t number)
{
    size_t below = v->cells, to = 0;
    assert(number < v->cells);
    for (size_t i = 0; i < v->indices; i++) {
        const type *index = v->index[i];
        below /= (size_t)index->count;
        size_t position = number / below;
        number %= below;
        if (moves[i])
            position = (size_t)type_position(index, rename_value(x, type_value(index, position)));
        to += position * below;
    }
    return to;
}

/* `used`: the type of the variable's values, or of an index. */
static int lacks_value(const state_map *x, const state_variable *v, const type *used,
                       const renamed_value *lacks, wgcq_error *err)
{
    const char *from = strbuf_string(&lacks->name);
    const char *to = strbuf_string(&x->values[lacks->becomes].name);
    strbuf how = {0}, variable = {0}, lacking = {0};
    const bool is_place = v->collection && used == v->type,
               is_member = v->collection && used == v->index[v->indices - 1];
    state_map_describe(x, &how);
    put_declared_variable(&variable, v);
    eval_format_type(&lacking, is_place ? used->present : used);
    int code = how.failed || variable.failed || lacking.failed
                   ? error_set_memory(err)
                   : error_set(err, WGCQ_EREQUEST,
                               "'symmetric: %s' does not hold: %s, %s becomes %s in %s%s, but %s "
                               "has no %s",
                               strbuf_string(&x->declared), strbuf_string(&how), from, to,
                               used == v->type || is_member ? "" : "an index of ",
                               strbuf_string(&variable), strbuf_string(&lacking), to);
    strbuf_free(&how);
    strbuf_free(&variable);
    strbuf_free(&lacking);
    return code;
}

/* *renamed: whether values of the type, of a variable or of its index, are. */
static int is_renamed(bool *renamed, const state_map *x, const type *declared,
                      const state_variable *v, const type *used, wgcq_error *err)
{
    const renamed_value *lacks = NULL;
    *renamed = renames_type(x, declared, used, &lacks);
    return lacks ? lacks_value(x, v, used, lacks, err) : 0;
}

static int map_cells_of(state_map *x, const ast *t, const type *declared, const state_variable *v,
                        bool *moves, wgcq_error *err)
{
    bool renamed = false;
    int code = is_renamed(&renamed, x, declared, v, v->type, err);
    for (size_t k = 0; k < v->indices && !code; k++)
        code = is_renamed(&moves[k], x, declared, v, v->index[k], err);
    for (size_t k = 0; k < v->cells && !code; k++) {
        size_t to = image_of_element(x, v, moves, k);
        if (to != k || renamed)
            x->cells[x->cell_count++] =
                (mapped_cell){&t->cells[v->first + k], &t->cells[v->first + to], renamed};
    }
    return code;
}

static int map_cells(state_map *x, const ast *t, const type *declared, wgcq_error *err)
{
    size_t most = 1;
    for (size_t i = 0; i < t->variable_count; i++)
        most = t->variables[i]->indices > most ? t->variables[i]->indices : most;
    bool *moves = calloc(most, sizeof *moves);
    x->cells = calloc(t->cell_count + 1, sizeof *x->cells);
    int code = moves && x->cells ? 0 : error_set_memory(err);
    for (size_t i = 0; i < t->variable_count && !code; i++)
        code = map_cells_of(x, t, declared, t->variables[i], moves, err);
    free(moves);
    return code;
}

/* ---- all maps ----------------------------------------------------------------------------- */

static int touches_nothing(const state_map *x, wgcq_error *err)
{
    return error_set(err, WGCQ_EREQUEST,
                     "'symmetric' names '%s', but no variable holds its values, nor is indexed by "
                     "them",
                     strbuf_string(&x->declared));
}

/* Adds the exchange of two neighbours of a type. */
static int add_exchange(state_maps *out, const type *declared, uint64_t first, wgcq_error *err)
{
    state_map *x = &out->all[out->count++];
    *x = (state_map){.type = declared, .values = calloc(2, sizeof *x->values)};
    eval_format_type(&x->declared, declared);
    if (!x->values || x->declared.failed)
        return error_set_memory(err);
    x->value_count = 2;
    x->values[0].from = x->values[1].to = type_value(declared, first);
    x->values[1].from = x->values[0].to = type_value(declared, first + 1);
    int code = finish_values(x, declared->kind, err);
    return code ? code : map_cells(x, out->tree, declared, err);
}

static int add_exchanges(state_maps *out, const type *declared, wgcq_error *err)
{
    size_t touched = 0;
    int code = 0;
    for (uint64_t i = 0; i + 1 < declared->count && !code; i++) {
        code = add_exchange(out, declared, i, err);
        touched += out->all[out->count - 1].cell_count;
    }
    return !code && declared->count > 1 && !touched
               ? touches_nothing(&out->all[out->count - 1], err)
               : code;
}

static int add_renaming(state_map *x, const ast *t, const generator *by, wgcq_error *err)
{
    const type *of = by->renamed;
    x->values = calloc((size_t)of->count + 1, sizeof *x->values);
    if (!x->values)
        return error_set_memory(err);
    for (uint64_t i = 0; i < of->count; i++)
        if (by->becomes[i] != type_value(of, i))
            x->values[x->value_count++] =
                (renamed_value){.from = type_value(of, i), .to = by->becomes[i]};
    int code = finish_values(x, of->kind, err);
    code = code ? code : map_cells(x, t, of, err);
    return !code && x->value_count && !x->cell_count ? touches_nothing(x, err) : code;
}

static int add_generator(state_maps *out, const generator *by, wgcq_error *err)
{
    state_map *x = &out->all[out->count++];
    *x = (state_map){.by = by};
    strbuf_put(&x->declared, by->name);
    if (x->declared.failed)
        return error_set_memory(err);
    return by->set ? 0 : add_renaming(x, out->tree, by, err);
}

static int count_maps(size_t *out, const ast *t, wgcq_error *err)
{
    uint64_t most = t->generator_count;
    for (size_t i = 0; i < t->symmetric_count; i++) {
        if (t->symmetric[i]->count > t->cell_count + (uint64_t)UINT16_MAX)
            return error_set(err, WGCQ_EREQUEST, "too many values are declared 'symmetric'");
        most += t->symmetric[i]->count;
    }
    *out = (size_t)most;
    return 0;
}

int state_maps_open(state_maps *out, const wgcq_puzzle *puzzle, wgcq_error *err)
{
    const ast *t = puzzle->tree;
    size_t most = 0;
    *out = (state_maps){.tree = t, .exchanges_only = !t->generator_count};
    if (!state_maps_declared(puzzle))
        return error_set(err, WGCQ_EREQUEST, "the puzzle declares nothing 'symmetric'");
    int code = count_maps(&most, t, err);
    if (code)
        return code;
    out->all = calloc(most + 1, sizeof *out->all);
    out->interp = interp_new(t);
    if (!out->all || !out->interp)
        return error_set_memory(err);
    for (size_t i = 0; i < t->symmetric_count && !code; i++)
        code = add_exchanges(out, t->symmetric[i], err);
    for (size_t i = 0; i < t->generator_count && !code; i++)
        code = add_generator(out, &t->generators[i], err);
    return code;
}

bool state_maps_declared(const wgcq_puzzle *puzzle)
{
    return puzzle->tree->symmetric_count || puzzle->tree->generator_count;
}

void state_maps_close(state_maps *m)
{
    for (size_t i = 0; i < m->count; i++) {
        state_map *x = &m->all[i];
        strbuf_free(&x->declared);
        for (size_t k = 0; k < x->value_count; k++)
            strbuf_free(&x->values[k].name);
        free(x->values);
        free(x->cells);
    }
    free(m->all);
    interp_free(m->interp);
    *m = (state_maps){0};
}

/* ---- states ------------------------------------------------------------------------------- */

static uint64_t cell_mask(const state_cell *c)
{
    return low_bits(c->width);
}

void state_maps_touch(const state_maps *m, size_t i, uint64_t *mask)
{
    const state_map *x = &m->all[i];
    assert(i < m->count && state_map_renames(x));
    for (size_t k = 0; k < x->cell_count; k++) {
        const state_cell *from = x->cells[k].from, *to = x->cells[k].to;
        if (from->width) {
            mask[from->word] |= cell_mask(from) << from->shift;
            mask[to->word] |= cell_mask(to) << to->shift;
        }
    }
}

static void rename_state(const state_map *x, const uint64_t *state, unsigned words, uint64_t *out)
{
    memcpy(out, state, words * sizeof *out);
    for (size_t i = 0; i < x->cell_count; i++) {
        const mapped_cell *c = &x->cells[i];
        uint64_t bits = state[c->from->word] >> c->from->shift & cell_mask(c->from);
        if (!c->from->width) /* it has one value */
            continue;
        if (c->renamed)
            bits = (uint64_t)rename_value(x, (int64_t)((uint64_t)c->from->low + bits)) -
                   (uint64_t)c->from->low;
        uint64_t *word = &out[c->to->word];
        *word = (*word & ~(cell_mask(c->to) << c->to->shift)) | bits << c->to->shift;
    }
}

int state_maps_apply(const state_maps *m, size_t i, const uint64_t *state, uint64_t *out,
                     wgcq_error *err)
{
    const state_map *x = &m->all[i];
    assert(i < m->count && out != state);
    if (state_map_renames(x)) {
        rename_state(x, state, m->tree->words, out);
        return 0;
    }
    wgcq_error why = {0};
    int code = puzzle_check_state(m->tree, state, err);
    if (code)
        return code;
    code = interp_set(m->interp, x->by->set, state, out, &why);
    if (code == WGCQ_ERUN)
        return error_set(err, WGCQ_EREQUEST, "'symmetric: %s' does not hold: %s",
                         strbuf_string(&x->declared), why.text);
    return code ? error_set_memory(err) : 0;
}

/* ---- maps of cells ------------------------------------------------------------------------- */

/* By the positions in the type of one cell, those in another's. */
static bool map_positions(const state_map *x, const mapped_cell *c, uint32_t *becomes)
{
    for (uint64_t i = 0; i < c->from->type->count; i++) {
        int64_t to = type_position(c->to->type, rename_value(x, type_value(c->from->type, i)));
        if (to < 0)
            return false;
        becomes[i] = (uint32_t)to;
    }
    return true;
}

bool state_maps_cells(const state_maps *m, size_t i, cell_map *out, arena *memory)
{
    const state_map *x = &m->all[i];
    bool fine = true;
    assert(i < m->count && state_map_renames(x));
    cell_map_start(out, m->tree, memory);
    for (size_t k = 0; k < x->cell_count && fine; k++) {
        const mapped_cell *c = &x->cells[k];
        size_t to = (size_t)(c->to - m->tree->cells);
        uint64_t values = c->from->type->count;
        out->from[to] = (uint32_t)(c->from - m->tree->cells);
        fine = !c->renamed || values <= CELL_MAP_VALUES_MOST;
        if (!c->renamed || !fine)
            continue;
        uint32_t *becomes = arena_array(memory, (size_t)values, sizeof *becomes);
        fine = map_positions(x, c, becomes);
        out->becomes[to] = becomes;
    }
    return fine;
}

uint32_t state_maps_values(const state_maps *m)
{
    const uint64_t most = (uint64_t)1 << 31;
    uint64_t count = 0;
    for (size_t c = 0; c < m->tree->cell_count && count < most; c++)
        count += m->tree->cells[c].type->count < most ? m->tree->cells[c].type->count : most;
    return (uint32_t)(count < most ? count : most);
}

int state_maps_becomes(const state_maps *m, size_t i, uint32_t *becomes, bool *known,
                       wgcq_error *err)
{
    const state_map *x = &m->all[i];
    const state_cell *cells = m->tree->cells;
    uint32_t *first = calloc(m->tree->cell_count + 1, sizeof *first);
    if (!first)
        return error_set_memory(err);
    for (size_t c = 0; c < m->tree->cell_count; c++)
        first[c + 1] = first[c] + (uint32_t)cells[c].type->count;
    for (uint32_t f = 0; f < first[m->tree->cell_count]; f++)
        becomes[f] = f;
    *known = state_map_renames(x);
    for (size_t k = 0; k < x->cell_count && *known; k++) {
        const mapped_cell *c = &x->cells[k];
        uint32_t *of = becomes + first[c->from - cells];
        for (uint32_t v = 0; v < c->from->type->count; v++)
            of[v] = v;
        *known =
            c->from->type->count == c->to->type->count && (!c->renamed || map_positions(x, c, of));
        for (uint32_t v = 0; v < c->from->type->count; v++)
            of[v] += first[c->to - cells];
    }
    free(first);
    return 0;
}

/* ---- labels ------------------------------------------------------------------------------- */

bool state_map_renames(const state_map *x)
{
    return !x->by || !x->by->set;
}

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* Whether `name` stands at `at` as a word of its own. */
static bool is_word_at(const char *begin, const char *at, const strbuf *name)
{
    if (!name->length || strncmp(at, strbuf_string(name), name->length) != 0)
        return false;
    bool opens = at == begin || !is_word_byte(at[-1]) || !is_word_byte(*at);
    return opens && (!is_word_byte(at[name->length]) || !is_word_byte(at[name->length - 1]));
}

/* The value whose name stands there; of two of which one is a prefix of the other the longer. */
static const renamed_value *value_at(const state_map *x, const char *begin, const char *at)
{
    const renamed_value *found = NULL;
    for (size_t i = 0; i < x->value_count; i++)
        if (is_word_at(begin, at, &x->values[i].name) &&
            (!found || x->values[i].name.length > found->name.length))
            found = &x->values[i];
    return found;
}

void state_map_text(const state_map *x, const char *line, strbuf *out)
{
    for (const char *at = line; *at;) {
        const renamed_value *v = value_at(x, line, at);
        if (v) {
            strbuf_put(out, strbuf_string(&x->values[v->becomes].name));
            at += v->name.length;
        } else {
            strbuf_char(out, *at++);
        }
    }
}

static bool have_one_name(const state_map *x, const state_map *y)
{
    for (size_t i = 0; i < x->value_count; i++)
        for (size_t k = 0; k < y->value_count; k++)
            if (!strcmp(strbuf_string(&x->values[i].name), strbuf_string(&y->values[k].name)))
                return true;
    return false;
}

static bool shares_name(const state_maps *m, const state_map *x)
{
    for (size_t k = 0; k < m->count; k++)
        if (m->all[k].type && m->all[k].type != x->type && have_one_name(x, &m->all[k]))
            return true;
    return false;
}

bool state_maps_share_names(const state_maps *m, size_t i)
{
    const struct type *of = m->all[i].type;
    for (size_t k = 0; of && k < m->count; k++)
        if (m->all[k].type == of && shares_name(m, &m->all[k]))
            return true;
    return false;
}

void state_map_describe(const state_map *x, strbuf *out)
{
    if (x->by)
        strbuf_put(out, "by it");
    else
        strbuf_printf(out, "with %s and %s exchanged", strbuf_string(&x->values[0].name),
                      strbuf_string(&x->values[1].name));
}
