/* quotient_set.c - keys in few bytes: a slot holds what its place does not say. */
#include "space/sets/quotient_set.h"

#include <assert.h>

#include "base/containers/prefetch.h"
#include "space/sets/quotient_line.h"

enum {
    FIRST_LOG = 5, /* of 4 << FIRST_LOG lines, of all owners' */
    FETCH_AHEAD = 96,
    LOOK_AHEAD = 24, /* at lines that were fetched so long ago that they have come */
    RING = 128,      /* places of keys on their way; above FETCH_AHEAD */
};

/* ---- layouts -------------------------------------------------------------------------------- */

/* The layout of a table of parts << log lines for keys of so many words, of which `bits` are used:
   the uppermost ones. */
static quotient_layout quotient_layout_make(unsigned key_words, unsigned bits, unsigned log,
                                            unsigned parts)
{
    static const struct {
        unsigned width, far_bits;
    } kinds[] = {{4, 5}, {5, 5}, {6, 6}, {8, 6}, {12, 6}};
    const unsigned left = bits - log - 2;
    unsigned kind = 0;
    assert(log && parts >= 4 && parts <= QUOTIENT_PARTS_MOST && bits >= log + 2);
    while (left + kinds[kind].far_bits > 8 * kinds[kind].width)
        kind++;
    quotient_layout l = {.log = log,
                         .parts = parts,
                         .width = kinds[kind].width,
                         .slots = slots_of_width(kinds[kind].width),
                         .far_bits = kinds[kind].far_bits,
                         .unused = key_words * 64 - bits + log};
    /* Bits of a key's last word that are not used, when it is shifted. */
    const unsigned unused = l.unused < 64 * (key_words - 1) ? 0 : l.unused - 64 * (key_words - 1);
    const uint64_t unit = unused < 64 ? (uint64_t)1 << unused : 1;
    for (unsigned part = 0; part < parts; part++) {
        uint64_t start = (uint64_t)((part << 16) + parts - 1) / parts << 48;
        l.part_start[part] = (start + unit - 1) & ~(unit - 1);
    }
    return l;
}

static size_t bytes_of_layout(const quotient_layout *l)
{
    return l->parts ? (size_t)(layout_lines(l) + FAR_LINES) * LINE_BYTES : 0;
}

/* Keys that such a table holds. */
static uint64_t keys_in_layout(const quotient_layout *l)
{
    return layout_lines(l) * l->slots / 16 * 13;
}

typedef enum growth_step { BY_FOUR, BY_TWO, BY_HALF, BY_LINE, GROWTH_STEPS } growth_step;

static quotient_layout layout_after(const quotient_set *s, growth_step step)
{
    const quotient_layout *now = &s->layout;
    const unsigned parts = now->parts + (step == BY_HALF ? 2 : 1);
    if (step <= BY_TWO)
        return quotient_layout_make(s->key_words, s->bits, now->log + (step == BY_FOUR ? 2 : 1),
                                    now->parts);
    return parts < 8 ? quotient_layout_make(s->key_words, s->bits, now->log, parts)
                     : quotient_layout_make(s->key_words, s->bits, now->log + 1, 4);
}

/* Bytes of tables that grow by four at most, and of those that grow by two: of all owners'. */
#define SMALL_TABLE  ((size_t)128 << 20)
#define MIDDLE_TABLE ((size_t)512 << 20)

/* Tables of several owners are together as large as one owner's. */
static unsigned first_log(const quotient_set *s)
{
    return s->owner_bits < FIRST_LOG ? FIRST_LOG - s->owner_bits : 1;
}

/* Small tables grow by much, so that keys are seldom moved; large ones by little, so that little is
   empty; and by less where max_bytes does not allow more. */
static quotient_layout next_layout(const quotient_set *s)
{
    const size_t now = layout_lines(&s->layout) * LINE_BYTES, all = now << s->owner_bits;
    growth_step step = all * 4 <= SMALL_TABLE ? BY_FOUR : BY_TWO;
    if (all * 2 > MIDDLE_TABLE)
        step = BY_HALF;
    quotient_layout next = quotient_layout_make(s->key_words, s->bits, first_log(s), 4);
    for (; now && step < GROWTH_STEPS; step++) {
        next = layout_after(s, step);
        if (!s->max_bytes || bytes_of_layout(&next) <= s->max_bytes)
            return next;
    }
    return s->max_bytes && bytes_of_layout(&next) > s->max_bytes ? s->layout : next;
}

