/* c_description.h - what a C model is made of. */
#ifndef C_MODEL_C_DESCRIPTION_H
#define C_MODEL_C_DESCRIPTION_H

#include "c_model/c_model.h"

/* Checks m->description, and fills in the layout and, in the model, names and objectives.
   WGCQ_EREQUEST: the first mistake in it; WGCQ_EMEMORY. */
int c_description_read(c_model *m, wgcq_error *err);

#endif
