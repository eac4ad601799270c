/* histogram.c - how far states lie, how often rules refuse: what one SELECT over the views says. */
#include <inttypes.h>
#include <stdio.h>

#include "answers/asking.h"
#include "base/fault.h"

/* The rows of a SELECT, or how many they are, or a part of them. */
static int select_rows(wgcq_rows **out, asking *a, const char *sql)
{
    text line = {0};
    const wgcq_question *q = a->question;
    if (q->count)
        text_printf(&line, "SELECT count(*) AS count FROM (%s)", sql);
    else
        text_put(&line, sql);
    if (!q->count && (q->limit || q->offset))
        text_printf(&line, " LIMIT %" PRId64 " OFFSET %" PRIu64,
                    q->limit ? (int64_t)q->limit : (int64_t)-1, q->offset);
    int code =
        line.failed ? fault_memory(a->err) : trace_rows(out, a->trace, text_string(&line), a->err);
    text_free(&line);
    return code;
}

int answer_distances(wgcq_rows **out, asking *a)
{
    return select_rows(out, a,
                       "SELECT depth, count(*) AS states, sum(is_goal) AS goals,"
                       " sum(to_goal IS NULL) AS dead_ends, min(to_goal) AS nearest,"
                       " max(to_goal) AS farthest FROM states GROUP BY depth ORDER BY depth");
}

int answer_farthest(wgcq_rows **out, asking *a)
{
    return select_rows(out, a,
                       "SELECT id, depth, to_goal, shown FROM states"
                       " WHERE depth=(SELECT max(depth) FROM states) ORDER BY id");
}

int answer_rules(wgcq_rows **out, asking *a)
{
    return select_rows(out, a,
                       "SELECT 'rule' AS kind, r.name AS name,"
                       " (SELECT count(*) FROM rejections AS x WHERE x.rule=r.name) AS times"
                       " FROM (SELECT DISTINCT name FROM rule) AS r UNION ALL"
                       " SELECT 'move', m.name, coalesce(n.times,0) FROM"
                       " (SELECT move AS name FROM edges UNION SELECT move FROM rejections)"
                       " AS m LEFT JOIN (SELECT move, count(*) AS times FROM edges"
                       " GROUP BY move) AS n ON n.move=m.name"
                       " ORDER BY 1 DESC, 3 DESC, 2");
}
