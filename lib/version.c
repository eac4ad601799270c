/* version.c - which wgcq this is. */
#include "wgcq.h"

const char *wgcq_version(void)
{
    return WGCQ_VERSION;
}
