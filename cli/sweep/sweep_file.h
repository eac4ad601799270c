/* sweep_file.h - the file of a combination: DIR/frogs-n=4,m=2.db. */
#ifndef CLI_SWEEP_SWEEP_FILE_H
#define CLI_SWEEP_SWEEP_FILE_H

#include "sweep/sweep_runs.h"

/* malloc'd; different for different combinations. */
char *sweep_file_path(const sweep_plan *plan, size_t number);

#endif