/* Where many keys lie far off although the table is well filled, more lines may help. */
static bool is_crowded(const quotient_set *s)
{
    return s->far.count > FAR_LINES + s->count / 64 && s->count > keys_in_layout(&s->layout) / 4;
}

static bool grow_quotient(quotient_set *s, const quotient_layout *next)
{
    s->far.max_bytes = 0;
    return bigarray_reserve_exactly(&s->table, bytes_of_layout(next)) && quotient_move(s, next);
}

/* Sets how many keys may lie far off: as many as the lines leave over. */
static void limit_far(quotient_set *s)
{
    const size_t bytes = bytes_of_layout(&s->layout);
    s->far.max_bytes = !s->max_bytes ? 0 : s->max_bytes > bytes ? s->max_bytes - bytes : 1;
}

bool quotient_set_reserve(quotient_set *s, size_t more)
{
    bool ok = true, ended = false;
    while (ok && !ended && (s->count + more > keys_in_layout(&s->layout) || is_crowded(s))) {
        const quotient_layout next = next_layout(s);
        ended = layout_lines(&next) == layout_lines(&s->layout);
        ok = ended || grow_quotient(s, &next);
    }
    limit_far(s);
    return ok;
}

/* ---- one key --------------------------------------------------------------------------------- */

typedef enum finding { SLOT_FOUND, SLOT_EMPTY, SLOT_TOO_FAR } finding;

/* Where a key is or belongs, beginning with its home line: *place becomes the line, *slot the index
   in it. */
ALWAYS_INLINE finding search_lines(const quotient_set *s, quotient_place *place, unsigned *slot,
                                   unsigned width)
{
    const unsigned slots = slots_of_width(width), far_most = layout_far_most(&s->layout);
    for (unsigned far = 0; far <= far_most; far++, place->line++, place->low++) {
        const char *line = line_at(s, place->line);
        unsigned found = slots_with_low(line, place->low, slots);
        for (; found; found &= found - 1)
            if (slot_rest(line, (unsigned)__builtin_ctz(found), width) == place->rest)
                return SLOT_FOUND;
        unsigned empty = slots_with_low(line, 0, slots);
        if (empty) {
            *slot = (unsigned)__builtin_ctz(empty);
            return SLOT_EMPTY;
        }
    }
    return SLOT_TOO_FAR;
}

key_addition quotient_add_far(quotient_set *s, quotient_key key)
{
    const uint64_t words[] = {key.low, key.high};
    return plain_set_add_one(&s->far, words + 2 - s->key_words);
}

static bool is_far(const quotient_set *s, quotient_key key)
{
    const uint64_t words[] = {key.low, key.high};
    return plain_set_has(&s->far, words + 2 - s->key_words);
}

ALWAYS_INLINE key_addition add_by_search(quotient_set *s, quotient_key key, quotient_place place,
                                         unsigned width)
{
    unsigned slot = 0;
    switch (search_lines(s, &place, &slot, width)) {
    case SLOT_FOUND: return KEY_KNOWN;
    case SLOT_EMPTY: store_slot(line_at(s, place.line), slot, &place, width); return KEY_NEW;
    default: return quotient_add_far(s, key);
    }
}

ALWAYS_INLINE bool is_known(const quotient_set *s, quotient_key key, unsigned words, unsigned width)
{
    quotient_place place = place_key(&s->layout, key, words);
    unsigned slot;
    finding found = search_lines(s, &place, &slot, width);
    return found == SLOT_FOUND || (found == SLOT_TOO_FAR && is_far(s, key));
}

/* ---- many keys ------------------------------------------------------------------------------- */

/* The values that places of keys depend on, apart from the set, so that no store into a line can
   change them. */
typedef struct places {
    quotient_layout layout;
    unsigned owner_bits;
    char *table;
} places;

