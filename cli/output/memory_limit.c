/* memory_limit.c - how much memory the program may take, by the system's limit of its data. */
#include "output/memory_limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static bool limited;
static struct rlimit ours, before;

uint64_t memory_limit_held(void)
{
    uint64_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*u %*u %*u %*u %*u %" SCNu64, &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

void memory_limit_begin(uint64_t bytes)
{
    uint64_t held = bytes ? memory_limit_held() : 0;
    if (limited || !held || getrlimit(RLIMIT_DATA, &before) != 0)
        return;
    uint64_t most = bytes < UINT64_MAX - held ? held + bytes : UINT64_MAX;
    ours = before;
    if (most < (uint64_t)before.rlim_cur)
        ours.rlim_cur = (rlim_t)most;
    limited = setrlimit(RLIMIT_DATA, &ours) == 0;
}

bool memory_limit_holds(void)
{
    return limited;
}

void memory_limit_suspend(void)
{
    if (limited)
        setrlimit(RLIMIT_DATA, &before);
}

void memory_limit_apply(void)
{
    if (limited)
        setrlimit(RLIMIT_DATA, &ours);
}

void memory_limit_end(void)
{
    memory_limit_suspend();
    limited = false;
}
