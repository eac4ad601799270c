/*
 * page_plan.h - how a picture in DOT keeps to the width of a page.
 *
 * From top to bottom a level is as wide as all its states and moves together.  Where that is too
 * much, levels are columns, from left to right, which are as wide as their widest text; where that
 * is too much as well, consecutive levels are put into bands below each other.
 */
#ifndef ANSWERS_DRAW_PAGE_PLAN_H
#define ANSWERS_DRAW_PAGE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

struct picture;

typedef struct page_plan {
    bool is_across;    /* from left to right                                         */
    uint32_t *level;   /* [nodes] 0, 1, ...: by depth; NULL: no width was requested  */
    uint32_t *band;    /* [nodes] 0, 1, ...; NULL: one                               */
    bool *is_numbered; /* [nodes] an arrow of another band leads to it; NULL with it */
    uint32_t bands;
    uint64_t points; /* how wide it would be from top to bottom, about */
} page_plan;

/* For the scene of *d, to be at most so wide; 0: any width.  0, or an error of reading the file.
   Free it also after an error. */
int page_plan_make(struct picture *d, uint64_t width);
void page_plan_free(page_plan *p);
/* Whether an arrow leaves its band. */
bool page_plan_parts(const page_plan *p, uint32_t from, uint32_t to);

#endif
