/*
 * verify_properties.c - stored verdicts of properties over time, and the paths that violate them,
 * by other algorithms than the run's (properties/recheck).
 *
 * Whether a stem is the shortest is not looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "answers/verify/verifier.h"
#include "base/array.h"
#include "base/error.h"
#include "properties/decide.h"
#include "properties/recheck/recheck.h"
#include "wgcq_run.h"

#define NULL_LENGTH UINT64_MAX /* of a stem or cycle that is null */

typedef struct property_check {
    verification *v;
    wgcq_trace *edges; /* borrowed: the file, or its run explored again where it stores none */
    graph *g;
    recheck r;
    cursor_texts texts; /* of labels, */
    const char **labels;
    uint8_t *open;
    bool whole; /* what is open lies beyond a bound */
    uint64_t *path;
    size_t steps, path_room; /* of the stored path */
    uint32_t start, at;      /* its first state, its last one so far */
    strbuf why;              /* what is wrong with it */
} property_check;

/* ---- the graph, with labels ---------------------------------------------------------------- */

static int add_label(void *self, const wgcq_rows *row, wgcq_error *err)
{
    (void)err;
    cursor_texts_add(self, wgcq_rows_text(row, 0));
    return 0;
}

static int list_labels(property_check *c)
{
    int code = trace_each_row(c->edges, add_label, &c->texts, c->v->err,
                              "SELECT text FROM move_# ORDER BY id");
    c->labels = malloc((c->texts.count + 1) * sizeof *c->labels);
    if (!code && (cursor_texts_failed(&c->texts) || !c->labels))
        return error_set_memory(c->v->err);
    const char *text = c->texts.items.bytes;
    for (size_t i = 0; !code && i < c->texts.count; i++, text += strlen(text) + 1)
        c->labels[i] = text;
    return code;
}

/* A state of which the file has not all moves that the reference makes. */
static int mark_open_states(property_check *c)
{
    const verification *v = c->v;
    const derived_graph *d = &v->derived;
    c->open = calloc((size_t)c->g->states + 1, 1);
    if (!c->open)
        return error_set_memory(v->err);
    c->whole = true;
    for (uint32_t s = 1; s <= c->g->states; s++) {
        const uint64_t stored = graph_row_end(c->g, s) - graph_row(c->g, s),
                       derived = derived_row(d, s + (size_t)1) - derived_row(d, s);
        c->open[s] = d->marks[s] & MARK_EXIT || stored != derived;
        c->whole &= !c->open[s] || d->marks[s] & MARK_BOUNDED;
    }
    return 0;
}

static int open_graph(property_check *c)
{
    verification *v = c->v;
    int code = 0;
    c->edges = v->trace;
    if (v->facts->keep > WGCQ_TRACE_EDGES)
        code = v->rerun(&c->edges, v->trace, v->model, WGCQ_TRACE_EDGES, false, v->monitor, v->err);
    code = code ? code : trace_graph(&c->g, c->edges, GRAPH_DEPTHS, v->err);
    if (!code && c->g->states != v->g->states)
        code = error_set(v->err, WGCQ_ESTORE, "the run explored again has other states");
    code = code ? code : list_labels(c);
    return code ? code : mark_open_states(c);
}

/* ---- a stored path ------------------------------------------------------------------------- */

static int check_step_text(property_check *c, uint32_t state, const char *shown)
{
    const verification *v = c->v;
    strbuf text = {0};
    int code = reference_model_show(&v->reference, v->g->state + (size_t)state * v->g->words, &text,
                                    v->err);
    if (!code && strcmp(strbuf_string(&text), shown) != 0)
        strbuf_printf(&c->why, "its step %zu shows state %u as another", c->steps, state);
    strbuf_free(&text);
    return code;
}

/* A row `step, move, src, dst, shown`. */
static int follow_row(property_check *c, const wgcq_rows *row)
{
    const int64_t src = wgcq_rows_integer(row, 2), dst = wgcq_rows_integer(row, 3);
    const bool first = !c->start;
    if (wgcq_rows_integer(row, 0) != (int64_t)(first ? 0 : c->steps + 1) || dst < 1 ||
        dst > c->g->states || (!first && src != c->at)) {
        strbuf_put(&c->why, "its steps do not follow one another");
        return 0;
    }
    const uint32_t to = (uint32_t)dst;
    if (first) {
        c->start = to;
    } else if (!array_reserve(&c->path, &c->path_room, c->steps + 1, sizeof *c->path)) {
        return error_set_memory(c->v->err);
    } else if ((c->path[c->steps++] =
                    recheck_find_edge(&c->r, c->at, to, wgcq_rows_text(row, 1))) == UINT64_MAX) {
        strbuf_printf(&c->why, "no move '%s' leads from state %u to state %u",
                      wgcq_rows_text(row, 1), c->at, to);
        return 0;
    }
    c->at = to;
    return check_step_text(c, to, wgcq_rows_text(row, 4));
}