ALWAYS_INLINE quotient_place find_place(const places *p, const uint64_t *key, unsigned words,
                                        bool even)
{
    const quotient_key stripped = key_without_owner(p->owner_bits, key, words);
    return even ? place_evenly(&p->layout, stripped.high) : place_key(&p->layout, stripped, words);
}

ALWAYS_INLINE quotient_place fetch_place(const places *p, const uint64_t *key, unsigned words,
                                         bool even)
{
    const quotient_place place = find_place(p, key, words, even);
    prefetch_far(p->table + place.line * LINE_BYTES);
    return place;
}

/* Fetches the line behind a home line that is full, where the search is likely to continue. */
ALWAYS_INLINE void fetch_overflow(const places *p, const quotient_place *place, unsigned width)
{
    const char *line = p->table + place->line * LINE_BYTES;
    const bool full = slot_low(line, slots_of_width(width) - 1);
    prefetch_far(line + (full ? LINE_BYTES : 0));
}

/* Adds the key of that place where its home line has it or room for it, without a branch that is
   often guessed wrong.  *is_new: it was not there.  False: it must be searched for. */
ALWAYS_INLINE bool add_at_home(char *line, const quotient_place *place, bool *is_new,
                               unsigned width)
{
    const unsigned slots = slots_of_width(width);
    const unsigned found = slots_with_low(line, place->low, slots);
    const unsigned empty = slots_with_low(line, 0, slots);
    const unsigned pick = (unsigned)__builtin_ctz((found ? found : empty) | 1u << slots);
    *is_new = !found;
    if (pick == slots || (width > 4 && found && slot_rest(line, pick, width) != place->rest))
        return false;
    store_slot(line, pick, place, width);
    return true;
}

/* Adds keys, of which at most so many as there is room for are new.  `even`: the layout is, and
   their places are found twice rather than kept. */
ALWAYS_INLINE bool add_places(quotient_set *s, key_batch *b, unsigned words, unsigned width,
                              bool even)
{
    const places p = {s->layout, s->owner_bits, s->table.at};
    const uint64_t *const keys = b->keys;
    const size_t to = b->to;
    quotient_place ring[RING];
    uint32_t *fresh = b->fresh + b->fresh_count;
    key_addition result = KEY_KNOWN;
    size_t i = b->from;
    for (size_t k = i; k < i + FETCH_AHEAD && k < to; k++)
        ring[k % RING] = fetch_place(&p, keys + k * words, words, even);
    for (; i < to; i++) {
        if (i + FETCH_AHEAD < to)
            ring[(i + FETCH_AHEAD) % RING] =
                fetch_place(&p, keys + (i + FETCH_AHEAD) * words, words, even);
        if (i + LOOK_AHEAD < to)
            fetch_overflow(&p, &ring[(i + LOOK_AHEAD) % RING], width);
        const quotient_place place = even ? find_place(&p, keys + i, 1, true) : ring[i % RING];
        bool is_new;
        *fresh = (uint32_t)i;
        if (!add_at_home(p.table + place.line * LINE_BYTES, &place, &is_new, width)) {
            result = add_by_search(s, key_without_owner(p.owner_bits, keys + i * words, words),
                                   place, width);
            is_new = result == KEY_NEW;
            if (result >= KEY_NO_ROOM)
                break;
        }
        fresh += is_new;
    }
    s->count += (size_t)(fresh - b->fresh) - b->fresh_count;
    b->fresh_count = (size_t)(fresh - b->fresh);
    b->from = i;
    return result != KEY_NO_MEMORY;
}

ALWAYS_INLINE void pass_known(const quotient_set *s, key_batch *b, unsigned words, unsigned width)
{
    while (b->from < b->to &&
           is_known(s, key_without_owner(s->owner_bits, b->keys + b->from * words, words), words,
                    width))
        b->from++;
}

/* Both by `room`: whether new keys may be added. */
ALWAYS_INLINE bool add_or_pass(quotient_set *s, key_batch *b, bool room, unsigned words,
                               unsigned width)
{
    if (room && words == 1 && layout_is_even(&s->layout))
        return add_places(s, b, 1, width, true);
    if (room)
        return add_places(s, b, words, width, false);
    pass_known(s, b, words, width);
    return true;
}

