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
    if (k.optional && value == k.none) {
        strbuf_put(out, "none");
        return;
    }
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
    case KIND_LIST:
    case KIND_SET: return; /* written out by the checker */
    }
}

static bool is_piece_bound(const grounding *g, const piece *p)
{
    for (size_t i = 0; i < p->needs; i++)
        if (!g->lowering.bound[p->need[i]])
            return false;
    return true;
}

/* Plain text, which is the AST's, or a value. */
static void lower_piece(grounding *g, label *s, label_part *out, const piece *p)
{
    *out = (label_part){.text = p->text};
    if (!p->text && !is_piece_bound(g, p))
        out->text = "?";
    if (out->text) {
        out->length = strlen(out->text);
        return;
    }
    lowered m = lower_expr(&g->lowering, p->value);
    s->undefined = dag_or(g->dag, s->undefined, m.undefined);
    out->value = m.value;
    out->kind = p->value->kind;
    s->value_count += !dag_is_constant(g->dag, m.value);
}

/* The text of a part that does not depend on the state. */
static void put_plain_part(const grounding *g, strbuf *out, const label_part *p)
{
    if (p->text)
        strbuf_add(out, p->text, p->length);
    else
        label_format_value(out, p->kind, dag_at(g->dag, p->value)->imm);
}

static void lower_pieces(grounding *g, label *s)
{
    const template *text = &g->move->text;
    if (g->label_room < text->count) {
        g->label_parts = arena_array(g->memory, text->count, sizeof *g->label_parts);
        g->label_room = text->count;
    }
    ref *values = g->lowering.cell;
    const bool remembers = g->lowering.remembers;
    g->lowering.cell = g->lowering.source; /* variables are read in the source state */
    g->lowering.remembers = false;
    for (size_t i = 0; i < text->count; i++)
        lower_piece(g, s, &g->label_parts[i], &text->pieces[i]);
    g->lowering.cell = values;
    g->lowering.remembers = remembers;
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

static void keep_parts(grounding *g, label *s)
{
    s->count = g->move->text.count;
    s->parts = arena_array(g->memory, s->count, sizeof *s->parts);
    for (size_t i = 0; i < s->count; i++) {
        label_part *p = &s->parts[i];
        *p = g->label_parts[i];
        if (p->text || !dag_is_constant(g->dag, p->value))
            continue;
        strbuf_clear(g->scratch);
        put_plain_part(g, g->scratch, p);
        g->failed = g->failed || g->scratch->failed;
        p->length = g->scratch->length;
        p->text = arena_text(g->memory, strbuf_string(g->scratch), p->length);
    }
    s->prefix = plain_affix(g, s, false);
    s->suffix = plain_affix(g, s, true);
}

static void intern_fixed(grounding *g, label *s)
{
    s->fixed = true;
    strbuf_clear(g->scratch);
    for (size_t i = 0; i < g->move->text.count; i++)
        put_plain_part(g, g->scratch, &g->label_parts[i]);
    const size_t length = g->scratch->length;
    if (g->scratch->failed || interner_id(g->labels, strbuf_string(g->scratch), length, &s->number))
        g->failed = true;
    else
        s->prefix = s->suffix = (label_affix){interner_at(g->labels, s->number), length};
}

static const label *lower_label(grounding *g)
{
    label *s = arena_take(g->memory, sizeof *s);
    lower_pieces(g, s);
    if (g->failed || g->lowering.over_limit)
        return s;
    if (s->value_count)
        keep_parts(g, s);
    else
        intern_fixed(g, s);
    return s;
}

/* One that depends on the state is lowered again behind more guards. */
const label *label_current(grounding *g)
{
    assert(g->move);
    if (g->label)
        return g->label;
    const label *s = lower_label(g);
    g->label = s->fixed ? s : NULL;
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
