/*
 * show_sql.c - how a state is shown, as an SQL expression over its packed words.
 *
 * The store then needs no text for each state, and any SQLite can show them.  Text, constants and
 * cells are decoded in SQL; with any other expression in `show` states keep their text.
 */
#include "puzzle/show_sql.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

enum { SQL_LONGEST = 200000, WIDTH_MOST = 62, FIELD_MAX = 100 };

/* The operands of a concatenation.  SQLite nests expressions at most 1000 deep, so they are joined
   in halves. */
typedef struct sql_parts {
    const ast *t;
    strbuf all; /* every part's SQL, each behind a NUL */
    size_t count;
} sql_parts;

/* The SQL that follows is one part; false: there is too much of it. */
static bool begin_part(sql_parts *p)
{
    strbuf_char(&p->all, '\0');
    p->count++;
    return !p->all.failed && p->all.length <= SQL_LONGEST;
}

/* ---- text ------------------------------------------------------------------------- */

/* Each line end is a part of its own. */
static bool part_text(sql_parts *p, const char *string)
{
    bool fine = true;
    while (*string && fine) {
        size_t line = strcspn(string, "\n");
        fine = begin_part(p);
        if (line)
            strbuf_quote(&p->all, '\'', string, line);
        else
            strbuf_put(&p->all, "char(10)");
        string += line ? line : 1;
    }
    return fine;
}

/* ---- values ----------------------------------------------------------------------- */

static bool stands_for_none(kind k, int64_t value)
{
    return k.optional && value == k.none;
}

static bool is_named(kind k)
{
    return k.form == KIND_ENUM || k.form == KIND_TRUTH;
}

static void put_name(strbuf *out, kind k, int64_t value)
{
    const char *name = stands_for_none(k, value) ? "none"
                       : k.form == KIND_TRUTH    ? value ? "true" : "false"
                                                 : k.enumeration->glyphs[value];
    strbuf_quote(out, '\'', name, strlen(name));
}

/* SQLite reads the digits of the least integer as floating point. */
static bool part_value(sql_parts *p, kind k, int64_t value)
{
    if (value == INT64_MIN || (!is_named(k) && k.form != KIND_INTEGER) || !begin_part(p))
        return false;
    if (is_named(k) || stands_for_none(k, value))
        put_name(&p->all, k, value);
    else
        strbuf_printf(&p->all, value < 0 ? "(%" PRId64 ")" : "%" PRId64, value);
    return true;
}

/* A word is a signed integer in SQLite and >> keeps its sign, so the mask comes behind the shift.
 */
static const char *field_sql(char out[FIELD_MAX], const state_cell *c)
{
    uint64_t mask = ((uint64_t)1 << c->width) - 1;
    char shifted[40], low[24] = "";
    assert(c->width <= WIDTH_MOST);
    snprintf(shifted, sizeof shifted, c->shift ? "(w%u>>%u)" : "w%u", c->word, c->shift);
    if (c->low)
        snprintf(low, sizeof low, "%+" PRId64 ")", c->low);
    snprintf(out, FIELD_MAX, "%s(%s&%" PRIu64 ")%s", c->low ? "(" : "", shifted, mask, low);
    return out;
}

static void put_case(strbuf *out, const state_cell *c)
{
    char field[FIELD_MAX];
    strbuf_printf(out, "(CASE %s", field_sql(field, c));
    for (int64_t v = c->type->low; v <= c->type->high && out->length <= SQL_LONGEST; v++) {
        strbuf_printf(out, " WHEN %" PRId64 " THEN ", v);
        put_name(out, c->type->kind, v);
    }
    strbuf_put(out, " END)");
}

static void put_shown_number(strbuf *out, const state_cell *c)
{
    char field[FIELD_MAX];
    field_sql(field, c);
    if (c->type->kind.optional)
        strbuf_printf(out, "(CASE %s WHEN %" PRId64 " THEN 'none' ELSE %s END)", field,
                      c->type->kind.none, field);
    else
        strbuf_put(out, field);
}

/* A field of 63 bits has no mask that is a positive number. */
static bool part_cell(sql_parts *p, const state_cell *c)
{
    const type *t = c->type;
    if (t->low == t->high)
        return part_value(p, t->kind, t->low);
    if (c->width > WIDTH_MOST || c->low == INT64_MIN || !begin_part(p))
        return false;
    if (is_named(t->kind))
        put_case(&p->all, c);
    else if (t->kind.form == KIND_INTEGER)
        put_shown_number(&p->all, c);
    else
        return false;
    return true;
}

/* ---- pieces -------------------------------------------------------------------------- */

/* The row-major offset of an element with constant indices; false: they are not. */
static bool constant_offset(size_t *out, const type *const *types, expr *const *index, size_t count)
{
    *out = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t position = -1;
        if (index[i]->form == EXPR_VALUE)
            position = type_position(types[i], index[i]->value);
        if (position < 0)
            return false;
        *out = *out * (size_t)types[i]->count + (size_t)position;
    }
    return true;
}

static bool part_character(sql_parts *p, int64_t code)
{
    strbuf text = {0};
    if (!code || code == '\n' || !begin_part(p))
        return false;
    strbuf_codepoint(&text, (uint32_t)code);
    strbuf_quote(&p->all, '\'', strbuf_string(&text), text.length);
    p->all.failed = p->all.failed || text.failed;
    strbuf_free(&text);
    return true;
}

