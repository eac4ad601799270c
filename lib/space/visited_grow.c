/*
 * visited_grow.c - growing the hash table in place.
 *
 * Lines are ordered by hash, in the old table and in the new, so the slots of the old lines
 * from..to belong in one stretch of new lines, further back.  Stretch by stretch from the end,
 * slots are moved behind all that is still to be moved: as many of the last lines as fit the added
 * room, then the next stretch into the lines that these have freed, and so on.  There is no second
 * table, and no page is cleared twice.
 *
 * The few slots that lie or would lie outside of their own stretch (because a line was full) are
 * displaced into a list, and inserted at the end.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "space/visited_table.h"

enum {
    LAST_LINES = 64, /* so few are all displaced */
    WINDOW = 16,
};

typedef struct growth {
    uint64_t *table;
    uint64_t old_lines, lines;
    uint64_t *displaced;
    size_t count, room;
    bool failed;
} growth;

/* ---- one stretch --------------------------------------------------------------------- */

static void displace_slot(growth *g, uint64_t slot)
{
    if (array_reserve(&g->displaced, &g->room, g->count + 1, sizeof *g->displaced))
        g->displaced[g->count++] = slot;
    else
        g->failed = true;
}

/* The first new line for slots of the old line `line` and those behind it. */
static uint64_t first_new_line(const growth *g, uint64_t line)
{
    uint64_t first_hash = ((line << 32) + g->old_lines - 1) / g->old_lines;
    return line == g->old_lines ? g->lines : first_hash * g->lines >> 32;
}

/* How full the last written new lines are. */
typedef struct window {
    uint64_t end; /* lines from here on are empty */
    uint8_t full[WINDOW];
} window;

static void extend_window(window *w, uint64_t line)
{
    while (w->end <= line)
        w->full[w->end++ % WINDOW] = 0;
}

static void move_outside_window(growth *g, window *w, uint64_t slot, uint64_t from, uint64_t to)
{
    uint64_t line = home_line(g->lines, (uint32_t)(slot >> 32));
    unsigned empty = 0;
    if (line >= from)
        while (line < to && !(empty = empty_slots(g->table + line * LINE)))
            line++;
    if (!empty) {
        displace_slot(g, slot);
        return;
    }
    g->table[line * LINE + (unsigned)__builtin_ctz(empty)] = slot;
    extend_window(w, line);
    if (line + WINDOW >= w->end)
        w->full[line % WINDOW]++;
}

ALWAYS_INLINE void move_slot(growth *g, window *w, uint64_t slot, uint64_t from, uint64_t to)
{
    uint64_t line = home_line(g->lines, (uint32_t)(slot >> 32));
    if (line >= from && line < to && line + WINDOW >= w->end) {
        extend_window(w, line);
        uint8_t *full = &w->full[line % WINDOW];
        if (*full < LINE) {
            g->table[line * LINE + (*full)++] = slot;
            return;
        }
    }
    move_outside_window(g, w, slot, from, to);
}

/* Moves the old lines first..end - 1. */
static void move_old_lines(growth *g, uint64_t first, uint64_t end)
{
    const uint64_t from = first_new_line(g, first), to = first_new_line(g, end);
    window w = {.end = from};
    for (uint64_t line = first; line < end; line++) {
        uint64_t slots[LINE];
        memcpy(slots, g->table + line * LINE, sizeof slots);
        memset(g->table + line * LINE, 0, sizeof slots);
        for (unsigned i = 0; i < LINE && slots[i]; i++)
            move_slot(g, &w, slots[i], from, to);
    }
}

/* ---- all lines ---------------------------------------------------------------------- */

/* The least old line whose slots all belong in new line `to` or behind it. */
static uint64_t disjoint_start(const growth *g, uint64_t to)
{
    uint64_t from = to * g->old_lines / g->lines;
    while (first_new_line(g, from) < to)
        from++;
    return from;
}

static void move_all_lines(growth *g)
{
    uint64_t to = g->old_lines;
    while (to > LAST_LINES) {
        uint64_t from = disjoint_start(g, to);
        if (from >= to)
            break;
        move_old_lines(g, from, to);
        to = from;
    }
    for (uint64_t i = 0; i < to * LINE; i++) {
        if (g->table[i])
            displace_slot(g, g->table[i]);
        g->table[i] = 0;
    }
}

static void reinsert_slot(growth *g, uint64_t slot)
{
    uint64_t line = home_line(g->lines, (uint32_t)(slot >> 32));
    unsigned empty;
    while (!(empty = empty_slots(g->table + line * LINE)))
        line = line + 1 == g->lines ? 0 : line + 1;
    g->table[line * LINE + (unsigned)__builtin_ctz(empty)] = slot;
}

bool visited_grow(visited *s, uint64_t lines)
{
    growth g = {.old_lines = s->lines, .lines = lines};
    if (!bigarray_reserve_exactly(&s->table, lines * LINE * sizeof(uint64_t)))
        return false;
    g.table = s->table.at;
    if (g.old_lines)
        move_all_lines(&g);
    for (size_t i = 0; i < g.count; i++)
        reinsert_slot(&g, g.displaced[i]);
    free(g.displaced);
    s->lines = lines;
    return !g.failed;
}
