/* atomic_write.c - writes a file completely or not at all. */
#include "output/atomic_write.h"

#include "output/exit_status.h"
#include "output/messages.h"

int atomic_write(const char *path, const char *bytes, size_t length)
{
    wgcq_error err = {0};
    return wgcq_write_file(path, bytes, length, &err) ? message_failure(&err) : STATUS_FOUND;
}
