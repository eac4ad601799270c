/* row_digest.c - combines the sums over a run's rows. */
#include "trace/schema/row_digest.h"

#include <string.h>

static uint64_t mix_sums(uint64_t sum, const uint64_t *sums)
{
    for (int i = 0; i < DIGEST_SUMS; i++)
        sum = digest_mix(sum, sums[i]);
    return sum;
}

int64_t digest_total(uint64_t bound, const digest_figures *f, const digest *rows)
{
    uint64_t seconds;
    memcpy(&seconds, &f->seconds, sizeof seconds);
    uint64_t figures[] = {(uint64_t)f->states, (uint64_t)f->edges,    (uint64_t)f->rejections,
                          (uint64_t)f->depth,  (uint64_t)f->expanded, seconds};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        bound = digest_mix(bound, figures[i]);
    bound = mix_sums(mix_sums(mix_sums(bound, rows->states), rows->edges), rows->rejections);
    return (int64_t)digest_mix(digest_mix(bound, rows->moves), rows->distances);
}
