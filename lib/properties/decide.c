/* decide.c - what is true in each state, which labels are fair, and then one property after
 * another. */
#include "properties/decide.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "graph/fair/lasso.h"
#include "wgcq_run.h"

#define NO_ACTION UINT32_MAX

typedef struct decision_making {
    const graph *g;
    const reversed_graph *back;
    const wgcq_model *model;
    void *worker;
    bool whole;
    unsigned threads;
    property_verdict *out;
    uint8_t *truths; /* [states + 1][properties] */
    uint8_t *bits;   /* [states + 1] of one of them, enum stem_bit */
    fair_actions fair;
    bool *strong; /* its arrays while they are made */
    uint32_t *first, *of;
    size_t of_count, of_room, strong_room;
    uint32_t *shared; /* [conditions] of `any` label its action; else NO_ACTION */
    progress_clock clock;
    wgcq_error *err;
} decision_making;

const char *property_kind(model_property_form form)
{
    static const char *const kinds[] = {"eventually", "infinitely often", "eventually always",
                                        "leads to",   "recoverable",      "step"};
    return kinds[form];
}

size_t properties_memory(const wgcq_model *model, uint32_t states)
{
    const size_t count = model->property_count;
    return count ? lasso_memory(states) + ((size_t)states + 1) * (count + 1) : 0;
}

void properties_free(property_verdict *all, size_t count)
{
    for (size_t i = 0; i < count && all; i++)
        free(all[i].edges);
    free(all);
}

const wgcq_property *properties_describe(wgcq_property *out, const property_verdict *all,
                                         const wgcq_model *model)
{
    for (size_t i = 0; i < model->property_count; i++)
        out[i] = (wgcq_property){.property = model->properties[i].name,
                                 .kind = property_kind(model->properties[i].form),
                                 .known = all[i].known,
                                 .holds = all[i].known && all[i].holds,
                                 .stem = all[i].stem,
                                 .cycle = all[i].cycle};
    return out;
}

const wgcq_property *properties_find_broken(const wgcq_property *all, size_t count)
{
    const wgcq_property *best = NULL;
    for (const wgcq_property *p = all; p < all + count; p++)
        if (p->known && !p->holds && (!best || p->stem + p->cycle < best->stem + best->cycle))
            best = p;
    return best;
}

static const uint64_t *words_at(const decision_making *d, uint32_t state)
{
    return d->g->state + (size_t)state * d->g->words;
}

/* Whether a state was not expanded: a limit came first, or it violates a bound. */
static bool is_open_state(const decision_making *d, uint32_t state)
{
    const graph *g = d->g;
    const bool bare = graph_row(g, state) == graph_row_end(g, state),
               cut = !d->whole && state > g->expanded && (bare || state == g->last_source);
    return (g->marks[state] & MARK_BOUNDED) || (cut && !(g->marks[state] & MARK_END));
}

/* ---- conditions ---------------------------------------------------------------------------- */

static int find_truths(decision_making *d)
{
    const size_t count = d->model->property_count;
    int code = 0;
    progress_begin(&d->clock, "properties", d->g);
    for (uint32_t s = 1, n; s <= d->g->states && !code; s += n) {
        n = d->g->states - s < MODEL_BATCH ? d->g->states - s + 1 : MODEL_BATCH;
        code = d->model->property_truths(d->worker, NULL, words_at(d, s), n, d->truths + s * count,
                                         d->err);
        code = code ? code : progress_poll(&d->clock, d->g->monitor, 0, d->err);
    }
    return code;
}

/* ---- fairness -------------------------------------------------------------------------- */

/* A new action for this fairness condition, or the one that all of its labels share. */
static int find_action(decision_making *d, size_t number, uint32_t *out)
{
    const model_fair *fair = &d->model->fair[number];
    *out = d->shared[number];
    if (*out != NO_ACTION)
        return 0;
    *out = d->fair.count;
    if (!array_reserve(&d->strong, &d->strong_room, (size_t)*out + 1, sizeof *d->strong))
        return error_set_memory(d->err);
    d->strong[d->fair.count++] = fair->strong;
    if (fair->any)
        d->shared[number] = *out;
    return 0;
}

