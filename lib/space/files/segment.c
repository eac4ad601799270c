/* segment.c - sorted records in a file, as differences, in blocks. */
#include "space/files/segment.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"

enum {
    BLOCK_BYTES = 2 << 10, /* a block is closed when it has so many */
    INDEX_FIRST = 8,       /* blocks that an index has room for at first */
};

typedef struct block_header {
    uint32_t bytes, records;
    uint64_t checksum;
} block_header;

static size_t record_bytes_most(record_shape shape)
{
    return record_width(shape) * 10;
}

static size_t block_bytes_most(record_shape shape)
{
    return sizeof(block_header) + BLOCK_BYTES + record_bytes_most(shape);
}

size_t segment_writer_bytes(record_shape shape, size_t ahead)
{
    return ahead + block_bytes_most(shape) + record_bytes_most(shape) + sizeof(uint64_t);
}

size_t segment_reader_bytes(record_shape shape, size_t ahead)
{
    const size_t block = block_bytes_most(shape);
    return ahead > block ? ahead : block;
}

static uint64_t block_checksum(const uint8_t *bytes, size_t count, uint32_t records)
{
    uint64_t sum = records;
    for (size_t i = 0; i < count; i += sizeof sum) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, count - i < sizeof word ? count - i : sizeof word);
        sum = hash_word(sum, word);
    }
    return sum;
}

/* ---- numbers of any width ---------------------------------------------------------------------
 *
 * Least significant word first, 7 bits a byte, the last byte below 128.
 */

static uint8_t *put_small(uint8_t *at, uint64_t value)
{
    for (; value >= 128; value >>= 7)
        *at++ = (uint8_t)(value | 128);
    *at++ = (uint8_t)value;
    return at;
}

