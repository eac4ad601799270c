/*
 * journal.c - what a rollback journal beside a file would do.
 *
 * Whoever opens a file for writing has SQLite roll back the journal that lies beside it.  One that
 * came from a stranger can only put other bytes into the stranger's own file, which is judged after
 * that; but one that ends with the name of a "super-journal" has SQLite remove the file of that
 * name.
 */
#include "trace/journal.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

enum { MAGIC = 8 };
static const unsigned char magic[MAGIC] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};

bool journal_names_others(const char *path)
{
    unsigned char end[MAGIC];
    char *name = sqlite3_mprintf("%s-journal", path);
    FILE *journal = name ? fopen(name, "rbe") : NULL;
    sqlite3_free(name);
    if (!journal)
        return false;
    bool found = !fseek(journal, -MAGIC, SEEK_END) && ftell(journal) > 0 &&
                 fread(end, 1, MAGIC, journal) == MAGIC && !memcmp(end, magic, MAGIC);
    fclose(journal);
    return found;
}
