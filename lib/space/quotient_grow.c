/*
 * quotient_grow.c - moving the keys of a quotient set to more lines, in place.
 *
 * Lines are ordered by key, before and after.  From the last to the first, a line is taken out and
 * its keys are put into new lines, which are that line or others behind it: all of those were taken
 * out before.  Only the keys of the first lines that lay far from home may belong before the line
 * they are taken from; they are kept aside, and put in their place at the end.
 *
 * New lines are begun from the last to the first as well, so how full they are is known without
 * looking, but for those that keys flow over to.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/array.h"
#include "space/quotient_line.h"

enum { WINDOW = 64 }; /* a power of two */

typedef struct quotient_mover {
    quotient_set *s;
    const quotient_layout *from, *to;
    plain_set far;  /* of the old table */
    uint64_t begun; /* new lines from here on may hold keys */
    uint8_t full[WINDOW];
    quotient_key *aside;
    size_t aside_count, aside_room;
} quotient_mover;

/* ---- a key into the new table ---------------------------------------------------------------- */

static void begin_lines(quotient_mover *m, uint64_t line)
{
    while (m->begun > line)
        m->full[--m->begun % WINDOW] = 0;
}

/* How many slots of a new line are in use. */
ALWAYS_INLINE unsigned fullness(const quotient_mover *m, uint64_t line)
{
    if (line < m->begun + WINDOW)
        return m->full[line % WINDOW];
    unsigned empty = slots_with_low(line_at(m->s, line), 0, m->to->slots);
    return empty ? (unsigned)__builtin_ctz(empty) : m->to->slots;
}

ALWAYS_INLINE bool put_moved_key(quotient_mover *m, quotient_key key, quotient_place place)
{
    const unsigned far_most = layout_far_most(m->to), slots = m->to->slots;
    begin_lines(m, place.line);
    for (unsigned far = 0; far <= far_most; far++, place.line++, place.low++) {
        unsigned full = fullness(m, place.line);
        if (full == slots)
            continue;
        store_slot(line_at(m->s, place.line), full, &place, m->to->width);
        if (place.line < m->begun + WINDOW)
            m->full[place.line % WINDOW]++;
        return true;
    }
    return quotient_add_far(m->s, key) != KEY_NO_MEMORY;
}

/* ---- a line of the old table --------------------------------------------------------------------
 */

static bool keep_aside(quotient_mover *m, quotient_key key)
{
    if (!array_reserve(&m->aside, &m->aside_room, m->aside_count + 1, sizeof *m->aside))
        return false;
    m->aside[m->aside_count++] = key;
    return true;
}

ALWAYS_INLINE bool move_line(quotient_mover *m, uint64_t line, unsigned words)
{
    const quotient_layout *from = m->from;
    const unsigned far_mask = (1u << from->far_bits) - 1;
    char *at = line_at(m->s, line);
    _Alignas(LINE_BYTES) char old[LINE_BYTES];
    memcpy(old, at, LINE_BYTES);
    memset(at, 0, LINE_BYTES);
    bool ok = true;
    for (unsigned i = 0; ok && i < from->slots && slot_low(old, i); i++) {
        const quotient_place slot = {0, slot_rest(old, i, from->width), slot_low(old, i)};
        const uint64_t home = line - ((slot.low & far_mask) - 1);
        const quotient_key key =
            key_of_slot(from, home / from->parts, (unsigned)(home % from->parts), slot, words);
        const quotient_place place = place_key(m->to, key, words);
        ok = place.line < line ? keep_aside(m, key) : put_moved_key(m, key, place);
    }
    return ok;
}

static bool move_lines(quotient_mover *m)
{
    bool ok = true;
    for (uint64_t line = layout_lines(m->from) + FAR_LINES; ok && line-- > 0;)
        ok = m->s->key_words == 1 ? move_line(m, line, 1) : move_line(m, line, 2);
    return ok;
}

/* ---- the rest
 * -------------------------------------------------------------------------------------- */

static bool put_again(quotient_mover *m, quotient_key key)
{
    return put_moved_key(m, key, place_key(m->to, key, m->s->key_words));
}

static bool put_those_aside(quotient_mover *m)
{
    bool ok = true;
    for (size_t i = 0; ok && i < m->aside_count; i++)
        ok = put_again(m, m->aside[i]);
    return ok;
}

static bool put_whole_keys(quotient_mover *m)
{
    const unsigned words = m->s->key_words;
    bool ok = true;
    uint64_t slot = 0;
    for (const uint64_t *key; ok && (key = plain_set_next(&m->far, &slot));)
        ok = put_again(m, (quotient_key){key[words - 1], words == 2 ? key[0] : 0});
    return ok;
}

bool quotient_move(quotient_set *s, const quotient_layout *next)
{
    const quotient_layout from = s->layout;
    quotient_mover m = {.s = s, .from = &from, .to = next, .far = s->far};
    assert(layout_lines(next) > layout_lines(&from));
    m.begun = layout_lines(next) + FAR_LINES;
    s->far.table = (bigarray){0};
    s->far.slots = s->far.count = 0;
    s->far.has_zero = false;
    bool ok = !from.parts || (move_lines(&m) && put_those_aside(&m) && put_whole_keys(&m));
    s->layout = *next;
    free(m.aside);
    plain_set_free(&m.far);
    return ok;
}
