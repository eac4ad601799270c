/*
 * explain_expr.c - an expression as written, then with the values of its operands, and with what
 * decides an `all` or `any`.
 *
 * Operators stay; their operands (variables, names, calls, aggregates) are replaced by their
 * values.  The recursion is as deep as expressions, whose nesting the parser limits.
 */
#include "puzzle/interp/explain_expr.h"

#include <assert.h>
#include <string.h>

enum { SPANS_MOST = 64 };

/* A byte range of the source and the expression whose value replaces it. */
typedef struct expr_span {
    size_t from, to;
    const expr *expr;
} expr_span;

typedef struct expr_spans {
    expr_span all[SPANS_MOST];
    size_t count;
    const source_text *in;
    size_t from, to; /* of the outermost expression */
} expr_spans;

/* The byte offset of a line and column; columns count code points, both from 1. */
static size_t source_offset(const source_text *in, int line, int column)
{
    size_t at = 0;
    if (in->length >= 3 && !memcmp(in->text, "\xEF\xBB\xBF", 3))
        at = 3;
    for (; line > 1 && at < in->length; at++)
        line -= in->text[at] == '\n';
    for (; column > 1 && at < in->length; column--)
        do
            at++;
        while (at < in->length && ((unsigned char)in->text[at] & 0xC0) == 0x80);
    return at;
}

static bool is_operator(expr_form form)
{
    return form >= EXPR_NOT && form <= EXPR_IN_SUBSET;
}

static void add_span(expr_spans *l, size_t from, size_t to, const expr *e)
{
    size_t i = l->count;
    if (l->count == SPANS_MOST || from < l->from || to > l->to || from >= to)
        return;
    for (size_t k = 0; k < l->count; k++)
        if (from < l->all[k].to && l->all[k].from < to)
            return; /* b of a < b < c is an operand of both comparisons */
    for (; i > 0 && l->all[i - 1].from > from; i--)
        l->all[i] = l->all[i - 1];
    l->all[i] = (expr_span){from, to, e};
    l->count++;
}

static bool is_name_byte(char c)
{
    return c == '_' || (unsigned char)c >= 0x80 || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void span_of_expr(const expr_spans *l, const expr *e, size_t *from, size_t *to)
{
    *from = source_offset(l->in, e->at.line, e->at.column);
    *to = source_offset(l->in, e->at.end_line, e->at.end_column);
}

/* A define without parameters is replaced by its body, which is written elsewhere: the name stands
   where the enclosing expression begins or ends. */
static void add_define_span(expr_spans *l, const expr *around, const expr *e, bool first)
{
    const char *all = l->in->text;
    size_t from, to;
    span_of_expr(l, around, &from, &to);
    if (to > l->in->length || from >= to || around->count > 2)
        return;
    if (first) {
        for (; from < to && strchr("( ", all[from]); from++)
            ;
        for (to = from; to < l->to && is_name_byte(all[to]); to++)
            ;
    } else {
        for (; to > from && strchr(") ", all[to - 1]); to--)
            ;
        for (from = to; from > l->from && is_name_byte(all[from - 1]); from--)
            ;
    }
    add_span(l, from, to, e);
}

static void collect_spans(expr_spans *l, const expr *e);

static void collect_operand(expr_spans *l, const expr *around, size_t i)
{
    const expr *e = around->args[i];
    size_t from = 0, to = 0;
    if (!e)
        return;
    if (e->at.from == l->in)
        span_of_expr(l, e, &from, &to);
    if (from < l->from || to > l->to || from >= to)
        add_define_span(l, around, e, i == 0 && around->count > 1);
    else
        collect_spans(l, e);
}

static void collect_spans(expr_spans *l, const expr *e)
{
    size_t from, to;
    if (e->leaf && e->shown[0]) {
        for (size_t i = 0; i < 2 && e->shown[i]; i++)
            collect_spans(l, e->shown[i]);
        return;
    }
    if (is_operator(e->form) && !e->leaf) {
        for (size_t i = 0; i < e->count; i++)
            collect_operand(l, e, i);
        return;
    }
    span_of_expr(l, e, &from, &to);
    add_span(l, from, to, e);
}

/* Runs of blanks and line ends become one blank. */
static void put_source(strbuf *out, const expr_spans *l, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        bool blank = strchr(" \t\r\n", l->in->text[i]) != NULL;
        if (!blank)
            strbuf_char(out, l->in->text[i]);
        else if (i > from && !strchr(" \t\r\n", l->in->text[i - 1]))
            strbuf_char(out, ' ');
        else if (i == from)
            strbuf_char(out, ' ');
    }
}

