/* rows_hand_over.c - new states and what leads to them, in the order of the level's states. */
#include <string.h>

#include "search/spill_rows/rows_run.h"

int rows_begin_handing(rows_run *s)
{
    wgcq_error *err = s->r->err;
    record_list *const lists[] = {&s->edges, &s->rejections, &s->stuck, &s->next};
    int code = segment_sorter_end(&s->merge, &s->targets, err);
    for (size_t i = 0; !code && i < sizeof lists / sizeof *lists; i++)
        code = record_list_read(lists[i], err);
    s->team.edges_read = 0;
    s->team.gathered_to = rows_are_starting(s) ? 0 : s->level_last - (uint32_t)s->loop.has.states;
    for (uint64_t i = 0; !code && i < s->next_restored; i++) /* which the receiver has */
        code = record_list_next(&s->next, err);
    return code;
}

/* ---- states --------------------------------------------------------------------------------- */

static void count_states(rows_run *s, size_t count)
{
    search_result *out = s->r->result;
    const uint32_t depth = s->loop.depth + 1;
    for (size_t i = 0; i < count; i++) {
        s->row_depth[i] = depth;
        s->r->violation_found = s->r->violation_found || s->row_marks[i] & MARK_VIOLATES;
        if (s->row_marks[i] & MARK_GOAL && !out->goals++)
            out->first_goal = s->row_number[i];
    }
    out->states += count;
    out->starts += rows_are_starting(s) ? count : 0;
    out->depth = depth;
}

static void put_state_rows(rows_run *s, size_t count)
{
    engine *r = s->r;
    r->rows.states = (state_rows){.first = s->row_number[0],
                                  .number = s->team.on ? s->row_number : NULL,
                                  .count = count,
                                  .words = r->model->words,
                                  .state = s->row_state,
                                  .marks = s->row_marks,
                                  .depth = s->row_depth,
                                  .finals = r->needs_finals ? r->model->finals : 0,
                                  .final = s->row_final};
    if (r->add_texts)
        r->add_texts(r->crew, &r->rows.states);
}

static int read_numbered(size_t *count, rows_run *s, uint32_t to)
{
    const engine *r = s->r;
    const unsigned words = r->model->words;
    int code = 0;
    for (*count = 0; !code && *count < MODEL_BATCH && s->next.record; ++*count) {
        const uint64_t word = read_level_word(s->next.record, words);
        if (number_of_level_word(word) > to)
            break;
        memcpy(s->row_state + *count * words, s->next.record, words * sizeof *s->row_state);
        s->row_marks[*count] = (uint8_t)word;
        s->row_number[*count] = number_of_level_word(word);
        code = record_list_next(&s->next, s->r->err);
    }
    return code || !r->needs_finals ? code
                                    : model_finals(r->model, r->worker, s->row_state, s->row_marks,
                                                   *count, s->row_final, r->err);
}

int rows_hand_states(rows_run *s, uint32_t to)
{
    size_t count;
    int code = read_numbered(&count, s, to);
    if (code || !count)
        return code;
    count_states(s, count);
    if (rows_want(s, ROWS_STATES))
        put_state_rows(s, count);
    s->handed = s->row_number[count - 1];
    return 0;
}

/* ---- what starts in the level --------------------------------------------------------------- */

/* The source of a list's next record; beyond all of the level: there is none. */
static uint32_t next_source(const record_list *l)
{
    uint32_t source = UINT32_MAX;
    if (l->record)
        memcpy(&source, l->record, sizeof source);
    return source;
}

uint32_t rows_next_edge_source(const rows_run *s)
{
    const uint64_t *target = s->merge.record;
    return target && target[0] < level_cut_place(&s->cut) ? source_of_place(target[0]) : UINT32_MAX;
}

/* The first source of which rejections and the like wait for edges, or are cut off. */
static uint32_t sources_end(const rows_run *s)
{
    const uint32_t edge = rows_next_edge_source(s), cut = source_of_place(level_cut_place(&s->cut));
    return edge < cut ? edge : cut;
}

int rows_read_edge(rows_run *s, size_t i)
{
    const size_t costs = s->r->model->costs;
    edge_record edge;
    memcpy(&edge, s->edges.record, sizeof edge);
    s->src[i] = source_of_place(s->merge.record[0]);
    s->move[i] = edge.move;
    s->dst[i] = (uint32_t)s->merge.record[1];
    if (costs)
        memcpy(s->cost + i * costs, s->edges.record + sizeof edge, costs * sizeof *s->cost);
    int code = segment_merge_next(&s->merge, s->r->err);
    return code ? code : record_list_next(&s->edges, s->r->err);
}

