/*
 * levels.h - what readers of boards share: the lines of a file, the levels in it, the one that is
 * asked for.
 *
 * A file comes from strangers: any bytes.  Its text has at most IMPORT_BYTES_MOST, and what is
 * written of it is UTF-8 without control characters.
 */
#ifndef IMPORTS_LEVELS_H
#define IMPORTS_LEVELS_H

#include "base/strbuf.h"
#include "puzzle/source/line_index.h"

enum { IMPORT_BYTES_MOST = 16 << 20, BOARD_SIDE_MOST = 64 };

/* A part of a line of the file. */
typedef struct text_part {
    const char *bytes;
    size_t length;
    size_t offset; /* in the file */
} text_part;

/* One board of a file, from its first line on, before its last. */
typedef struct board_level {
    size_t first_line, end_line;
    text_part title;  /* length 0: none */
    text_part author; /* likewise       */
} board_level;

typedef struct board_file {
    arena *memory;
    const source_text *text;
    const line_index *lines;
    diagnostics *to;
    const char *level; /* a number from 1, or a title; NULL: none is asked for */
    board_level *levels;
    size_t count, room;
    strbuf *out;
} board_file;

/* A line without its end, and without blanks behind it. */
text_part board_line(const board_file *f, size_t line);
/* Without blanks around it. */
text_part text_part_trim(text_part p);
source_span text_part_span(const board_file *f, text_part p);

/* The index of the level that f->level names; f->count after reporting that there is none. */
size_t board_level_find(const board_file *f);

/* Appends the part as a scalar of YAML in quotes.  Bytes that are not UTF-8 are taken as Latin-1,
   in which old collections are written; control characters are blanks. */
void strbuf_put_quoted(strbuf *out, text_part p);

/* Each reports mistakes, writes the puzzle to f->out, and returns false where there are mistakes.
 */
bool sokoban_is_row(text_part line);
bool sokoban_import(board_file *f);
bool rush_hour_is_row(text_part line);
bool rush_hour_import(board_file *f);

#endif
