/* passing_folder.c - a folder for the rows of ranks that keep none. */
#include "ranks/passing_folder.h"

#include "output/messages.h"
#include "ranks/mpi_exchange.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "wgcq-ranks-XXXXXX"

char *passing_folder_make(const wgcq_exchange *x)
{
    char path[sizeof NAME] = NAME;
    if (!x->rank && !mkdtemp(path)) {
        message_error("cannot make a folder for the rows of the ranks here: %s", strerror(errno));
        path[0] = '\0';
    }
    mpi_exchange_tell(path, sizeof path);
    return path[0] ? memory_strdup(path) : NULL;
}

void passing_folder_remove(const char *path)
{
    DIR *in = opendir(path);
    const struct dirent *entry;
    while (in && (entry = readdir(in)))
        unlinkat(dirfd(in), entry->d_name, 0); /* not the folders . and .. */
    if (in)
        closedir(in);
    rmdir(path);
}