/* *last: the last new state to which they lead; what is before it is handed over with them, so that
   a run that ends here has no state without the edge that led to it.  Of a rank, a level counts as
   a whole, and new states are those of others. */
static int read_edges(size_t *count, uint32_t *last, rows_run *s)
{
    const uint64_t reach = s->team.on ? UINT64_MAX : s->handed + (uint64_t)MODEL_BATCH;
    int code = 0;
    *last = s->team.on ? UINT32_MAX : s->handed;
    for (*count = 0; !code && *count < ROWS_AT_ONCE && rows_next_edge_source(s) != UINT32_MAX &&
                     s->merge.record[1] <= reach;
         ++*count) {
        code = rows_read_edge(s, *count);
        *last = s->dst[*count] > *last ? s->dst[*count] : *last;
    }
    return code;
}

void rows_hand_edges(rows_run *s, size_t count)
{
    const unsigned costs = s->r->model->costs;
    s->r->rows.edges = (edge_rows){.count = count,
                                   .costs = costs,
                                   .src = s->src,
                                   .dst = s->dst,
                                   .move = s->move,
                                   .cost = costs ? s->cost : NULL};
    s->r->result->edges += count;
}

static int hand_rejections(rows_run *s, uint32_t before)
{
    size_t count = 0;
    int code = 0;
    for (; !code && count < ROWS_AT_ONCE && next_source(&s->rejections) < before; count++) {
        rejection_record of;
        memcpy(&of, s->rejections.record, sizeof of);
        s->rejected_src[count] = of.src;
        s->rejected_move[count] = of.move;
        s->rejected_rule[count] = of.rule;
        code = record_list_next(&s->rejections, s->r->err);
    }
    s->r->rows.rejections = (rejection_rows){
        .count = count, .src = s->rejected_src, .move = s->rejected_move, .rule = s->rejected_rule};
    s->r->result->rejections += count;
    return code;
}

int rows_hand_stuck(rows_run *s, uint32_t before)
{
    size_t count = 0;
    int code = 0;
    for (; !code && count < ROWS_AT_ONCE && next_source(&s->stuck) < before; count++) {
        s->stuck_state[count] = next_source(&s->stuck);
        code = record_list_next(&s->stuck, s->r->err);
    }
    s->r->rows.stuck =
        (stuck_rows){.count = rows_want(s, ROWS_STUCK) ? count : 0, .state = s->stuck_state};
    return code;
}

/* The least source of rows still to be handed over; UINT32_MAX: there are none. */
static uint32_t least_source(const rows_run *s)
{
    const uint32_t end = sources_end(s),
                   others[] = {next_source(&s->rejections), next_source(&s->stuck)};
    uint32_t least = rows_next_edge_source(s);
    for (size_t i = 0; i < 2; i++)
        least = others[i] < least && others[i] < end ? others[i] : least;
    return least;
}

uint32_t rows_last_source(const rows_run *s)
{
    const uint32_t end = source_of_place(level_cut_place(&s->cut));
    return end == UINT32_MAX ? s->level_last : end - 1;
}

int rows_hand_some(bool *done, rows_run *s)
{
    engine *r = s->r;
    size_t edges;
    uint32_t last;
    int code = read_edges(&edges, &last, s);
    if (!code)
        code = rows_hand_states(s, rows_are_starting(s) ? s->last
                                                        : last); /* no edge leads to starts */
    const uint32_t before = sources_end(s);
    code = code ? code : hand_rejections(s, before);
    code = code ? code : rows_hand_stuck(s, before);
    if (code)
        return code;
    rows_hand_edges(s, edges);
    r->rows.edges_go_on = edges && s->src[edges - 1] == before;
    const uint32_t least = least_source(s);
    *done = least == UINT32_MAX && !s->next.record;
    if (s->team.on)
        return 0;
    r->result->expanded = rows_are_starting(s) ? 0 : *done ? rows_last_source(s) : least - 1;
    if (!r->rows.edges_go_on) { /* no pause amid the edges of a state */
        r->unchecked = r->result->expanded - s->checked;
        s->checked = (uint32_t)r->result->expanded;
    }
    return 0;
}
