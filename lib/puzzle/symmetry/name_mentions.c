/* name_mentions.c - finds what the values of cells say of names, from maps of cells alone. */
#include "puzzle/symmetry/name_mentions.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum {
    POINTS_MOST = 1 << 18,       /* cells by their values */
    POINT_IMAGES_MOST = 1 << 22, /* points by maps */
    TUPLES_MOST = 1 << 18        /* of all relations */
};

/* A point is a cell with a value, by its position: points[cell] .. points[cell + 1] - 1. */
typedef struct mention_builder {
    const map_part *part;
    name_mentions *out;
    uint32_t *exchange; /* [names] the map of the part that exchanges the name with the next  */
    uint32_t *points;   /* [cells + 1]                                                       */
    uint32_t *cell_of;  /* [points]                                                          */
    uint32_t *image;    /* [maps][points]                                                    */
    uint32_t *waiting;  /* [points]                                                          */
    mention *found;     /* [points] of relation 0: not known                                 */
    uint32_t relations;
    bool *taken; /* [tuples] of images */
    size_t tuples;
    bool applies; /* so far */
} mention_builder;

/* ---- names --------------------------------------------------------------------------------- */

/* In how many ways the names can be given; 0: in too many to be counted. */
static naming_count count_namings(const name_mentions *n)
{
    naming_count order = 1;
    for (size_t t = 0; t < n->type_count; t++)
        for (uint32_t i = 2; i <= n->first[t + 1] - n->first[t]; i++) {
            if (order > ~(naming_count)0 / i)
                return 0;
            order *= i;
        }
    return order;
}

/* Numbers the names: maps that follow each other in one type exchange names that do. */
static bool number_names(mention_builder *b, naming_count least)
{
    const map_part *p = b->part;
    name_mentions *n = b->out;
    n->first = calloc(p->own_count + 2, sizeof *n->first);
    b->exchange = calloc(2 * p->own_count + 1, sizeof *b->exchange);
    if (!n->first || !b->exchange)
        return false;
    for (size_t i = 0; i < p->own_count && b->applies; i++) {
        const uint32_t at = p->own[i];
        bool follows = i && at == p->own[i - 1] + 1 && p->exchanges[at] == p->exchanges[at - 1];
        b->applies = p->exchanges[at] != 0;
        if (!follows)
            n->first[n->type_count++] = (uint32_t)n->name_count++;
        b->exchange[n->name_count - 1] = (uint32_t)i;
        n->name_count++;
        n->first[n->type_count] = (uint32_t)n->name_count;
    }
    n->order = count_namings(n);
    b->applies = b->applies && n->name_count <= NAMES_MOST && n->order && n->order >= least;
    return true;
}

/* ---- points -------------------------------------------------------------------------------- */

/* The images of all points by a map of the part. */
static void map_points(const mention_builder *b, size_t map, uint32_t *image)
{
    const map_part *p = b->part;
    const cell_map *m = map_of_part(p, map);
    for (size_t k = 0; k < p->cell_count; k++) {
        const uint32_t *becomes = m->becomes[p->cells[k]];
        const uint32_t from = p->local[m->from[p->cells[k]]];
        for (uint32_t i = 0; i < b->points[from + 1] - b->points[from]; i++)
            image[b->points[from] + i] = b->points[k] + (becomes ? becomes[i] : i);
    }
}

static const state_cell *cell_of_part(const map_part *p, size_t k)
{
    return &p->tree->cells[p->cells[k]];
}

static bool number_points(mention_builder *b)
{
    const map_part *p = b->part;
    uint64_t count = 0;
    b->points = calloc(p->cell_count + 1, sizeof *b->points);
    if (!b->points)
        return false;
    for (size_t k = 0; k < p->cell_count && b->applies; k++) {
        count += cell_of_part(p, k)->type->count;
        b->applies = count <= POINTS_MOST && cell_of_part(p, k)->type->count <= POINTS_MOST &&
                     most_bits_of_cell(cell_of_part(p, k)) < POINTS_MOST;
        b->points[k + 1] = (uint32_t)count;
    }
    b->applies = b->applies && count * p->own_count <= POINT_IMAGES_MOST;
    if (!b->applies)
        return true;
    b->cell_of = calloc(count + 1, sizeof *b->cell_of);
    b->waiting = calloc(count + 1, sizeof *b->waiting);
    b->found = calloc(count + 1, sizeof *b->found);
    b->image = calloc(count * p->own_count + 1, sizeof *b->image);
    if (!b->cell_of || !b->waiting || !b->found || !b->image)
        return false;
    for (size_t k = 0; k < p->cell_count; k++)
        for (uint32_t x = b->points[k]; x < b->points[k + 1]; x++)
            b->cell_of[x] = (uint32_t)k;
    for (size_t i = 0; i < p->own_count; i++)
        map_points(b, i, b->image + i * count);
    return true;
}

