/* deal.c - deals lanes to lists by the tests that they pass, in one pass over them. */
#include "puzzle/vm/kernels.h"

#include <string.h>

/* A lane passes one test most often.  Where all pass more than this many each, dealing ends. */
enum { TESTS_A_LANE = 2 };

static void deal_by_value(lane_lists *out, column a, const bytecode_deal *deal, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const uint64_t list = (uint64_t)a[i] >> deal->shift & deal->all;
        out->place[list][out->count[list]++] = (uint16_t)i;
    }
}

/* False: lanes pass too many tests. */
static bool deal_by_field(lane_lists *out, const int64_t *bits, size_t n)
{
    const size_t most = TESTS_A_LANE * n + LISTS;
    size_t passed = 0;
    for (size_t i = 0; i < n && passed < most; i++)
        for (uint64_t rest = (uint64_t)bits[i]; rest; rest &= rest - 1, passed++) {
            const unsigned list = (unsigned)__builtin_ctzll(rest);
            out->place[list][out->count[list]++] = (uint16_t)i;
        }
    return passed < most;
}

void kernel_deal(lane_lists *out, int64_t *restrict bits, column a, const bytecode_deal *deal,
                 size_t n)
{
    memset(out->count, 0, sizeof out->count);
    out->dealt = true;
    if (deal->by_value) {
        deal_by_value(out, a, deal, n);
        return;
    }
    kernel_find_fields(bits, a, deal, n);
    out->dealt = deal_by_field(out, bits, n);
}

size_t kernel_take(const picked_lanes *out, const lane_lists *lists, size_t list, column a,
                   const uint32_t *lanes)
{
    const size_t n = lists->count[list];
    const uint16_t *place = lists->place[list];
    for (size_t i = 0; i < n; i++) {
        out->places[i] = place[i];
        out->lanes[i] = lanes[place[i]];
        out->values[i] = a[place[i]];
    }
    return n;
}
