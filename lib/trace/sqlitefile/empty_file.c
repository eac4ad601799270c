/* empty_file.c - an SQLite file of empty pages: that of the schema, and roots of tables to come. */
#include "trace/sqlitefile/empty_file.h"

#include <sqlite3.h>
#include <string.h>

#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/record.h"

enum { PAGES_AT_FIRST = 64 };

/* ---- pages ----------------------------------------------------------------------------------- */

static bool reserve_page(empty_file *f)
{
    if (f->size < f->room)
        return true;
    const int64_t room = f->room ? 2 * f->room : PAGES_AT_FIRST * EMPTY_FILE_PAGE;
    uint8_t *more = sqlite3_realloc64(f->bytes, (sqlite3_uint64)room);
    if (!more)
        return false;
    f->bytes = more;
    f->room = room;
    return true;
}

static int add_page(empty_file *f, uint8_t type)
{
    if (!reserve_page(f))
        return SQLITE_NOMEM;
    uint8_t *page = f->bytes + f->size;
    f->size += EMPTY_FILE_PAGE;
    const uint32_t number = (uint32_t)(f->size / EMPTY_FILE_PAGE);
    memset(page, 0, EMPTY_FILE_PAGE);
    page[page_base(number)] = type;
    record_put2(page + page_base(number) + PAGE_AT_CONTENT, EMPTY_FILE_PAGE);
    record_put4(f->bytes + AT_COUNT, number);
    return SQLITE_OK;
}

/* As SQLite 3.37 and later write it, in rollback mode and UTF-8. */
static void set_file_header(const empty_file *f)
{
    uint8_t *to = f->bytes;
    memcpy(to, "SQLite format 3", 16);
    record_put2(to + AT_PAGE_SIZE, EMPTY_FILE_PAGE);
    to[AT_WRITE_VERSION] = to[AT_READ_VERSION] = 1;
    memcpy(to + AT_FRACTIONS, (const uint8_t[]){64, 32, 32}, 3);
    record_put4(to + AT_CHANGES, 1);
    record_put4(to + AT_VALID_FOR, 1);
    record_put4(to + AT_SCHEMA, 1);
    record_put4(to + AT_FORMAT, 4);
    record_put4(to + AT_ENCODING, 1);
    record_put4(to + AT_VERSION, f->version);
    record_put4(to + AT_APPLICATION, f->application);
    record_put4(to + AT_LIBRARY, (uint32_t)sqlite3_libversion_number());
}

/* ---- the file -------------------------------------------------------------------------------- */

int empty_file_open(empty_file *f)
{
    const int code = add_page(f, TABLE_LEAF);
    if (!code)
        set_file_header(f);
    return code;
}

int empty_file_add_root(empty_file *f, bool keys)
{
    return add_page(f, keys ? INDEX_LEAF : TABLE_LEAF);
}

void empty_file_free(empty_file *f)
{
    sqlite3_free(f->bytes);
    f->bytes = NULL;
    f->size = f->room = 0;
}
