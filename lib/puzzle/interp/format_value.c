/* format_value.c - values, types and errors as text. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/interp/eval_expr.h"

/* ---- values and types ------------------------------------------------------------- */

static void format_subset(strbuf *out, const type *t, int64_t mask, bool glyph)
{
    bool more = false;
    for (uint64_t i = 0; i < t->count; i++) {
        if (!((uint64_t)mask >> i & 1))
            continue;
        if (more)
            strbuf_put(out, ", ");
        more = true;
        eval_format_value(out, t->kind, type_value(t, i), glyph);
    }
}

void eval_format_value(strbuf *out, kind k, int64_t value, bool glyph)
{
    if (k.optional && value == k.none) {
        strbuf_put(out, "none");
        return;
    }
    switch (k.form) {
    case KIND_INTEGER: strbuf_int(out, value); return;
    case KIND_TRUTH: strbuf_put(out, value ? "true" : "false"); return;
    case KIND_CHARACTER: strbuf_codepoint(out, (uint32_t)value); return;
    case KIND_ENUM:
        strbuf_put(out, glyph ? k.enumeration->glyphs[value] : k.enumeration->values[value]);
        return;
    case KIND_SUBSET: format_subset(out, k.members, value, glyph); return;
    case KIND_LIST:
    case KIND_SET: return; /* written out by the checker */
    }
}

static void format_type_values(strbuf *out, const type *t)
{
    enum { MOST = 8 };
    strbuf_put(out, "the values ");
    for (uint64_t i = 0; i < t->count && i < MOST; i++) {
        strbuf_put(out, i ? ", " : "");
        eval_format_value(out, t->kind, type_value(t, i), false);
    }
    strbuf_put(out, t->count > MOST ? ", ..." : "");
}

void eval_format_list(strbuf *out, const ast *t, const state_list *l, const uint64_t *state,
                      bool glyph)
{
    const state_variable *v = l->variable;
    const bool set = v->collection->kind.form == KIND_SET;
    const type *members = v->index[v->indices - 1];
    const kind of = set ? members->kind : v->type->present->kind;
    const char *between = "";
    strbuf_char(out, '[');
    for (size_t i = 0; i < l->count; i++) {
        const int64_t value = eval_read(t, state, l->first + i);
        if (set ? !value : value == v->type->kind.none)
            continue;
        strbuf_put(out, between);
        eval_format_value(out, of, set ? type_value(members, i) : value, glyph);
        between = ", ";
    }
    strbuf_char(out, ']');
}

void eval_format_type(strbuf *out, const type *t)
{
    if (t->name) {
        strbuf_put(out, t->name);
    } else if (t->present) {
        eval_format_type(out, t->present);
        strbuf_put(out, " or none");
    } else if (t->form == TYPE_COLLECTION) {
        const bool set = t->kind.form == KIND_SET;
        set ? strbuf_put(out, "set of ")
            : strbuf_printf(out, "list(%llu) of ", (unsigned long long)t->count);
        eval_format_type(out, set ? t->kind.members : t->kind.members->present);
    } else if (t->form == TYPE_LIST) {
        format_type_values(out, t);
    } else {
        eval_format_value(out, t->kind, t->low, false);
        strbuf_put(out, "..");
        eval_format_value(out, t->kind, t->high, false);
    }
}

/* ---- errors ----------------------------------------------------------------------- */

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Drops a character that was cut in two at the end of the buffer, and makes one line of the rest.
 */
static void tidy_error_text(wgcq_error *err)
{
    size_t length = strlen(err->text);
    if (length == sizeof err->text - 1) {
        size_t last = length - 1;
        while (last && is_continuation(err->text[last]))
            last--;
        unsigned char lead = (unsigned char)err->text[last];
        size_t wanted = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (last + wanted != length)
            err->text[last] = '\0';
    }
    for (char *at = err->text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F)
            *at = ' ';
}

int eval_error(evaluator *v, source_span at, const char *format, ...)
{
    wgcq_error *err = v->err;
    if (err->code != WGCQ_OK)
        return WGCQ_ERUN;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    tidy_error_text(err);
    err->code = WGCQ_ERUN;
    if (at.from && at.from != v->tree->from)
        return WGCQ_ERUN;
    err->line = at.line;
    err->column = at.column;
    err->end_column = at.end_line == at.line ? at.end_column : at.column + 1;
    return WGCQ_ERUN;
}

void eval_error_add(wgcq_error *err, const char *words)
{
    size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used, "%s", words);
    tidy_error_text(err);
}
