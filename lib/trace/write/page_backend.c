/* page_backend.c - rows of a run straight into the pages of its tables. */
#include "trace/write/page_backend.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "trace/schema/views.h"
#include "trace/sqlitefile/btree_append.h"
#include "trace/sqlitefile/index_build.h"
#include "trace/sqlitefile/page_format.h"
#include "trace/sqlitefile/patch_row.h"
#include "trace/sqlitefile/record.h"
#include "trace/sqlitefile/table_scan.h"

enum { FIGURES = 7 };
/* Columns of the run's row, in the order of schemas/trace.sql. */
static const char *const figures[FIGURES] = {"seconds",    "expanded", "states", "edges",
                                             "rejections", "depth",    "digest"};

typedef struct built_index {
    char *name, *sql;
    unsigned table;
    uint64_t rows, distinct;
} built_index;

/* Keys of clustered edges: how many sources, and sources with a move, there are. */
typedef struct edge_keys {
    uint64_t sources, moves;
} edge_keys;

struct page_tables {
    pager file;
    uint32_t roots[RUN_TABLES], run_root;
    btree *trees[RUN_TABLES];
    unsigned figures[FIGURES]; /* indices of their columns */
    uint8_t *record;
    size_t room;
    built_index indices[VIEWS_INDICES];
    edge_keys edge_keys;
    bool indexed;
};

/* ---- opening --------------------------------------------------------------------------------- */

static int find_schema_number(trace_writer *w, const char *format, const char *name, uint32_t *out,
                              wgcq_error *err)
{
    char *sql = sqlite3_mprintf(format, name, (long long)w->run);
    int64_t root = 0;
    int code = sql ? database_integer(w->db, w->path, sql, &root, err) : error_set_memory(err);
    sqlite3_free(sql);
    *out = (uint32_t)root;
    return code;
}

static int find_table_roots(page_tables *p, trace_writer *w, wgcq_error *err)
{
    int code = find_schema_number(w, "SELECT rootpage FROM sqlite_schema WHERE name='%s'", "run",
                                  &p->run_root, err);
    for (unsigned i = 0; i < writer_table_count(w) && !code; i++)
        code = find_schema_number(w, "SELECT rootpage FROM sqlite_schema WHERE name='%s_%lld'",
                                  writer_tables[i], &p->roots[i], err);
    for (int i = 0; i < FIGURES && !code; i++)
        code = find_schema_number(w, "SELECT cid FROM pragma_table_info('run') WHERE name='%s'",
                                  figures[i], &p->figures[i], err);
    return code;
}

static bool is_keyed(const trace_writer *w, unsigned table)
{
    return table == TABLE_EDGE && w->layout.edges_clustered;
}

static int open_trees(page_tables *p, const trace_writer *w)
{
    int code = SQLITE_OK;
    for (unsigned i = 0; i < writer_table_count(w) && !code; i++)
        code = (is_keyed(w, i) ? btree_open_keys : btree_open)(&p->trees[i], &p->file, p->roots[i]);
    return code;
}

static bool reserve_record(page_tables *p, size_t room)
{
    return array_reserve(&p->record, &p->room, room, 1);
}

/* Whether the largest figures fit into the page of the run's row. */
static int try_widest_row(page_tables *p, trace_writer *w, bool *fit)
{
    row_patch widest[FIGURES];
    for (int i = 0; i < FIGURES; i++)
        widest[i] = (row_patch){p->figures[i], !i, INT64_MAX, 0};
    int code = patch_row_columns(&p->file, p->run_root, w->run, widest, FIGURES);
    *fit = !code;
    page_tables_discard(w);
    return code == SQLITE_TOOBIG ? SQLITE_OK : code;
}

static int open_pager(page_tables *p, trace_writer *w, bool *fit, wgcq_error *err)
{
    unsigned words = w->model->words, costs = w->model->costs;
    int code = pager_open(&p->file, w->db, fit);
    if (!code && *fit)
        code = try_widest_row(p, w, fit);
    if (!code && *fit)
        code = open_trees(p, w);
    if (!code && !reserve_record(p, record_room(words + 2 * costs + 3, 0)))
        code = SQLITE_NOMEM;
    return code ? writer_error(w, code, err) : 0;
}