static inline uint64_t little_endian(uint64_t eight)
{
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

/* The low 56 bits, seven a byte. */
static inline uint64_t part_sevens(uint64_t value)
{
    value = (value & 0x0fffffffu) | (value & 0x00fffffff0000000u) << 4;
    value = (value & 0x00003fff00003fffu) | (value & 0x0fffc0000fffc000u) << 2;
    return (value & 0x007f007f007f007fu) | (value & 0x3f803f803f803f80u) << 1;
}

/* Eight bytes are written at once: there is room for seven more than the number has. */
static inline uint8_t *put_wide(uint8_t *at, const uint64_t *value, size_t words)
{
    while (words > 1 && !value[words - 1])
        words--;
    if (words <= 1)
        return put_small(at, words ? value[0] : 0);
    const size_t top = 63 - (size_t)__builtin_clzll(value[words - 1]);
    size_t left = (64 * (words - 1) + top + 7) / 7;
    for (size_t bit = 0;; bit += 56) {
        uint64_t part = value[bit / 64] >> bit % 64;
        if (bit % 64 > 8 && bit / 64 + 1 < words)
            part |= value[bit / 64 + 1] << (64 - bit % 64);
        const bool last = left <= 8;
        const uint64_t more = last ? 0x8080808080808080u & ((UINT64_C(1) << 8 * (left - 1)) - 1)
                                   : 0x8080808080808080u,
                       eight = little_endian(part_sevens(part) | more);
        memcpy(at, &eight, sizeof eight);
        if (last)
            return at + left;
        at += sizeof eight;
        left -= sizeof eight;
    }
}

/* The low seven bits of each of eight bytes, the first byte's lowest. */
static inline uint64_t join_sevens(uint64_t eight)
{
    eight &= 0x7f7f7f7f7f7f7f7fu;
    eight = (eight & 0x007f007f007f007fu) | (eight & 0x7f007f007f007f00u) >> 1;
    eight = (eight & 0x00003fff00003fffu) | (eight & 0x3fff00003fff0000u) >> 2;
    return (eight & 0x0fffffffu) | (eight & 0x0fffffff00000000u) >> 4;
}

/* The next bits of a number, of eight bytes at most, into *part; *bits: how many.  True: they are
   its last.  False: it goes on, or no byte is left. */
static inline bool get_part(const uint8_t **at, const uint8_t *end, uint64_t *part, unsigned *bits)
{
    uint64_t eight = 0;
    const size_t left = (size_t)(end - *at), there = left < sizeof eight ? left : sizeof eight;
    for (size_t i = 0; i < there && there < sizeof eight; i++)
        eight |= (uint64_t)(*at)[i] << 8 * i;
    if (there == sizeof eight) {
        memcpy(&eight, *at, sizeof eight);
        eight = little_endian(eight);
    }
    const uint64_t stops = ~eight & 0x8080808080808080u;
    unsigned bytes = stops ? (unsigned)__builtin_ctzll(stops) / 8 + 1 : 8;
    const bool last = bytes <= there && stops;
    bytes = bytes < there ? bytes : (unsigned)there;
    *part = join_sevens(bytes < 8 ? eight & ((UINT64_C(1) << 8 * bytes) - 1) : eight);
    *bits = 7 * bytes;
    *at += bytes;
    return last;
}

/* NULL: it is wider, or the bytes end within it. */
static const uint8_t *get_wide(const uint8_t *at, const uint8_t *end, uint64_t *value, size_t words)
{
    uint64_t part;
    unsigned bits;
    memset(value, 0, words * sizeof *value);
    for (size_t bit = 0;; bit += bits) {
        const bool last = get_part(&at, end, &part, &bits);
        const size_t word = bit / 64, shift = bit % 64;
        const uint64_t beyond = shift > 8 ? part >> (64 - shift) : 0;
        if ((part && word >= words) || (beyond && word + 1 >= words) || (!last && !bits))
            return NULL;
        if (part)
            value[word] |= part << shift;
        if (beyond)
            value[word + 1] |= beyond;
        if (last)
            return at;
    }
}

/* As get_wide; most numbers end within eight bytes. */
static inline const uint8_t *get_number(const uint8_t *at, const uint8_t *end, uint64_t *value,
                                        size_t words)
{
    uint64_t eight;
    if ((size_t)(end - at) < sizeof eight)
        return get_wide(at, end, value, words);
    memcpy(&eight, at, sizeof eight);
    eight = little_endian(eight);
    const uint64_t stops = ~eight & 0x8080808080808080u;
    if (!stops)
        return get_wide(at, end, value, words);
    value[0] = join_sevens(eight & (stops ^ (stops - 1)));
    for (size_t i = 1; i < words; i++)
        value[i] = 0;
    return at + (unsigned)__builtin_ctzll(stops) / 8 + 1;
}

/* a - b, which comes before a; the difference has the least significant word first. */
static void subtract_states(uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned words)
{
    uint64_t borrow = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t x = a[words - 1 - i], y = b[words - 1 - i];
        out[i] = x - y - borrow;
        borrow = x < y || (x == y && borrow);
    }
}

/* False: the sum is wider. */
static bool add_to_state(uint64_t *state, const uint64_t *difference, unsigned words)
{
    uint64_t carry = 0;
    for (unsigned i = 0; i < words; i++) {
        uint64_t x = state[words - 1 - i], sum = x + difference[i] + carry;
        carry = sum < x || (sum == x && carry);
        state[words - 1 - i] = sum;
    }
    return !carry;
}

/* ---- the index ------------------------------------------------------------------------------ */

size_t block_index_memory(const block_index *x)
{
    return x->room ? ((x->room * (x->words + (size_t)1)) + 1) * sizeof *x->at : 0;
}

void block_index_free(block_index *x)
{
    free(x->first);
    free(x->at);
    *x = (block_index){.words = x->words};
}

static const uint64_t *index_state(const block_index *x, size_t i)
{
    return x->first + i * x->words;
}

static bool index_grow(block_index *x)
{
    const size_t room = x->room ? x->room + x->room / 2 : INDEX_FIRST;
    if (!array_resize(&x->first, room * x->words, sizeof *x->first) ||
        !array_resize(&x->at, room + 1, sizeof *x->at))
        return false;
    x->room = room;
    return true;
}