static bool add_by_width(quotient_set *s, key_batch *b, bool room)
{
    switch (s->layout.width << 4 | s->key_words) {
    case 4 << 4 | 1: return add_or_pass(s, b, room, 1, 4);
    case 5 << 4 | 1: return add_or_pass(s, b, room, 1, 5);
    case 6 << 4 | 1: return add_or_pass(s, b, room, 1, 6);
    case 8 << 4 | 1: return add_or_pass(s, b, room, 1, 8);
    case 4 << 4 | 2: return add_or_pass(s, b, room, 2, 4);
    case 5 << 4 | 2: return add_or_pass(s, b, room, 2, 5);
    case 6 << 4 | 2: return add_or_pass(s, b, room, 2, 6);
    case 8 << 4 | 2: return add_or_pass(s, b, room, 2, 8);
    default: return add_or_pass(s, b, room, 2, 12);
    }
}

bool quotient_set_add(quotient_set *s, key_batch *b)
{
    const size_t to = b->to;
    bool ok = true, ended = !s->layout.parts;
    while (ok && !ended && b->from < to) {
        const uint64_t most = keys_in_layout(&s->layout);
        const uint64_t room = s->count < most ? most - s->count : 0;
        b->to = room && room < to - b->from ? b->from + (size_t)room : to;
        ok = add_by_width(s, b, room > 0);
        ended = b->from < b->to;
    }
    b->to = to;
    return ok;
}

/* ---- all keys -------------------------------------------------------------------------------- */

/* To the next slot in use; false: there is none. */
static bool find_used_slot(const quotient_set *s, quotient_walk *w)
{
    const uint64_t lines = s->layout.parts ? layout_lines(&s->layout) + FAR_LINES : 0;
    while (w->line < lines &&
           (w->slot == s->layout.slots || !slot_low(line_at(s, w->line), w->slot))) {
        w->line++;
        w->slot = 0;
    }
    return w->line < lines;
}

static quotient_key key_at(const quotient_set *s, const quotient_walk *w)
{
    const quotient_layout *l = &s->layout;
    const char *line = line_at(s, w->line);
    const quotient_place slot = {0, slot_rest(line, w->slot, l->width), slot_low(line, w->slot)};
    const uint64_t home = w->line - ((slot.low & ((1u << l->far_bits) - 1)) - 1);
    return key_of_slot(l, home / l->parts, (unsigned)(home % l->parts), slot, s->key_words);
}

bool quotient_set_next(const quotient_set *s, quotient_walk *w, uint64_t *key)
{
    assert(!s->owner_bits);
    if (find_used_slot(s, w)) {
        const quotient_key whole = key_at(s, w);
        const uint64_t words[] = {whole.low, whole.high};
        memcpy(key, words + 2 - s->key_words, s->key_words * sizeof *key);
        w->slot++;
        return true;
    }
    const uint64_t *far = plain_set_next(&s->far, &w->far);
    if (far)
        memcpy(key, far, s->key_words * sizeof *key);
    return far;
}

/* ---- the set --------------------------------------------------------------------------------- */

bool quotient_set_holds(const state_keys *keys)
{
    const unsigned bits = keys->bits - keys->owner_bits;
    return keys->key_words <= 2 && keys->bits >= QUOTIENT_BITS_LEAST + keys->owner_bits &&
           bits <= QUOTIENT_BITS_MOST;
}

quotient_set quotient_set_make(const state_keys *keys, size_t max_bytes)
{
    assert(quotient_set_holds(keys));
    return (quotient_set){.key_words = keys->key_words,
                          .bits = keys->bits - keys->owner_bits,
                          .owner_bits = keys->owner_bits,
                          .max_bytes = max_bytes,
                          .far = plain_set_make(keys->key_words, 0, 0)};
}

void quotient_set_free(quotient_set *s)
{
    bigarray_free(&s->table);
    plain_set_free(&s->far);
}

size_t quotient_set_memory(const quotient_set *s)
{
    return bytes_of_layout(&s->layout) + plain_set_memory(&s->far);
}