int page_tables_open(page_tables **out, trace_writer *w, wgcq_error *err)
{
    bool fit = false;
    page_tables *p = calloc(1, sizeof *p);
    *out = p;
    if (!p)
        return error_set_memory(err);
    int code = find_table_roots(p, w, err);
    code = code ? code : open_pager(p, w, &fit, err);
    if (code || !fit) {
        page_tables_close(p);
        *out = NULL;
    }
    return code;
}

void page_tables_close(page_tables *p)
{
    if (!p)
        return;
    for (int i = 0; i < RUN_TABLES; i++)
        btree_free(p->trees[i]);
    for (int i = 0; i < VIEWS_INDICES; i++) {
        free(p->indices[i].name);
        free(p->indices[i].sql);
    }
    pager_close(&p->file);
    free(p->record);
    free(p);
}

size_t page_tables_memory(const page_tables *p)
{
    return IO_BYTES_MOST + (p->file.behind ? write_behind_memory() : 0);
}

void trace_write_behind(trace_writer *w)
{
    w->writes_behind = true;
    if (writer_uses_pages(w))
        pager_write_behind(&w->pages->file);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static int add_long_row(trace_writer *w, run_table table, int64_t rowid, const record_row *row)
{
    page_tables *p = w->pages;
    if (!reserve_record(p, record_room(row->count, row->length)))
        return SQLITE_NOMEM;
    size_t size = record_encode(p->record, row);
    return is_keyed(w, table) ? btree_append_key(p->trees[table], p->record, size)
                              : btree_append(p->trees[table], rowid, p->record, size);
}

btree *page_tables_tree(const trace_writer *w, run_table table, unsigned columns)
{
    bool fits = writer_uses_pages(w) && columns && columns <= BTREE_FEW;
    return fits ? w->pages->trees[table] : NULL;
}

static int add_to_pages(trace_writer *w, run_table table, int64_t rowid, const record_row *row,
                        wgcq_error *err)
{
    btree *to = w->pages->trees[table];
    int code;
    if (!row->count || row->count > BTREE_FEW || row->text)
        code = add_long_row(w, table, rowid, row);
    else
        code =
            is_keyed(w, table) ? btree_append_key_few(to, row) : btree_append_few(to, rowid, row);
    return code ? writer_error(w, code, err) : 0;
}

/* Full pages are written as rows come; the others wait for the commit. */
static int flush_pages(trace_writer *w, wgcq_error *err)
{
    (void)w, (void)err;
    return 0;
}

/* ---- commits --------------------------------------------------------------------------------- */

void page_tables_discard(trace_writer *w)
{
    if (w->pages)
        pager_discard(&w->pages->file);
}

static int set_figures(trace_writer *w)
{
    page_tables *p = w->pages;
    wgcq_trace_level keep = w->about.keep;
    const digest_figures f = {.seconds = writer_seconds(w),
                              .expanded = w->expanded,
                              .states = (int64_t)w->state_count,
                              .edges = keep <= WGCQ_TRACE_EDGES ? (int64_t)w->edge_count : -1,
                              .rejections =
                                  keep == WGCQ_TRACE_ALL ? (int64_t)w->rejection_count : -1,
                              .depth = w->layout.depth_searched ? (int64_t)w->depth : -1};
    const int64_t values[FIGURES] = {0,
                                     f.expanded,
                                     f.states,
                                     f.edges,
                                     f.rejections,
                                     f.depth,
                                     digest_total(w->bound, &f, &w->rows)};
    row_patch changes[FIGURES];
    size_t count = 0;
    for (int i = 0; i < FIGURES; i++) {
        if (i < 3 || i == 6 || values[i] != -1) /* the others stay NULL where they are -1 */
            changes[count++] = (row_patch){p->figures[i], !i, values[i], f.seconds};
    }
    return patch_row_columns(&p->file, p->run_root, w->run, changes, count);
}

static int flush_trees(page_tables *p)
{
    int code = SQLITE_OK;
    for (int i = 0; i < RUN_TABLES && !code; i++)
        code = p->trees[i] ? btree_flush(p->trees[i]) : SQLITE_OK;
    return code;
}

static int commit_pages(trace_writer *w, int milliseconds, wgcq_error *err)
{
    page_tables *p = w->pages;
    int code = pager_lock(&p->file, milliseconds);
    if (code == SQLITE_BUSY)
        return code;
    code = code ? code : flush_trees(p);
    code = code ? code : set_figures(w);
    code = code ? code : pager_commit(&p->file);
    code = code ? code : pager_unlock(&p->file, WRITER_PATIENCE);
    return code ? writer_error(w, code, err) : 0;
}

const writer_backend page_backend = {add_to_pages, flush_pages, commit_pages};

/* ---- indices --------------------------------------------------------------------------------- */

typedef struct index_source {
    unsigned table, column;
    uint64_t rows;
} index_source;

/* The column of index i of views_create_index. */
static index_source index_source_of(const trace_writer *w, int i)
{
    switch (i) {
    case 0: return (index_source){TABLE_EDGE, 0, w->edge_count};
    case 1: return (index_source){TABLE_EDGE, w->layout.dst, w->edge_count};
    case 2: return (index_source){TABLE_REJECTION, 0, w->rejection_count};
    default: break;
    }
    if (w->layout.depth_searched)
        return (index_source){TABLE_STATE, 1, w->state_count};
    return (index_source){TABLE_DISTANCE, 2, w->distance_count};
}

/* Name and SQL of an index, as SQLite stores them. */
static int index_name(trace_writer *w, int i, built_index *out)
{
    strbuf sql = {0};
    views_create_index(&sql, i, &w->layout);
    const char *at = strbuf_string(&sql) + strlen("CREATE INDEX ");
    out->name = sql.failed ? NULL : strndup(at, strcspn(at, " "));
    out->sql = sql.failed ? NULL : strndup(sql.bytes, strcspn(sql.bytes, ";"));
    strbuf_free(&sql);
    return out->name && out->sql ? SQLITE_OK : SQLITE_NOMEM;
}

/* Its row of sqlite_schema: type, name, tbl_name, rootpage, sql. */
static int add_to_schema(trace_writer *w, btree *schema, const built_index *made, uint32_t root)
{
    page_tables *p = w->pages;
    char table[40];
    snprintf(table, sizeof table, "%s_%" PRId64, writer_tables[made->table], w->run);
    const char *words[] = {"index", made->name, table, NULL, made->sql};
    size_t lengths[5] = {5, strlen(made->name), strlen(table), 0, strlen(made->sql)};
    size_t all = lengths[0] + lengths[1] + lengths[2] + lengths[4];
    if (!reserve_record(p, record_room(5, all)))
        return SQLITE_NOMEM;
    uint8_t types[5 * VARINT_MOST], *type = types, *body = p->record + 64;
    for (int i = 0; i < 5; i++) {
        if (!words[i]) {
            body = record_put_integer(type++, body, root);
            continue;
        }
        type = record_put_varint(type, 13 + 2 * lengths[i]);
        memcpy(body, words[i], lengths[i]);
        body += lengths[i];
    }
    size_t head = (size_t)(type - types) + 1; /* far less than 64 */
    uint8_t *record = p->record + 64 - head;
    record[0] = (uint8_t)head;
    memcpy(record + 1, types, head - 1);
    return btree_append(schema, btree_last_rowid(schema) + 1, record, (size_t)(body - record));
}

/* While rows are not committed, building continues to its end. */
static bool indexing_is_stopped(void *self)
{
    trace_writer *w = self;
    if (w->unsaved_integers)
        return false;
    return writer_is_stopped(w, "indices");
}

static int write_index(trace_writer *w, btree *schema, int i, index_job index)
{
    page_tables *p = w->pages;
    built_index *made = &p->indices[i];
    index.stopped = indexing_is_stopped;
    index.self = w;
    made->table = index_source_of(w, i).table;
    int code = index_name(w, i, made);
    code = code ? code : index_build(&p->file, &index);
    code = code ? code : add_to_schema(w, schema, made, index.root);
    made->rows = index.count;
    made->distinct = index.distinct;
    return code;
}

static int open_scan(table_scan *s, bool with_rowids)
{
    size_t bytes = (s->count + 1) * sizeof(uint32_t);
    bool there = true;
    for (unsigned i = 0; i < s->columns; i++)
        there = (s->values[i] = malloc(bytes)) && there;
    if (with_rowids)
        there = (s->rowids = malloc(bytes)) && there;
    return there ? SQLITE_OK : SQLITE_NOMEM;
}

static void close_scan(table_scan *s)
{
    for (unsigned i = 0; i < s->columns; i++)
        free(s->values[i]);
    free(s->rowids);
}

/* Whether the borrowed graph has the indexed columns of the table, in the order of its rows. */
static bool graph_has_columns(const trace_writer *w, unsigned table)
{
    const graph *g = w->graph;
    if (!g || (table != TABLE_EDGE && table != TABLE_STATE))
        return false;
    if (table == TABLE_EDGE)
        return g->sorted && g->edges == w->edge_count &&
               (is_keyed(w, table) ? w->graph_back->move.at != NULL : w->graph_back->edge != NULL);
    return g->states == w->state_count;
}

static uint32_t await_reversed_rows(const void *grouped, uint64_t entries)
{
    return reversed_graph_await(grouped, entries);
}

/* Index i out of the borrowed graph: graph_has_columns(table). */
static int write_index_from_graph(trace_writer *w, btree *schema, int i, unsigned table,
                                  unsigned column)
{
    const graph *g = w->graph;
    index_job index = {.count = table == TABLE_EDGE ? g->edges : g->states};
    if (table == TABLE_STATE) {
        index.keys = g->depth + 1;
        index.plus = 1;
    } else {
        index.first = column ? w->graph_back->first : g->first;
        index.which = column && !is_keyed(w, table) ? w->graph_back->edge : NULL;
        index.values = g->states;
        index.await = column ? await_reversed_rows : NULL;
        index.grouped = w->graph_back;
    }
    if (is_keyed(w, table)) {
        index.src = w->graph_back->src;
        index.move = w->graph_back->move;
        index.help = &w->help;
        index.threads = g->threads > 1 && w->beside.stopped ? g->threads - 1 : g->threads;
    }
    return write_index(w, schema, i, index);
}

/* Indices first .. first + count - 1 of one table, by one scan of it. */
static int write_indices_from_scan(trace_writer *w, btree *schema, int first, unsigned count)
{
    table_scan s = {.columns = count};
    index_source of = index_source_of(w, first);
    s.count = of.rows;
    for (unsigned i = 0; i < count; i++)
        s.column[i] = index_source_of(w, first + (int)i).column;
    int code = s.count >= UINT32_MAX ? SQLITE_TOOBIG : open_scan(&s, of.table == TABLE_DISTANCE);
    code = code ? code : table_scan_run(&w->pages->file, w->pages->roots[of.table], &s);
    for (unsigned i = 0; i < count && !code; i++)
        code = write_index(w, schema, first + (int)i,
                           (index_job){.keys = s.values[i], .rowids = s.rowids, .count = s.count});
    close_scan(&s);
    return code;
}

/* Edges that have the move of the one before, of any source. */
static uint64_t count_repeated_moves(const graph *g)
{
    enum { AT_A_TIME = 1024 };
    uint32_t moves[AT_A_TIME + 1]; /* the last one of those before, and these */
    uint64_t repeats = 0;
    if (g->edges)
        moves[0] = graph_move(g, 0);
    for (uint64_t from = 1; from < g->edges; from += AT_A_TIME) {
        const size_t some = g->edges - from < AT_A_TIME ? (size_t)(g->edges - from) : AT_A_TIME;
        uint32_t equal = 0;
        narrow_read(g->move, from, some, moves + 1);
        for (size_t i = 0; i < some; i++)
            equal += moves[i] == moves[i + 1];
        repeats += equal;
        moves[0] = moves[some];
    }
    return repeats;
}

/* Rows and distinct beginnings of the keys of the edges, which are clustered. */
static void count_edge_keys(const trace_writer *w, edge_keys *out)
{
    const graph *g = w->graph;
    uint64_t repeats = count_repeated_moves(g);
    for (uint32_t s = 1; s <= g->states; s++) {
        uint64_t first = g->first[s], end = g->first[s + (size_t)1];
        out->sources += first < end;
        repeats -= first < end && first && graph_move(g, first) == graph_move(g, first - 1);
    }
    out->moves = g->edges - repeats;
}

static int write_indices(trace_writer *w, btree *schema, int first, unsigned count)
{
    index_source of = index_source_of(w, first);
    int code = SQLITE_OK;
    if (!graph_has_columns(w, of.table))
        return write_indices_from_scan(w, schema, first, count);
    for (unsigned i = 0; i < count && !code; i++)
        code = write_index_from_graph(w, schema, first + (int)i, of.table,
                                      index_source_of(w, first + (int)i).column);
    return code;
}

bool page_tables_can_index(const trace_writer *w)
{
    return !w->layout.edges_clustered || !w->edge_count || graph_has_columns(w, TABLE_EDGE);
}

bool page_tables_are_indexed(const trace_writer *w)
{
    return w->pages->indexed;
}

static int write_edge_indices(trace_writer *w, btree *schema)
{
    if (!w->layout.edges_clustered)
        return write_indices(w, schema, 0, 2);
    if (!w->edge_count)
        return write_index(w, schema, 1, (index_job){0});
    count_edge_keys(w, &w->pages->edge_keys);
    return write_index_from_graph(w, schema, 1, TABLE_EDGE, 1);
}

int page_tables_index(trace_writer *w, wgcq_error *err)
{
    page_tables *p = w->pages;
    btree *schema = NULL;
    assert(page_tables_can_index(w));
    int code = flush_trees(p);
    code = code ? code : pager_flush(&p->file);
    code = code ? code : btree_open(&schema, &p->file, 1);
    code = code ? code : write_indices(w, schema, 2, 1);
    code = code ? code : write_indices(w, schema, 3, 1);
    code = code ? code : write_edge_indices(w, schema);
    code = code ? code : btree_flush(schema);
    p->file.schema = p->indexed = true;
    btree_free(schema);
    if (code == SQLITE_INTERRUPT) {
        page_tables_discard(w);
        return error_set(err, WGCQ_EINTERRUPT, "interrupted");
    }
    return code ? writer_error(w, code, err) : 0;
}

/* ---- statistics ------------------------------------------------------------------------------ */

static int insert_statistic(trace_writer *w, sqlite3_stmt *insert, run_table table,
                            const char *index, const strbuf *numbers, wgcq_error *err)
{
    char name[40];
    snprintf(name, sizeof name, "%s_%" PRId64, writer_tables[table], w->run);
    if (numbers->failed)
        return error_set_memory(err);
    sqlite3_bind_text(insert, 1, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(insert, 2, index ? index : name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(insert, 3, numbers->bytes, -1, SQLITE_STATIC);
    return writer_execute(w, insert, err);
}

static uint64_t rows_of_one(uint64_t rows, uint64_t distinct)
{
    return (rows + distinct - 1) / distinct;
}

/* "rows, rows of one value" as by ANALYZE, but exact. */
static int write_statistic(trace_writer *w, sqlite3_stmt *insert, const built_index *made,
                           wgcq_error *err)
{
    strbuf numbers = {0};
    strbuf_printf(&numbers, "%" PRIu64 " %" PRIu64, made->rows,
                  rows_of_one(made->rows, made->distinct));
    int code = insert_statistic(w, insert, made->table, made->name, &numbers, err);
    strbuf_free(&numbers);
    return code;
}

/* As above for the key of clustered edges. */
static int write_key_statistic(trace_writer *w, sqlite3_stmt *insert, wgcq_error *err)
{
    const edge_keys *k = &w->pages->edge_keys;
    strbuf numbers = {0};
    strbuf_printf(&numbers, "%" PRIu64 " %" PRIu64 " %" PRIu64 " 1", w->edge_count,
                  rows_of_one(w->edge_count, k->sources), rows_of_one(w->edge_count, k->moves));
    int code = insert_statistic(w, insert, TABLE_EDGE, NULL, &numbers, err);
    strbuf_free(&numbers);
    return code;
}

int page_tables_statistics(trace_writer *w, wgcq_error *err)
{
    sqlite3_stmt *insert = NULL;
    int code = writer_prepare(w, &insert, "INSERT INTO sqlite_stat1 VALUES(?1,?2,?3)", err);
    for (int i = 0; i < VIEWS_INDICES && !code; i++)
        if (w->pages->indices[i].distinct)
            code = write_statistic(w, insert, &w->pages->indices[i], err);
    if (!code && w->pages->edge_keys.sources)
        code = write_key_statistic(w, insert, err);
    sqlite3_finalize(insert);
    return code;
}
