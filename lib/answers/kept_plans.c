/*
 * kept_plans.c - the best plans, where the run itself has kept enough of them.
 *
 * What a whole run keeps are the first of `all` in the order of its own costs, so a few of these
 * need no graph.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "answers/listing.h"
#include "answers/plan_rows.h"
#include "base/fault.h"

static bool is_kept_order(const asking *a)
{
    const trace_facts *f = a->facts;
    return a->by.count == f->minimize_count &&
           !memcmp(a->by.by, f->minimize, a->by.count * sizeof *a->by.by);
}

/* One more row than is wanted, if there is one: then there are more. */
static int select_kept(wgcq_rows **out, asking *a)
{
    const wgcq_question *q = a->question;
    text sql = {0};
    text_printf(&sql,
                "SELECT s.*, (SELECT coalesce(group_concat(move, '; '), '') FROM (SELECT move FROM "
                "steps_%" PRId64
                " WHERE solution=s.id AND step>0 ORDER BY step)) FROM solutions_%" PRId64
                " AS s ORDER BY s.id LIMIT %" PRId64 " OFFSET %" PRId64,
                a->facts->run, a->facts->run, (int64_t)q->limit + 1, (int64_t)q->offset);
    int code =
        sql.failed ? fault_memory(a->err) : trace_rows(out, a->trace, text_string(&sql), a->err);
    text_free(&sql);
    return code;
}

static void put_row(listing *l, const wgcq_rows *row, size_t columns)
{
    for (size_t i = 0; i + 1 < columns; i++)
        listing_integer(l, wgcq_rows_integer(row, i));
    listing_text(l, wgcq_rows_text(row, columns - 1));
}

static int read_kept(listing *l, wgcq_rows *rows, uint64_t limit, wgcq_error *err)
{
    int code = wgcq_rows_next(rows, err);
    while (!code && listing_count(l) < limit) {
        put_row(l, rows, wgcq_rows_columns(rows));
        code = wgcq_rows_next(rows, err);
    }
    return code;
}

static listing *new_listing(const trace_facts *f)
{
    const char **names = malloc((f->costs + (size_t)4) * sizeof *names);
    listing *l = NULL;
    if (names) {
        names[0] = "solution";
        names[1] = "length";
        names[2] = "moves";
        for (unsigned k = 0; k < f->costs; k++)
            names[3 + k] = f->cost_names[k];
        names[3 + f->costs] = "plan";
        l = listing_new(f->costs + (size_t)4, names);
    }
    free(names);
    return l;
}

/* Whether what the run has kept can be the answer at all. */
static bool is_kept(const asking *a)
{
    const wgcq_question *q = a->question;
    return q->limit && q->limit <= UINT32_MAX && q->offset <= UINT32_MAX && !q->has_within &&
           !q->count && !strcmp(a->facts->status, "complete") &&
           a->facts->keep <= WGCQ_KEEP_SOLUTIONS && is_kept_order(a);
}

int kept_plans(wgcq_rows **out, asking *a, bool only_best)
{
    const wgcq_question *q = a->question;
    wgcq_rows *rows = NULL;
    if (!is_kept(a))
        return WGCQ_DONE;
    listing *l = new_listing(a->facts);
    int code = l ? 0 : fault_memory(a->err);
    if (!code)
        code = select_kept(&rows, a);
    if (!code)
        code = read_kept(l, rows, q->limit, a->err);
    wgcq_rows_free(rows);
    if (code) {
        listing_free(l);
        return code;
    }
    text_printf(listing_remark(l),
                only_best ? "the best %" PRIu64 "; there are more"
                          : "stopped at --limit %" PRIu64 ": there are more",
                q->limit);
    return listing_give(out, l, NULL, false, a->err);
}