/* A block at this offset, where the one before ends, and the bytes of its first state. */
static bool index_add(block_index *x, const void *first, uint64_t offset, uint64_t end)
{
    if (x->count == x->room && !index_grow(x))
        return false;
    memcpy(x->first + x->count * x->words, first, x->words * sizeof *x->first);
    x->at[x->count++] = offset;
    x->at[x->count] = end;
    return true;
}

static int damaged_segment(const spill_file *f, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s/%s is damaged: a checksum differs", f->folder, f->name);
}

/* Its counts may be wider than what is read of them. */
static bool header_fits(const block_header *h, unsigned words, uint64_t left)
{
    const record_shape widest = {words, 1 << 10};
    return h->records && h->bytes >= words * sizeof(uint64_t) &&
           h->bytes <= BLOCK_BYTES + record_bytes_most(widest) && sizeof *h + h->bytes <= left;
}

int block_index_read(block_index *x, const spill_file *f, const segment *part, unsigned words,
                     wgcq_error *err)
{
    const uint64_t end = part->offset + part->bytes;
    uint64_t *first = malloc(words * sizeof *first);
    int code = first ? 0 : error_set_memory(err);
    *x = (block_index){.words = words};
    for (uint64_t at = part->offset; !code && at < end;) {
        block_header h;
        code = end - at < sizeof h ? damaged_segment(f, err)
                                   : spill_file_read(f, at, &h, sizeof h, err);
        if (!code && !header_fits(&h, words, end - at))
            code = damaged_segment(f, err);
        code = code ? code : spill_file_read(f, at + sizeof h, first, words * sizeof *first, err);
        if (!code && !index_add(x, first, at, at + sizeof h + h.bytes))
            code = error_set_memory(err);
        at += sizeof h + h.bytes;
    }
    free(first);
    return code;
}

/* ---- writing --------------------------------------------------------------------------------- */

int segment_writer_open(segment_writer *w, spill_file *f, record_shape shape, block_index *index,
                        wgcq_error *err)
{
    *w = (segment_writer){.file = f,
                          .shape = shape,
                          .segment = {.offset = f->end, .counted = shape.limbs > 0},
                          .index = index,
                          .bytes = malloc(segment_writer_bytes(shape, f->ahead)),
                          .last = malloc(2 * shape.words * sizeof(uint64_t))};
    if (index)
        *index = (block_index){.words = shape.words};
    return w->bytes && w->last ? 0 : error_set_memory(err);
}

void segment_writer_close(segment_writer *w)
{
    free(w->bytes);
    free(w->last);
    w->bytes = NULL;
    w->last = NULL;
}

static int end_block(segment_writer *w, bool flush, wgcq_error *err)
{
    uint8_t *payload = w->bytes + w->block + sizeof(block_header);
    size_t bytes = w->in_block ? (size_t)(w->bytes + w->used - payload) : 0;
    if (w->in_block) {
        const block_header h = {(uint32_t)bytes, w->in_block,
                                block_checksum(payload, bytes, w->in_block)};
        uint64_t offset = w->file->end + w->block;
        memcpy(w->bytes + w->block, &h, sizeof h);
        if (w->index && !index_add(w->index, payload, offset, offset + sizeof h + bytes))
            return error_set_memory(err);
        w->block = w->used;
        w->in_block = 0;
    }
    if (w->used < w->file->ahead && !flush)
        return 0;
    int code = spill_file_append(w->file, w->bytes, w->used, err);
    w->used = w->block = 0;
    return code;
}

static uint8_t *put_first(segment_writer *w, const uint64_t *record)
{
    uint8_t *at = w->bytes + w->used + sizeof(block_header);
    memcpy(at, record, w->shape.words * sizeof *record);
    return at + w->shape.words * sizeof *record;
}

static uint8_t *put_difference(segment_writer *w, const uint64_t *record)
{
    const unsigned words = w->shape.words;
    uint64_t *difference = w->last + words;
    assert(compare_states(w->last, record, words) < 0);
    if (words == 1)
        return put_small(w->bytes + w->used, record[0] - w->last[0]);
    subtract_states(difference, record, w->last, words);
    return put_wide(w->bytes + w->used, difference, words);
}

