/*
 * rows_ranks.c - one rank of several that hand over their rows.
 *
 * Each has its own states in files of its own.  Successors go to their owners with their places,
 * which say in which rank they were found, too: `which` is the successor's number times the ranks,
 * plus that rank.  New states are numbered in windows of places that all ranks have read; then the
 * numbers go back to the ranks of the sources.  A rank hands over its states, and the edges and
 * rejections that leave them.
 *
 * All ranks work on a phase, and say at its end what it came to: between two meetings none returns
 * alone.  The rows of a level are handed over whole, or not at all.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/engine/limits.h"
#include "search/ranks/rank_errors.h"
#include "search/ranks/rank_meet.h"
#include "search/ranks/rank_numbers.h"
#include "search/ranks/rank_of_state.h"
#include "search/ranks/rank_starts.h"
#include "search/spill_rows/rows_run.h"

/* ---- meetings ------------------------------------------------------------------------------- */

/* Figures since ranks met last, and how this one stands. */
typedef struct rows_message {
    gathered_stand stand;
    uint64_t done; /* with the phase */
    uint64_t violation, save;
    uint64_t depth, last_open;
    team_figures found;
    level_size next;
} rows_message;

static team_figures figures_of(const search_result *r)
{
    return (team_figures){{r->states, r->edges, r->rejections, r->starts, r->goals}};
}

static void put_rows_message(const rows_run *s, rows_message *out, int code, bool done)
{
    const engine *r = s->r;
    const search_result *found = r->result;
    const team_figures now = figures_of(found);
    *out = (rows_message){.stand = rank_stand_of(r, code),
                          .done = done,
                          .violation = r->violation_found,
                          .save = rank_save_is_due(&s->team.saving, r, found->states),
                          .depth = found->depth,
                          .last_open = s->last_open,
                          .next = s->next_has};
    for (size_t i = 0; i < TEAM_FIGURES; i++)
        out->found.of[i] = now.of[i] - s->team.before.of[i];
}

static const rows_message *message_of(const rows_run *s, unsigned rank)
{
    return rank_gathered(&s->team.packets, rank);
}

static void add_rows_messages(rows_run *s, bool *done)
{
    engine *r = s->r;
    search_result *found = r->result;
    team_figures sum = s->team.before;
    *done = true;
    s->team.next = (level_size){0};
    for (unsigned k = 0; k < s->team.packets.with->ranks; k++) {
        const rows_message *theirs = message_of(s, k);
        for (size_t i = 0; i < TEAM_FIGURES; i++)
            sum.of[i] += theirs->found.of[i];
        s->team.next.states += theirs->next.states;
        s->team.next.ends += theirs->next.ends;
        *done = *done && theirs->done;
        r->violation_found = r->violation_found || theirs->violation;
        found->depth = theirs->depth > found->depth ? (uint32_t)theirs->depth : found->depth;
        s->last_open =
            theirs->last_open > s->last_open ? (uint32_t)theirs->last_open : s->last_open;
    }
    s->team.before = sum;
    found->states = sum.of[0];
    found->edges = sum.of[1];
    found->rejections = sum.of[2];
    found->starts = sum.of[3];
    found->goals = sum.of[4];
    s->team.save_wanted = message_of(s, 0)->save;
}

int rows_agree(rows_run *s, int code, bool *done)
{
    rows_message mine;
    const bool of_states = rows_errors_are_of_states(s);
    bool all_done = false;
    if (!s->team.on)
        return code;
    put_rows_message(s, &mine, code, done && *done);
    int failed = rank_all_gather(&s->team.packets, &mine, sizeof mine, s->r->err);
    if (failed)
        return failed;
    add_rows_messages(s, &all_done);
    rank_stop_alike(s->r, &s->team.packets);
    if (done)
        *done = all_done;
    return rank_settle_errors(&s->team.packets, s->r, code, of_states ? rows_find_errors : NULL, s);
}

/* ---- successors to their owners ------------------------------------------------------------- */

static int too_many_successors(const rows_run *s)
{
    return error_set(s->r->err, WGCQ_ERUN,
                     "a state has more than %u successors, all that %u ranks can number",
                     UINT32_MAX / s->team.packets.with->ranks, s->team.packets.with->ranks);
}

/* False: a packet is full, or there is an error. */
static bool write_successors(rows_run *s)
{
    rows_team *t = &s->team;
    const batch *found = &s->r->successors;
    const unsigned words = s->r->model->words, ranks = t->packets.with->ranks;
    for (; t->written < found->count; t->written++) {
        const size_t i = t->written;
        const uint64_t *state = found->state + i * words;
        rank_packet *to = rank_packets_to(&t->packets, rank_of_state(state, words, ranks));
        const uint32_t source = expansion_number(&s->found_from, found->lane[i]);
        if (to->count == t->packets.record_room)
            return false;
        if (!i || found->lane[i] != found->lane[i - 1])
            t->place = place_of_successor(source, t->packets.with->rank);
        if (source_of_place(t->place) != source) {
            t->code = too_many_successors(s);
            return false;
        }
        uint64_t *record = to->record + to->count++ * (words + (size_t)1);
        memcpy(record, state, words * sizeof *record);
        record[words] = t->place;
        t->place += ranks;
    }
    return true;
}

