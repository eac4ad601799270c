/*
 * show_sql.c - how a state is shown, as an SQL expression over its packed words.
 *
 * The store then needs no text for each state, and any SQLite can show them.  What SQL cannot say
 * as exactly (anything beyond fields, choices between texts and comparisons) is left to the teller.
 */
#include "puzzle/show_sql.h"

#include <inttypes.h>
#include <string.h>

enum { LONGEST = 200000, PARTS_MOST = 4000 };

/* The parts that are joined, one after another; SQLite nests expressions at most 1000 deep, so they
   are joined in halves. */
typedef struct parts {
    text *all; /* every part's SQL, one behind the other */
    size_t count;
    size_t end[PARTS_MOST];
} parts;

void sql_quote(text *out, const char *string)
{
    text_char(out, '\'');
    for (; *string; string++) {
        if (*string == '\n') {
            text_put(out, "'||char(10)||'");
            continue;
        }
        if (*string == '\'')
            text_char(out, '\'');
        text_char(out, *string);
    }
    text_char(out, '\'');
}

/* The bits of a field, from 0. */
static void field_bits(text *out, const cell *c)
{
    if (!c->width)
        text_char(out, '0');
    else if (c->width == 64)
        text_printf(out, "w%u", c->word);
    else
        text_printf(out, "((w%u>>%u)&%" PRIu64 ")", c->word, c->shift,
                    ((uint64_t)1 << c->width) - 1);
}

static void field_number(text *out, const cell *c)
{
    text_char(out, '(');
    field_bits(out, c);
    text_printf(out, "%+" PRId64 ")", c->low);
}

static void field_text(text *out, const cell *c, bool glyph)
{
    kind of = c->of->of;
    if (of.form == KIND_INTEGER) {
        field_number(out, c);
        return;
    }
    text_put(out, "CASE ");
    field_bits(out, c);
    for (int64_t v = c->of->low; v <= c->of->high; v++) {
        text_printf(out, " WHEN %" PRId64 " THEN ", v - c->low);
        if (of.form == KIND_TRUTH)
            text_put(out, v ? "'true'" : "'false'");
        else
            sql_quote(out, glyph ? of.of->glyphs[v] : of.of->values[v]);
    }
    text_put(out, " END");
}

static bool end_part(parts *p)
{
    if (p->count >= PARTS_MOST || p->all->length > LONGEST)
        return false;
    p->end[p->count++] = p->all->length;
    return true;
}

static bool part_text(parts *p, const char *string)
{
    sql_quote(p->all, string);
    return end_part(p);
}

static bool part_field(parts *p, const cell *c)
{
    text_char(p->all, '(');
    field_text(p->all, c, true);
    text_char(p->all, ')');
    return end_part(p);
}

static bool part_array(parts *p, const tree *t, const variable *a)
{
    size_t row = a->indices ? (size_t)a->index[a->indices - 1]->count : 1;
    size_t plane = a->indices > 2 ? row * (size_t)a->index[a->indices - 2]->count : 0;
    bool tight = type_is_narrow(a->of), fine = true;
    for (size_t i = 0; i < a->cells && fine; i++) {
        if (i && i % row == 0)
            fine = part_text(p, plane && i % plane == 0 ? "\n\n" : "\n");
        else if (i && !tight)
            fine = part_text(p, " ");
        fine = fine && part_field(p, &t->cells[a->first + i]);
    }
    return fine;
}

/* The cell that an expression names with constant indices, or NULL. */
static const cell *fixed_cell(const tree *t, const expr *e)
{
    size_t at = 0;
    if (e->form != EXPR_CELL)
        return NULL;
    for (size_t i = 0; i < e->count; i++) {
        int64_t p = e->args[i]->form == EXPR_VALUE
                        ? type_position(e->variable->index[i], e->args[i]->value)
                        : -1;
        if (p < 0)
            return NULL;
        at = at * (size_t)e->variable->index[i]->count + (size_t)p;
    }
    return &t->cells[e->variable->first + at];
}

static bool part_piece(parts *p, const tree *t, const piece *of)
{
    if (of->text)
        return part_text(p, of->text);
    if (of->variable)
        return part_array(p, t, of->variable);
    const cell *c = fixed_cell(t, of->value);
    return c && part_field(p, c);
}

static bool part_default(parts *p, const tree *t)
{
    bool fine = true;
    for (size_t i = 0; i < t->cell_count && fine; i++) {
        text_put(p->all, i ? "' '||" : "");
        sql_quote(p->all, t->cells[i].name);
        text_put(p->all, "||'='");
        fine = end_part(p) && part_field(p, &t->cells[i]);
    }
    return fine;
}

static void join(text *out, const parts *p, size_t from, size_t to)
{
    if (to - from == 1) {
        size_t begin = from ? p->end[from - 1] : 0;
        text_add(out, p->all->bytes + begin, p->end[from] - begin);
        return;
    }
    size_t half = from + (to - from) / 2;
    text_char(out, '(');
    join(out, p, from, half);
    text_put(out, ")||(");
    join(out, p, half, to);
    text_char(out, ')');
}

bool show_sql(const tree *t, text *out)
{
    text all = {0};
    parts p = {.all = &all};
    bool fine = true;
    for (size_t i = 0; i < t->show.count && fine; i++)
        fine = part_piece(&p, t, &t->show.pieces[i]);
    if (!t->show.count)
        fine = part_default(&p, t);
    fine = fine && !all.failed;
    if (fine && p.count)
        join(out, &p, 0, p.count);
    else if (fine)
        text_put(out, "''");
    text_free(&all);
    return fine && !out->failed;
}
