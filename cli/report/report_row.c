/* report_row.c - what a run found, as one row: the keys of the JSON object, laid out flat. */
#include "report/report.h"

#include "output/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct row {
    size_t count;
    const char **names;
    cell *cells;
    char **owned; /* names and texts made here */
    size_t owned_count;
} row;

static void add(row *w, const char *name, cell c)
{
    w->names = memory_more(w->names, (w->count + 1) * sizeof *w->names);
    w->cells = memory_more(w->cells, (w->count + 1) * sizeof *w->cells);
    w->names[w->count] = name;
    w->cells[w->count++] = c;
}

/* Keeps a text until the row is printed. */
static const char *own(row *w, char *text)
{
    w->owned = memory_more(w->owned, (w->owned_count + 1) * sizeof *w->owned);
    return w->owned[w->owned_count++] = text;
}

static const char *joined(row *w, const char *a, const char *b, const char *c)
{
    size_t room = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = memory_get(room);
    snprintf(text, room, "%s%s%s", a, b, c);
    return own(w, text);
}

static void add_best(row *w, const char *value_name, const char *count_name, const wgcq_best *b)
{
    add(w, value_name, b->known ? cell_integer(b->value) : cell_null());
    add(w, count_name, cell_text(b->known ? b->count : NULL));
}

static const char *params(row *w, const wgcq_puzzle *puzzle)
{
    const char *all = "";
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++) {
        const char *one =
            joined(w, wgcq_puzzle_param_name(puzzle, i), "=", wgcq_puzzle_param_value(puzzle, i));
        all = joined(w, all, i ? "; " : "", one);
    }
    return all;
}

static void fill(row *w, const report *p)
{
    const wgcq_summary *s = p->summary;
    add(w, "puzzle", cell_text(wgcq_puzzle_title(p->puzzle)));
    add(w, "params", cell_text(params(w, p->puzzle)));
    add(w, "db", cell_text(p->db));
    add(w, "status", cell_text(s->status));
    add(w, "order", cell_text(wgcq_order_name((wgcq_order)p->request->order)));
    add(w, "threads", cell_integer(s->threads));
    add(w, "states", cell_count(s->states));
    add(w, "edges", cell_count(s->edges));
    add(w, "depth", s->depth_known ? cell_integer(s->depth) : cell_null());
    add(w, "goals", s->has_goal ? cell_count(s->goals) : cell_null());
    bool dead_ends = s->has_goal && s->dead_ends_known;
    add(w, "dead_ends", dead_ends ? cell_count(s->dead_ends) : cell_null());
    add(w, "seconds", (cell){.type = WGCQ_REAL, .real = s->seconds});
    add_best(w, "shortest_length", "shortest_count", &s->shortest);
    for (size_t i = 0; i < s->cheapest_count; i++) {
        const char *cost = s->cheapest[i].cost;
        add_best(w, joined(w, "cheapest_", cost, "_cost"), joined(w, "cheapest_", cost, "_count"),
                 &s->cheapest[i]);
    }
    add(w, "solutions_stored", cell_count(s->solutions_stored));
    add(w, "solutions_count", cell_text(s->has_goal ? s->solutions_count : NULL));
    add(w, "limit", cell_text(s->limit));
    add(w, "remark", cell_text(own(w, report_verdict(p))));
}

void report_row(const report *p)
{
    row w = {0};
    fill(&w, p);
    sheet_single(stdout, (format)p->request->format, w.count, w.names, w.cells);
    for (size_t i = 0; i < w.owned_count; i++)
        free(w.owned[i]);
    free(w.owned);
    free(w.names);
    free(w.cells);
}