static int add_fair_label(decision_making *d, size_t number, const char *text)
{
    bool has = false;
    uint32_t action;
    int code = d->model->fair_has(d->model, number, text, &has, d->err);
    if (code || !has)
        return code;
    code = find_action(d, number, &action);
    if (!code && !array_reserve(&d->of, &d->of_room, d->of_count + 1, sizeof *d->of))
        code = error_set_memory(d->err);
    if (!code)
        d->of[d->of_count++] = action;
    return code;
}

static int find_fair_labels(decision_making *d)
{
    const uint32_t labels = d->model->move_count(d->model);
    const size_t fair = d->model->fair_count;
    int code = 0;
    d->first = calloc((size_t)labels + 1, sizeof *d->first);
    d->shared = malloc((fair + 1) * sizeof *d->shared);
    if (!d->first || !d->shared)
        return error_set_memory(d->err);
    memset(d->shared, 0xff, (fair + 1) * sizeof *d->shared);
    for (uint32_t m = 0; m < labels && !code; m++) {
        const char *text = d->model->move_text(d->model, m);
        for (size_t i = 0; i < fair && !code; i++)
            code = add_fair_label(d, i, text);
        d->first[m + 1] = (uint32_t)d->of_count;
    }
    d->fair = (fair_actions){d->fair.count, d->strong, d->first, d->of};
    return code;
}

/* ---- of paths -------------------------------------------------------------------------- */

/* The bits of a state for the query of paths that violate the property: see lasso_query. */
static uint8_t path_bits(model_property_form form, uint8_t truths)
{
    const bool value = truths & PROPERTY_VALUE, reached = truths & PROPERTY_REACHED;
    switch (form) {
    case MODEL_EVENTUALLY:
    case MODEL_INFINITELY_OFTEN: return value ? 0 : STEM_ENTER | STEM_STAY | STEM_VISIT;
    case MODEL_EVENTUALLY_ALWAYS: return STEM_ENTER | STEM_STAY | (value ? 0 : STEM_VISIT);
    case MODEL_LEADS_TO: return reached ? 0 : STEM_STAY | STEM_VISIT | (value ? STEM_ENTER : 0);
    case MODEL_RECOVERABLE:
    case MODEL_STEP: break;
    }
    return 0;
}

static void set_bits(const decision_making *d, size_t number, uint8_t *bits)
{
    const model_property_form form = d->model->properties[number].form;
    for (uint32_t s = 1; s <= d->g->states; s++)
        bits[s] = path_bits(form, d->truths[s * d->model->property_count + number]) |
                  (is_open_state(d, s) ? STEM_OPEN : 0);
}

static void set_verdict(const decision_making *d, property_verdict *v, bool violated)
{
    v->holds = !violated;
    v->known = violated || d->whole;
}

/* On the graph of one thread, with its bits. */
static int decide_paths(const decision_making *d, size_t number, const graph *g, uint8_t *bits,
                        wgcq_error *err)
{
    property_verdict *v = &d->out[number];
    const lasso_query q = {g, &d->fair, bits,
                           d->model->properties[number].form == MODEL_EVENTUALLY};
    lasso found;
    set_bits(d, number, bits);
    int code = lasso_find(&found, &q, err);
    if (code)
        return code;
    *v = (property_verdict){
        .start = found.start, .stem = found.stem, .cycle = found.cycle, .edges = found.edges};
    set_verdict(d, v, found.found);
    return 0;
}

/* ---- ... by several threads ------------------------------------------------------------ */

/* A thread takes one property after the other.  Only the calling one asks the monitor; the others
   are stopped by a flag. */
typedef struct path_share {
    decision_making *d;
    size_t *numbers; /* of the properties of paths */
    size_t count;
    graph *views;   /* [threads] */
    uint8_t **bits; /* [threads] */
    int *codes;     /* [count] */
    wgcq_error *errors;
    wgcq_monitor flag;
    atomic_bool stopped;
} path_share;

static int report_flag(void *self, const wgcq_progress *progress)
{
    (void)progress;
    return atomic_load(&((path_share *)self)->stopped);
}

