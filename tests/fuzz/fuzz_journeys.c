/*
 * fuzz_journeys.c - any journey: each way of running it gives the same results (fuzz_journey.h).
 *
 * The first half of the bytes is the journey, the rest decides how it is run.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>

#include "fuzz_journey.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data + size / 2, size - size / 2};
    char path[80];
    snprintf(path, sizeof path, "%s/wgcq-fuzz-%ld.db",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm", (long)getpid());
    if (!access("/dev/shm", W_OK)) /* where nothing waits for a disk, wgcq_journey_verify as well */
        setenv("TMPDIR", "/dev/shm", 1);
    tape = (bytes){data, size / 2};
    fuzz_ways(&b, path);
    return 0;
}
