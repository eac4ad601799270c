/* option_rules.c - the rules of option_rules.def, one after another. */
#include "run/options/option_rules.h"

#include <string.h>

#include "base/error.h"

/* objectives.c reports unknown names of costs. */
static bool minimizes_moves_alone(const wgcq_model *model, const wgcq_options *o)
{
    return o->minimize ? !strcmp(o->minimize, "moves")
                       : model->minimize_count == 1 && model->minimize[0] == -1;
}

static bool checks_states(const wgcq_model *model)
{
    return model->invariant_count || model->forbids_deadlock;
}

bool ranks_need_graph(const wgcq_model *model, const wgcq_options *options)
{
    return options->stop == WGCQ_STOP_FIRST || options->max_states || options->reduce ||
           (model->has_goal && model->costs) || model->property_count;
}

int option_rules_check(const wgcq_model *model, const wgcq_options *o, bool stores, wgcq_error *err)
{
    const bool rows = o->trace_level != WGCQ_TRACE_NONE, both_ends = o->order == WGCQ_BOTH_ENDS,
               plans_alone = both_ends || o->order == WGCQ_IDA_STAR, checks = checks_states(model),
               paths = model->property_count > 0, moves_alone = minimizes_moves_alone(model, o);
#define RULE(holds, ...)                                                                           \
    if (holds)                                                                                     \
        return error_set(err, WGCQ_EREQUEST, __VA_ARGS__);
#include "run/options/option_rules.def"
#undef RULE
    return 0;
}
