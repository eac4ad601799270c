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
#include "space/sets/quotient_line.h"

enum { WINDOW = 64 }; /* a power of two */

typedef struct quotient_mover {
    quotient_set *s;
    const quotient_layout *from, *to;
    plain_set far;         /* of the old table */
    uint64_t begun;        /* new lines from here on may hold keys */
    uint32_t used[WINDOW]; /* slots, of the first lines from there on */
    quotient_key *aside;
    size_t aside_count, aside_room;
} quotient_mover;

/* ---- a key into the new table ----------------------------------------------------------- */

static void begin_lines(quotient_mover *m, uint64_t line)
{
    while (m->begun > line)
        m->used[--m->begun % WINDOW] = 0;
}

/* How many slots of a new line are in use. */
static unsigned slots_in_use(const quotient_mover *m, uint64_t line)
{
    if (line < m->begun + WINDOW)
        return m->used[line % WINDOW];
    unsigned empty = slots_with_low(line_at(m->s, line), 0, m->to->slots);
    return empty ? (unsigned)__builtin_ctz(empty) : m->to->slots;
}

static bool put_by_search(quotient_mover *m, quotient_key key, quotient_place place)
{
    const unsigned far_most = layout_far_most(m->to), slots = m->to->slots;
    for (unsigned far = 0; far <= far_most; far++, place.line++, place.low++) {
        unsigned used = slots_in_use(m, place.line);
        if (used == slots)
            continue;
        store_slot(line_at(m->s, place.line), used, &place, m->to->width);
        if (place.line < m->begun + WINDOW)
            m->used[place.line % WINDOW]++;
        return true;
    }
    return quotient_add_far(m->s, key) != KEY_NO_MEMORY;
}

ALWAYS_INLINE bool put_moved_key(quotient_mover *m, const quotient_layout *to, quotient_key key,
                                 unsigned words, unsigned width)
{
    const quotient_place place = place_key(to, key, words);
    begin_lines(m, place.line);
    uint32_t *used = &m->used[place.line % WINDOW];
    if (place.line >= m->begun + WINDOW || *used == slots_of_width(width))
        return put_by_search(m, key, place);
    store_slot(line_at(m->s, place.line), (*used)++, &place, width);
    return true;
}

/* ---- a line of the old table ------------------------------------------------------------ */

/* A key that lay far from home, and may belong before the line where it lay. */
static bool move_far_key(quotient_mover *m, uint64_t line, quotient_place slot)
{
    const quotient_layout *from = m->from;
    const unsigned words = m->s->key_words;
    const uint64_t home = line - ((slot.low & ((1u << from->far_bits) - 1)) - 1);
    const quotient_key key =
        key_of_slot(from, home / from->parts, (unsigned)(home % from->parts), slot, words);
    if (place_key(m->to, key, words).line >= line)
        return put_moved_key(m, m->to, key, words, m->to->width);
    if (!array_reserve(&m->aside, &m->aside_room, m->aside_count + 1, sizeof *m->aside))
        return false;
    m->aside[m->aside_count++] = key;
    return true;
}

/* Takes the keys out of a line; false: it has none, nor is its page written to. */
ALWAYS_INLINE bool empty_line(char *old, char *at)
{
    if (!slot_low(at, 0))
        return false;
    memcpy(old, at, LINE_BYTES);
    memset(at, 0, LINE_BYTES);
    return true;
}

ALWAYS_INLINE bool is_at_home(const quotient_layout *l, const quotient_place *slot)
{
    return (slot->low & ((1u << l->far_bits) - 1)) == 1;
}

ALWAYS_INLINE bool move_line(quotient_mover *m, const quotient_layout *from,
                             const quotient_layout *to, uint64_t line, unsigned words,
                             unsigned width, unsigned to_width)
{
    const uint64_t group = line / from->parts;
    const unsigned part = (unsigned)(line % from->parts);
    _Alignas(LINE_BYTES) char old[LINE_BYTES];
    if (!empty_line(old, line_at(m->s, line)))
        return true;
    bool ok = true;
    for (unsigned i = 0; ok && i < slots_of_width(width) && slot_low(old, i); i++) {
        const quotient_place slot = {0, slot_rest(old, i, width), slot_low(old, i)};
        ok =
            is_at_home(from, &slot)
                ? put_moved_key(m, to, key_of_slot(from, group, part, slot, words), words, to_width)
                : move_far_key(m, line, slot);
    }
    return ok;
}

/* As move_line where both layouts are even: keys that are at home go to as many lines as one
   becomes. */
ALWAYS_INLINE bool move_even_line(quotient_mover *m, const quotient_layout *from,
                                  const quotient_layout *to, uint64_t line, unsigned width,
                                  unsigned to_width)
{
    char *const table = m->s->table.at;
    _Alignas(LINE_BYTES) char old[LINE_BYTES];
    if (!empty_line(old, table + line * LINE_BYTES))
        return true;
    begin_lines(m, line << (to->log - from->log));
    bool ok = true;
    for (unsigned i = 0; ok && i < slots_of_width(width) && slot_low(old, i); i++) {
        const quotient_place slot = {0, slot_rest(old, i, width), slot_low(old, i)};
        if (!is_at_home(from, &slot)) {
            ok = move_far_key(m, line, slot);
            continue;
        }
        const quotient_key key = key_of_even_slot(from, line, slot);
        const quotient_place place = place_evenly(to, key.high);
        uint32_t *used = &m->used[place.line % WINDOW];
        if (place.line >= m->begun + WINDOW || *used == slots_of_width(to_width))
            ok = put_by_search(m, key, place);
        else
            store_slot(table + place.line * LINE_BYTES, (*used)++, &place, to_width);
    }
    return ok;
}

/* `even`: both layouts are. */
ALWAYS_INLINE bool move_lines(quotient_mover *m, unsigned words, unsigned width, unsigned to_width,
                              bool even)
{
    const quotient_layout from = *m->from, to = *m->to; /* which no store can change */
    bool ok = true;
    for (uint64_t line = layout_lines(&from) + FAR_LINES; ok && line-- > 0;)
        ok = even ? move_even_line(m, &from, &to, line, width, to_width)
                  : move_line(m, &from, &to, line, words, width, to_width);
    return ok;
}

/* The usual kinds of keys and slots by code of their own. */
static bool move_all(quotient_mover *m)
{
    const unsigned words = m->s->key_words, width = m->from->width, to_width = m->to->width;
    const bool even = words == 1 && layout_is_even(m->from) && layout_is_even(m->to);
    if (even && width == to_width)
        switch (width) {
        case 4: return move_lines(m, 1, 4, 4, true);
        case 5: return move_lines(m, 1, 5, 5, true);
        case 6: return move_lines(m, 1, 6, 6, true);
        default: return move_lines(m, 1, 8, 8, true);
        }
    return even ? move_lines(m, 1, width, to_width, true)
                : move_lines(m, words, width, to_width, false);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool put_again(quotient_mover *m, quotient_key key)
{
    return put_moved_key(m, m->to, key, m->s->key_words, m->to->width);
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
    bool ok = !from.parts || (move_all(&m) && put_those_aside(&m) && put_whole_keys(&m));
    s->layout = *next;
    free(m.aside);
    plain_set_free(&m.far);
    return ok;
}