static int follow_path(property_check *c, size_t number)
{
    verification *v = c->v;
    wgcq_rows *rows = NULL;
    c->steps = c->start = c->at = 0;
    strbuf_clear(&c->why);
    int code = trace_selectf(
        &rows, v->trace, v->err,
        "SELECT step,move,src,dst,shown FROM lasso_# WHERE property=%zu ORDER BY step", number);
    while (!code && !c->why.length && (code = wgcq_rows_next(rows, v->err)) == 0)
        code = follow_row(c, rows);
    wgcq_rows_free(rows);
    return code == WGCQ_DONE ? 0 : code;
}

/* ---- verdicts ------------------------------------------------------------------------------ */

static int check_violated(property_check *c, size_t i, const wgcq_property *p)
{
    int code = follow_path(c, i);
    if (!code && !c->why.length &&
        (!c->start || p->stem > c->steps || p->cycle != c->steps - p->stem))
        strbuf_printf(&c->why, "it has %zu moves, and its property says otherwise", c->steps);
    const violating_path path = {c->start, (uint32_t)p->stem, (uint32_t)p->cycle, c->path};
    if (!code && !c->why.length)
        code = recheck_path(&c->r, i, &path, &c->why);
    if (!code && c->why.length)
        verify_differs(c->v, "the path that violates '%s': %s", p->property,
                       strbuf_string(&c->why));
    return code;
}

static int check_holds(property_check *c, size_t i, const wgcq_property *p)
{
    bool violated = false;
    int code = follow_path(c, i);
    if (!code && (c->start || p->stem != NULL_LENGTH || p->cycle != NULL_LENGTH))
        verify_differs(c->v, "'%s' holds, and a path that violates it is stored", p->property);
    if (!code && !c->whole)
        verify_differs(c->v, "the run was cut short, and does not prove that '%s' holds",
                       p->property);
    else if (!code)
        code = recheck_is_violated(&c->r, i, &violated);
    if (!code && violated)
        verify_differs(c->v, "'%s' does not hold", p->property);
    return code;
}

static int check_property(property_check *c, size_t i, const wgcq_property *p)
{
    verification *v = c->v;
    const wgcq_model *m = v->reference.model;
    v->checked++;
    if (i >= m->property_count || strcmp(p->property, m->properties[i].name) != 0) {
        verify_differs(v, "the puzzle has no property '%s' in that place", p->property);
        return 0;
    }
    if (strcmp(p->kind, property_kind(m->properties[i].form)) != 0)
        verify_differs(v, "'%s' is no property of the kind '%s'", p->property, p->kind);
    if (!p->known && v->complete)
        verify_differs(v, "the run is complete, and has no verdict of '%s'", p->property);
    return !p->known ? 0 : p->holds ? check_holds(c, i, p) : check_violated(c, i, p);
}

static uint64_t length_or_none(const wgcq_rows *row, size_t column)
{
    return wgcq_rows_type(row, column) == WGCQ_NULL ? NULL_LENGTH
                                                    : (uint64_t)wgcq_rows_integer(row, column);
}

static int check_each(property_check *c)
{
    verification *v = c->v;
    wgcq_rows *rows = NULL;
    size_t i = 0;
    int code = trace_selectf(&rows, v->trace, v->err,
                             "SELECT name,kind,holds,stem,cycle FROM property_# ORDER BY id");
    while (!code && (code = wgcq_rows_next(rows, v->err)) == 0) {
        const wgcq_property p = {.property = wgcq_rows_text(rows, 0),
                                 .kind = wgcq_rows_text(rows, 1),
                                 .known = wgcq_rows_type(rows, 2) != WGCQ_NULL,
                                 .holds = wgcq_rows_integer(rows, 2),
                                 .stem = length_or_none(rows, 3),
                                 .cycle = length_or_none(rows, 4)};
        code = check_property(c, i++, &p);
    }
    wgcq_rows_free(rows);
    if (code == WGCQ_DONE && i != v->reference.model->property_count)
        verify_differs(v, "the run has verdicts of %zu properties, and the puzzle has %zu", i,
                       v->reference.model->property_count);
    return code == WGCQ_DONE ? 0 : code;
}

static int check_properties(property_check *c)
{
    verification *v = c->v;
    int code = open_graph(c);
    c->r = (recheck){.g = c->g,
                     .model = v->reference.model,
                     .worker = v->reference.worker,
                     .labels = c->labels,
                     .label_count = (uint32_t)c->texts.count,
                     .open = c->open,
                     .err = v->err};
    code = code ? code : recheck_open(&c->r);
    return code ? code : check_each(c);
}

int verify_properties(verification *v)
{
    property_check c = {.v = v};
    if (v->rows_only || !trace_has_properties(v->trace) || !v->reference.model->property_count)
        return 0;
    if (!strcmp(v->facts->status, "interrupted")) {
        verify_skipped(v, "properties", "the run was interrupted before it decided them");
        return 0;
    }
    verify_begin_check(v, "properties", v->g->states);
    int code = check_properties(&c);
    if (!code)
        verify_end_check(v, "properties");
    if (c.g)
        recheck_close(&c.r);
    graph_free(c.g);
    cursor_texts_free(&c.texts);
    FREE_EACH(c.labels, c.open, c.path);
    strbuf_free(&c.why);
    return code;
}
