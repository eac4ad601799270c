/* replacing_run.h - a run whose file takes the place of an older one. */
#ifndef RUN_REPLACING_RUN_H
#define RUN_REPLACING_RUN_H

#include "run/solver.h"

/* As solver_run.  Where the options say so, the new file takes the place of the one at s->db when
   the run has ended: it is complete, or at a limit of its options.  Where it was interrupted, or
   the machine was too small, both files stay, and the summary's `beside` is the new one. */
int replacing_run(wgcq_result **out, solver *s);

#endif
