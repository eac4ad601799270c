/* named_form.c - canonical labelling of a state by refinement and a search tree. */
#include "puzzle/symmetry/named_form.h"

#include <stdlib.h>
#include <string.h>

/* Names in order, class by class; a class is not told apart. */
typedef struct partition {
    uint64_t starts; /* a bit for each place where a class begins                   */
    uint64_t trace;  /* how the classes came about                                  */
    uint8_t order[NAMES_MOST];
    uint8_t rank[NAMES_MOST]; /* of a name: where its class begins                  */
} partition;

/* A name of the class that is branched on, set apart. */
typedef struct branch {
    partition apart;
    uint32_t name, alike; /* how many there are, itself among them, that lead to the same states */
} branch;

struct naming_room {
    const name_mentions *of;
    const mention **said; /* [mention_count] what the state says, but for what is silent */
    const mention **ties; /* [tie_count] those of several names                          */
    size_t mention_count, tie_count;
    uint64_t *state, *image, *least; /* words of the part */
    uint64_t all;                    /* places, a bit each */
    uint64_t own[NAMES_MOST];        /* what is said of each name alone, summed */
    uint8_t to[NAMES_MOST];          /* itself, between uses */
    naming_count ways;               /* leaves of the least state; 0: none yet */
    size_t room;                     /* branches of a level */
    partition *at;                   /* [levels] */
    branch *branches;                /* [levels][room] */
};

/* ---- bits and hashes ----------------------------------------------------------------------- */

static inline uint64_t mix_sum(uint64_t x)
{
    x *= UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 32) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 29;
}

/* Where the classes of several begin. */
static inline uint64_t open_classes(const naming_room *r, const partition *p)
{
    return p->starts & ~(p->starts >> 1) & r->all >> 1;
}

/* The place behind the class that begins there. */
static inline unsigned end_of_class(const naming_room *r, const partition *p, unsigned start)
{
    uint64_t behind = p->starts & ~UINT64_C(1) << start;
    return behind ? (unsigned)__builtin_ctzll(behind) : (unsigned)r->of->name_count;
}

/* ---- what a state says --------------------------------------------------------------------- */

static void hear(naming_room *r, const mention *m)
{
    if (m->silent)
        return;
    r->said[r->mention_count++] = m;
    if (m->count == 1)
        r->own[m->name[0]] += m->weight;
    else if (m->count)
        r->ties[r->tie_count++] = m;
}

/* Cells whose bits are 0 and silent are passed over with the zeros of a word. */
static void hear_all(naming_room *r, const uint64_t *state)
{
    const name_mentions *n = r->of;
    r->mention_count = r->tie_count = 0;
    memset(r->own, 0, n->name_count * sizeof *r->own);
    for (size_t w = 0; w < n->word_count; w++) {
        uint64_t left = r->state[w] = state[n->words[w]] & n->bits[w];
        left |= n->spoken[w];
        while (left) {
            const uint32_t k = n->cell_at[64 * w + (unsigned)__builtin_ctzll(left)];
            const packed_cell *c = &n->cells[k];
            hear(r, &n->all[n->begins[k] + (r->state[w] >> c->shift & c->mask)]);
            left &= ~(c->mask << c->shift);
        }
    }
}

/* Whether the state says the same where names become others; `of`: those that do. */
static bool is_automorphism(const naming_room *r, const uint8_t *to, uint64_t of)
{
    for (size_t i = 0; i < r->mention_count; i++) {
        const mention *m = r->said[i];
        if (!(m->names & of))
            continue;
        const mention_image *x = &r->of->images[mention_image_index(m, to)];
        if ((r->state[x->word] & x->mask) != x->bits)
            return false;
    }
    return true;
}

/* Whether two names can be exchanged. */
static bool are_twins(naming_room *r, uint32_t a, uint32_t b)
{
    r->to[a] = (uint8_t)b;
    r->to[b] = (uint8_t)a;
    bool twins = is_automorphism(r, r->to, UINT64_C(1) << a | UINT64_C(1) << b);
    r->to[a] = (uint8_t)a;
    r->to[b] = (uint8_t)b;
    return twins;
}

/* ---- refining ------------------------------------------------------------------------------ */

static void sum_ties(const naming_room *r, const uint8_t *rank, uint64_t *sum)
{
    for (size_t i = 0; i < r->tie_count; i++) {
        const mention *m = r->ties[i];
        uint64_t all = m->weight;
        for (uint32_t k = 0; k < m->count; k++)
            all += (rank[m->name[k]] + UINT64_C(1)) * (UINT64_C(0x9e3779b97f4a7c15) << 9 * k | 1);
        for (uint32_t k = 0; k < m->count; k++)
            sum[m->name[k]] += mix_sum(all + k);
    }
}

