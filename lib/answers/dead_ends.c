/* dead_ends.c - the states from which no goal can be reached. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "answers/asking.h"
#include "base/fault.h"

int answer_dead_ends(wgcq_rows **out, asking *a)
{
    char sql[300], window[80] = "";
    const trace_facts *f = a->facts;
    static const char *const names[] = {"id", "depth", "shown"};
    if (!f->has_goal)
        return fault(a->err, WGCQ_EREQUEST, "without a goal there are no dead ends");
    if (strcmp(f->status, "complete") != 0)
        return asking_unknown(out, a, 3, names,
                              "the run did not explore everything, so no state is proved a dead "
                              "end");
    if (a->question->limit || a->question->offset)
        snprintf(window, sizeof window, " LIMIT %" PRId64 " OFFSET %" PRIu64,
                 a->question->limit ? (int64_t)a->question->limit : (int64_t)-1,
                 a->question->offset);
    snprintf(sql, sizeof sql, "SELECT %s FROM states_%" PRId64 " WHERE to_goal IS NULL%s%s",
             a->question->count ? "count(*) AS count" : "id, depth, shown", f->run,
             a->question->count ? "" : " ORDER BY id", a->question->count ? "" : window);
    return trace_rows(out, a->trace, sql, a->err);
}