static void decide_share(void *self, size_t task, unsigned thread)
{
    path_share *p = self;
    if (atomic_load(&p->stopped))
        return;
    p->codes[task] =
        decide_paths(p->d, p->numbers[task], &p->views[thread], p->bits[thread], &p->errors[task]);
    if (p->codes[task])
        atomic_store(&p->stopped, true);
}

static void poll_while_waiting(void *self)
{
    path_share *p = self;
    p->d->clock.steps = p->d->clock.interval; /* it is read at once */
    if (progress_poll(&p->d->clock, p->d->g->monitor, 0, NULL))
        atomic_store(&p->stopped, true);
}

/* The first that failed; an interrupt where none did, and not all are decided. */
static int join_shares(const path_share *p)
{
    bool interrupted = atomic_load(&p->stopped);
    for (size_t i = 0; i < p->count; i++)
        if (p->codes[i] && p->codes[i] != WGCQ_EINTERRUPT)
            return error_set(p->d->err, p->errors[i].code, "%s", p->errors[i].text);
    return interrupted ? error_set(p->d->err, WGCQ_EINTERRUPT, "interrupted") : 0;
}

static bool open_shares(path_share *p, unsigned threads)
{
    bool fine = p->views && p->bits && p->codes && p->errors && p->numbers;
    for (unsigned t = 0; t < threads && fine; t++) {
        p->views[t] = *p->d->g;
        p->views[t].monitor = t ? &p->flag : p->d->g->monitor;
        fine = (p->bits[t] = malloc((size_t)p->d->g->states + 1)) != NULL;
    }
    for (size_t i = 0; i < p->d->model->property_count && fine; i++)
        if (p->d->model->properties[i].form < MODEL_RECOVERABLE)
            p->numbers[p->count++] = i;
    return fine;
}

static int share_paths(decision_making *d, unsigned threads)
{
    const size_t most = d->model->property_count;
    path_share p = {.d = d,
                    .numbers = calloc(most, sizeof *p.numbers),
                    .views = calloc(threads, sizeof *p.views),
                    .bits = calloc(threads, sizeof *p.bits),
                    .codes = calloc(most, sizeof *p.codes),
                    .errors = calloc(most, sizeof *p.errors)};
    thread_pool *pool = thread_pool_new(threads);
    p.flag = (wgcq_monitor){&p, report_flag};
    int code = pool && open_shares(&p, threads) ? 0 : error_set_memory(d->err);
    progress_begin(&d->clock, "properties", d->g);
    if (!code) {
        thread_pool_idle(pool, poll_while_waiting, &p);
        thread_pool_run(pool, decide_share, &p, p.count);
        code = join_shares(&p);
    }
    thread_pool_free(pool);
    for (unsigned t = 0; t < threads && p.bits; t++)
        free(p.bits[t]);
    free(p.numbers);
    free(p.views);
    free(p.bits);
    free(p.codes);
    free(p.errors);
    return code;
}

/* ---- of states and edges --------------------------------------------------------------- */

/* The shortest path to a state, and then edge `last`, unless that is UINT64_MAX. */
static int give_stem(decision_making *d, property_verdict *v, const stems *from, uint32_t state,
                     uint64_t last)
{
    const uint32_t depth = from->depth[0][state];
    v->stem = depth + (last != UINT64_MAX);
    v->edges = malloc((v->stem + (size_t)1) * sizeof *v->edges);
    if (!v->edges)
        return error_set_memory(d->err);
    v->start = stems_path(from, 0, state, v->edges);
    if (last != UINT64_MAX)
        v->edges[depth] = last;
    return 0;
}

/* Marks in `leads` the states from which a state with the condition, or an open one, is reached. */
static void lead_back(const decision_making *d, size_t number, uint8_t *leads, uint32_t *queue)
{
    const size_t count = d->model->property_count;
    uint32_t head = 0, tail = 0;
    for (uint32_t s = 1; s <= d->g->states; s++)
        if ((d->truths[s * count + number] & PROPERTY_VALUE) || is_open_state(d, s)) {
            leads[s] = true;
            queue[tail++] = s;
        }
    while (head < tail) {
        const uint32_t s = queue[head++];
        for (uint64_t i = d->back->first[s]; i < d->back->first[s + 1]; i++) {
            const uint32_t before = d->back->src[i];
            if (leads[before])
                continue;
            leads[before] = true;
            queue[tail++] = before;
        }
    }
}

