/* stuck_state.c - why a state has no successor, in words. */
#include "model/stuck_state.h"

#include "base/error.h"

static uint64_t count_rejected(const batch *moves, uint32_t rule)
{
    uint64_t count = 0;
    for (size_t i = 0; i < moves->rejected; i++)
        count += moves->rejected_rule[i] == rule;
    return count;
}

static int describe_rejections(strbuf *out, const wgcq_model *model, const batch *moves,
                               wgcq_error *err)
{
    bool first = true;
    strbuf_put(out, moves->rejected ? "every move is rejected:" : "no move is possible");
    for (uint32_t rule = 0; rule < model->rule_count; rule++) {
        uint64_t count = count_rejected(moves, rule);
        if (count)
            strbuf_printf(out, "%s %s by '%s'", first ? "" : ",", WGCQ_GROUPED(count),
                          model->rules[rule]);
        first = first && !count;
    }
    return out->failed ? error_set_memory(err) : 0;
}

int stuck_state_describe(strbuf *out, const wgcq_model *model, void *worker, const uint64_t *state,
                         wgcq_error *err)
{
    batch moves = {.words = model->words, .costs = model->costs};
    if (!model->reference.expand)
        return 0;
    int code = model->reference.expand(worker, state, WANT_REJECTIONS, &moves, err);
    code = code ? code : describe_rejections(out, model, &moves, err);
    batch_free(&moves);
    return code;
}
