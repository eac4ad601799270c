/* picture.h - a scene in the language of one drawing program: picture_FORMAT.c */
#ifndef ANSWERS_DRAW_PICTURE_H
#define ANSWERS_DRAW_PICTURE_H

#include "answers/draw/page_plan.h"
#include "answers/draw/scene.h"

/* An arrow of more moves is labelled with their number; a self-loop of more than one. */
enum { MOVES_DRAWN = 3 };

typedef struct picture {
    wgcq_trace *trace;
    scene scene;
    page_plan page; /* how DOT keeps to a width */
    strbuf out, line, move;
    wgcq_error *err;
} picture;

/* Append to d->out.  0, or an error of reading the file. */
int picture_dot(picture *d);
int picture_mermaid(picture *d);
int picture_graphml(picture *d);

/* The escape sequence of the character at `at`; NULL: it stands for itself. */
typedef const char *escape_fn(int32_t c, const char *at, const char *begin);
/* Appends a text; what no format can represent (control characters, invalid UTF-8) is U+FFFD. */
void picture_text(picture *d, const char *words, escape_fn *escape);
/* As picture_text, for `size` bytes. */
void picture_text_part(picture *d, const char *words, size_t size, escape_fn *escape);

/* The label of a node; of a projected one also how many states it is, and in front its number where
   arrows name it.  In d->line. */
void picture_node_label(picture *d, const scene_node *n);
/* The label of an arrow: its moves, or how many; with `all` every one.  In d->line. */
int picture_arrow_label(picture *d, const scene_arrow *a, bool all);
/* Appends the line "1,024 plans", of an arrow with traffic, to d->line; of a projection "times", as
   a plan may pass it several times. */
void picture_add_plans(picture *d, const scene_arrow *a);
/* How wide an arrow with traffic is, in hundredths of a point. */
unsigned picture_arrow_width(const scene_arrow *a);
/* The puzzle's title and which part of its graph is drawn, in two lines.  In d->line. */
void picture_title(picture *d);

#endif
