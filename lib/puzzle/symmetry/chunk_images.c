/* chunk_images.c - the least image of a state, by tables. */
#include "puzzle/symmetry/chunk_images.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/always_inline.h"

enum {
    CHUNK_BITS = 8,
    CHUNKS_MOST = 256, /* a chunk has a bit or more */
    WORDS_MOST = CHUNKS_MOST / 64,
    IMAGES_MOST = 1 << 17, /* words: 1 MiB */
    BLOCK = 4              /* lanes that are looked up at once */
};

/* ---- chunks -------------------------------------------------------------------------------- */

static int compare_places(const void *a, const void *b)
{
    const packed_cell *x = a, *y = b;
    if (x->word != y->word)
        return x->word < y->word ? -1 : 1;
    return (x->shift > y->shift) - (x->shift < y->shift);
}

/* Divides cells, as they are in the state, into chunks of so many bits.  False: one has more. */
static bool divide(chunk_images *c, const packed_cell *sorted, size_t count, unsigned bits)
{
    bool fits = true;
    c->chunk_count = c->word_count = 0;
    for (size_t i = 0; i < count; i++) {
        const packed_cell *x = &sorted[i];
        state_chunk *last = c->chunk_count ? &c->chunks[c->chunk_count - 1] : NULL;
        if (!x->mask)
            continue;
        if (!last || last->word != x->word || x->mask << (x->shift - last->shift) >> bits) {
            if (!last || last->word != x->word) {
                c->bits[c->word_count] = 0;
                c->words[c->word_count++] = x->word;
            }
            last = &c->chunks[c->chunk_count++];
            *last = (state_chunk){.word = x->word, .shift = x->shift};
        }
        last->mask |= x->mask << (x->shift - last->shift);
        c->bits[c->word_count - 1] |= x->mask << x->shift;
        fits = fits && !(last->mask >> bits);
    }
    return fits && c->word_count <= WORDS_MOST;
}

/* As few chunks as there can be, of as few bits each as so many can have.  *fits: there are any,
   and each is small enough. */
static bool find_chunks(chunk_images *c, const group_elements *g, bool *fits)
{
    packed_cell *sorted = calloc(g->cell_count + 1, sizeof *sorted);
    c->chunks = calloc(g->cell_count + 1, sizeof *c->chunks);
    c->words = calloc(g->cell_count + 1, sizeof *c->words);
    c->bits = calloc(g->cell_count + 1, sizeof *c->bits);
    bool fine = sorted && c->chunks && c->words && c->bits;
    if (fine) {
        memcpy(sorted, g->cells, g->cell_count * sizeof *sorted);
        qsort(sorted, g->cell_count, sizeof *sorted, compare_places);
        *fits = divide(c, sorted, g->cell_count, CHUNK_BITS) && c->chunk_count;
        size_t least = c->chunk_count;
        unsigned bits = CHUNK_BITS;
        while (*fits && bits > 1 && divide(c, sorted, g->cell_count, bits - 1) &&
               c->chunk_count == least)
            bits--;
        divide(c, sorted, g->cell_count, bits);
    }
    free(sorted);
    return fine;
}

/* ---- tables -------------------------------------------------------------------------------- */

/* The number, among the part's words, of a cell's. */
static size_t word_number(const chunk_images *c, const packed_cell *cell)
{
    size_t w = 0;
    while (c->words[w] != cell->word)
        w++;
    return w;
}

static bool is_in_chunk(const state_chunk *k, const packed_cell *cell)
{
    return cell->word == k->word && cell->shift >= k->shift &&
           k->mask >> (cell->shift - k->shift) & 1;
}

/* Adds, to the images of a chunk, what an element puts into a cell; bits that are no cell's value
   make anything. */
static void add_images(const chunk_images *c, const group_elements *g, const cell_source *s,
                       const packed_cell *to, size_t lane)
{
    const packed_cell *from = &g->cells[s->from];
    const state_chunk *k = c->chunks;
    if (!to->mask || !from->mask)
        return;
    while (!is_in_chunk(k, from))
        k++;
    uint64_t *image = c->images + k->first + word_number(c, to) * c->lanes + lane;
    for (uint64_t value = 0; value <= k->mask; value++, image += c->word_count * c->lanes)
        *image |= put_by_source(g, s, value >> (from->shift - k->shift) & from->mask) << to->shift;
}

static void fill_images(const chunk_images *c, const group_elements *g)
{
    for (size_t lane = 0; lane < c->lanes; lane++) {
        size_t element = lane < c->elements ? lane + 1 : c->elements;
        for (size_t i = 0; i < g->cell_count; i++)
            add_images(c, g, source_at(g, element, i), &g->cells[i], lane);
    }
}

/* How many words the images take; 0: too many. */
static size_t place_images(chunk_images *c)
{
    size_t stride = c->word_count * c->lanes, at = 0;
    for (size_t k = 0; k < c->chunk_count; k++) {
        c->chunks[k].first = at;
        at += stride * ((size_t)c->chunks[k].mask + 1);
        if (stride > IMAGES_MOST || at > IMAGES_MOST)
            return 0;
    }
    return at;
}