int segment_writer_put(segment_writer *w, const uint64_t *record, wgcq_error *err)
{
    uint8_t *at = w->in_block ? put_difference(w, record) : put_first(w, record);
    if (w->shape.limbs)
        at = put_wide(at, record + w->shape.words, w->shape.limbs);
    w->used = (size_t)(at - w->bytes);
    w->in_block++;
    w->segment.states++;
    memcpy(w->last, record, w->shape.words * sizeof *record);
    return w->used - w->block < BLOCK_BYTES ? 0 : end_block(w, false, err);
}

int segment_writer_end(segment *out, segment_writer *w, wgcq_error *err)
{
    int code = end_block(w, true, err);
    *out = w->segment;
    out->bytes = w->file->end - w->segment.offset;
    return code;
}

/* ---- reading ------------------------------------------------------------------------------- */

static uint64_t segment_end(const segment_reader *r)
{
    return r->segment.offset + r->segment.bytes;
}

/* Moves the window's bytes from `offset` on to its beginning. */
static void move_read_window(segment_reader *r, uint64_t offset)
{
    const bool within = offset >= r->window && offset <= r->window + r->filled;
    const size_t left = within ? (size_t)(offset - r->window) : r->filled;
    memmove(r->bytes, r->bytes + left, r->filled - left);
    r->filled -= left;
    r->window = offset;
}

static bool reserve_read_window(segment_reader *r, size_t bytes)
{
    uint8_t *larger = bytes > r->room_bytes ? realloc(r->bytes, bytes) : r->bytes;
    if (!larger)
        return false;
    r->bytes = larger;
    r->room_bytes = bytes > r->room_bytes ? bytes : r->room_bytes;
    return true;
}

/* The bytes from `offset` on, `least` or more, are in the window. */
static int fill_read_window(segment_reader *r, uint64_t offset, size_t least, size_t most,
                            wgcq_error *err)
{
    uint64_t left = segment_end(r) - offset;
    if (offset >= r->window && offset + least <= r->window + r->filled)
        return 0;
    if (left < least)
        return damaged_segment(r->file, err);
    move_read_window(r, offset);
    size_t count = left < most ? (size_t)left : most;
    count = count < least ? least : count;
    if (!reserve_read_window(r, count))
        return error_set_memory(err);
    int code =
        spill_file_read(r->file, offset + r->filled, r->bytes + r->filled, count - r->filled, err);
    r->filled = code ? r->filled : count;
    return code;
}

/* The block at r->next, of which so many bytes are read at once. */
static int enter_block(segment_reader *r, size_t ahead, wgcq_error *err)
{
    block_header h = {0};
    const uint64_t at = r->next;
    int code = fill_read_window(r, at, sizeof h, ahead, err);
    if (!code) {
        memcpy(&h, r->bytes + (at - r->window), sizeof h);
        if (!header_fits(&h, r->shape.words, segment_end(r) - at))
            code = damaged_segment(r->file, err);
    }
    code = code ? code : fill_read_window(r, at, sizeof h + h.bytes, ahead, err);
    if (code)
        return code;
    r->at = (size_t)(at - r->window) + sizeof h;
    r->block_end = r->at + h.bytes;
    r->left = h.records;
    r->next = at + sizeof h + h.bytes;
    r->next_block++;
    return h.checksum == block_checksum(r->bytes + r->at, h.bytes, h.records)
               ? 0
               : damaged_segment(r->file, err);
}

/* NULL: the bytes end within it. */
static const uint8_t *skip_number(const uint8_t *at, const uint8_t *end)
{
    while (at < end && *at >= 128)
        at++;
    return at < end ? at + 1 : NULL;
}