/* Splits a class by the sums of its names. */
static void split_class(const naming_room *r, partition *p, unsigned start, const uint64_t *sum)
{
    const unsigned end = end_of_class(r, p, start);
    for (unsigned i = start + 1; i < end; i++) {
        const uint8_t name = p->order[i];
        unsigned k = i;
        for (; k > start && sum[p->order[k - 1]] > sum[name]; k--)
            p->order[k] = p->order[k - 1];
        p->order[k] = name;
    }
    unsigned rank = start;
    for (unsigned i = start; i < end; i++) {
        if (i == start || sum[p->order[i]] != sum[p->order[i - 1]]) {
            rank = i;
            p->starts |= UINT64_C(1) << i;
            p->trace = mix_sum(p->trace ^ (sum[p->order[i]] + i));
        }
        p->rank[p->order[i]] = (uint8_t)rank;
    }
}

static void refine_classes(const naming_room *r, partition *p)
{
    uint64_t sum[NAMES_MOST], before;
    do {
        before = p->starts;
        memcpy(sum, r->own, r->of->name_count * sizeof *sum);
        sum_ties(r, p->rank, sum);
        for (uint64_t left = open_classes(r, p); left; left &= left - 1)
            split_class(r, p, (unsigned)__builtin_ctzll(left), sum);
    } while (p->starts != before && open_classes(r, p));
}

/* Sets a name of the class that begins there apart, before the others. */
static void set_apart(const naming_room *r, partition *p, unsigned start, uint32_t name)
{
    const unsigned end = end_of_class(r, p, start);
    unsigned i = start;
    while (p->order[i] != name)
        i++;
    p->order[i] = p->order[start];
    p->order[start] = (uint8_t)name;
    p->starts |= UINT64_C(2) << start;
    for (i = start + 1; i < end; i++)
        p->rank[p->order[i]] = (uint8_t)(start + 1);
}

/* ---- twins --------------------------------------------------------------------------------- */

/* Names of a class that can all be exchanged stand in any order; how many orders there are. */
static naming_count settle_class(naming_room *r, partition *p, unsigned start)
{
    const unsigned end = end_of_class(r, p, start);
    naming_count ways = 1;
    for (unsigned i = start + 1; i < end; i++)
        if (!are_twins(r, p->order[start], p->order[i]))
            return 1;
    for (unsigned i = start; i < end; i++) {
        p->rank[p->order[i]] = (uint8_t)i;
        p->starts |= UINT64_C(1) << i;
        ways *= i - start + 1;
    }
    return ways;
}

static naming_count settle_twins(naming_room *r, partition *p)
{
    naming_count ways = 1;
    for (uint64_t left = open_classes(r, p); left; left &= left - 1)
        ways *= settle_class(r, p, (unsigned)__builtin_ctzll(left));
    return ways;
}

/* ---- branches ------------------------------------------------------------------------------ */

/* Pairs the names of two classes: those in both with themselves. */
static void pair_class(const naming_room *r, const partition *a, const partition *b, unsigned start,
                       uint8_t *to)
{
    const unsigned end = end_of_class(r, a, start);
    uint64_t mine = 0, others = 0;
    for (unsigned i = start; i < end; i++) {
        mine |= UINT64_C(1) << a->order[i];
        others |= UINT64_C(1) << b->order[i];
    }
    for (uint64_t both = mine & others; both; both &= both - 1)
        to[__builtin_ctzll(both)] = (uint8_t)__builtin_ctzll(both);
    const uint64_t both = mine & others;
    for (mine &= ~both, others &= ~both; mine; mine &= mine - 1, others &= others - 1)
        to[__builtin_ctzll(mine)] = (uint8_t)__builtin_ctzll(others);
}

/* Whether an automorphism is found that makes one partition the other. */
static bool becomes_other(const naming_room *r, const partition *a, const partition *b)
{
    uint8_t to[NAMES_MOST];
    if (a->starts != b->starts)
        return false;
    for (uint64_t left = a->starts; left; left &= left - 1)
        pair_class(r, a, b, (unsigned)__builtin_ctzll(left), to);
    return is_automorphism(r, to, ~UINT64_C(0));
}

/* Counts the name with a branch that leads to the same states, if one does. */
static bool is_alike(naming_room *r, branch *all, size_t count, const partition *apart,
                     uint32_t name)
{
    for (size_t i = 0; i < count; i++)
        if (apart ? becomes_other(r, &all[i].apart, apart) : are_twins(r, all[i].name, name)) {
            all[i].alike++;
            return true;
        }
    return false;
}