/* The value, of a list or set [a, b]. */
static int put_value_of(strbuf *out, evaluator *v, const expr *e)
{
    int64_t value;
    const char *between = "";
    if (e->form != EXPR_PLACES) {
        int code = eval_expr(v, e, &value);
        if (!code)
            eval_format_value(out, e->kind, value, false);
        return code;
    }
    const bool set = e->kind.form == KIND_SET;
    strbuf_char(out, '[');
    for (size_t i = 0; i < e->count; i++) {
        int code = eval_expr(v, e->args[i], &value);
        if (code)
            return code;
        if (set ? !value : value == e->kind.members->kind.none)
            continue;
        const type *of = set ? e->kind.members : e->kind.members->present;
        strbuf_put(out, between);
        eval_format_value(out, of->kind, set ? type_value(of, i) : value, false);
        between = ", ";
    }
    strbuf_char(out, ']');
    return 0;
}

static void put_span_value(strbuf *out, evaluator *v, const expr_spans *l, const expr_span *span)
{
    wgcq_error *err = v->err, own = {0};
    unsigned depth = v->depth;
    size_t pending = v->pending_count;
    v->err = &own;
    const size_t before = out->length;
    int code = put_value_of(out, v, span->expr);
    v->err = err;
    v->depth = depth;
    v->pending_count = pending;
    if (!code)
        return;
    strbuf_cut(out, before);
    put_source(out, l, span->from, span->to);
}

/* ---- witnesses ------------------------------------------------------------------------------ */

/* The kind of a bound name, where the expression reads it. */
static bool find_local_kind(const expr *e, int slot, kind *out)
{
    if (e->form == EXPR_LOCAL && e->slot == slot)
        return *out = e->kind, true;
    for (size_t i = 0; i < e->count; i++)
        if (e->args[i] && find_local_kind(e->args[i], slot, out))
            return true;
    return false;
}

typedef struct witness {
    evaluator *v;
    const expr *of;
} witness;

static int decide_aggregate(void *self)
{
    const witness *w = self;
    int64_t value;
    int code = eval_expr(w->v, w->of->args[0], &value);
    return code ? code : (value != 0) == (w->of->form == EXPR_ANY) ? EVAL_STOP : 0;
}

/* The combination of names that decides an `all` that does not hold or an `any` that does. */
static bool find_witness(evaluator *v, const expr *e)
{
    witness w = {v, e};
    return (e->form == EXPR_ALL || e->form == EXPR_ANY) &&
           eval_loop(v, e->loop, decide_aggregate, &w) == EVAL_STOP;
}

/* " (p = bob: at[p] == 3: 1 == 3)" */
static void put_witness(strbuf *out, evaluator *v, const expr *e)
{
    const char *separator = " (";
    for (size_t i = 0; i < e->loop->count; i++)
        for (size_t k = 0; k < e->loop->bindings[i].slots; k++) {
            const binding *b = &e->loop->bindings[i];
            kind of;
            if (!*b->names[k] || !find_local_kind(e->args[0], b->slot[k], &of))
                continue;
            strbuf_printf(out, "%s%s = ", separator, b->names[k]);
            eval_format_value(out, of, v->slots[b->slot[k]], false);
            separator = ", ";
        }
    if (*separator != ',')
        return;
    strbuf_put(out, ": ");
    explain_expr(out, v, e->args[0]);
    strbuf_char(out, ')');
}

/* The witness of the first operand that has one. */
static void put_first_witness(strbuf *out, evaluator *v, const expr_spans *l)
{
    const evaluator before = *v;
    wgcq_error own = {0};
    v->err = &own;
    for (size_t i = 0; i < l->count; i++)
        if (find_witness(v, l->all[i].expr)) {
            put_witness(out, v, l->all[i].expr);
            break;
        }
    v->err = before.err;
    v->depth = before.depth;
    v->pending_count = before.pending_count;
}

/* ---- all of it ------------------------------------------------------------------------------ */

void explain_expr(strbuf *out, evaluator *v, const expr *e)
{
    expr_spans l = {.in = e->at.from};
    strbuf valued = {0};
    if (!l.in || !l.in->text || e->at.line < 1)
        return;
    l.from = source_offset(l.in, e->at.line, e->at.column);
    l.to = source_offset(l.in, e->at.end_line, e->at.end_column);
    collect_spans(&l, e);
    size_t before = out->length, at = l.from;
    assert(l.count <= SPANS_MOST);
    put_source(out, &l, l.from, l.to);
    for (size_t i = 0; i < l.count; i++) {
        put_source(&valued, &l, at, l.all[i].from);
        put_span_value(&valued, v, &l, &l.all[i]);
        at = l.all[i].to;
    }
    put_source(&valued, &l, at, l.to);
    if (!out->failed && strcmp(strbuf_string(out) + before, strbuf_string(&valued)) != 0)
        strbuf_printf(out, ": %s", strbuf_string(&valued));
    put_first_witness(out, v, &l);
    out->failed = out->failed || valued.failed;
    strbuf_free(&valued);
}

void explain_source(strbuf *out, source_span at)
{
    const expr_spans l = {.in = at.from};
    if (at.from && at.from->text && at.line > 0)
        put_source(out, &l, source_offset(at.from, at.line, at.column),
                   source_offset(at.from, at.end_line, at.end_column));
}

void explain_place(strbuf *out, source_span at)
{
    if (at.from && at.line > 0)
        strbuf_printf(out, "%s:%d:%d", at.from->name, at.line, at.column);
}