static int read_count(segment_reader *r, wgcq_error *err)
{
    const uint8_t *end = r->bytes + r->block_end, *at = r->bytes + r->at;
    if (!r->segment.counted)
        return 0;
    at = r->shape.limbs ? get_number(at, end, r->room + r->shape.words, r->shape.limbs)
                        : skip_number(at, end);
    if (!at)
        return damaged_segment(r->file, err);
    r->at = (size_t)(at - r->bytes);
    return 0;
}

static int read_first(segment_reader *r, size_t ahead, wgcq_error *err)
{
    int code = enter_block(r, ahead, err);
    if (code)
        return code;
    memcpy(r->room, r->bytes + r->at, r->shape.words * sizeof *r->room);
    r->at += r->shape.words * sizeof *r->room;
    r->left--;
    r->record = r->room;
    return read_count(r, err);
}

int segment_reader_next(segment_reader *r, wgcq_error *err)
{
    const unsigned words = r->shape.words;
    uint64_t *difference = r->room + record_width(r->shape);
    if (!r->left && r->next >= segment_end(r)) {
        r->record = NULL;
        r->ended = true;
        return 0;
    }
    if (!r->left)
        return read_first(r, r->file->ahead, err);
    const uint8_t *at = get_number(r->bytes + r->at, r->bytes + r->block_end, difference, words);
    if (!at || !add_to_state(r->room, difference, words))
        return damaged_segment(r->file, err);
    r->at = (size_t)(at - r->bytes);
    r->left--;
    return read_count(r, err);
}

int segment_reader_open(segment_reader *r, const spill_file *f, const segment *part,
                        record_shape shape, const block_index *index, wgcq_error *err)
{
    *r = (segment_reader){.file = f,
                          .shape = shape,
                          .segment = *part,
                          .index = index,
                          .room = malloc((record_width(shape) + shape.words) * sizeof(uint64_t)),
                          .next = part->offset};
    if (!r->room || !reserve_read_window(r, block_bytes_most(shape)))
        return error_set_memory(err);
    memset(r->room, 0, record_width(shape) * sizeof(uint64_t));
    return 0;
}

void segment_reader_rewind(segment_reader *r, const spill_file *f, const block_index *index)
{
    r->file = f;
    r->index = index;
    r->left = 0;
    r->next = r->segment.offset;
    r->next_block = 0;
    r->ahead = 0;
    r->record = NULL;
    r->ended = false;
}

void segment_reader_close(segment_reader *r)
{
    free(r->bytes);
    free(r->room);
    r->bytes = NULL;
    r->room = r->record = NULL;
}

/* The last block from `from` on whose first state does not come after this one; `from`, where there
   is none.  Near ones are found soon. */
static size_t block_of_state(const block_index *x, size_t from, const uint64_t *state)
{
    size_t step = 1, low = from, high;
    while (low + step < x->count &&
           compare_states(index_state(x, low + step), state, x->words) <= 0) {
        low += step;
        step *= 2;
    }
    high = low + step < x->count ? low + step : x->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (compare_states(index_state(x, middle), state, x->words) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The farther blocks that follow each other are read, the more of them at once. */
static int read_sought(segment_reader *r, size_t block, wgcq_error *err)
{
    const uint64_t *at = r->index->at + block;
    const size_t one = (size_t)(at[1] - at[0]), most = r->file->ahead;
    const bool follows = block == r->next_block;
    r->ahead = !follows ? one : 2 * r->ahead < most ? 2 * r->ahead : most;
    r->next = at[0];
    r->next_block = block;
    return read_first(r, r->ahead > one ? r->ahead : one, err);
}

int segment_reader_seek(segment_reader *r, const uint64_t *state, wgcq_error *err)
{
    const block_index *x = r->index;
    const unsigned words = r->shape.words;
    int code = 0;
    if (r->ended || (r->record && compare_states(r->record, state, words) >= 0))
        return 0;
    if (r->next < segment_end(r)) {
        size_t next = r->next_block;
        if (compare_states(index_state(x, next), state, words) <= 0)
            code = read_sought(r, block_of_state(x, next, state), err);
    }
    while (!code && r->record && compare_states(r->record, state, words) < 0)
        code = segment_reader_next(r, err);
    return code;
}