static uint32_t point_count(const mention_builder *b)
{
    return b->points[b->part->cell_count];
}

/* ---- the names of a point ------------------------------------------------------------------ */

/* Exchanges two names of a type, the lesser first: by neighbours, there and back. */
static uint32_t exchange_names(const mention_builder *b, uint32_t low, uint32_t high, uint32_t x)
{
    const size_t count = point_count(b);
    for (uint32_t i = low; i < high; i++)
        x = b->image[b->exchange[i] * count + x];
    for (uint32_t i = high - 1; i-- > low;)
        x = b->image[b->exchange[i] * count + x];
    return x;
}

/* Whether the exchange of the name with any other of its type, first .. end - 1, moves the point.
 */
static bool is_moved_by_all(const mention_builder *b, uint32_t name, uint32_t first, uint32_t end,
                            uint32_t x)
{
    bool moved = true;
    for (uint32_t other = first; other < end && moved; other++)
        if (other != name)
            moved =
                exchange_names(b, other < name ? other : name, other < name ? name : other, x) != x;
    return moved;
}

/* The names that a point mentions, the first of its relation.  Where they are all or all but one
   of a type, the last says nothing that the others do not. */
static void find_names(mention_builder *b, uint32_t x)
{
    const name_mentions *n = b->out;
    mention *m = &b->found[x];
    for (size_t t = 0; t < n->type_count; t++) {
        uint32_t met = 0;
        for (uint32_t a = n->first[t]; a < n->first[t + 1] && b->applies; a++) {
            if (!is_moved_by_all(b, a, n->first[t], n->first[t + 1], x))
                continue;
            if (++met == n->first[t + 1] - n->first[t])
                break;
            b->applies = m->count < MENTIONED_MOST;
            if (b->applies)
                m->name[m->count++] = a;
        }
    }
}

/* The number of the type of a name. */
static size_t type_of_name(const name_mentions *n, uint32_t name)
{
    size_t t = 0;
    while (name >= n->first[t + 1])
        t++;
    return t;
}

/* Where the images of the relation begin, and its tuples. */
static void place_relation(mention_builder *b, mention *m)
{
    const name_mentions *n = b->out;
    uint64_t tuples = 1;
    uint32_t before = 0;
    for (uint32_t i = m->count; i-- > 0;) {
        size_t t = type_of_name(n, m->name[i]);
        m->stride[i] = (uint32_t)tuples;
        before += n->first[t] * (uint32_t)tuples;
        tuples *= n->first[t + 1] - n->first[t];
        if (tuples > TUPLES_MOST)
            break;
    }
    b->applies = b->applies && tuples <= TUPLES_MOST - b->tuples;
    m->relation = ++b->relations;
    m->weight = hash_word(HASH_FIRST, m->relation);
    m->images = (uint32_t)b->tuples - before;
    b->tuples += b->applies ? (size_t)tuples : 0;
}

/* The mention that `m` becomes where two neighbours are exchanged. */
static mention exchanged_mention(const mention *m, uint32_t name)
{
    mention to = *m;
    for (uint32_t i = 0; i < m->count; i++)
        to.name[i] = m->name[i] == name ? name + 1 : m->name[i] == name + 1 ? name : m->name[i];
    return to;
}

static bool is_same_mention(const mention *a, const mention *b)
{
    return a->relation == b->relation && !memcmp(a->name, b->name, sizeof a->name);
}

/* The points of the relation of x.  It does not apply where one point would mention different
   names. */
static void follow_relation(mention_builder *b, uint32_t x)
{
    const size_t count = point_count(b);
    size_t waiting = 1;
    b->waiting[0] = x;
    while (waiting && b->applies) {
        const uint32_t at = b->waiting[--waiting];
        const name_mentions *n = b->out;
        for (uint32_t name = 0; name + 1 < n->name_count && b->applies; name++) {
            if (name + 1 == n->first[type_of_name(n, name) + 1])
                continue;
            const uint32_t to = b->image[b->exchange[name] * count + at];
            const mention m = exchanged_mention(&b->found[at], name);
            if (b->found[to].relation)
                b->applies = is_same_mention(&m, &b->found[to]);
            else {
                b->found[to] = m;
                b->waiting[waiting++] = to;
            }
        }
    }
}

static void find_relations(mention_builder *b)
{
    for (uint32_t x = 0; x < point_count(b) && b->applies; x++) {
        if (b->found[x].relation)
            continue;
        find_names(b, x);
        place_relation(b, &b->found[x]);
        follow_relation(b, x);
    }
}

/* ---- what a form needs --------------------------------------------------------------------- */

