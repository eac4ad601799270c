/*
 * page_plan.c - how a picture in DOT keeps to the width of a page.
 *
 * Widths are estimates, since dot alone knows its fonts.  dot draws a level, the labels of the
 * moves to the next level, that level, and so on: each of these is a slot here, at its half level,
 * with one more in front for the labels of moves within the first level.
 */
#include "answers/draw/picture.h"

#include <stdlib.h>
#include <utf8proc.h>

#include "base/array.h"
#include "base/error.h"

/* Points; what picture_dot.c asks dot for.  Letters are the average of a wide font. */
static const double LETTER = 6.5, NODE_MARGIN = 22, GOAL_MARGIN = 8, EDGE_LETTER = 5.9,
                    EDGE_MARGIN = 8, NODE_GAP = 26, SLOT_GAP = 17, PAGE_MARGIN = 10,
                    BAND_MARGIN = 18, NUMBER = 60, LINE = 20;

typedef struct page_measure {
    picture *d;
    double *sum, *most; /* [slots] of what is drawn there    */
    double *away;       /* [levels] of moves that leave them */
    size_t levels, slots;
} page_measure;

static double label_points(const char *text, double letter)
{
    double width = 0, widest = 0;
    for (const char *end = text + strlen(text); text < end;) {
        int32_t c = -1;
        utf8proc_ssize_t length = utf8proc_iterate((const utf8proc_uint8_t *)text, end - text, &c);
        text += length > 0 ? length : 1;
        width = c == '\n' ? 0 : width + letter * (c < 0 ? 1 : utf8proc_charwidth(c));
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* ---- levels ------------------------------------------------------------------------------- */

static int compare_depths(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t level_of_depth(const int64_t *depths, size_t count, int64_t depth)
{
    const int64_t *at = bsearch(&depth, depths, count, sizeof *depths, compare_depths);
    return (uint32_t)(at - depths);
}

/* Depths that are drawn, numbered without gaps. */
static int number_levels(page_measure *m)
{
    const scene *s = &m->d->scene;
    page_plan *p = &m->d->page;
    int64_t *depths = malloc((s->node_count + 1) * sizeof *depths);
    p->level = calloc(s->node_count + 1, sizeof *p->level);
    if (depths && p->level) {
        for (size_t i = 0; i < s->node_count; i++)
            depths[i] = s->nodes[i].depth;
        qsort(depths, s->node_count, sizeof *depths, compare_depths);
        for (size_t i = 0; i < s->node_count; i++)
            if (!m->levels || depths[i] != depths[m->levels - 1])
                depths[m->levels++] = depths[i];
        for (size_t i = 0; i < s->node_count; i++)
            p->level[i] = level_of_depth(depths, m->levels, s->nodes[i].depth);
    }
    free(depths);
    return depths && p->level ? 0 : error_set_memory(m->d->err);
}

/* ---- widths ------------------------------------------------------------------------------- */

/* Loops are drawn beside their states from top to bottom, above them from left to right. */
static size_t slot_of_arrow(const page_plan *p, const scene_arrow *a)
{
    size_t both = (size_t)p->level[a->from] + p->level[a->to];
    return a->from != a->to && p->level[a->from] == p->level[a->to] ? both : both + 1;
}

static void fill_slot(page_measure *m, size_t slot, double width)
{
    m->sum[slot] += width + NODE_GAP;
    m->most[slot] = width > m->most[slot] ? width : m->most[slot];
}

static void measure_nodes(page_measure *m)
{
    for (size_t i = 0; i < m->d->scene.node_count; i++) {
        const scene_node *n = &m->d->scene.nodes[i];
        picture_node_label(m->d, n);
        double width = label_points(strbuf_string(&m->d->line), LETTER) + NODE_MARGIN;
        fill_slot(m, 2 * (size_t)m->d->page.level[i] + 1, width + (n->is_goal ? GOAL_MARGIN : 0));
    }
}

/* A line past other levels takes room in each of them from top to bottom. */
static void pass_slots(page_measure *m, const scene_arrow *a)
{
    uint32_t from = m->d->page.level[a->from], to = m->d->page.level[a->to];
    size_t first = from < to ? from : to, last = from < to ? to : from;
    for (size_t i = 2 * first + 2; last - first > 1 && i <= 2 * last; i++)
        m->sum[i] += i == slot_of_arrow(&m->d->page, a) ? 0 : LINE;
}

static int measure_arrows(page_measure *m)
{
    const page_plan *p = &m->d->page;
    int code = 0;
    for (size_t i = 0; i < m->d->scene.arrow_count && !code; i++) {
        const scene_arrow *a = &m->d->scene.arrows[i];
        if (a->is_hidden)
            continue;
        code = picture_arrow_label(m->d, a, false);
        double width = label_points(strbuf_string(&m->d->line), EDGE_LETTER) + EDGE_MARGIN;
        double *away = &m->away[p->level[a->from]];
        fill_slot(m, slot_of_arrow(p, a), width);
        pass_slots(m, a);
        *away = width > *away ? width : *away;
    }
    return code;
}

static double widest_slot(const page_measure *m)
{
    double widest = 0;
    for (size_t i = 0; i < m->slots; i++)
        widest = m->sum[i] > widest ? m->sum[i] : widest;
    return widest + PAGE_MARGIN;
}

static double across_width(const page_measure *m)
{
    double width = PAGE_MARGIN;
    for (size_t i = 0; i < m->slots; i++)
        width += m->most[i] + (i ? SLOT_GAP : 0);
    return width;
}

/* ---- bands -------------------------------------------------------------------------------- */

/* The width of a band of levels first to last, with the texts of the moves that leave it. */
static double band_width(const page_measure *m, size_t first, size_t last)
{
    double width = PAGE_MARGIN + BAND_MARGIN;
    for (size_t i = first; i <= last; i++) {
        double column = m->most[2 * i + 1], away = i > first ? m->away[i - 1] + NUMBER : 0;
        width += (i > first ? m->most[2 * i] + 2 * SLOT_GAP : 0) + (away > column ? away : column);
    }
    return width + m->away[last] + NUMBER + SLOT_GAP;
}

/* As many levels as fit, at least one. */
static void number_bands(page_measure *m, uint32_t *band_of, double width)
{
    page_plan *p = &m->d->page;
    size_t first = 0;
    for (size_t i = 0; i < m->levels; i++) {
        if (i > first && band_width(m, first, i) > width) {
            first = i;
            p->bands++;
        }
        band_of[i] = p->bands;
    }
    p->bands++;
}

static int make_bands(page_measure *m, double width)
{
    const scene *s = &m->d->scene;
    page_plan *p = &m->d->page;
    uint32_t *band_of = calloc(m->levels + 1, sizeof *band_of);
    p->band = calloc(s->node_count + 1, sizeof *p->band);
    p->is_numbered = calloc(s->node_count + 1, sizeof *p->is_numbered);
    if (!band_of || !p->band || !p->is_numbered) {
        free(band_of);
        return error_set_memory(m->d->err);
    }
    number_bands(m, band_of, width);
    for (size_t i = 0; i < s->node_count; i++)
        p->band[i] = band_of[p->level[i]];
    for (size_t i = 0; i < s->arrow_count; i++)
        if (!s->arrows[i].is_hidden && page_plan_parts(p, s->arrows[i].from, s->arrows[i].to))
            p->is_numbered[s->arrows[i].to] = true;
    free(band_of);
    return 0;
}

/* ---- the plan ----------------------------------------------------------------------------- */

static int choose_page(page_measure *m, double width)
{
    page_plan *p = &m->d->page;
    measure_nodes(m);
    int code = measure_arrows(m);
    double down = widest_slot(m);
    p->points = (uint64_t)down;
    p->is_across = !code && down > width;
    return p->is_across && across_width(m) > width ? make_bands(m, width) : code;
}

static int measure_page(page_measure *m, double width)
{
    int code = number_levels(m);
    if (code)
        return code;
    m->slots = 2 * m->levels;
    m->sum = calloc(m->slots + 1, sizeof *m->sum);
    m->most = calloc(m->slots + 1, sizeof *m->most);
    m->away = calloc(m->levels + 1, sizeof *m->away);
    return m->sum && m->most && m->away ? choose_page(m, width) : error_set_memory(m->d->err);
}

int page_plan_make(picture *d, uint64_t width)
{
    page_measure m = {.d = d};
    if (!width)
        return 0;
    int code = measure_page(&m, (double)width);
    FREE_EACH(m.sum, m.most, m.away);
    return code;
}

bool page_plan_parts(const page_plan *p, uint32_t from, uint32_t to)
{
    return p->band && p->band[from] != p->band[to];
}

void page_plan_free(page_plan *p)
{
    FREE_EACH(p->level, p->band, p->is_numbered);
    *p = (page_plan){0};
}
