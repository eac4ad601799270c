/*
 * spill_ranks.c - what all ranks of a search in files agree on.
 *
 * Each rank has its own files.  A commit is one of all: every rank prepares its text, and when all
 * have, each lets it take the place of the one before.  After a kill between the two some have the
 * new text, and the others have it prepared.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/ranks/rank_meet.h"
#include "search/ranks/rank_starts.h"
#include "search/spill/spill_run.h"

/* ---- codes ----------------------------------------------------------------------------------- */

struct gathered_end {
    gathered_stand stand;
    uint64_t of_state; /* the error is of this one */
    uint64_t state[];  /* [words] */
};

static size_t bytes_of_end(const spill_run *s)
{
    return sizeof(gathered_end) + s->r->model->words * sizeof(uint64_t);
}

/* Orders two errors of states: the one whose state sorts first. */
static bool is_error_before(const gathered_end *a, const gathered_end *b, unsigned words)
{
    return a->of_state && b->of_state && compare_states(a->state, b->state, words) < 0;
}

static const gathered_end *error_of_all(const spill_run *s)
{
    const rank_packets *p = &s->swap.packets;
    const gathered_end *first = NULL;
    for (unsigned k = 0; k < p->with->ranks; k++) {
        const gathered_end *theirs = rank_gathered(p, k);
        if (theirs->stand.error.code < 0 &&
            (!first || is_error_before(theirs, first, s->r->model->words)))
            first = theirs;
    }
    return first;
}

static int take_error_of_all(spill_run *s)
{
    const gathered_end *error = error_of_all(s);
    if (error)
        *s->r->err = error->stand.error.err;
    return error ? (int)error->stand.error.code : 0;
}

/* The code of all ranks; the error of the first that has one. */
static int gather_codes(spill_run *s, int code)
{
    s->swap.mine->stand = rank_stand_of(s->r, code);
    int failed = rank_all_gather(&s->swap.packets, s->swap.mine, bytes_of_end(s), s->r->err);
    return failed ? failed : take_error_of_all(s);
}

int spill_meet(spill_run *s, int code)
{
    if (!s->swap.on)
        return code;
    code = gather_codes(s, code);
    return code || !rank_stop_alike(s->r, &s->swap.packets) ? code : (int)WGCQ_DONE;
}

int spill_meet_to_commit(spill_run *s, int code)
{
    if (!s->swap.on)
        return code;
    code = gather_codes(s, code);
    for (unsigned k = 0; !code && k < s->swap.packets.with->ranks; k++)
        code = (int)rank_gathered_stand(&s->swap.packets, k)->error.code;
    return code;
}

int spill_error_of_state(spill_run *s, const uint64_t *state, const wgcq_error *err)
{
    if (s->swap.on) {
        s->swap.mine->of_state = true;
        memcpy(s->swap.mine->state, state, s->r->model->words * sizeof *state);
    }
    *s->r->err = *err;
    return err->code;
}

/* ---- joined ---------------------------------------------------------------------------------- */

int spill_join_ranks(spill_run *s)
{
    const wgcq_exchange *with = s->r->options->exchange;
    if (!with)
        return 0;
    s->swap.on = true;
    s->swap.mine = calloc(1, bytes_of_end(s));
    if (!rank_packets_open(&s->swap.packets, with) || !s->swap.mine) {
        rank_abandon(with);
        return error_set_memory(s->r->err);
    }
    return rank_greet(&s->swap.packets, s->r);
}

void spill_leave_ranks(spill_run *s)
{
    rank_packets_close(&s->swap.packets);
    free(s->swap.mine);
}

/* ---- figures --------------------------------------------------------------------------------- */

static void add_rank_part(spill_part *sum, const spill_part *p)
{
    sum->before.states += p->before.states;
    sum->before.edges += p->before.edges;
    sum->before.goals += p->before.goals;
    sum->before.starts += p->before.starts;
    sum->before.expanded += p->before.expanded;
    sum->level_states += p->level_states;
    sum->level_ends += p->level_ends;
    sum->pending += p->pending;
    sum->count_bits = p->count_bits > sum->count_bits ? p->count_bits : sum->count_bits;
    sum->deepest = p->deepest > sum->deepest ? p->deepest : sum->deepest;
    sum->torn |= p->torn;
    sum->recheck_due |= p->recheck_due;
    sum->commit_late |= p->commit_late;
    sum->commit_overdue |= p->commit_overdue;
}

int spill_sum_parts(spill_run *s, const spill_part *mine, int code)
{
    spill_swap *w = &s->swap;
    code = spill_meet(s, code);
    if (!code && w->on)
        code = rank_all_gather(&w->packets, mine, sizeof *mine, s->r->err);
    if (code)
        return code;
    s->all = (spill_part){0};
    for (unsigned k = 0; k < (w->on ? w->packets.with->ranks : 1); k++)
        add_rank_part(&s->all, w->on ? rank_gathered(&w->packets, k) : mine);
    return spill_sum_checks(s);
}

int spill_choose_least(spill_run *s, bool *any, uint64_t *state)
{
    const wgcq_model *model = s->r->model;
    return s->swap.on
               ? rank_choose_least(&s->swap.packets, model, any, state, model->words, s->r->err)
               : 0;
}

/* ---- resuming ----------------------------------------------------------------------------- */

/* Texts of one rank: -1 where there is none. */
typedef struct gathered_texts {
    int64_t committed, prepared;
} gathered_texts;

static int64_t last_commit_of_all(const rank_packets *p)
{
    int64_t last = -1;
    for (unsigned k = 0; k < p->with->ranks; k++) {
        const gathered_texts *theirs = rank_gathered(p, k);
        last = theirs->committed > last ? theirs->committed : last;
    }
    return last;
}

/* Leaves that of the level, if there is one: what is prepared is committed, as in another rank. */
static int choose_text(spill_run *s, char **text, char **prepared, const gathered_texts *mine,
                       int64_t level)
{
    if (level < 0 || mine->committed == level) {
        s->folder.committed = *text;
        return 0;
    }
    if (mine->prepared != level)
        return error_set(s->r->err, WGCQ_ESTORE,
                         "%s lacks level %lld, from which another rank resumes: start as many "
                         "ranks as before, with the folders of all",
                         s->folder.path, (long long)level);
    free(*text);
    *text = *prepared;
    *prepared = NULL;
    return spill_folder_commit_prepared(&s->folder, s->r->err);
}

int spill_choose_text(spill_run *s, char **text)
{
    rank_packets *p = &s->swap.packets;
    char *prepared = NULL;
    if (!s->swap.on)
        return 0;
    int code = spill_meet(s, spill_folder_read_prepared(&s->folder, &prepared, s->r->err));
    const gathered_texts mine = {commit_text_depth(*text), commit_text_depth(prepared)};
    code = code ? code : rank_all_gather(p, &mine, sizeof mine, s->r->err);
    if (!code)
        code = spill_meet(s, choose_text(s, text, &prepared, &mine, last_commit_of_all(p)));
    free(prepared);
    return code;
}
