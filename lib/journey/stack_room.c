/* stack_room.c - how deep journeys may nest: as long as half of the stack is left. */
#include <sys/resource.h>

#include "journey/journey.h"

static const size_t LEAST_STACK = 2u << 20; /* of threads, where no limit is set */

static size_t allowed_stack(void)
{
    struct rlimit stack;
    bool known = getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY &&
                 stack.rlim_cur <= SIZE_MAX;
    return (known ? (size_t)stack.rlim_cur : LEAST_STACK) / 2;
}

bool journey_has_stack(wgcq_journey *j)
{
    wgcq_journey *outermost = j->outermost ? j->outermost : j;
    /* not the address of a variable, which a sanitizer may put elsewhere */
    const char *here = __builtin_frame_address(0), *base = outermost->stack_base;
    if (!outermost->stack_room)
        outermost->stack_room = allowed_stack();
    size_t used = here < base ? (size_t)(base - here) : (size_t)(here - base);
    return used < outermost->stack_room ||
           journey_error(j, WGCQ_ERUN,
                         "nested too deeply: journeys in journeys take more than half of the "
                         "stack (ulimit -s), %zu KiB",
                         outermost->stack_room / 1024);
}
