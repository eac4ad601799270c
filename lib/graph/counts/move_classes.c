/* move_classes.c - vectors of counts, packed, on the levels of best plans. */
#include "graph/counts/move_classes.h"

#include "base/error.h"
#include "graph/counts/plan_levels.h"

/* Counts have so many bits each, and none lies in two words. */
typedef struct packed_counts {
    unsigned bits, in_word;
} packed_counts;

static packed_counts pack_counts(uint64_t most)
{
    unsigned bits = 1;
    while (bits < 64 && most >> bits)
        bits++;
    return (packed_counts){bits, 64 / bits};
}

static bool count_move(const void *self, uint64_t *kept, size_t letter)
{
    const packed_counts *c = self;
    kept[letter / c->in_word] += UINT64_C(1) << letter % c->in_word * c->bits;
    return true;
}

static int count_vectors(char **count, const best_plans *plans, const plan_letters *letters,
                         wgcq_error *err)
{
    const uint32_t best = plans->on.best;
    const packed_counts c =
        pack_counts((uint64_t)cost_distance_at(&plans->dist, best, plans->dist.moves_at));
    const unsigned words = (unsigned)((letters->count + c.in_word - 1) / c.in_word);
    const plan_levels levels = {plans, letters, words, count_move, &c};
    mate_table vectors;
    int code = plan_levels_walk(&vectors, &levels, err);
    if (!code && !(*count = small_count_text(vectors.count)))
        code = error_set_memory(err);
    mate_table_free(&vectors);
    return code;
}

int move_classes_count(char **count, const best_plans *plans, wgcq_error *err)
{
    plan_letters letters;
    int code = plan_letters_list(&letters, plans, err);
    code = code ? code : count_vectors(count, plans, &letters, err);
    plan_letters_free(&letters);
    return code;
}