static int decide_recoverable(decision_making *d, size_t number, const stems *from)
{
    const size_t room = (size_t)d->g->states + 1;
    uint8_t *leads = home_calloc(d->g->home, room, 1);
    uint32_t *queue = home_malloc(d->g->home, room * sizeof *queue), worst = 0;
    int code = leads && queue ? 0 : error_set_memory(d->err);
    if (!code)
        lead_back(d, number, leads, queue);
    for (uint32_t s = 1; s <= d->g->states && !code; s++)
        if (!leads[s] && from->depth[0][s] != STEM_UNREACHED &&
            (!worst || from->depth[0][s] < from->depth[0][worst]))
            worst = s;
    home_free(d->g->home, leads);
    home_free(d->g->home, queue);
    set_verdict(d, &d->out[number], worst);
    return code || !worst ? code : give_stem(d, &d->out[number], from, worst, UINT64_MAX);
}

/* Moves whose conditions are evaluated together. */
typedef struct move_batch {
    uint64_t *before, *after; /* [MODEL_BATCH][words] */
    uint64_t edges[MODEL_BATCH];
    uint32_t sources[MODEL_BATCH];
    size_t count;
    uint8_t *truths; /* [MODEL_BATCH][properties] */
    uint64_t *worst; /* [properties] of each MODEL_STEP an edge that violates it, from a state of
                        least depth; UINT64_MAX: none */
    const stems *from;
} move_batch;

static void note_worst(const decision_making *d, move_batch *b, size_t at, size_t property)
{
    const uint32_t *depth = b->from->depth[0];
    uint64_t *worst = &b->worst[property];
    if (depth[b->sources[at]] != STEM_UNREACHED &&
        (*worst == UINT64_MAX || depth[b->sources[at]] < depth[graph_source(d->g, *worst)]))
        *worst = b->edges[at];
}

static int evaluate_moves(decision_making *d, move_batch *b)
{
    const size_t count = d->model->property_count;
    int code = b->count ? d->model->property_truths(d->worker, b->before, b->after, b->count,
                                                    b->truths, d->err)
                        : 0;
    for (size_t at = 0; at < b->count && !code; at++)
        for (size_t i = 0; i < count; i++)
            if (d->model->properties[i].form == MODEL_STEP &&
                !(b->truths[at * count + i] & PROPERTY_VALUE))
                note_worst(d, b, at, i);
    b->count = 0;
    return code ? code : progress_poll(&d->clock, d->g->monitor, 0, d->err);
}

static int find_steps(decision_making *d, move_batch *b)
{
    const graph *g = d->g;
    const size_t bytes = g->words * sizeof(uint64_t);
    int code = 0;
    progress_begin(&d->clock, "properties", g);
    for (uint32_t s = 1; s <= g->states && !code; s++)
        for (uint64_t e = graph_row(g, s); e < graph_row_end(g, s) && !code; e++) {
            memcpy(b->before + b->count * g->words, words_at(d, s), bytes);
            memcpy(b->after + b->count * g->words, words_at(d, g->dst[e]), bytes);
            b->edges[b->count] = e;
            b->sources[b->count++] = s;
            if (b->count == MODEL_BATCH)
                code = evaluate_moves(d, b);
        }
    return code ? code : evaluate_moves(d, b);
}

static int give_steps(decision_making *d, const move_batch *b)
{
    int code = 0;
    for (size_t i = 0; i < d->model->property_count && !code; i++) {
        if (d->model->properties[i].form != MODEL_STEP)
            continue;
        set_verdict(d, &d->out[i], b->worst[i] != UINT64_MAX);
        if (b->worst[i] != UINT64_MAX)
            code = give_stem(d, &d->out[i], b->from, graph_source(d->g, b->worst[i]), b->worst[i]);
    }
    return code;
}

