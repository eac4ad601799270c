/* spell.c - values, types and mistakes in words. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "puzzle/evaluate.h"

/* ---- values and types ------------------------------------------------------------- */

static void spell_set(text *out, const type *of, int64_t mask, bool glyph)
{
    bool more = false;
    for (uint64_t i = 0; i < of->count; i++) {
        if (!((uint64_t)mask >> i & 1))
            continue;
        if (more)
            text_put(out, ", ");
        more = true;
        evaluate_spell(out, of->of, type_value(of, i), glyph);
    }
}

void evaluate_spell(text *out, kind of, int64_t value, bool glyph)
{
    switch (of.form) {
    case KIND_INTEGER: text_int(out, value); return;
    case KIND_TRUTH: text_put(out, value ? "true" : "false"); return;
    case KIND_CHARACTER: text_codepoint(out, (uint32_t)value); return;
    case KIND_ENUM: text_put(out, glyph ? of.of->glyphs[value] : of.of->values[value]); return;
    case KIND_SUBSET: spell_set(out, of.members, value, glyph); return;
    }
}

static void spell_values(text *out, const type *t)
{
    enum { MOST = 8 };
    text_put(out, "the values ");
    for (uint64_t i = 0; i < t->count && i < MOST; i++) {
        text_put(out, i ? ", " : "");
        evaluate_spell(out, t->of, type_value(t, i), false);
    }
    text_put(out, t->count > MOST ? ", ..." : "");
}

void evaluate_spell_type(text *out, const type *t)
{
    if (t->name) {
        text_put(out, t->name);
    } else if (t->form == TYPE_LIST) {
        spell_values(out, t);
    } else {
        evaluate_spell(out, t->of, t->low, false);
        text_put(out, "..");
        evaluate_spell(out, t->of, t->high, false);
    }
}

/* ---- mistakes ----------------------------------------------------------------------- */

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Makes what was cut off at the end of a buffer whole characters again, and all of it one line. */
static void tidy(wgcq_error *err)
{
    size_t length = strlen(err->text);
    if (length == sizeof err->text - 1) {
        size_t last = length - 1;
        while (last && continues(err->text[last]))
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

int evaluate_fault(evaluator *v, place at, const char *format, ...)
{
    wgcq_error *err = v->err;
    if (err->code != WGCQ_OK)
        return WGCQ_ERUN;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    tidy(err);
    err->code = WGCQ_ERUN;
    if (at.from && at.from != v->of->from)
        return WGCQ_ERUN;
    err->line = at.line;
    err->column = at.column;
    err->end_column = at.end_line == at.line ? at.end_column : at.column + 1;
    return WGCQ_ERUN;
}

void evaluate_fault_add(wgcq_error *err, const char *words)
{
    size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used, "%s", words);
    tidy(err);
}
