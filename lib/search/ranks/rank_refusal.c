/* rank_refusal.c - puzzles and options that several ranks refuse. */
#include "search/ranks/rank_refusal.h"

const char *rank_refusal(const wgcq_model *m, const wgcq_options *o, bool stores)
{
    const bool rows = o->trace_level != WGCQ_TRACE_NONE;
    return stores && !rows ? "several ranks with --trace none write no file: without -o"
           : o->order != WGCQ_BREADTH_FIRST ? "several ranks go with --order breadth-first"
           : o->stop == WGCQ_STOP_FIRST     ? "several ranks do not go with --stop first"
           : o->spill && rows ? "several ranks go with --spill only where --trace is none"
           : o->threads > 1   ? "a rank has one thread: more ranks use more processors"
           : rows             ? NULL
           : !o->spill && (m->invariant_count || m->forbids_deadlock)
               ? "several ranks check invariants and forbidden deadlocks with --trace states, or "
                 "with --spill"
           : m->has_goal && m->costs
               ? "several ranks find least costs with --trace states, not none"
               : NULL;
}