static int decide_steps(decision_making *d, const stems *from)
{
    const size_t count = d->model->property_count, words = d->g->words;
    move_batch *b = calloc(1, sizeof *b);
    if (!b)
        return error_set_memory(d->err);
    b->from = from;
    b->before = calloc(MODEL_BATCH * words + 1, sizeof *b->before);
    b->after = calloc(MODEL_BATCH * words + 1, sizeof *b->after);
    b->truths = calloc(MODEL_BATCH * count + 1, 1);
    b->worst = malloc((count + 1) * sizeof *b->worst);
    if (b->worst)
        memset(b->worst, 0xff, (count + 1) * sizeof *b->worst);
    int code = b->before && b->after && b->truths && b->worst ? find_steps(d, b)
                                                              : error_set_memory(d->err);
    code = code ? code : give_steps(d, b);
    free(b->before);
    free(b->after);
    free(b->truths);
    free(b->worst);
    free(b);
    return code;
}

static bool has_form(const decision_making *d, model_property_form form)
{
    for (size_t i = 0; i < d->model->property_count; i++)
        if (d->model->properties[i].form == form)
            return true;
    return false;
}

static int decide_states_and_edges(decision_making *d)
{
    stems from;
    for (uint32_t s = 1; s <= d->g->states; s++)
        d->bits[s] = is_open_state(d, s) ? STEM_OPEN : 0;
    int code = stems_find(&from, d->g, d->bits, false, d->err);
    for (size_t i = 0; i < d->model->property_count && !code; i++)
        if (d->model->properties[i].form == MODEL_RECOVERABLE)
            code = decide_recoverable(d, i, &from);
    if (!code && has_form(d, MODEL_STEP))
        code = decide_steps(d, &from);
    stems_close(&from);
    return code;
}

/* ---- all of them ----------------------------------------------------------------------- */

static int decide_each(decision_making *d)
{
    int code = find_truths(d);
    code = code ? code : find_fair_labels(d);
    if (!code && d->threads > 1)
        code = share_paths(d, d->threads);
    for (size_t i = 0; i < d->model->property_count && d->threads < 2 && !code; i++)
        if (d->model->properties[i].form < MODEL_RECOVERABLE)
            code = decide_paths(d, i, d->g, d->bits, d->err);
    if (!code && (has_form(d, MODEL_RECOVERABLE) || has_form(d, MODEL_STEP)))
        code = decide_states_and_edges(d);
    return code;
}

/* As many as have something to do and memory for it. */
static unsigned threads_that_fit(const decision_making *d, uint64_t memory)
{
    const size_t each = lasso_memory(d->g->states) + (size_t)d->g->states + 1;
    const uint64_t used = graph_memory_closed(d->g) + reversed_graph_memory(d->g, REVERSED_EDGES) +
                          properties_memory(d->model, d->g->states);
    const uint64_t most = memory ? memory / 2 : UINT64_MAX,
                   fit = 1 + (most > used ? (most - used) / each : 0);
    size_t paths = 0, threads = d->g->threads ? d->g->threads : 1;
    for (size_t i = 0; i < d->model->property_count; i++)
        paths += d->model->properties[i].form < MODEL_RECOVERABLE;
    threads = threads < paths ? threads : paths;
    return d->g->home ? 1 : (unsigned)(threads < fit ? threads : fit); /* files are one thread's */
}

int properties_decide(property_verdict *out, const graph *g, const reversed_graph *back,
                      const wgcq_model *model, void *worker, bool whole, uint64_t memory,
                      wgcq_error *err)
{
    const size_t room = (size_t)g->states + 1;
    decision_making d = {.g = g,
                         .back = back,
                         .model = model,
                         .worker = worker,
                         .whole = whole,
                         .out = out,
                         .err = err};
    d.threads = threads_that_fit(&d, memory);
    d.truths = home_malloc(g->home, room * (model->property_count + 1));
    d.bits = home_malloc(g->home, room);
    int code = d.truths && d.bits ? decide_each(&d) : error_set_memory(err);
    home_free(g->home, d.truths);
    home_free(g->home, d.bits);
    free(d.strong);
    free(d.first);
    free(d.of);
    free(d.shared);
    return code;
}
