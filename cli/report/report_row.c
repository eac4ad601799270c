/* report_row.c - the report as one row: the keys of the JSON object, flattened. */
#include "report/report.h"

#include "output/messages.h"
#include "rows/row_writer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct report_columns {
    size_t count;
    const char **names;
    table_cell *cells;
    char **owned; /* names and texts, malloc'd */
    size_t owned_count;
} report_columns;

static void add_column(report_columns *w, const char *name, table_cell c)
{
    w->names = memory_realloc(w->names, (w->count + 1) * sizeof *w->names);
    w->cells = memory_realloc(w->cells, (w->count + 1) * sizeof *w->cells);
    w->names[w->count] = name;
    w->cells[w->count++] = c;
}

/* Takes ownership of a text until the row is printed. */
static const char *own_text(report_columns *w, char *text)
{
    assert(text);
    w->owned = memory_realloc(w->owned, (w->owned_count + 1) * sizeof *w->owned);
    return w->owned[w->owned_count++] = text;
}

static const char *join_texts(report_columns *w, const char *a, const char *b, const char *c)
{
    return own_text(w, memory_format("%s%s%s", a, b, c));
}

static void add_best_columns(report_columns *w, const char *value_name, const char *count_name,
                             const wgcq_optimum *b)
{
    add_column(w, value_name, b->known ? cell_integer(b->value) : cell_null());
    add_column(w, count_name, cell_text(b->known ? b->count : NULL));
}

static const char *format_params(report_columns *w, const wgcq_puzzle *puzzle)
{
    const char *all = "";
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        const char *one = join_texts(w, wgcq_puzzle_param_name(puzzle, i), "=",
                                     wgcq_puzzle_param_value(puzzle, i));
        all = join_texts(w, all, i ? "; " : "", one);
    }
    return all;
}

/* "mutual exclusion, after 6 moves; deadlock, after 9 moves" */
static const char *format_violations(report_columns *w, const report *p)
{
    memory_stream s;
    FILE *out = memory_stream_begin(&s);
    for (size_t i = 0; i < p->summary->violation_count; i++) {
        fputs(i ? "; " : "", out);
        report_put_violation(out, p, p->summary->violations[i]);
    }
    return own_text(w, memory_stream_end(&s));
}

/* "it ends holds; it settles does not hold: after 3 moves, a cycle of 4 for ever"; NULL: none */
static const char *format_properties(report_columns *w, const report *p)
{
    memory_stream s;
    if (!p->summary->property_count)
        return NULL;
    FILE *out = memory_stream_begin(&s);
    for (size_t i = 0; i < p->summary->property_count; i++) {
        fputs(i ? "; " : "", out);
        report_put_property(out, p, &p->summary->properties[i]);
    }
    return own_text(w, memory_stream_end(&s));
}

static void add_report_columns(report_columns *w, const report *p)
{
    const wgcq_summary *s = p->summary;
    add_column(w, "puzzle", cell_text(wgcq_puzzle_title(p->puzzle)));
    add_column(w, "params", cell_text(format_params(w, p->puzzle)));
    add_column(w, "db", cell_text(p->db));
    add_column(w, "status", cell_text(s->status));
    add_column(w, "order", cell_text(wgcq_order_name((wgcq_order)p->request->order)));
    add_column(w, "threads", cell_if(s->threads, s->threads));
    add_column(w, "states", cell_if(!s->orbits_only, s->states));
    add_column(w, "edges", cell_if(!s->orbits_only, s->edges));
    add_column(w, "depth", cell_if(s->depth_known, s->depth));
    add_column(w, "goals", cell_if(report_knows_goals(s), s->goals));
    add_column(w, "dead_ends", cell_if(s->has_goal && s->dead_ends_known, s->dead_ends));
    add_column(w, "seconds", (table_cell){.type = WGCQ_REAL, .real = s->seconds});
    add_best_columns(w, "shortest_length", "shortest_count", &s->shortest);
    for (size_t i = 0; i < s->cheapest_count; i++) {
        const char *cost = s->cheapest[i].cost;
        add_best_columns(w, join_texts(w, "cheapest_", cost, "_cost"),
                         join_texts(w, "cheapest_", cost, "_count"), &s->cheapest[i]);
    }
    add_column(w, "solutions_stored", cell_count(s->solutions_stored));
    add_column(w, "solutions_count", cell_text(s->has_goal ? s->solutions_count : NULL));
    add_column(w, "deadlocks", cell_if(s->deadlocks_known, s->deadlocks));
    add_column(w, "violations", cell_text(format_violations(w, p)));
    add_column(w, "properties", cell_text(format_properties(w, p)));
    add_column(w, "limit", cell_text(s->limit));
    add_column(w, "remark", cell_text(own_text(w, report_verdict(p))));
}

void report_row(const report *p)
{
    report_columns w = {0};
    add_report_columns(&w, p);
    /* Costs may differ by upper and lower case alone. */
    char **unique = wgcq_unique_names(NULL, 0, w.names, w.count);
    if (!unique)
        message_no_memory();
    row_writer_write_single(stdout, request_format(p->request), w.count,
                            (const char *const *)unique, w.cells);
    wgcq_unique_names_free(unique, w.count);
    for (size_t i = 0; i < w.owned_count; i++)
        free(w.owned[i]);
    free(w.owned);
    free(w.names);
    free(w.cells);
}
