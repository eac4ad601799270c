/* sums_method.c - what a count by frontiers says of itself. */
#include "graph/counts/sums_method.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "graph/counts/frontier_paths.h"

/* "1,814,400", "10^31". */
static void write_about(char text[WGCQ_GROUPED_MAX], double number)
{
    if (number < 1e15)
        wgcq_group_number(text, (uint64_t)number);
    else
        snprintf(text, WGCQ_GROUPED_MAX, "10^%.0f", ceil(log10(number)));
}

void sums_forecast_text(char *text, size_t size, const sums_forecast *f)
{
    char states[WGCQ_GROUPED_MAX], mebibytes[WGCQ_GROUPED_MAX], memory[WGCQ_GROUPED_MAX + 24];
    const double most = (double)FRONTIER_BYTES_MOST;
    if (f->width > FRONTIER_WIDTH_MOST) {
        snprintf(text, size,
                 "the frontier of its cycles is %" PRIu32 " states wide, more than the %d that "
                 "are counted by",
                 f->width, FRONTIER_WIDTH_MOST);
        return;
    }
    write_about(states, f->frontier_states);
    write_about(mebibytes, ceil((f->bytes < most ? f->bytes : most) / (1 << 20)));
    snprintf(memory, sizeof memory, f->bytes < most ? "%s MiB" : "it gives up beyond %s MiB",
             mebibytes);
    snprintf(text, size,
             "plans go round cycles (components of several states: %" PRIu32
             ", the largest of %" PRIu32 "): they are counted by a frontier at most %" PRIu32
             " states wide, in at most %s classes (%s), and not one by one",
             f->components, f->states, f->width, states, memory);
}

typedef struct sums_method {
    const plan_count_hooks *hooks;
} sums_method;

static void remark_forecast(void *self, const sums_forecast *f)
{
    const sums_method *m = self;
    char text[320];
    sums_forecast_text(text, sizeof text, f);
    m->hooks->remark(m->hooks->self, text);
}

static int pause_method(void *self, uint64_t done, uint64_t total, uint32_t states, wgcq_error *err)
{
    const sums_method *m = self;
    (void)done;
    (void)total;
    return m->hooks->meanwhile(m->hooks->self, states, err);
}

int plan_sums_as_method(char **count, void *monitor, const cost_distance *to_goal,
                        const plan_count_hooks *hooks, wgcq_error *err)
{
    sums_method m = {hooks};
    const plan_region region = {.g = to_goal->g, .to_goal = to_goal};
    const sums_watch watch = {remark_forecast, pause_method, &m};
    return plan_sums_count(count, &region, &watch, monitor, err);
}

/* ---- by a cost ------------------------------------------------------------------------------- */

/* Hands reports over with its own remark and figures. */
typedef struct remarking_monitor {
    const wgcq_monitor *to;
    char remark[320];
    uint64_t done, total;
    uint32_t states;
} remarking_monitor;

static void keep_forecast(void *self, const sums_forecast *f)
{
    remarking_monitor *m = self;
    if (f->components)
        sums_forecast_text(m->remark, sizeof m->remark, f);
}

static int keep_figures(void *self, uint64_t done, uint64_t total, uint32_t states, wgcq_error *err)
{
    remarking_monitor *m = self;
    (void)err;
    m->done = done;
    m->total = total;
    m->states = states;
    return 0;
}

static int report_with_remark(void *self, const wgcq_progress *progress)
{
    const remarking_monitor *m = self;
    wgcq_progress p = *progress;
    p.remark = *m->remark ? m->remark : NULL;
    p.frontier = m->states;
    p.steps = m->done;
    p.total = m->total;
    return m->to->report(m->to->self, &p);
}

int plan_sums_as_answer(cost_series *out, const graph *g, const reversed_graph *back, int cost,
                        int64_t most, const wgcq_monitor *monitor, wgcq_error *err)
{
    remarking_monitor m = {.to = monitor};
    const wgcq_monitor own = {&m, report_with_remark};
    const sums_watch watch = {keep_forecast, keep_figures, &m};
    return plan_sums_by_cost(out, g, back, cost, most, &watch, monitor ? &own : NULL, err);
}
