/* sharded_run.c - rows into this rank's file, and the list of what all have saved. */
#include "run/sharded_run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "search/ranks/rank_meet.h"

static bool is_first(const solver *s)
{
    return s->options->exchange->rank == 0;
}

static int set_up_folder(solver *s)
{
    int code = shard_folder_claim(s->db, s->options->replace, s->err);
    return code ? code : shard_list_write(&s->shards->list, s->db, s->err);
}

static int name_puzzle(solver *s)
{
    const wgcq_model *m = s->model;
    const shard_subject of = {m->title,       m->source,      wgcq_order_name(s->options->order),
                              m->param_count, m->param_names, m->param_values};
    return shard_puzzle(&s->shards->list.puzzle, &of, s->err);
}

int sharded_run_open(solver *s)
{
    const wgcq_exchange *with = s->options->exchange;
    sharded_run *r = s->shards = calloc(1, sizeof *r);
    if (!r) {
        rank_abandon(with);
        return error_set_memory(s->err);
    }
    r->list = (shard_list){.count = with->ranks, .keep = s->options->trace_level};
    int code = s->merge ? shard_list_read(&r->before, s->db, s->err) : 0;
    r->list.first = r->before.first + r->before.count;
    r->path = shard_path(s->db, r->list.first + with->rank);
    if (!code && !r->path)
        code = error_set_memory(s->err);
    code = code ? code : name_puzzle(s);
    if (!code && !s->merge && is_first(s))
        code = set_up_folder(s);
    if (!code && s->merge)
        unlink(r->path); /* of an attempt that did not come far */
    return solver_meet(s, code);
}

/* All ranks have saved what the search has come to. */
static int list_rows(solver *s, const search_result *found)
{
    shard_list *l = &s->shards->list;
    l->states = (uint32_t)found->states;
    l->expanded = (uint32_t)found->expanded;
    l->edges = found->edges;
    l->rejections = found->rejections;
    l->seconds = s->shards->before.seconds + solver_seconds(s);
    return is_first(s) ? shard_list_write(l, s->db, s->err) : 0;
}

int sharded_run_take(solver *s, const row_batch *rows)
{
    int code = solver_meet(s, solver_take_rows(s, rows));
    return code || !rows->save ? code
                               : solver_meet(s, list_rows(s, search_partial_result(s->search)));
}

static void remove_before(const solver *s)
{
    const shard_list *before = &s->shards->before;
    for (unsigned k = 0; k < before->count; k++) {
        char *path = shard_path(s->db, before->first + k);
        if (path)
            unlink(path);
        free(path);
    }
}

int sharded_run_go_on(solver *s)
{
    search_result so_far = {0};
    if (!s->shards || !s->merge)
        return 0;
    int code = solver_meet(s, merged_run_refill(s, &s->past));
    if (!code && s->past)
        so_far = (search_result){.states = s->past->states,
                                 .expanded = s->past->expanded,
                                 .edges = s->past->edges,
                                 .rejections = s->past->rejections};
    const row_batch save = {.pause = true, .save = true, .expanded = (uint32_t)so_far.expanded};
    code = code ? code : solver_meet(s, solver_take_rows(s, &save));
    code = code ? code : solver_meet(s, list_rows(s, &so_far));
    if (!code && is_first(s))
        remove_before(s);
    return code;
}

int sharded_run_end(solver *s)
{
    const search_result *f = &s->found;
    if (!s->shards)
        return 0;
    shard_list *l = &s->shards->list;
    const row_batch save = {.pause = true, .save = true, .expanded = (uint32_t)f->expanded};
    int code = solver_meet(s, solver_take_rows(s, &save));
    switch (f->end) {
    case SEARCH_COMPLETE: l->end = SHARDS_COMPLETE; break;
    case SEARCH_STOPPED: l->end = SHARDS_STOPPED; break;
    case SEARCH_LIMIT: l->end = SHARDS_LIMIT; break;
    case SEARCH_INTERRUPTED: l->end = SHARDS_UNFINISHED; break;
    }
    memcpy(l->limit, f->limit,
           sizeof l->limit < sizeof f->limit ? sizeof l->limit : sizeof f->limit);
    return code ? code : solver_meet(s, list_rows(s, f));
}

void sharded_run_close(solver *s)
{
    if (!s->shards)
        return;
    free(s->shards->path);
    free(s->shards);
    s->shards = NULL;
}
