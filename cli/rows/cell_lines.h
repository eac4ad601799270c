/* cell_lines.h - the text of a cell in lines that fit a column. */
#ifndef CLI_ROWS_CELL_LINES_H
#define CLI_ROWS_CELL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { LINES_MOST = 8 }; /* a longer text in a table ends with an ellipsis */

typedef struct cell_words {
    const char *text;
    char *copy;           /* malloc'd, or NULL: `text` is borrowed     */
    unsigned char *marks; /* [bytes] 1: printed bold; NULL: none is    */
    bool is_null;         /* `text` is what is printed for it          */
    bool is_list;         /* "a; b; c"                                 */
} cell_words;

void cell_words_free(cell_words *words);

/* The rest of a cell. */
typedef struct cell_rest {
    const cell_words *words;
    const char *at; /* NULL: nothing                                   */
    int lines;      /* taken so far                                    */
    int most;       /* lines of wrapped words; 0: any number           */
    bool is_board;  /* has lines of its own, which are cut; else words are wrapped */
} cell_rest;

typedef struct cell_line {
    const char *text;
    size_t length;
    const unsigned char *marks; /* [length] 1: printed bold; NULL: none is */
    bool cut;                   /* an ellipsis follows     */
} cell_line;

/* The length of the first line. */
size_t cell_line_length(const char *text);
cell_rest cell_rest_of(const cell_words *words, int most_lines);
/* The next line, of at most `width` columns; 0: of any width. */
cell_line cell_rest_take(cell_rest *rest, int width);
/* Without the ellipsis. */
void cell_line_print(FILE *out, cell_line line);

#endif