static bool has_more_to_find(const rows_run *s)
{
    return !s->team.code && !s->team.packets.halted && !s->r->stopped && !rows_are_expanded(s);
}

static packet_header write_level(void *self)
{
    rows_run *s = self;
    rows_team *t = &s->team;
    bool all = write_successors(s);
    while (all && has_more_to_find(s)) {
        bool any;
        t->code = rows_find_some(&any, s);
        t->written = any ? 0 : s->r->successors.count;
        rows_check_limits(s);
        rank_packets_poll(&t->packets);
        all = !t->code && write_successors(s);
    }
    const bool ends = t->code || s->r->stopped || t->packets.halted,
               last = t->code || (all && (ends || rows_are_expanded(s)));
    return (packet_header){.marks = (ends ? PACKET_HALT : 0u) | (last ? PACKET_LAST : 0u)};
}

static void take_row_packet(rows_run *s, segment_sorter *into, const rank_packet *packet)
{
    if (!s->team.code)
        s->team.code = segment_sorter_put_all(into, packet->record, packet->count, s->r->err);
}

static void take_row_successors(void *self, const rank_packet *packet, unsigned rank)
{
    rows_run *s = self;
    (void)rank;
    take_row_packet(s, &s->found, packet);
}

/* Until every rank has sent its last. */
static int swap_records(bool *done, rows_run *s, const packet_user *user)
{
    s->team.code = 0;
    int code = rank_packets_swap_all(&s->team.packets, user, s->r->err);
    code = code ? code : s->team.code;
    *done = !code;
    return code;
}

int rows_swap_level(bool *done, rows_run *s)
{
    const packet_user user = {s, s->r->model->words + 1, write_level, take_row_successors, NULL};
    s->team.written = s->r->successors.count;
    return swap_records(done, s, &user);
}

/* ---- numbers back to the sources ------------------------------------------------------------ */

static packet_header write_row_answers(void *self)
{
    rows_run *s = self;
    rows_team *t = &s->team;
    const unsigned ranks = t->packets.with->ranks;
    while (!t->code && t->answers.record) {
        uint64_t answer[2];
        memcpy(answer, t->answers.record, sizeof answer);
        rank_packet *to = rank_packets_to(&t->packets, (uint32_t)answer[0] % ranks);
        if (to->count == t->packets.record_room)
            return (packet_header){0};
        memcpy(to->record + 2 * to->count++, answer, sizeof answer);
        t->code = record_list_next(&t->answers, s->r->err);
    }
    return (packet_header){.marks = PACKET_LAST};
}

static void take_row_answers(void *self, const rank_packet *packet, unsigned rank)
{
    rows_run *s = self;
    (void)rank;
    take_row_packet(s, &s->targets, packet);
}

int rows_swap_answers(bool *done, rows_run *s)
{
    return swap_records(done, s, &(packet_user){s, 2, write_row_answers, take_row_answers, NULL});
}

/* ---- numbers of new states ------------------------------------------------------------------ */

/* All ranks have numbers up to `last`: the first state beyond --max-states is one rank's. */
static int cut_window_at_limit(rows_run *s, const uint32_t *numbers, size_t count, uint64_t last)
{
    const uint64_t most = s->r->options->max_states;
    size_t beyond = 0;
    if (!most || last <= most)
        return 0;
    while (beyond < count && numbers[beyond] <= most)
        beyond++;
    rows_cut_at_limit(s, beyond, count);
    return rank_least(&s->team.packets, &s->cut.limit, 1, s->r->err);
}

/* Numbers the first `count` of those that were read, up to the last place that all have read. */
static int number_window(rows_run *s, size_t count, uint64_t last_place)
{
    rows_team *t = &s->team;
    discovery found[MODEL_BATCH];
    uint32_t numbers[MODEL_BATCH];
    const uint32_t end = source_of_place(last_place),
                   last = end < s->level_last ? end : s->level_last;
    rank_numbering n = {.packets = &t->packets,
                        .out = t->out,
                        .in = t->in,
                        .first_source = t->numbered_to,
                        .sources = last - t->numbered_to + (uint64_t)1,
                        .next = s->last + (uint64_t)1};
    for (size_t i = 0; i < count; i++)
        found[i] = (discovery){.key = s->row_place[i]};
    int code = rank_number(numbers, &n, found, count, s->r->err);
    t->numbered_to = last;
    code = code ? code : cut_window_at_limit(s, numbers, count, n.next - 1);
    const bool cut = s->cut.limit != UINT64_MAX;
    if (!code && !cut && n.next > VISITED_MAX + (uint64_t)1) {
        limits_stop_numbers(s->r);
        return 0;
    }
    const size_t taken = rows_before_cut(s, count);
    for (size_t i = 0; !code && i < taken; i++)
        code = rows_add_numbered(s, i, numbers[i]);
    s->last = cut ? (uint32_t)s->r->options->max_states : (uint32_t)(n.next - 1);
    return code;
}

