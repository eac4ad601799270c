/* option_rules.h - which options of a run do not go together. */
#ifndef RUN_OPTIONS_OPTION_RULES_H
#define RUN_OPTIONS_OPTION_RULES_H

#include "model/model.h"
#include "wgcq_run.h"

/* WGCQ_EREQUEST: why a run of the model with these options is refused.  `stores`: into a file. */
int option_rules_check(const wgcq_model *model, const wgcq_options *options, bool stores,
                       wgcq_error *err);
/* Whether one of several ranks must have the whole graph: for what is not found level by level, or
   depends on the order in which states are found. */
bool ranks_need_graph(const wgcq_model *model, const wgcq_options *options);

#endif
