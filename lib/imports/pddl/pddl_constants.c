/* pddl_constants.c - predicates and functions that never change. */
#include "imports/pddl/pddl.h"

#include <stdlib.h>
#include <string.h>

static int compare_row_pointers(const void *a, const void *b)
{
    return pddl_compare_rows(a, b, PDDL_ARITY_MOST);
}

size_t pddl_sort_distinct(uint32_t (*rows)[PDDL_ARITY_MOST], size_t count, size_t arity)
{
    if (!count)
        return 0;
    qsort(rows, count, sizeof *rows, compare_row_pointers);
    size_t kept = 1;
    for (size_t i = 1; i < count; i++)
        if (pddl_compare_rows(rows[i], rows[kept - 1], arity))
            memmove(rows[kept++], rows[i], sizeof *rows);
    return kept;
}

void pddl_sort_rows(pddl_symbol *s)
{
    if (!s->function)
        s->row_count = pddl_sort_distinct(s->rows, s->row_count, s->count);
}

static void put_row_list(pddl *p, const pddl_symbol *s, size_t from, size_t to)
{
    pddl_listing l = {.out = p->out, .line = p->out->length};
    strbuf_char(p->out, '[');
    for (size_t i = from; i < to; i++)
        pddl_list_item(&l, p->objects[s->rows[i][s->count - 1]].name);
    strbuf_put(p->out, "]\n");
}

/* `road: {a: [b, c]}`, a line for each a. */
static void put_pairs(pddl *p, const pddl_symbol *s)
{
    strbuf_printf(p->out, "  %s:\n", s->name);
    size_t at = 0;
    for (size_t i = 0; i < p->object_count; i++) {
        if (!pddl_has(s->args[0]->bits, i))
            continue;
        size_t from = at;
        while (at < s->row_count && s->rows[at][0] == i)
            at++;
        strbuf_printf(p->out, "    %s: ", p->objects[i].name);
        put_row_list(p, s, from, at);
    }
}

/* A table over all arguments, in the order of their types. */
typedef struct constant_table {
    pddl *p;
    const pddl_symbol *of;
    int64_t *cells;
} constant_table;

/* The place of a row in the table. */
static size_t cell_number(const constant_table *t, const uint32_t *row)
{
    size_t number = 0;
    for (size_t i = 0; i < t->of->count; i++) {
        size_t before = 0;
        for (size_t k = 0; k < row[i]; k++)
            before += pddl_has(t->of->args[i]->bits, k);
        number = number * t->of->args[i]->size + before;
    }
    return number;
}

static void put_table_level(constant_table *t, size_t level, size_t first)
{
    strbuf *out = t->p->out;
    if (level == t->of->count) {
        if (t->of->function)
            strbuf_int(out, t->cells[first]);
        else
            strbuf_put(out, t->cells[first] ? "true" : "false");
        return;
    }
    strbuf_char(out, '[');
    for (size_t i = 0; i < t->of->args[level]->size; i++) {
        strbuf_put(out, !i ? "" : level + 1 < t->of->count || i % 24 == 0 ? ",\n    " : ", ");
        put_table_level(t, level + 1, first * t->of->args[level]->size + i);
    }
    strbuf_char(out, ']');
}

static bool table_size(pddl *p, const pddl_symbol *s, size_t *cells)
{
    *cells = 1;
    for (size_t i = 0; i < s->count; i++) {
        *cells *= s->args[i]->size;
        if (*cells > PDDL_CELLS_MOST)
            return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_RANGE, sexp_span(s->at->kids[0]),
                                  "'%s' is a table of more than %d cells", s->written,
                                  PDDL_CELLS_MOST);
    }
    return true;
}

static void fill_constant(constant_table *t, pddl_symbol *s, size_t cells)
{
    bool *set = arena_array(t->p->memory, cells + 1, sizeof *set);
    int64_t least = 0;
    for (size_t i = 0; i < s->row_count; i++) {
        size_t cell = cell_number(t, s->rows[i]);
        t->cells[cell] = s->function ? s->amounts[i] : 1;
        least = t->cells[cell] < least ? t->cells[cell] : least;
        set[cell] = true;
    }
    for (size_t i = 0; i < cells && s->function; i++)
        if (!set[i]) {
            t->cells[i] = -1;
            s->partial = true;
        }
    if (s->partial && least < 0)
        pddl_refuse(t->p, s->at, "a function with negative values and without some value",
                    "-1 stands for no value");
}

void pddl_put_table(pddl *p, pddl_symbol *s)
{
    size_t cells;
    if (!table_size(p, s, &cells))
        return;
    constant_table t = {p, s, arena_array(p->memory, cells + 1, sizeof(int64_t))};
    fill_constant(&t, s, cells);
    put_table_level(&t, 0, 0);
    strbuf_put(p->out, s->partial ? "  # -1: no value\n" : "\n");
}

bool pddl_has_empty_argument(const pddl_symbol *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->args[i]->size)
            return true;
    return false;
}

static bool pddl_is_constant(const pddl_symbol *s)
{
    return s->form == FORM_STATIC && s->used && (s->row_count || s->function) &&
           !pddl_has_empty_argument(s) && (s->function || s->count);
}

void pddl_put_constants(pddl *p)
{
    bool begun = false;
    for (size_t i = 0; i < p->symbol_count; i++) {
        pddl_symbol *s = &p->symbols[i];
        if (!pddl_is_constant(s))
            continue;
        strbuf_put(p->out, begun ? "" : "constants:\n");
        begun = true;
        if (s->function || s->count > 2) {
            strbuf_printf(p->out, "  %s", s->name);
            for (size_t k = 0; k < s->count; k++)
                strbuf_printf(p->out, "%s%s%s", k ? ", " : "[", s->args[k]->name,
                              k + 1 == s->count ? "]" : "");
            strbuf_put(p->out, ": ");
            pddl_put_table(p, s);
        } else if (s->count == 2) {
            put_pairs(p, s);
        } else {
            strbuf_printf(p->out, "  %s: ", s->name);
            put_row_list(p, s, 0, s->row_count);
        }
    }
}