static void keep_unnumbered(rows_run *s, size_t numbered)
{
    const size_t words = s->r->model->words, left = s->fresh_read - numbered;
    memmove(s->row_state, s->row_state + numbered * words, left * words * sizeof *s->row_state);
    memmove(s->row_place, s->row_place + numbered, left * sizeof *s->row_place);
    memmove(s->row_marks, s->row_marks + numbered, left * sizeof *s->row_marks);
    s->fresh_read = left;
}

int rows_number_window(bool *done, rows_run *s)
{
    int code = s->team.code ? s->team.code : rows_read_fresh(s);
    size_t count = 0;
    s->team.code = 0;
    if (!code)
        rows_cut_at_first(s, s->fresh_read);
    rows_check_limits(s);
    /* whether it goes on, the last place that it has read, and the cut as far as it sees it */
    uint64_t all[] = {!code && !s->r->stopped,
                      code              ? 0
                      : s->merge.record ? s->row_place[s->fresh_read - 1]
                                        : UINT64_MAX,
                      s->cut.limit, s->cut.found};
    int failed = rank_least(&s->team.packets, all, sizeof all / sizeof *all, s->r->err);
    s->team.halted = failed || !all[0];
    if (s->team.halted)
        return failed ? failed : code;
    s->cut = (level_cut){all[2], all[3]};
    const size_t before = rows_before_cut(s, s->fresh_read);
    while (count < before && s->row_place[count] <= all[1])
        count++;
    s->team.code =
        number_window(s, count, all[1]); /* the next window reports an error of this rank */
    keep_unnumbered(s, count);
    *done = all[1] >= level_cut_place(&s->cut);
    code = *done ? s->team.code : 0;
    return code;
}

/* ---- beginning and end ---------------------------------------------------------------------- */

int rows_join_ranks(rows_run *s)
{
    const wgcq_exchange *with = s->r->options->exchange;
    rows_team *t = &s->team;
    if (!with)
        return 0;
    t->on = true;
    t->out = calloc(with->ranks, sizeof *t->out);
    t->in = calloc(with->ranks, sizeof *t->in);
    bool ok = rank_packets_open(&t->packets, with) && t->out && t->in &&
              rank_gather_open(&t->gather, s->r, &t->packets, t->out, t->in);
    int code = ok ? rank_greet(&t->packets, s->r) : 0;
    ok = ok && (code || rank_packets_set_record(&t->packets, s->r->model->words + 1));
    if (ok)
        return code;
    rank_abandon(with);
    return error_set_memory(s->r->err);
}

void rows_leave_ranks(rows_run *s)
{
    rows_team *t = &s->team;
    rank_gather_close(&t->gather);
    for (unsigned k = 0; t->out && t->in && k < t->packets.with->ranks; k++) {
        rank_stream_free(&t->out[k]);
        rank_stream_free(&t->in[k]);
    }
    free(t->out);
    free(t->in);
    if (t->on)
        rank_packets_close(&t->packets);
    record_list_close(&t->answers);
}

size_t rows_team_memory(const rows_run *s)
{
    const rows_team *t = &s->team;
    size_t bytes = rank_gather_memory(&t->gather) +
                   (t->on ? rank_packets_memory(&t->packets) + t->answers.room : 0);
    for (unsigned k = 0; t->on && k < t->packets.with->ranks; k++)
        bytes += t->out[k].bytes.bytes + t->in[k].bytes.bytes;
    return bytes;
}

size_t rows_team_room(const rows_run *s)
{
    enum { STREAM_ROOM = 64 << 10 };
    const rank_packets *p = &s->team.packets;
    return s->team.on ? rank_packets_memory(p) + 2 * p->with->ranks * (size_t)STREAM_ROOM +
                            (rows_are_gathered(s) ? rows_gather_room(s) : 0)
                      : 0;
}

/* ---- an earlier run ------------------------------------------------------------------------- */

static int restore_own_states(rows_run *s, const search_past *past)
{
    const size_t words = s->r->model->words;
    int code = 0;
    for (uint32_t i = 0; !code && i < past->own; i++) {
        const uint64_t *state = past->state + i * words;
        code = spilled_set_add_numbered(&s->set, state, past->number[i], s->r->err);
        if (code || past->number[i] <= past->expanded)
            continue;
        memcpy(s->record, state, words * sizeof *state);
        s->record[words] = level_word(past->number[i], past->marks[i]);
        code = record_list_add(&s->next, s->record, s->r->err);
    }
    return code ? code : spilled_set_end_level(&s->set, s->r->err);
}

int rows_restore_rank(rows_run *s, const search_past *past)
{
    int code = rows_agree(s, restore_own_states(s, past), NULL);
    s->team.next = (level_size){past->states - past->expanded, past->ends};
    s->last = past->states;
    rank_resume(&s->team.saving, &s->loop, past);
    s->team.before = figures_of(s->r->result);
    return code;
}
