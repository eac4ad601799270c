/* mpi_exchange.h - messages between ranks by MPI. */
#ifndef CLI_RANKS_MPI_EXCHANGE_H
#define CLI_RANKS_MPI_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "wgcq_run.h"

/* Joins the job; false: that failed, and was reported.  Once in a process. */
bool mpi_exchange_open(wgcq_exchange *out);
/* Ranks of the job on this machine. */
unsigned mpi_exchange_neighbours(void);
/* Until all ranks have called it. */
void mpi_exchange_wait(void);
/* The bytes of rank 0 become those of all, which wait for it. */
void mpi_exchange_share(void *bytes, size_t count);
/* Shares among all ranks the status of rank 0, and whether any rank's is not 0. */
bool mpi_exchange_agree(const wgcq_exchange *x, int status, int *first);
/* Ends the job: all ranks together. */
void mpi_exchange_close(wgcq_exchange *x);

#endif
