/* writer_memory.c - memory of the writer. */
#include "trace/write/page_backend.h"
#include "trace/write/writer.h"

/* Bytes a key, and of the rows that are sorted at a time: index_build.c. */
enum { KEY = 4, PASS = 16 << 20 };

size_t trace_memory(const trace_writer *w)
{
    size_t bytes = sql_tables_memory(w->sql) + step_memory_bytes(&w->stored_steps) +
                   w->pieces.room * sizeof *w->pieces.values;
    int cache = 0, highest;
    if (writer_uses_pages(w))
        return page_tables_memory(w->pages);
    if (w->db && !sqlite3_db_status(w->db, SQLITE_DBSTATUS_CACHE_USED, &cache, &highest, 0))
        bytes += (size_t)cache;
    return bytes;
}

/* Columns of a table (table_scan.h), offsets of their values, and sorted rows (index_build.c). */
static size_t index_memory(uint64_t rows, unsigned columns, uint64_t keys)
{
    size_t in_order = (size_t)rows * KEY;
    if (in_order > PASS)
        in_order = in_order / 16 > PASS ? in_order / 16 : PASS;
    return (size_t)(rows * columns + keys) * KEY + in_order;
}

size_t trace_memory_at_end(const trace_writer *w)
{
    if (!writer_uses_pages(w))
        return 0;
    size_t edges = index_memory(w->edge_count, 2, w->state_count);
    size_t rejections = index_memory(w->rejection_count, 1, w->state_count);
    size_t states = (size_t)w->state_count * 3 * KEY; /* few depths, so all in one pass */
    size_t most = edges > rejections ? edges : rejections;
    return most > states ? most : states;
}
