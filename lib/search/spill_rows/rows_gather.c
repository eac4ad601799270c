/*
 * rows_gather.c - rows of all ranks on their way to rank 0, a piece of the level at a time.
 *
 * All ranks hand over the same range of new states, by their numbers, and the rows of the same
 * range of sources; so what rank 0 merges (search/ranks/rank_gather.h) continues what it had
 * before, and is no larger than what one process hands over at once.  Where one rank has no room
 * for its edges, the others keep theirs behind the last that it has read.
 */
#include <string.h>

#include "search/spill_rows/rows_run.h"

/* Rows at once; tests ask for few. */
static uint32_t at_once(const rows_run *s, uint32_t most)
{
    const size_t asked = s->r->options->hooks.packet_words;
    return asked && asked < most ? (uint32_t)asked : most;
}

/* So many edges of each rank, for rank 0 has those of all. */
static size_t edge_room(const rows_run *s)
{
    return at_once(s, (ROWS_AT_ONCE - 1) / s->team.packets.with->ranks + 1);
}

size_t rows_gather_room(const rows_run *s)
{
    const wgcq_model *m = s->r->model;
    const size_t word = sizeof(uint64_t), edge = 3 * sizeof(uint32_t) + m->costs * word,
                 state = 2 * word + (m->words + m->finals) * word,
                 all = ROWS_AT_ONCE * (edge + word) + MODEL_BATCH * state;
    return 2 * (s->r->options->exchange->rank ? all / s->team.packets.with->ranks : all);
}

/* Behind those that are kept, up to those of source `last`.  *end: a place behind all that this
   rank has read; of a source that goes on behind it, within the source. */
static int read_edges_up_to(uint64_t *end, rows_run *s, uint32_t last)
{
    size_t *count = &s->team.edges_read;
    int code = 0;
    while (!code && *count < edge_room(s) && rows_next_edge_source(s) <= last)
        code = rows_read_edge(s, (*count)++);
    *end = rows_next_edge_source(s) <= last ? place_of_successor(s->src[*count - 1], 1)
                                            : place_of_successor(last + 1, 0);
    return code;
}

static size_t count_edges_up_to(const rows_run *s, uint32_t source)
{
    size_t count = s->team.edges_read;
    while (count && s->src[count - 1] > source)
        count--;
    return count;
}

static void keep_edges_behind(rows_run *s, size_t handed)
{
    const size_t left = s->team.edges_read - handed, costs = s->r->model->costs;
    memmove(s->src, s->src + handed, left * sizeof *s->src);
    memmove(s->dst, s->dst + handed, left * sizeof *s->dst);
    memmove(s->move, s->move + handed, left * sizeof *s->move);
    memmove(s->cost, s->cost + handed * costs, left * costs * sizeof *s->cost);
    s->team.edges_read = left;
}

/* The last source that has rows; where the run ends among its successors, it is not done. */
static uint32_t last_gathered_source(const rows_run *s)
{
    const uint64_t end = level_cut_place(&s->cut);
    return end == UINT64_MAX ? s->level_last : source_of_place(end - 1);
}

/* The next range of sources, which is no longer than what is handed over at once. */
static uint32_t end_of_range(const rows_run *s)
{
    const uint32_t last = last_gathered_source(s), from = s->team.gathered_to,
                   most = at_once(s, ROWS_AT_ONCE);
    return last - from < most ? last : from + most;
}

/* New states up to number `to`, and the rows of sources up to this one. */
static int hand_range(rows_run *s, uint32_t to, uint32_t source, int code)
{
    const size_t edges = code ? 0 : count_edges_up_to(s, source);
    code = code ? code : rows_hand_states(s, to);
    code = code ? code : rows_hand_stuck(s, source + 1);
    rows_hand_edges(s, edges);
    code = rank_gather_rows(&s->team.gather, s->loop.depth + 1, code);
    keep_edges_behind(s, edges);
    return code;
}

int rows_gather_some(bool *done, rows_run *s)
{
    const uint32_t last = last_gathered_source(s), left = s->last - s->handed,
                   most = at_once(s, MODEL_BATCH), to = s->handed + (left < most ? left : most);
    uint64_t end;
    int code = read_edges_up_to(&end, s, end_of_range(s)),
        failed = rank_least(&s->team.packets, &end, 1, s->r->err);
    if (failed)
        return failed;
    const uint32_t source = source_of_place(end - 1);
    code = hand_range(s, to, source, code);
    s->r->rows.edges_go_on = end != place_of_successor(source + 1, 0);
    s->handed = to;
    s->team.gathered_to = source;
    *done = end == place_of_successor(last + 1, 0) && to == s->last;
    return code;
}
