/* rejected_moves.c - the moves that a state does not have, and why, as rows of wgcq_why. */
#include "answers/query/rejected_moves.h"

#include <string.h>

#include "base/containers/lookup.h"
#include "base/error.h"
#include "puzzle/labels.h"

row_table *rejected_moves_table(bool of_states)
{
    static const char *const names[] = {"at",    "move", "outcome", "state",
                                        "shown", "rule", "because", "place"};
    const size_t first = of_states ? 0 : 1;
    return row_table_new(sizeof names / sizeof *names - first, names + first);
}

void rejected_moves_put_one(row_table *table, const char *move, const char *outcome,
                            const char *rule, const char *because, const char *place)
{
    row_table_text(table, move);
    row_table_text(table, outcome);
    row_table_null(table);
    row_table_null(table);
    row_table_text(table, rule);
    row_table_text(table, because);
    row_table_text(table, place);
}

typedef struct rejection_list {
    uint32_t at;      /* a first column has the state; 0: there is none */
    const char *move; /* NULL: all */
    bool named;       /* a reason is of this very label */
    row_table *to;
    lookup reported; /* each reason is listed once, however many choices lead to it */
    lookup answered; /* labels that lead somewhere or are refused by name */
    bool unnamed;    /* there are reasons without a name */
    strbuf line;
    wgcq_error *err;
} rejection_list;

static int gather_refused(void *self, const char *move, const char *rule, const char *because,
                          const char *place)
{
    rejection_list *r = self;
    (void)because;
    (void)place;
    r->unnamed = r->unnamed || !rule;
    return !rule || lookup_add(&r->answered, move) ? 0 : error_set_memory(r->err);
}

static int gather_taken(rejection_list *r, const reference_model *reference, const uint64_t *state)
{
    const wgcq_model *m = reference->model;
    batch successors = {.words = m->words, .costs = m->costs};
    int code = m->reference.expand(reference->worker, state, WANT_MOVES, &successors, r->err);
    for (size_t i = 0; i < successors.count && !code; i++)
        if (!lookup_add(&r->answered, m->move_text(m, successors.move[i])))
            code = error_set_memory(r->err);
    batch_free(&successors);
    return code;
}

static int put_reason(void *self, const char *move, const char *rule, const char *because,
                      const char *place)
{
    rejection_list *r = self;
    uint32_t before = r->reported.count;
    if (r->move && !labels_agree(move, r->move))
        return 0;
    r->named = r->named || (r->move && !strcmp(move, r->move));
    if (!rule && lookup_find(&r->answered, move))
        return 0;
    strbuf_clear(&r->line);
    strbuf_printf(&r->line, "%s\n%s\n%s", move, place ? place : "", because ? because : rule);
    if (r->line.failed || !lookup_add(&r->reported, strbuf_string(&r->line)))
        return error_set_memory(r->err);
    if (r->reported.count > before && r->at)
        row_table_integer(r->to, r->at);
    if (r->reported.count > before)
        rejected_moves_put_one(r->to, move, rule ? "refused" : "not possible", rule, because,
                               place);
    return 0;
}

/* A label can stand for several choices.  Guards and filters without a name are reported only if no
   choice of the label is possible or refused by name: else the label would be called both possible
   and not possible. */
static int put_reasons(rejection_list *r, const reference_model *reference, const uint64_t *state)
{
    const wgcq_model *m = reference->model;
    r->reported = lookup_of_texts();
    r->answered = lookup_of_texts();
    int code = m->reference.explain(reference->worker, state, false, gather_refused, r, r->err);
    if (!code && r->unnamed)
        code = gather_taken(r, reference, state);
    if (!code)
        code = m->reference.explain(reference->worker, state, false, put_reason, r, r->err);
    lookup_free(&r->reported);
    lookup_free(&r->answered);
    strbuf_free(&r->line);
    return code;
}

int rejected_moves_put(row_table *table, bool *named, const reference_model *reference,
                       const uint64_t *state, const char *move, wgcq_error *err)
{
    rejection_list r = {.move = move, .to = table, .err = err};
    int code = put_reasons(&r, reference, state);
    if (named)
        *named = r.named;
    return code;
}

int rejected_moves_put_at(row_table *table, const reference_model *reference, uint32_t at,
                          const uint64_t *state, wgcq_error *err)
{
    rejection_list r = {.at = at, .to = table, .err = err};
    return put_reasons(&r, reference, state);
}