/* The branches of a class, of the least trace, but for those that lead to the same states. */
static size_t find_branches(naming_room *r, const partition *p, unsigned start, branch *all)
{
    const unsigned end = end_of_class(r, p, start);
    size_t count = 0;
    for (unsigned i = start; i < end; i++) {
        const uint32_t name = p->order[i];
        branch *b = &all[count];
        if (is_alike(r, all, count, NULL, name))
            continue;
        b->apart = *p;
        b->name = name;
        b->alike = 1;
        set_apart(r, &b->apart, start, name);
        refine_classes(r, &b->apart);
        if (count && b->apart.trace > all->apart.trace)
            continue;
        if (count && b->apart.trace < all->apart.trace) {
            *all = *b;
            count = 0;
        }
        count += !is_alike(r, all, count, &b->apart, name);
    }
    return count;
}

/* The smallest class of several. */
static unsigned choose_class(const naming_room *r, const partition *p)
{
    unsigned best = 0, size = NAMES_MOST + 1;
    for (uint64_t left = open_classes(r, p); left; left &= left - 1) {
        const unsigned start = (unsigned)__builtin_ctzll(left);
        if (end_of_class(r, p, start) - start < size) {
            best = start;
            size = end_of_class(r, p, start) - start;
        }
    }
    return best;
}

/* ---- the tree ------------------------------------------------------------------------------ */

static void take_labelling(naming_room *r, const partition *p, naming_count ways)
{
    const name_mentions *n = r->of;
    memset(r->image, 0, n->word_count * sizeof *r->image);
    for (size_t i = 0; i < r->mention_count; i++) {
        const mention_image *x = &n->images[mention_image_index(r->said[i], p->rank)];
        r->image[x->word] |= x->bits;
    }
    size_t w = 0;
    while (r->ways && w < n->word_count && r->image[w] == r->least[w])
        w++;
    if (r->ways && w == n->word_count)
        r->ways += ways;
    else if (!r->ways || r->image[w] < r->least[w]) {
        r->ways = ways;
        memcpy(r->least, r->image, n->word_count * sizeof *r->least);
    }
}

/* All leaves below; each stands for so many. */
static void search_leaves(naming_room *r, size_t level, naming_count ways)
{
    partition *p = &r->at[level];
    branch *all = r->branches + level * r->room;
    ways *= settle_twins(r, p);
    if (!open_classes(r, p)) {
        take_labelling(r, p, ways);
        return;
    }
    const size_t count = find_branches(r, p, choose_class(r, p), all);
    for (size_t i = 0; i < count; i++) {
        r->at[level + 1] = all[i].apart;
        search_leaves(r, level + 1, ways * all[i].alike);
    }
}

naming_count named_form_find(const name_mentions *n, naming_room *r, uint64_t *state)
{
    partition *p = r->at;
    r->of = n;
    r->ways = 0;
    r->all = low_bits((unsigned)n->name_count);
    hear_all(r, state);
    p->starts = p->trace = 0;
    for (size_t t = 0; t < n->type_count; t++) {
        p->starts |= UINT64_C(1) << n->first[t];
        for (uint32_t i = n->first[t]; i < n->first[t + 1]; i++) {
            p->order[i] = (uint8_t)i;
            p->rank[i] = (uint8_t)n->first[t];
        }
    }
    refine_classes(r, p);
    search_leaves(r, 0, 1);
    for (size_t w = 0; w < n->word_count; w++)
        state[n->words[w]] = (state[n->words[w]] & ~n->bits[w]) | r->least[w];
    return r->ways;
}

/* ---- room ---------------------------------------------------------------------------------- */

naming_room *naming_room_new(size_t names, size_t cells, size_t words)
{
    naming_room *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->room = names + 1;
    r->said = calloc(cells + 1, sizeof *r->said);
    r->ties = calloc(cells + 1, sizeof *r->ties);
    r->state = calloc(words + 1, sizeof *r->state);
    r->image = calloc(words + 1, sizeof *r->image);
    r->least = calloc(words + 1, sizeof *r->least);
    r->at = calloc(names + 1, sizeof *r->at);
    r->branches = calloc((names + 1) * r->room, sizeof *r->branches);
    for (size_t i = 0; i < NAMES_MOST; i++)
        r->to[i] = (uint8_t)i;
    if (r->said && r->ties && r->state && r->image && r->least && r->at && r->branches)
        return r;
    naming_room_free(r);
    return NULL;
}

void naming_room_free(naming_room *r)
{
    if (!r)
        return;
    free(r->said);
    free(r->ties);
    free(r->state);
    free(r->image);
    free(r->least);
    free(r->at);
    free(r->branches);
    free(r);
}
