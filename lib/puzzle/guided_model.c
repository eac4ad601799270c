/* guided_model.c - a puzzle as a model with an estimate that is made for it: pattern databases. */
#include "puzzle/guided_model.h"

#include <stdlib.h>

#include "base/error.h"

typedef struct guided_puzzle {
    wgcq_model model;
    patterns *patterns;
    strbuf text;
    int minimize; /* what it bounds */
} guided_puzzle;

void guided_model_free(wgcq_model *guided)
{
    guided_puzzle *g = (guided_puzzle *)guided;
    if (!g)
        return;
    patterns_free(g->patterns);
    strbuf_free(&g->text);
    free(g);
}

static int choose_guidance(guided_puzzle *g, const wgcq_model *plain, const model_guide_wish *wish,
                           const batch *starts, wgcq_error *err)
{
    const wgcq_puzzle *puzzle = plain->self;
    const program *p;
    program *made;
    int code = program_with_rules(&p, &made, puzzle->program, err);
    if (code)
        return code;
    const pattern_wish how = {.packing = program_packing(puzzle->program),
                              .dag = program_dag(p),
                              .grounded = program_grounded(p),
                              .starts = starts,
                              .cost_number = wish->cost_number,
                              .bytes = wish->bytes,
                              .states = wish->states,
                              .limit = wish->limit};
    code = patterns_choose(&g->patterns, &how);
    program_free(made);
    if (code)
        return error_set_memory(err);
    patterns_describe(g->patterns, &g->text);
    return g->text.failed ? error_set_memory(err) : 0;
}

static int make_guidance(guided_puzzle *g, const wgcq_model *plain, const model_guide_wish *wish,
                         wgcq_error *err)
{
    batch starts = {.words = plain->words, .costs = plain->costs};
    void *worker = NULL;
    int code = plain->worker_new(&worker, plain, err);
    code = code ? code : model_add_starts(plain, worker, &starts, err);
    code = code ? code : choose_guidance(g, plain, wish, &starts, err);
    if (worker)
        plain->worker_free(worker);
    batch_free(&starts);
    return code;
}

int guided_model_new(wgcq_model **out, const wgcq_model *plain, const model_guide_wish *wish,
                     wgcq_error *err)
{
    guided_puzzle *g = calloc(1, sizeof *g);
    *out = NULL;
    if (!g)
        return error_set_memory(err);
    int code = make_guidance(g, plain, wish, err);
    if (code) {
        guided_model_free(&g->model);
        return code;
    }
    g->minimize = wish->cost_number;
    g->model = *plain;
    g->model.made.guide = NULL;
    g->model.has_estimate = true;
    g->model.minimize = &g->minimize;
    g->model.minimize_count = 1;
    g->model.guidance.patterns = g->patterns;
    g->model.guidance.text = strbuf_string(&g->text);
    g->model.guidance.states = g->patterns->states;
    g->model.guidance.bytes = patterns_memory(g->patterns);
    *out = &g->model;
    return 0;
}
