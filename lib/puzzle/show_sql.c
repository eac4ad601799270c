/*
 * show_sql.c - how a state is shown, as an SQL expression over its packed words.
 *
 * The store then needs no text for each state, and any SQLite can show them.  What SQL cannot say
 * just as the teller does is left to the teller.
 */
#include "puzzle/show_sql.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is joined, part by part.  SQLite nests expressions at most 1000 deep, so it is joined in
   halves. */
typedef struct parts {
    const ast *t;
    strbuf all; /* every part's SQL, one behind the other */
    size_t count, room;
    size_t *end; /* of each */
} parts;

static bool end_part(parts *p)
{
    if (p->count == p->room) {
        size_t room = p->room ? p->room * 2 : 256;
        size_t *grown = realloc(p->end, room * sizeof *grown);
        if (!grown) {
            p->all.failed = true;
            return false;
        }
        p->end = grown;
        p->room = room;
    }
    p->end[p->count++] = p->all.length;
    return !p->all.failed && p->all.length <= SQL_LONGEST;
}

/* ---- values as texts ------------------------------------------------------------- */

static const char *spelled(kind of, int64_t value, bool glyph)
{
    if (of.form == KIND_TRUTH)
        return value ? "true" : "false";
    return glyph ? of.enumeration->glyphs[value] : of.enumeration->values[value];
}

static void as_case(strbuf *out, const sql_value *value, kind of, bool glyph)
{
    strbuf_put(out, "(CASE ");
    sql_put(out, value);
    for (int64_t v = value->low; v <= value->high && out->length <= SQL_LONGEST; v++) {
        const char *word = spelled(of, v, glyph);
        strbuf_printf(out, " WHEN %" PRId64 " THEN ", v);
        sql_quote(out, word, strlen(word));
    }
    strbuf_put(out, " END)");
}

static bool part_value(parts *p, const sql_value *value, kind of, bool glyph)
{
    strbuf *out = &p->all;
    bool named = of.form == KIND_ENUM || of.form == KIND_TRUTH;
    if (!named && of.form != KIND_INTEGER)
        return false;
    if (!named)
        sql_put(out, value);
    else if (value->low == value->high)
        sql_quote(out, spelled(of, value->low, glyph), strlen(spelled(of, value->low, glyph)));
    else
        as_case(out, value, of, glyph);
    return end_part(p);
}

static bool part_cell(parts *p, const state_cell *c)
{
    sql_value value = {0};
    bool fine = sql_cell(&value, c) && part_value(p, &value, c->type->kind, true);
    p->all.failed = p->all.failed || value.sql.failed;
    sql_free(&value);
    return fine;
}

static bool part_expression(parts *p, const piece *of)
{
    sql_value value = {0};
    bool fine = sql_expression(&value, p->t, of->value) &&
                part_value(p, &value, of->value->kind, of->glyph);
    p->all.failed = p->all.failed || value.sql.failed;
    sql_free(&value);
    return fine;
}

/* ---- pieces -------------------------------------------------------------------------- */

/* A stretch of plain text, each line end a part of its own. */
static bool part_text(parts *p, const char *string)
{
    bool fine = true;
    while (*string && fine) {
        size_t line = strcspn(string, "\n");
        if (line)
            sql_quote(&p->all, string, line);
        else
            strbuf_put(&p->all, "char(10)");
        string += line ? line : 1;
        fine = end_part(p);
    }
    return fine;
}

/* As picture.c shows it. */
static bool part_array(parts *p, const state_variable *a)
{
    size_t row = a->indices ? (size_t)a->index[a->indices - 1]->count : 1;
    size_t plane = a->indices > 2 ? row * (size_t)a->index[a->indices - 2]->count : 0;
    bool tight = type_is_narrow(a->type), fine = true;
    for (size_t i = 0; i < a->cells && fine; i++) {
        if (i && i % row == 0)
            fine = part_text(p, plane && i % plane == 0 ? "\n\n" : "\n");
        else if (i && !tight)
            fine = part_text(p, " ");
        fine = fine && part_cell(p, &p->t->cells[a->first + i]);
    }
    return fine;
}

static bool part_piece(parts *p, const piece *of)
{
    if (of->text)
        return part_text(p, of->text);
    return of->variable ? part_array(p, of->variable) : part_expression(p, of);
}

static bool part_default(parts *p)
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

/* ---- all of it ------------------------------------------------------------------------- */

static void join(strbuf *out, const parts *p, size_t from, size_t to)
{
    if (to - from == 1) {
        size_t begin = from ? p->end[from - 1] : 0;
        strbuf_add(out, p->all.bytes + begin, p->end[from] - begin);
        return;
    }
    size_t half = from + (to - from) / 2;
    strbuf_char(out, '(');
    join(out, p, from, half);
    strbuf_put(out, "||");
    join(out, p, half, to);
    strbuf_char(out, ')');
}

/* One number alone is no text yet. */
static void join_all(strbuf *out, const parts *p)
{
    if (!p->count)
        strbuf_put(out, "''");
    else if (p->count == 1)
        strbuf_put(out, "''||");
    if (p->count)
        join(out, p, 0, p->count);
}

bool show_sql(const ast *t, strbuf *out)
{
    parts p = {.t = t};
    strbuf whole = {0};
    bool fine = true;
    for (size_t i = 0; i < t->show.count && fine; i++)
        fine = part_piece(&p, &t->show.pieces[i]);
    if (!t->show.count)
        fine = part_default(&p);
    if (fine)
        join_all(&whole, &p);
    fine = fine && !whole.failed && whole.length <= SQL_LONGEST;
    if (fine)
        strbuf_add(out, strbuf_string(&whole), whole.length);
    out->failed = out->failed || p.all.failed || whole.failed;
    strbuf_free(&whole);
    strbuf_free(&p.all);
    free(p.end);
    return fine && !out->failed;
}
