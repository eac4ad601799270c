/* said.c - what a grounded move is called. */
#include <string.h>

#include "puzzle/ground.h"

static void spell_set(text *out, const type *of, int64_t mask)
{
    bool more = false;
    for (uint64_t i = 0; i < of->count && i < 63; i++) {
        if (!((uint64_t)mask >> i & 1))
            continue;
        if (more)
            text_put(out, ", ");
        more = true;
        said_spell(out, of->of, type_value(of, i));
    }
}

void said_spell(text *out, kind of, int64_t value)
{
    switch (of.form) {
    case KIND_INTEGER: text_int(out, value); return;
    case KIND_TRUTH: text_put(out, value ? "true" : "false"); return;
    case KIND_ENUM:
        text_put(out, value >= 0 && (uint64_t)value < of.of->count ? of.of->values[value] : "?");
        return;
    case KIND_CHARACTER: text_codepoint(out, (uint32_t)value); return;
    case KIND_SUBSET: spell_set(out, of.members, value); return;
    }
}

static bool chosen(const grounding *g, const piece *p)
{
    for (size_t i = 0; i < p->needs; i++)
        if (!g->symbols.bound[p->need[i]])
            return false;
    return true;
}

static void plain(grounding *g, said_part *out, const char *from, size_t length)
{
    *out = (said_part){.text = arena_text(g->memory, from, length), .length = length};
}

static void part_of(grounding *g, said *s, said_part *out, const piece *p)
{
    if (p->text) {
        plain(g, out, p->text, strlen(p->text));
        return;
    }
    if (!chosen(g, p)) {
        plain(g, out, "?", 1);
        return;
    }
    meaning m = symbolic(&g->symbols, p->value);
    s->fails = dag_or(g->dag, s->fails, m.fails);
    if (!dag_is_constant(g->dag, m.value)) {
        *out = (said_part){.value = m.value, .of = p->value->of};
        s->value_count++;
        return;
    }
    text spelled = {0};
    said_spell(&spelled, p->value->of, dag_at(g->dag, m.value)->imm);
    g->failed = g->failed || spelled.failed;
    if (!spelled.failed)
        plain(g, out, text_string(&spelled), spelled.length);
    text_free(&spelled);
}

static void number_fixed(grounding *g, said *s)
{
    text whole = {0};
    for (size_t i = 0; i < s->count; i++)
        text_add(&whole, s->parts[i].text, s->parts[i].length);
    s->fixed = true;
    if (whole.failed || texts_number(g->names, text_string(&whole), whole.length, &s->number))
        g->failed = true;
    text_free(&whole);
}

const said *said_now(grounding *g)
{
    const template *of = &g->move->text;
    said *s = arena_take(g->memory, sizeof *s);
    s->parts = arena_array(g->memory, of->count, sizeof *s->parts);
    s->count = of->count;
    ref *held = g->symbols.cell;
    g->symbols.cell = g->symbols.source; /* variables are those of the state that is left */
    for (size_t i = 0; i < of->count && !g->failed; i++)
        part_of(g, s, &s->parts[i], &of->pieces[i]);
    g->symbols.cell = held;
    if (!g->failed && s->value_count == 0 && !g->symbols.too_much)
        number_fixed(g, s);
    return s;
}

/* ---- could two texts be the same? ----------------------------------------- */

/* The plain text a text begins with, or ends with; *whole: there is nothing else. */
static void edge(const said *s, bool end, text *out, bool *whole)
{
    size_t plain_count = 0;
    while (plain_count < s->count && s->parts[end ? s->count - 1 - plain_count : plain_count].text)
        plain_count++;
    *whole = plain_count == s->count;
    for (size_t i = 0; i < plain_count; i++) {
        const said_part *p = &s->parts[end ? s->count - plain_count + i : i];
        text_add(out, p->text, p->length);
    }
}

static bool edges_agree(const said *a, const said *b, bool end)
{
    text x = {0}, y = {0};
    bool x_whole, y_whole;
    edge(a, end, &x, &x_whole);
    edge(b, end, &y, &y_whole);
    size_t n = x.length < y.length ? x.length : y.length;
    bool agree =
        x.failed || y.failed || n == 0 ||
        memcmp(x.bytes + (end ? x.length - n : 0), y.bytes + (end ? y.length - n : 0), n) == 0;
    if ((x_whole && y.length > x.length) || (y_whole && x.length > y.length))
        agree = x.failed || y.failed;
    text_free(&x);
    text_free(&y);
    return agree;
}

bool said_may_equal(const said *a, const said *b)
{
    if (a->fixed && b->fixed)
        return a->number == b->number;
    return edges_agree(a, b, false) && edges_agree(a, b, true);
}
