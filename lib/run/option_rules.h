/* option_rules.h - which options of a run do not go together. */
#ifndef RUN_OPTION_RULES_H
#define RUN_OPTION_RULES_H

#include "model/model.h"
#include "wgcq_run.h"

/* WGCQ_EREQUEST: why a run of the model with these options is refused.  `stores`: into a file. */
int option_rules_check(const wgcq_model *model, const wgcq_options *options, bool stores,
                       wgcq_error *err);

#endif
