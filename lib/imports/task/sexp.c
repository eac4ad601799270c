/* sexp.c - PDDL's text to nested lists of words with positions. */
#include "imports/task/task.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct sexp_reading {
    pddl *p;
    const pddl_file *file;
    const char *text;
    size_t length, at;
} sexp_reading;

source_span sexp_span(const sexp *s)
{
    return line_index_span(s->file->lines, s->from, s->to > s->from ? s->to : s->from + 1);
}

bool sexp_is(const sexp *s, const char *word)
{
    return s->word && !strcmp(s->word, word);
}

bool sexp_begins(const sexp *s, const char *word)
{
    return !s->word && s->count && sexp_is(s->kids[0], word);
}

bool pddl_error(pddl *p, const sexp *at, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const sexp *shown = !at->word && at->count ? at->kids[0] : at;
    return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, sexp_span(shown), "%s", text);
}

bool pddl_refuse(pddl *p, const sexp *at, const char *construct, const char *why)
{
    return pddl_error(p, at, "a puzzle cannot say %s: %s", construct, why);
}

static bool is_pddl_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static void pddl_skip_space(sexp_reading *r)
{
    while (r->at < r->length) {
        char c = r->text[r->at];
        if (c == ';')
            while (r->at < r->length && r->text[r->at] != '\n')
                r->at++;
        else if (is_pddl_space(c))
            r->at++;
        else
            return;
    }
}

bool pddl_is_text(const char *text, size_t length)
{
    sexp_reading r = {.text = text, .length = length};
    pddl_skip_space(&r);
    return r.at < length && text[r.at] == '(';
}

static sexp *new_sexp(sexp_reading *r)
{
    sexp *s = arena_take(r->p->memory, sizeof *s);
    s->file = r->file;
    s->from = r->at;
    return s;
}

static bool text_error(sexp_reading *r, size_t from, const char *text)
{
    return diagnostic_add(r->p->to, WGCQ_DIAGNOSTIC_SHAPE,
                          line_index_span(r->file->lines, from, from + 1), "%s", text);
}

static sexp *pddl_read_word(sexp_reading *r)
{
    sexp *s = new_sexp(r);
    while (r->at < r->length && !is_pddl_space(r->text[r->at]) && !strchr("();", r->text[r->at]))
        r->at++;
    s->to = r->at;
    char *word = arena_text(r->p->memory, r->text + s->from, s->to - s->from);
    for (char *c = word; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    s->word = word;
    for (const char *c = word; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') ||
              strchr("-_?:=<>+*/.#@", *c))) {
            text_error(r, s->from + (size_t)(c - word), "a character that PDDL has no use for");
            break;
        }
    return s;
}

/* The lists that are open, innermost last. */
typedef struct open_lists {
    sexp *list[PDDL_DEPTH_MOST + 1];
    size_t depth;
} open_lists;

static void put_kid(sexp_reading *r, open_lists *open, sexp *kid)
{
    sexp *in = open->list[open->depth];
    ARENA_PUSH(r->p->memory, in->kids, in->count, in->room, kid);
}

static bool read_paren(sexp_reading *r, open_lists *open)
{
    if (r->text[r->at] == '(') {
        if (open->depth == PDDL_DEPTH_MOST)
            return text_error(r, r->at, "more than 64 lists within each other");
        sexp *list = new_sexp(r);
        put_kid(r, open, list);
        open->list[++open->depth] = list;
    } else {
        if (!open->depth)
            return text_error(r, r->at, "this parenthesis closes nothing");
        open->list[open->depth--]->to = r->at + 1;
    }
    r->at++;
    return true;
}

const sexp *sexp_read(pddl *p, const pddl_file *file)
{
    sexp_reading r = {.p = p, .file = file, .text = file->text->text, .length = file->text->length};
    open_lists open = {.list = {new_sexp(&r)}};
    for (pddl_skip_space(&r); r.at < r.length; pddl_skip_space(&r)) {
        char c = r.text[r.at];
        if (c == '\0') {
            text_error(&r, r.at, "a character that PDDL has no use for");
            return NULL;
        }
        if (c != '(' && c != ')')
            put_kid(&r, &open, pddl_read_word(&r));
        else if (!read_paren(&r, &open))
            return NULL;
    }
    open.list[0]->to = r.length;
    if (open.depth) {
        text_error(&r, open.list[open.depth]->from, "this parenthesis is never closed");
        return NULL;
    }
    return open.list[0];
}