static bool part_constant(sql_parts *p, kind k, int64_t value)
{
    return k.form == KIND_CHARACTER ? part_character(p, value) : part_value(p, k, value);
}

static bool part_expression(sql_parts *p, const expr *e)
{
    const state_variable *v = e->variable;
    const value_table *t = e->table;
    size_t at;
    switch (e->form) {
    case EXPR_VALUE: return part_constant(p, e->kind, e->value);
    case EXPR_CELL:
        return constant_offset(&at, v->index, e->args, v->indices) &&
               part_cell(p, &p->t->cells[v->first + at]);
    case EXPR_TABLE:
        return constant_offset(&at, t->index, e->args, t->indices) && !(t->holes && t->holes[at]) &&
               part_constant(p, e->kind, t->values[at]);
    default: return false;
    }
}

/* The layout of interp/format_state.c. */
static bool part_array(sql_parts *p, const display *d)
{
    const state_variable *a = d->variable;
    size_t row = a->indices ? (size_t)a->index[a->indices - 1]->count : 1;
    size_t plane = a->indices > 2 ? row * (size_t)a->index[a->indices - 2]->count : 0;
    bool fine = true;
    for (size_t i = 0; i < a->cells && fine; i++) {
        if (i && i % row == 0)
            fine = part_text(p, plane && i % plane == 0 ? "\n\n" : "\n");
        else if (i)
            fine = part_text(p, d->between);
        fine = fine && part_cell(p, &p->t->cells[a->first + i]);
    }
    return fine;
}

static bool part_display(sql_parts *p, const display *d)
{
    if (d->pad.width)
        return false;
    switch (d->form) {
    case DISPLAY_TEXT: return part_text(p, d->text);
    case DISPLAY_VALUE: return part_expression(p, d->value);
    case DISPLAY_ARRAY: return part_array(p, d);
    default: return false;
    }
}

/* ---- without `show` ---------------------------------------------------------------------- */

/* " goat" where the cell has that value, else nothing. */
static bool part_in_place(sql_parts *p, size_t cell, size_t place)
{
    const state_cell *c = &p->t->cells[cell];
    const char *name = p->t->in_places[cell];
    char field[FIELD_MAX];
    int64_t value = (int64_t)place;
    if (value < c->type->low || value > c->type->high)
        return true;
    if (c->type->low == c->type->high)
        return part_text(p, " ") && part_text(p, name);
    if (c->width > WIDTH_MOST)
        return false;
    field_sql(field, c);
    if (!begin_part(p))
        return false;
    strbuf_printf(&p->all, "(CASE %s WHEN %" PRId64 " THEN ' '||", field, value);
    strbuf_quote(&p->all, '\'', name, strlen(name));
    strbuf_put(&p->all, " ELSE '' END)");
    return true;
}

static bool part_places(sql_parts *p)
{
    const ast *t = p->t;
    bool fine = true;
    for (size_t place = 0; place < t->places->count && fine; place++) {
        fine = (!place || part_text(p, " | ")) && part_text(p, t->places->values[place]) &&
               part_text(p, ":");
        for (size_t i = 0; i < t->cell_count && fine; i++)
            fine = part_in_place(p, i, place);
    }
    return fine;
}

static bool part_list(sql_parts *p)
{
    const ast *t = p->t;
    strbuf name = {0};
    bool fine = true;
    for (size_t i = 0; i < t->cell_count && fine; i++) {
        strbuf_clear(&name);
        strbuf_printf(&name, "%s%s=", i ? " " : "", t->cells[i].name);
        fine = !name.failed && part_text(p, strbuf_string(&name)) && part_cell(p, &t->cells[i]);
    }
    p->all.failed = p->all.failed || name.failed;
    strbuf_free(&name);
    return fine;
}

/* ---- concatenation --------------------------------------------------------------------- */

/* The next `count` parts; *at: where they begin. */
static void concat_parts(strbuf *out, size_t count, const char **at)
{
    assert(count);
    if (count == 1) {
        strbuf_put(out, *at);
        *at += strlen(*at) + 1;
        return;
    }
    strbuf_char(out, '(');
    concat_parts(out, count / 2, at);
    strbuf_put(out, "||");
    concat_parts(out, count - count / 2, at);
    strbuf_char(out, ')');
}

/* A single number becomes text by the empty string before it. */
static void concat_all(strbuf *out, const sql_parts *p)
{
    const char *at = strbuf_string(&p->all) + 1;
    if (!p->count)
        strbuf_put(out, "''");
    else if (p->count == 1)
        strbuf_put(out, "''||");
    if (p->count)
        concat_parts(out, p->count, &at);
}

int show_sql(char **out, const ast *t, wgcq_error *err)
{
    sql_parts p = {.t = t};
    strbuf sql = {0};
    bool fine = true;
    for (size_t i = 0; i < t->show_count && fine; i++)
        fine = part_display(&p, t->show[i]);
    if (!t->show_count)
        fine = t->list_count ? false : t->places ? part_places(&p) : part_list(&p);
    if (fine && !p.all.failed)
        concat_all(&sql, &p);
    const bool failed = p.all.failed || sql.failed;
    fine = fine && !failed && sql.length <= SQL_LONGEST;
    *out = fine ? sql.bytes : NULL;
    if (!fine)
        strbuf_free(&sql);
    strbuf_free(&p.all);
    return failed ? error_set_memory(err) : 0;
}
