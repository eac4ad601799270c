/* version.c - the version of the library. */
#include "wgcq_base.h"

const char *wgcq_version(void)
{
    return WGCQ_VERSION;
}
