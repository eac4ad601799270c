/* rank_refusal.h - what several ranks do not do. */
#ifndef SEARCH_RANKS_REFUSAL_H
#define SEARCH_RANKS_REFUSAL_H

#include "model/model.h"

/* Why a run of the model with these options cannot be shared out; NULL: it can.  `stores`: into a
   file. */
const char *rank_refusal(const wgcq_model *model, const wgcq_options *options, bool stores);

#endif
