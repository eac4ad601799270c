/* label.c - labels of grounded moves. */
#include <assert.h>
#include <string.h>

#include "puzzle/compile/ground.h"

static void label_format_subset(strbuf *out, const type *t, int64_t mask)
{
    bool more = false;
    for (uint64_t i = 0; i < t->count && i < 63; i++) {
        if (!((uint64_t)mask >> i & 1))
            continue;
        if (more)
            strbuf_put(out, ", ");
        more = true;
        label_format_value(out, t->kind, type_value(t, i));
    }
}

void label_format_value(strbuf *out, kind k, int64_t value)
{
    switch (k.form) {
    case KIND_INTEGER: strbuf_int(out, value); return;
    case KIND_TRUTH: strbuf_put(out, value ? "true" : "false"); return;
    case KIND_ENUM:
        strbuf_put(out, value >= 0 && (uint64_t)value < k.enumeration->count
                            ? k.enumeration->values[value]
                            : "?");
        return;
    case KIND_CHARACTER: strbuf_codepoint(out, (uint32_t)value); return;
    case KIND_SUBSET: label_format_subset(out, k.members, value); return;
    }
}

static bool is_piece_bound(const grounding *g, const piece *p)
{
    for (size_t i = 0; i < p->needs; i++)
        if (!g->lowering.bound[p->need[i]])
            return false;
    return true;
}

static void set_plain_part(grounding *g, label_part *out, const char *from, size_t length)
{
    *out = (label_part){.text = arena_text(g->memory, from, length), .length = length};
}

static void lower_piece(grounding *g, label *s, label_part *out, const piece *p)
{
    if (p->text) {
        set_plain_part(g, out, p->text, strlen(p->text));
        return;
    }
    if (!is_piece_bound(g, p)) {
        set_plain_part(g, out, "?", 1);
        return;
    }
    lowered m = lower_expr(&g->lowering, p->value);
    s->undefined = dag_or(g->dag, s->undefined, m.undefined);
    if (!dag_is_constant(g->dag, m.value)) {
        *out = (label_part){.value = m.value, .kind = p->value->kind};
        s->value_count++;
        return;
    }
    strbuf_clear(g->scratch);
    label_format_value(g->scratch, p->value->kind, dag_at(g->dag, m.value)->imm);
    g->failed = g->failed || g->scratch->failed;
    if (!g->failed)
        set_plain_part(g, out, strbuf_string(g->scratch), g->scratch->length);
}

/* The plain text that a label begins or ends with. */
static label_affix plain_affix(grounding *g, const label *s, bool end)
{
    size_t count = 0, length = 0, from;
    while (count < s->count && s->parts[end ? s->count - 1 - count : count].text)
        count++;
    from = end ? s->count - count : 0;
    for (size_t i = 0; i < count; i++)
        length += s->parts[from + i].length;
    char *all = arena_take(g->memory, length + 1), *at = all;
    for (size_t i = 0; i < count; i++) {
        memcpy(at, s->parts[from + i].text, s->parts[from + i].length);
        at += s->parts[from + i].length;
    }
    return (label_affix){all, length};
}

static void intern_fixed(grounding *g, label *s)
{
    s->fixed = true;
    if (interner_id(g->labels, s->prefix.text, s->prefix.length, &s->number))
        g->failed = true;
}

const label *label_current(grounding *g)
{
    assert(g->move);
    const template *text = &g->move->text;
    label *s = arena_take(g->memory, sizeof *s);
    s->parts = arena_array(g->memory, text->count, sizeof *s->parts);
    s->count = text->count;
    ref *values = g->lowering.cell;
    g->lowering.cell = g->lowering.source; /* variables are read in the source state */
    for (size_t i = 0; i < text->count && !g->failed; i++)
        lower_piece(g, s, &s->parts[i], &text->pieces[i]);
    g->lowering.cell = values;
    if (g->failed || g->lowering.over_limit)
        return s;
    s->prefix = plain_affix(g, s, false);
    s->suffix = plain_affix(g, s, true);
    if (s->value_count == 0)
        intern_fixed(g, s);
    return s;
}

/* ---- can two labels be equal? --------------------------------------------- */

/* Whether the shorter is a prefix (`end`: a suffix) of the longer. */
static bool affixes_agree(const label_affix *a, const label_affix *b, bool end)
{
    size_t n = a->length < b->length ? a->length : b->length;
    return memcmp(a->text + (end ? a->length - n : 0), b->text + (end ? b->length - n : 0), n) == 0;
}

bool label_may_equal(const label *a, const label *b)
{
    if (a->fixed && b->fixed)
        return a->number == b->number;
    if ((a->fixed && b->prefix.length > a->prefix.length) ||
        (b->fixed && a->prefix.length > b->prefix.length))
        return false;
    return affixes_agree(&a->prefix, &b->prefix, false) &&
           affixes_agree(&a->suffix, &b->suffix, true);
}
