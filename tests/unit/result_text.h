/* result_text.h - what a search comes to, as a text to be compared. */
#ifndef TESTS_UNIT_RESULT_TEXT_H
#define TESTS_UNIT_RESULT_TEXT_H

#include <inttypes.h>

#include "base/strbuf.h"
#include "search/search.h"

static inline void put_plan(strbuf *out, const wgcq_model *m, const search_result *r)
{
    for (uint32_t i = 0; r->plan.states && i <= r->plan.length; i++) {
        if (i)
            strbuf_printf(out, " %s\n", m->move_text(m, r->plan.moves[i - 1]));
        for (unsigned w = 0; w < m->words; w++)
            strbuf_printf(out, " %" PRIx64, r->plan.states[(size_t)i * m->words + w]);
    }
}

static inline void put_checked(strbuf *out, const wgcq_model *m, const search_result *r)
{
    const size_t checks = m->invariant_count + (m->forbids_deadlock ? 1 : 0);
    const search_path *path = &r->counterexample;
    for (size_t i = 0; r->checked && i < checks; i++)
        strbuf_printf(out, "%zu: %" PRIu64 " states, after %u\n", i, r->checked[i].states,
                      r->checked[i].depth);
    for (size_t i = 0; path->states && i < (path->length + (size_t)1) * m->words; i++)
        strbuf_printf(out, " %" PRIx64, path->states[i]);
}

static inline void put_figures(strbuf *out, const search_result *r)
{
    strbuf_printf(out, "%d %s: %" PRIu64 " states, %" PRIu64 " edges, depth %u, %" PRIu64 " goals",
                  r->end, r->limit, r->states, r->edges, r->depth, r->goals);
    strbuf_printf(out, ", %" PRIu64 " starts, proved %u, shortest %d %u in %s\n", r->starts,
                  r->proved_depth, r->shortest_known, r->shortest_known ? r->shortest : 0,
                  r->shortest_count ? r->shortest_count : "-");
}

static inline void put_result(strbuf *out, const wgcq_model *m, int code, const search_result *r,
                              const wgcq_error *err)
{
    if (code) {
        strbuf_printf(out, "error %d: %s", code, err->text);
        return;
    }
    put_figures(out, r);
    put_checked(out, m, r);
    put_plan(out, m, r);
}

#endif