/* The words of the part, and which bits of them are of which cell. */
static bool place_mentions(mention_builder *b)
{
    const map_part *p = b->part;
    name_mentions *n = b->out;
    const size_t most = p->tree->words + 1;
    size_t *number = calloc(most, sizeof *number);
    n->cell_count = p->cell_count;
    n->cells = calloc(p->cell_count + 1, sizeof *n->cells);
    n->begins = calloc(p->cell_count + 1, sizeof *n->begins);
    n->words = calloc(most, sizeof *n->words);
    n->bits = calloc(most, sizeof *n->bits);
    n->spoken = calloc(most, sizeof *n->spoken);
    n->cell_at = calloc(64 * most, sizeof *n->cell_at);
    bool fine = number && n->cells && n->begins && n->words && n->bits && n->spoken && n->cell_at;
    for (size_t k = 0; fine && k < p->cell_count; k++) {
        n->cells[k] = packed_cell_of(cell_of_part(p, k));
        number[n->cells[k].word] = 1;
    }
    for (uint32_t w = 0; fine && w < most; w++)
        if (number[w]) {
            number[w] = n->word_count;
            n->words[n->word_count++] = w;
        }
    for (uint32_t k = 0; fine && k < p->cell_count; k++) {
        packed_cell *c = &n->cells[k];
        c->word = (unsigned)number[c->word]; /* from here on of the part's */
        n->bits[c->word] |= c->mask << c->shift;
        for (unsigned i = 0; i < cell_of_part(p, k)->width; i++)
            n->cell_at[64 * c->word + c->shift + i] = k;
    }
    free(number);
    return fine;
}

/* Enters a point among the images of its relation.  It does not apply where two have the same
   names. */
static void enter_image(mention_builder *b, const mention *m, size_t cell, uint64_t bits,
                        bool *speaks)
{
    const packed_cell *c = &b->out->cells[cell];
    uint32_t at = m->images;
    for (uint32_t i = 0; i < m->count; i++)
        at += m->name[i] * m->stride[i];
    b->applies = b->applies && !b->taken[at];
    b->taken[at] = true;
    b->out->images[at] = (mention_image){c->mask << c->shift, bits << c->shift, c->word};
    speaks[m->relation] |= bits != 0;
}

static void enter_mention(const mention *m, bool speaks, mention *to)
{
    *to = *m;
    to->silent = !speaks;
    for (uint32_t i = 0; i < m->count; i++)
        to->names |= UINT64_C(1) << m->name[i];
}

/* By cells and bits. */
static bool enter_points(mention_builder *b)
{
    const map_part *p = b->part;
    name_mentions *n = b->out;
    size_t slots = 0;
    for (size_t k = 0; k < p->cell_count; k++) {
        n->begins[k] = (uint32_t)slots;
        slots += (size_t)most_bits_of_cell(cell_of_part(p, k)) + 1;
    }
    bool *speaks = calloc((size_t)b->relations + 1, sizeof *speaks);
    b->taken = calloc(b->tuples + 1, sizeof *b->taken);
    n->all = calloc(slots + 1, sizeof *n->all);
    n->images = calloc(b->tuples + 1, sizeof *n->images);
    bool fine = speaks && b->taken && n->all && n->images;
    for (uint32_t x = 0; fine && x < point_count(b); x++) {
        const size_t k = b->cell_of[x];
        enter_image(b, &b->found[x], k, bits_of_position(cell_of_part(p, k), x - b->points[k]),
                    speaks);
    }
    for (uint32_t x = 0; fine && x < point_count(b); x++) {
        const size_t k = b->cell_of[x];
        const uint64_t bits = bits_of_position(cell_of_part(p, k), x - b->points[k]);
        mention *m = &n->all[n->begins[k] + bits];
        enter_mention(&b->found[x], speaks[b->found[x].relation], m);
        if (!bits && !m->silent)
            n->spoken[n->cells[k].word] |= n->cells[k].mask << n->cells[k].shift;
    }
    n->memory = (slots + 1) * sizeof *n->all + (b->tuples + 1) * sizeof *n->images;
    free(speaks);
    return fine;
}

bool name_mentions_find(name_mentions *out, const map_part *part, naming_count least)
{
    mention_builder b = {.part = part, .out = out, .applies = part->own_count > 0};
    *out = (name_mentions){0};
    bool fine = number_names(&b, least);
    fine = fine && (!b.applies || number_points(&b));
    if (fine && b.applies)
        find_relations(&b);
    if (fine && b.applies)
        fine = place_mentions(&b) && enter_points(&b);
    free(b.exchange);
    free(b.points);
    free(b.cell_of);
    free(b.image);
    free(b.waiting);
    free(b.found);
    free(b.taken);
    if (!b.applies)
        name_mentions_free(out);
    return fine;
}

void name_mentions_free(name_mentions *n)
{
    free(n->first);
    free(n->cells);
    free(n->begins);
    free(n->all);
    free(n->images);
    free(n->words);
    free(n->bits);
    free(n->spoken);
    free(n->cell_at);
    *n = (name_mentions){0};
}
