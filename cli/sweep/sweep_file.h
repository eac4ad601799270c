/* sweep_file.h - the file of a combination: DIR/frogs-n=4,m=2.db, and its folder in --spill. */
#ifndef CLI_SWEEP_SWEEP_FILE_H
#define CLI_SWEEP_SWEEP_FILE_H

#include "sweep/sweep_runs.h"

/* In `folder`, with that ending; malloc'd, different for different combinations. */
char *sweep_file_path(const sweep_plan *plan, const char *folder, size_t number,
                      const char *ending);

#endif
