/*
 * cursor.h - the inside of wgcq_rows: results that are read a row at a time.
 *
 * A source of rows embeds this struct as the first member of its own and sets `next` and `close`.
 * `next` writes `values`; a text value may be borrowed (valid until the following next).
 */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H

#include "base/strbuf.h"
#include "wgcq_rows.h"

typedef struct cursor_value {
    wgcq_type type;
    int64_t integer; /* WGCQ_INTEGER, WGCQ_BOOL; of WGCQ_LIST how many */
    double real;
    const char *text;  /* WGCQ_TEXT; of WGCQ_LIST all of them, joined */
    const char *items; /* WGCQ_LIST: each with its NUL                */
} cursor_value;

/* Texts in their order, as the moves of a plan: a cell of the type WGCQ_LIST.  All zero it is
   empty; a failed allocation is remembered, as in a strbuf. */
typedef struct cursor_texts {
    strbuf items;  /* each with its NUL           */
    strbuf joined; /* the same, with "; " between */
    size_t count;
} cursor_texts;

void cursor_texts_add(cursor_texts *l, const char *copied);
bool cursor_texts_failed(const cursor_texts *l);
void cursor_texts_clear(cursor_texts *l); /* empty, memory kept */
void cursor_texts_free(cursor_texts *l);

typedef char cursor_digits[32]; /* room for any number */

struct wgcq_rows {
    size_t columns;
    char **names;          /* columns of them, each malloc'd   */
    cursor_value *values;  /* columns of them                  */
    cursor_digits *digits; /* columns of them: where wgcq_rows_text formats numbers */
    strbuf remark;         /* empty: none                      */
    bool complete;
    bool unknown; /* see wgcq_rows_unknown */
    int (*next)(wgcq_rows *rows, wgcq_error *err);
    void (*close)(wgcq_rows *rows); /* frees what the source owns, not `rows` itself */
};

/* The names of columns: ours, and between them those that a puzzle or a question gives, which may
   be any.  Of those, each that equals another column's but for the case of ASCII letters gets "_"
   appended as often as makes it unique; of several equal ones the first stays. */
typedef struct cursor_names {
    const char *const *before;
    size_t before_count;
    const char *const *given;
    size_t given_count;
    const char *const *after;
    size_t after_count;
} cursor_names;

/* The given names as they are unique, in their order; NULL: no memory. */
char **cursor_names_given(const cursor_names *names);
void cursor_names_given_free(char **given, size_t count);

/* Sets up the columns; false: no memory (wgcq_rows_free still works). */
bool cursor_open(wgcq_rows *rows, const cursor_names *copied);
void cursor_null(wgcq_rows *rows, size_t column);
void cursor_integer(wgcq_rows *rows, size_t column, int64_t value);
void cursor_text(wgcq_rows *rows, size_t column, const char *borrowed);
void cursor_list(wgcq_rows *rows, size_t column, const cursor_texts *borrowed);

#endif
