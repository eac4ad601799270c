/* sharded_run.h - a rank's part of a run whose rows each rank writes into a file of its own. */
#ifndef RUN_SHARDED_RUN_H
#define RUN_SHARDED_RUN_H

#include "run/shards/shard_list.h"
#include "run/solver.h"

typedef struct sharded_run {
    char *path;              /* of this rank's file */
    shard_list list, before; /* before: of the run resumed; count 0: there is none */
} sharded_run;

/* All ranks: the folder, s->db, is there, and has an empty list.  *s gets s->shards. */
int sharded_run_open(solver *s);
/* Rows of a step, in all ranks; where they are to be saved, the list says so afterwards. */
int sharded_run_take(solver *s, const row_batch *rows);
/* All ranks, of a run that is resumed: what the folder has is divided anew among the ranks there
   are now; the list then names their files, and those before are removed.  s->past is what the
   search continues. */
run_step sharded_run_go_on;
/* Nothing more comes: all is saved, and the list has the end. */
run_step sharded_run_end;
void sharded_run_close(solver *s);

#endif
