/*
 * visited_grow.c - the table grows where it stands.
 *
 * Lines are in the order of their hashes, in the old table and in the new, so the slots of the old
 * lines from..to belong into one stretch of new lines, further behind.  Stretch by stretch from the
 * back, slots are moved behind all that is still to be moved: as many of the last lines as fit into
 * the room that was added, then the next stretch into the lines that these have left, and so on.
 * Nothing is copied beside the table, no page is cleared twice, and the parts of a stretch do not
 * meet, so that several threads can move them.
 *
 * The few slots that lie or would lie outside of their own part (a line was full, and they went on
 * to the next) are set aside, and put in when all else is done.
 */
#include <stdlib.h>
#include <string.h>

#include "space/visited_table.h"

enum {
    PARTS_MOST = 16,
    PART_LINES = 1 << 12, /* of fewer lines no part is made     */
    LAST_LINES = 64,      /* so few are all set aside, and done */
    WINDOW = 16,
};

typedef struct part { /* of the old lines */
    uint64_t from, to;
    uint64_t *aside;
    size_t count, room;
    bool failed;
} part;

typedef struct growth {
    uint64_t *table;
    uint64_t old, lines;
    part part[PARTS_MOST];
} growth;

/* ---- one part ----------------------------------------------------------------------- */

static void set_aside(part *p, uint64_t slot)
{
    if (p->count == p->room) {
        size_t room = p->room ? p->room * 2 : 256;
        uint64_t *grown = realloc(p->aside, room * sizeof *grown);
        if (!grown) {
            p->failed = true;
            return;
        }
        p->aside = grown;
        p->room = room;
    }
    p->aside[p->count++] = slot;
}

/* The first new line of what belongs into the old line `line` and those behind it. */
static uint64_t stretch(const growth *g, uint64_t line)
{
    uint64_t first_hash = ((line << 32) + g->old - 1) / g->old;
    return line == g->old ? g->lines : first_hash * g->lines >> 32;
}

/* How full the new lines are that were written to last.  A line fills from its first slot on. */
typedef struct window {
    uint64_t end; /* lines from here on are empty */
    uint8_t full[WINDOW];
} window;

static void reach_line(window *w, uint64_t line)
{
    while (w->end <= line)
        w->full[w->end++ % WINDOW] = 0;
}

static void move_far(growth *g, part *p, window *w, uint64_t slot, uint64_t from, uint64_t to)
{
    uint64_t line = home(g->lines, (uint32_t)(slot >> 32));
    unsigned empty = 0;
    if (line >= from)
        while (line < to && !(empty = line_empty(g->table + line * LINE)))
            line++;
    if (!empty) {
        set_aside(p, slot);
        return;
    }
    g->table[line * LINE + (unsigned)__builtin_ctz(empty)] = slot;
    reach_line(w, line);
    if (line + WINDOW >= w->end)
        w->full[line % WINDOW]++;
}

ALWAYS_INLINE void move_slot(growth *g, part *p, window *w, uint64_t slot, uint64_t from,
                             uint64_t to)
{
    uint64_t line = home(g->lines, (uint32_t)(slot >> 32));
    if (line >= from && line < to && line + WINDOW >= w->end) {
        reach_line(w, line);
        uint8_t *full = &w->full[line % WINDOW];
        if (*full < LINE) {
            g->table[line * LINE + (*full)++] = slot;
            return;
        }
    }
    move_far(g, p, w, slot, from, to);
}

static void move_part(void *self, size_t task, unsigned who)
{
    growth *g = self;
    part *p = &g->part[task];
    (void)who;
    const uint64_t from = stretch(g, p->from), to = stretch(g, p->to);
    window w = {.end = from};
    for (uint64_t line = p->from; line < p->to; line++) {
        uint64_t slots[LINE];
        memcpy(slots, g->table + line * LINE, sizeof slots);
        memset(g->table + line * LINE, 0, sizeof slots);
        for (unsigned i = 0; i < LINE && slots[i]; i++)
            move_slot(g, p, &w, slots[i], from, to);
    }
}

/* ---- all of them ---------------------------------------------------------------------- */

/* The old lines from..to - 1, side by side. */
static void move_stretch(growth *g, const helpers *by, uint64_t from, uint64_t to)
{
    uint64_t parts = by ? (to - from) / PART_LINES : 1;
    if (parts > PARTS_MOST)
        parts = PARTS_MOST;
    if (parts < 1)
        parts = 1;
    for (uint64_t i = 0; i < parts; i++) {
        g->part[i].from = from + (to - from) * i / parts;
        g->part[i].to = from + (to - from) * (i + 1) / parts;
    }
    if (parts > 1)
        by->run(by->self, move_part, g, parts);
    else
        move_part(g, 0, 0);
}

/* The least line whose slots all belong to `to` or behind it. */
static uint64_t stretch_before(const growth *g, uint64_t to)
{
    uint64_t from = to * g->old / g->lines;
    while (stretch(g, from) < to)
        from++;
    return from;
}

static void move_lines(growth *g, const helpers *by)
{
    uint64_t to = g->old;
    while (to > LAST_LINES) {
        uint64_t from = stretch_before(g, to);
        if (from >= to)
            break;
        move_stretch(g, by, from, to);
        to = from;
    }
    for (uint64_t i = 0; i < to * LINE; i++) {
        if (g->table[i])
            set_aside(&g->part[0], g->table[i]);
        g->table[i] = 0;
    }
}

static void put_back(growth *g, uint64_t slot)
{
    uint64_t line = home(g->lines, (uint32_t)(slot >> 32));
    unsigned empty;
    while (!(empty = line_empty(g->table + line * LINE)))
        line = line + 1 == g->lines ? 0 : line + 1;
    g->table[line * LINE + (unsigned)__builtin_ctz(empty)] = slot;
}

bool visited_grow(visited *s, uint64_t lines)
{
    growth g = {.old = s->lines, .lines = lines};
    if (!bigarray_reserve_exactly(&s->table, lines * LINE * sizeof(uint64_t)))
        return false;
    g.table = s->table.at;
    if (g.old)
        move_lines(&g, s->helpers);
    bool failed = false;
    for (size_t i = 0; i < PARTS_MOST; i++) {
        for (size_t k = 0; k < g.part[i].count; k++)
            put_back(&g, g.part[i].aside[k]);
        failed = failed || g.part[i].failed;
        free(g.part[i].aside);
    }
    s->lines = lines;
    return !failed;
}
