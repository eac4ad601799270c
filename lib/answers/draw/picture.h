/* picture.h - a sketch in the words of one drawing program: picture_FORMAT.c */
#ifndef ANSWERS_DRAW_PICTURE_H
#define ANSWERS_DRAW_PICTURE_H

#include "answers/draw/scene.h"

/* Of an arrow with more moves than that only their number is drawn; of one that leads back to where
   it comes from, of more than one. */
enum { MOVES_DRAWN = 3 };

typedef struct picture {
    wgcq_trace *trace;
    scene scene;
    strbuf out, line, move;
    wgcq_error *err;
} picture;

/* Append to d->out.  0, or what reading the file came to. */
int picture_dot(picture *d);
int picture_mermaid(picture *d);
int picture_graphml(picture *d);

/* Of the character at `at`, for what reads the picture: NULL, it stands for itself. */
typedef const char *escape_fn(int32_t c, const char *at, const char *begin);
/* Appends a text; what cannot stand in any picture (control characters, no UTF-8) is U+FFFD. */
void picture_text(picture *d, const char *words, escape_fn *escape);
/* The same for so many bytes of it. */
void picture_text_part(picture *d, const char *words, size_t size, escape_fn *escape);

/* What is written at a node: its caption, and of a projected one how many states it is. */
void picture_node_label(picture *d, const scene_node *n);
/* At an arrow: the moves, or how many; with `all` every one.  Both leave it in d->line. */
int picture_arrow_label(picture *d, const scene_arrow *a, bool all);
/* The puzzle's title and what part of it this is, in two lines, in d->line. */
void picture_title(picture *d);

#endif