bool chunk_images_build(chunk_images *out, const group_elements *g)
{
    bool fits = false;
    *out = (chunk_images){.elements = g->count - 1};
    if (!find_chunks(out, g, &fits))
        return false;
    out->lanes = out->elements > 1 ? (out->elements + BLOCK - 1) / BLOCK * BLOCK : out->elements;
    size_t words = fits && out->elements ? place_images(out) : 0;
    if (!words)
        return true;
    out->images = calloc(words, sizeof *out->images);
    out->memory = words * sizeof *out->images;
    if (out->images)
        fill_images(out, g);
    return out->images != NULL;
}

void chunk_images_free(chunk_images *c)
{
    free(c->chunks);
    free(c->words);
    free(c->bits);
    free(c->images);
    *c = (chunk_images){0};
}

/* ---- states -------------------------------------------------------------------------------- */

/* The images of a state's chunks. */
ALWAYS_INLINE void find_rows(const chunk_images *c, const uint64_t *state, const uint64_t **row)
{
    const size_t stride = c->word_count * c->lanes;
    for (size_t k = 0; k < c->chunk_count; k++) {
        const state_chunk *x = &c->chunks[k];
        row[k] = c->images + x->first + (state[x->word] >> x->shift & x->mask) * stride;
    }
}

/* The images of `block` lanes: of each the word at which that of the first is. */
ALWAYS_INLINE void make_images(const chunk_images *c, const uint64_t *const *row, size_t at,
                               size_t block, uint64_t *image)
{
    memcpy(image, row[0] + at, block * sizeof *image);
    for (size_t k = 1; k < c->chunk_count; k++)
        for (size_t i = 0; i < block; i++)
            image[i] |= row[k][at + i];
}

/* Takes an image, whose first word is not above the least one's, if it is less.  By words, from
   the first, as far as it takes. */
static void take_image(const chunk_images *c, const uint64_t *const *row, size_t lane,
                       uint64_t first, uint64_t *least)
{
    bool less = first < least[0];
    least[0] = first;
    for (size_t w = 1; w < c->word_count; w++) {
        uint64_t image;
        make_images(c, row, w * c->lanes + lane, 1, &image);
        if (!less && image > least[w])
            return;
        less = less || image < least[w];
        least[w] = image;
    }
}

/* least: the state's own part at first.  `single`: there is one word. */
ALWAYS_INLINE void least_image(const chunk_images *c, const uint64_t *const *row, size_t block,
                               bool single, uint64_t *least)
{
    for (size_t lane = 0; lane < c->lanes; lane += block) {
        uint64_t image[BLOCK];
        make_images(c, row, lane, block, image);
        for (size_t i = 0; i < block; i++)
            if (single)
                least[0] = image[i] < least[0] ? image[i] : least[0];
            else if (image[i] <= least[0])
                take_image(c, row, lane + i, image[i], least);
    }
}

ALWAYS_INLINE void find_all(const chunk_images *c, uint64_t *states, size_t count, size_t words,
                            size_t block, bool single)
{
    const uint64_t *row[CHUNKS_MOST];
    uint64_t least[WORDS_MOST];
    const size_t own = single ? 1 : c->word_count;
    for (uint64_t *state = states; state < states + count * words; state += words) {
        find_rows(c, state, row);
        for (size_t w = 0; w < own; w++)
            least[w] = state[c->words[w]] & c->bits[w];
        least_image(c, row, block, single, least);
        for (size_t w = 0; w < own; w++)
            state[c->words[w]] = (state[c->words[w]] & ~c->bits[w]) | least[w];
    }
}

void chunk_images_find(const chunk_images *c, uint64_t *states, size_t count, size_t words)
{
    if (c->lanes == 1 && c->word_count == 1)
        find_all(c, states, count, words, 1, true);
    else if (c->lanes == 1)
        find_all(c, states, count, words, 1, false);
    else if (c->word_count == 1)
        find_all(c, states, count, words, BLOCK, true);
    else
        find_all(c, states, count, words, BLOCK, false);
}

static bool keeps(const chunk_images *c, const uint64_t *const *row, size_t lane,
                  const uint64_t *state)
{
    for (size_t w = 0; w < c->word_count; w++) {
        uint64_t image;
        make_images(c, row, w * c->lanes + lane, 1, &image);
        if (image != (state[c->words[w]] & c->bits[w]))
            return false;
    }
    return true;
}

uint64_t chunk_images_keeping(const chunk_images *c, const uint64_t *state)
{
    const uint64_t *row[CHUNKS_MOST];
    uint64_t count = 1;
    find_rows(c, state, row);
    for (size_t lane = 0; lane < c->elements; lane++)
        count += keeps(c, row, lane, state);
    return count;
}
