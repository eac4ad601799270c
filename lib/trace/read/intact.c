/* intact.c - whether a file is unchanged since its runs wrote it. */
#include "trace/read/intact.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "model/order.h"
#include "trace/schema/checksum.h"
#include "trace/schema/run_layout.h"
#include "trace/sqlitefile/btree_walk.h"
#include "trace/sqlitefile/record.h"

/* A field of which not every bit pattern is a value. */
typedef struct bounded {
    unsigned word, shift;
    uint64_t mask, count;
} bounded;

typedef struct intact_state intact_state;

/* One run, and its rows as the check meets them. */
typedef struct run_rows {
    const intact_state *of;
    int64_t id;
    wgcq_trace_level keep;
    run_layout layout;
    bool levels, ended; /* breadth-first: depths ascend; it has ended */
    uint32_t until;
    uint64_t states, edges, rejections, moves, depth;
    uint64_t edge[3]; /* key of the last edge, where they are clustered */
    digest all, kept;
    bool edges_cut, rejections_cut; /* the rest of the rows does not stay */
} run_rows;

struct intact_state {
    const intact_job *job;
    wgcq_error *err;
    int format; /* of run_layout.h */
    bool keeps_shown;
    uint64_t *used; /* [words] bits of fields; NULL: any may be set */
    bounded *bounds;
    size_t bound_count;
    int64_t *values; /* of one row */
    run_rows *runs;
    size_t run_count;
    btree_walk_root *roots;
    char **names;
    size_t root_count, root_room;
};

/* ---- rows ------------------------------------------------------------------------------------ */

/* Decodes `count` integers, and a text unless `name` is NULL; false: not exactly that. */
static bool read_row(const uint8_t *record, size_t size, bool alias, int64_t *values,
                     unsigned count, const char **name, size_t *length)
{
    const uint8_t *end = record + size;
    uint64_t head, type;
    const uint8_t *at = record_get_varint(record, end, &head);
    if (!at || head > size)
        return false;
    const uint8_t *body = record + head, *types_end = body;
    if (alias && (!(at = record_get_varint(at, types_end, &type)) || type))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (!(at = record_get_varint(at, types_end, &type)) || !type || type == 7 || type > 9 ||
            record_type_size(type) > (size_t)(end - body))
            return false;
        values[i] = record_get_integer(type, body);
        body += record_type_size(type);
    }
    if (name) {
        if (!(at = record_get_varint(at, types_end, &type)) || type < 13 || type % 2 == 0)
            return false;
        *name = (const char *)body;
        *length = record_type_size(type);
        return at == types_end && *length == (size_t)(end - body);
    }
    return at == types_end && body == end;
}

/* Every field has one of its values, and no other bit is set. */
static bool is_valid_state(const intact_state *c, const int64_t *words)
{
    for (unsigned i = 0; c->used && i < c->job->model->words; i++)
        if ((uint64_t)words[i] & ~c->used[i])
            return false;
    for (size_t i = 0; i < c->bound_count; i++) {
        const bounded *b = &c->bounds[i];
        if (((uint64_t)words[b->word] >> b->shift & b->mask) >= b->count)
            return false;
    }
    return true;
}

static bool check_state_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    run_rows *r = self;
    const intact_state *c = r->of;
    unsigned words = c->job->model->words, finals = c->job->model->finals;
    const char *shown = NULL;
    size_t length = 0;
    int64_t *v = c->values;
    if (!read_row(record, size, true, v, words + finals + 2, c->keeps_shown ? &shown : NULL,
                  &length))
        return false;
    bool follows = !r->levels || (v[0] >= (int64_t)r->depth && v[0] <= (int64_t)r->depth + 1);
    if (rowid != (int64_t)++r->states || rowid >= UINT32_MAX || v[0] < 0 || v[0] >= UINT32_MAX ||
        v[1] & ~(int64_t)MARKS_STORED || !follows || !is_valid_state(c, v + 2))
        return false;
    for (unsigned i = 0; i < finals; i++)
        if (v[2 + words + i] < 0 || (v[2 + words + i] && !(v[1] & MARK_GOAL)))
            return false;
    r->depth = (uint64_t)v[0] > r->depth ? (uint64_t)v[0] : r->depth;
    digest_state(&r->all, r->states, (uint64_t)v[0], (uint64_t)v[1], (const uint64_t *)(v + 2),
                 words + finals);
    if (shown)
        digest_state_text(&r->all, r->states, shown, length);
    return true;
}

static bool is_in_range(int64_t value, int64_t least, uint64_t below)
{
    return value >= least && (uint64_t)value < below;
}

/* Whether the edge, whose key is in range, comes behind the one before. */
static bool edge_follows(run_rows *r, int64_t rowid, const int64_t *v)
{
    uint64_t *last = r->edge, key[3] = {(uint64_t)v[0], (uint64_t)v[1], (uint64_t)v[2]};
    if (!r->layout.edges_clustered)
        return rowid == (int64_t)r->edges;
    bool follows = key[0] != last[0]   ? key[0] > last[0]
                   : key[1] != last[1] ? key[1] > last[1]
                                       : key[2] > last[2];
    memcpy(last, key, sizeof key);
    return follows;
}

static bool check_edge_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    run_rows *r = self;
    const intact_state *c = r->of;
    unsigned costs = c->job->model->costs;
    int64_t *v = c->values;
    if (!read_row(record, size, false, v, costs + 3, NULL, NULL))
        return false;
    int64_t dst = v[r->layout.dst], move = v[r->layout.move];
    r->edges++;
    if (!is_in_range(v[0], 1, r->states + 1) || !is_in_range(dst, 1, r->states + 1) ||
        !is_in_range(move, 0, r->moves) || !edge_follows(r, rowid, v))
        return false;
    for (unsigned i = 0; i < costs; i++)
        if (v[3 + i] < 0)
            return false;
    if (!r->edges_cut && v[0] > r->until) {
        r->edges_cut = true;
        memcpy(r->kept.edges, r->all.edges, sizeof r->kept.edges);
    }
    digest_edge(&r->all, r->edges, (uint64_t)v[0], (uint64_t)dst, (uint64_t)move, v + 3, costs);
    return true;
}

static bool check_rejection_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    run_rows *r = self;
    const intact_state *c = r->of;
    int64_t *v = c->values;
    if (!read_row(record, size, false, v, 3, NULL, NULL) || rowid != (int64_t)++r->rejections ||
        !is_in_range(v[0], 1, r->states + 1) || !is_in_range(v[1], 0, r->moves) ||
        !is_in_range(v[2], 0, c->job->model->rule_count))
        return false;
    if (!r->rejections_cut && v[0] > r->until) {
        r->rejections_cut = true;
        memcpy(r->kept.rejections, r->all.rejections, sizeof r->kept.rejections);
    }
    if (!r->rejections_cut && c->job->rejected && r->id == c->job->run)
        c->job->rejected[v[2]]++;
    digest_rejection(&r->all, r->rejections, (uint64_t)v[0], (uint64_t)v[1], (uint64_t)v[2]);
    return true;
}

static bool check_move_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    run_rows *r = self;
    const char *name;
    size_t length;
    if (!read_row(record, size, true, NULL, 0, &name, &length))
        return false;
    if (r->keep > WGCQ_TRACE_EDGES) /* the moves of solutions, with any numbers */
        return true;
    if (rowid != (int64_t)r->moves++)
        return false;
    digest_move(&r->all, (uint64_t)rowid, name, length);
    return true;
}

/* Its columns may be NULL. */
static bool check_distance_row(void *self, int64_t rowid, const uint8_t *record, size_t size)
{
    run_rows *r = self;
    int64_t values[2] = {RECORD_NULL, RECORD_NULL};
    if (size < 4 || record[0] != 4 || record[1]) /* header of 4 bytes, the id's type is NULL */
        return false;
    const uint8_t *at = record + 4, *end = record + size;
    for (int i = 0; i < 2; i++) {
        uint8_t type = record[2 + i];
        if (type == 7 || type > 9 || record_type_size(type) > (size_t)(end - at))
            return false;
        if (type)
            values[i] = record_get_integer(type, at);
        at += record_type_size(type);
    }
    digest_distance(&r->all, rowid, values[0], values[1]);
    return at == end && is_in_range(rowid, 1, r->states + 1);
}

/* All rows of the run are read: computes the digest of those that stay. */
static void cut_digest(run_rows *r)
{
    digest staying = r->all;
    if (r->edges_cut)
        memcpy(staying.edges, r->kept.edges, sizeof staying.edges);
    if (r->rejections_cut)
        memcpy(staying.rejections, r->kept.rejections, sizeof staying.rejections);
    r->kept = staying;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static int sql_error(const intact_state *c, int code)
{
    return database_error(c->err, c->job->db, c->job->path, code);
}

static int prepare_check(const intact_state *c, sqlite3_stmt **out, const char *sql)
{
    int code = sqlite3_prepare_v2(c->job->db, sql, -1, out, NULL);
    return code ? sql_error(c, code) : 0;
}

static bool add_run(intact_state *c, sqlite3_stmt *query)
{
    if (!array_resize(&c->runs, c->run_count + (size_t)1, sizeof *c->runs))
        return false;
    run_rows *r = &c->runs[c->run_count++];
    *r = (run_rows){.of = c, .id = sqlite3_column_int64(query, 0), .until = UINT32_MAX};
    r->keep = trace_level_named(database_column(query, 1));
    r->levels = order_depths_named(database_column(query, 2)) == DEPTHS_BY_LEVEL;
    r->layout = run_layout_of(c->format, database_column(query, 2), r->keep, r->id);
    r->ended = strcmp(database_column(query, 3), "interrupted") != 0;
    if (r->id == c->job->run)
        r->until = c->job->until;
    return true;
}

static int find_runs(intact_state *c)
{
    sqlite3_stmt *query = NULL;
    bool memory = true;
    int64_t format = 0;
    int code = database_integer(c->job->db, c->job->path, "PRAGMA user_version", &format, c->err);
    c->format = (int)format;
    if (!code)
        code = prepare_check(c, &query, "SELECT id,keep,\"order\",status FROM run ORDER BY id");
    if (code)
        return code;
    while (memory && sqlite3_step(query) == SQLITE_ROW)
        memory = add_run(c, query);
    code = sqlite3_finalize(query);
    return !memory ? error_set_memory(c->err) : code ? sql_error(c, code) : 0;
}

/* ---- B-trees --------------------------------------------------------------------------------- */

static int add_root(intact_state *c, const char *name, uint32_t page, bool index,
                    btree_walk_row row, void *self)
{
    if (c->root_count == c->root_room) {
        size_t room = c->root_room ? c->root_room * 2 : 64;
        if (!array_resize(&c->roots, room, sizeof *c->roots) ||
            !array_resize(&c->names, room, sizeof *c->names))
            return error_set_memory(c->err);
        c->root_room = room;
    }
    char *copy = strdup(name);
    if (!copy)
        return error_set_memory(c->err);
    c->names[c->root_count] = copy;
    c->roots[c->root_count++] = (btree_walk_root){page, index, copy, row, self};
    return 0;
}

/* The function that checks the rows of a table of a run; NULL: SQLite does, or it is an index. */
static btree_walk_row row_checker(intact_state *c, const char *name, run_rows **run)
{
    static const struct {
        const char *table;
        btree_walk_row row;
    } tables[] = {
        {"state_", check_state_row},         {"edge_", check_edge_row},
        {"rejection_", check_rejection_row}, {"move_", check_move_row},
        {"distance_", check_distance_row},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        size_t length = strlen(tables[i].table);
        if (strncmp(name, tables[i].table, length) != 0)
            continue;
        char *end;
        int64_t id = strtoll(name + length, &end, 10);
        for (size_t k = 0; k < c->run_count; k++)
            if (!*end && c->runs[k].id == id) {
                *run = &c->runs[k];
                return tables[i].row;
            }
    }
    return NULL;
}

static int find_root_pages(intact_state *c)
{
    static const char sql[] = "SELECT name,rootpage,type FROM sqlite_schema WHERE rootpage>0 "
                              "ORDER BY name NOT GLOB 'state_*', name NOT GLOB 'move_*', rowid";
    sqlite3_stmt *query = NULL;
    int code = add_root(c, "sqlite_schema", 1, false, NULL, NULL);
    int wrong = code ? code : prepare_check(c, &query, sql);
    if (wrong)
        return wrong;
    while (!wrong && sqlite3_step(query) == SQLITE_ROW) {
        const char *name = database_column(query, 0);
        bool index = !strcmp(database_column(query, 2), "index");
        run_rows *run = NULL;
        btree_walk_row row = row_checker(c, name, &run);
        index = index || (row == check_edge_row && run->layout.edges_clustered);
        row = c->job->run ? row : NULL;
        int64_t page = sqlite3_column_int64(query, 1);
        wrong = add_root(c, name, page > UINT32_MAX ? 0 : (uint32_t)page, index, row, run);
    }
    code = sqlite3_finalize(query);
    return wrong ? wrong : code ? sql_error(c, code) : 0;
}

static int check_structure(intact_state *c)
{
    const intact_job *job = c->job;
    btree_walk_job file = {
        .roots = c->roots, .root_count = c->root_count, .stopped = job->stopped, .self = job->self};
    int code = database_pages(&file, job->db, job->path, c->err);
    return code ? code : btree_walk_file(&file, c->err);
}

/* ---- small tables, and indices --------------------------------------------------------------- */

/* Tables that PRAGMA integrity_check checks, with their indices: those that every file has, and
   other runs'.  The resumed run's rows are checked here, its indices dropped. */
static bool is_checked_by_sqlite(const intact_state *c, const char *name)
{
    run_rows *run = NULL;
    static const char *const dropped[] = {"solution_",  "step_",     "piece_", "invariant_",
                                          "violation_", "property_", "lasso_"};
    if (row_checker((intact_state *)(uintptr_t)c, name, &run))
        return c->job->run && run->id != c->job->run;
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        size_t length = strlen(dropped[i]);
        if (!strncmp(name, dropped[i], length))
            return c->job->run && strtoll(name + length, NULL, 10) != c->job->run;
    }
    return true;
}

static int check_table(const intact_state *c, const char *name)
{
    sqlite3_stmt *query = NULL;
    char *sql = sqlite3_mprintf("PRAGMA integrity_check(\"%w\")", name);
    int wrong = sql ? prepare_check(c, &query, sql) : error_set_memory(c->err);
    sqlite3_free(sql);
    if (wrong)
        return wrong;
    if (sqlite3_step(query) == SQLITE_ROW && strcmp(database_column(query, 0), "ok") != 0)
        wrong = error_set(c->err, WGCQ_ESTORE, "%s is damaged: %.200s", c->job->path,
                          database_column(query, 0));
    int code = sqlite3_finalize(query);
    return wrong ? wrong : code ? sql_error(c, code) : 0;
}

/* A table of edges may be a tree of keys. */
static bool is_table(const intact_state *c, size_t root)
{
    run_rows *run;
    return !c->roots[root].index ||
           row_checker((intact_state *)(uintptr_t)c, c->roots[root].name, &run);
}

static int check_tables(const intact_state *c)
{
    int code = 0;
    for (size_t i = 1; i < c->root_count && !code; i++)
        if (is_table(c, i) && is_checked_by_sqlite(c, c->roots[i].name))
            code = check_table(c, c->roots[i].name);
    return code;
}

/* ---- digests and seals ----------------------------------------------------------------------- */

static int64_t integer_or_minus_one(sqlite3_stmt *query, int i)
{
    return sqlite3_column_type(query, i) == SQLITE_NULL ? -1 : sqlite3_column_int64(query, i);
}

int intact_figures(sqlite3 *db, int64_t run, digest_figures *out, int64_t *stored)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(
        db, "SELECT states,edges,rejections,depth,expanded,seconds,digest FROM run WHERE id=?1", -1,
        &query, NULL);
    if (code)
        return code;
    sqlite3_bind_int64(query, 1, run);
    if (sqlite3_step(query) == SQLITE_ROW) {
        *out = (digest_figures){integer_or_minus_one(query, 0), integer_or_minus_one(query, 1),
                                integer_or_minus_one(query, 2), integer_or_minus_one(query, 3),
                                integer_or_minus_one(query, 4), -1};
        if (sqlite3_column_type(query, 5) != SQLITE_NULL)
            out->seconds = sqlite3_column_double(query, 5);
        *stored = sqlite3_column_int64(query, 6);
    }
    return sqlite3_finalize(query);
}

static int run_differs(const intact_state *c, const run_rows *r, const char *what)
{
    return error_set(c->err, WGCQ_ESTORE,
                     "%s cannot be trusted: of run %" PRId64 " %s since it was written",
                     c->job->path, r->id, what);
}

static int check_seal(const intact_state *c, const run_rows *r)
{
    char due[CHECKSUM_ROOM];
    sqlite3_stmt *query = NULL;
    int code = checksum_run(c->job->db, &r->layout, NULL, due);
    if (!code)
        code = sqlite3_prepare_v2(c->job->db, "SELECT seal FROM run WHERE id=?1", -1, &query, NULL);
    if (code)
        return sql_error(c, code);
    sqlite3_bind_int64(query, 1, r->id);
    bool same = sqlite3_step(query) == SQLITE_ROW && !strcmp(database_column(query, 0), due);
    code = sqlite3_finalize(query);
    if (code)
        return sql_error(c, code);
    return same ? 0 : run_differs(c, r, "its row or its figures were changed");
}

/* A run that was killed between its first commit and the next has no figures, and no rows. */
static bool figure_agrees(int64_t figure, uint64_t rows)
{
    return figure == (int64_t)rows || (figure < 0 && !rows);
}

static int check_run_digest(const intact_state *c, const run_rows *r)
{
    digest_figures figures = {0};
    uint64_t bound = 0;
    int64_t stored = 0;
    int code = checksum_binding(c->job->db, r->id, &bound);
    code = code ? code : intact_figures(c->job->db, r->id, &figures, &stored);
    if (code)
        return sql_error(c, code);
    bool counted = (r->keep > WGCQ_TRACE_STATES || figure_agrees(figures.states, r->states)) &&
                   (r->keep > WGCQ_TRACE_EDGES || figure_agrees(figures.edges, r->edges)) &&
                   (r->keep > WGCQ_TRACE_ALL || figure_agrees(figures.rejections, r->rejections));
    if (!counted)
        return run_differs(c, r, "rows were added or taken away");
    if (stored != digest_total(bound, &figures, &r->all))
        return run_differs(c, r, "the puzzle, the parameters, its row or its rows were changed");
    return r->ended ? check_seal(c, r) : 0;
}

static int check_runs(intact_state *c, digest *kept)
{
    int code = 0;
    for (size_t i = 0; i < c->run_count && c->job->run && !code; i++) {
        code = check_run_digest(c, &c->runs[i]);
        cut_digest(&c->runs[i]);
        if (c->runs[i].id == c->job->run)
            *kept = c->runs[i].kept;
    }
    return code;
}

/* ---- the whole check ------------------------------------------------------------------------- */

/* Which bits of a state may be set; any where the fields do not cover the state. */
static bool find_bits(intact_state *c)
{
    const wgcq_model *m = c->job->model;
    unsigned bits = 0;
    c->used = calloc(m->words, sizeof *c->used);
    c->bounds = calloc(m->field_count + 1, sizeof *c->bounds);
    if (!c->used || !c->bounds)
        return false;
    for (size_t i = 0; i < m->field_count; i++) {
        const model_field *f = &m->fields[i];
        assert(f->word < m->words && f->shift + f->width <= 64);
        uint64_t mask = f->width == 64 ? UINT64_MAX : ((uint64_t)1 << f->width) - 1;
        c->used[f->word] |= mask << f->shift % 64;
        bits += f->width;
        const uint64_t values = model_field_values(f);
        if (f->values && values <= mask)
            c->bounds[c->bound_count++] = (bounded){f->word, f->shift, mask, values};
    }
    if (bits != m->bits) {
        free(c->used);
        c->used = NULL;
    }
    return true;
}

static bool alloc_check(intact_state *c)
{
    const wgcq_model *m = c->job->model;
    unsigned most = m->words + m->finals > m->costs ? m->words + m->finals : m->costs;
    c->values = malloc((most + (size_t)3) * sizeof *c->values);
    return c->values && find_bits(c);
}

static void free_check(intact_state *c)
{
    for (size_t i = 0; i < c->root_count; i++)
        free(c->names[i]);
    free(c->names);
    free(c->roots);
    free(c->runs);
    free(c->values);
    free(c->bounds);
    free(c->used);
}

static int find_keeps_shown(intact_state *c)
{
    int64_t has_sql = 0;
    int code = database_integer(c->job->db, c->job->path,
                                "SELECT count(*) FROM meta WHERE key='shown'", &has_sql, c->err);
    c->keeps_shown = !has_sql;
    return code;
}

int intact_check(const intact_job *job, digest *kept, wgcq_error *err)
{
    assert(!job->run || kept);
    intact_state c = {.job = job, .err = err};
    int code = alloc_check(&c) ? find_keeps_shown(&c) : error_set_memory(err);
    code = code ? code : find_runs(&c);
    code = code ? code : find_root_pages(&c);
    code = code ? code : check_structure(&c);
    code = code ? code : check_tables(&c);
    code = code ? code : check_runs(&c, kept);
    free_check(&c);
    return code;
}

int intact_runs(sqlite3 *db, const char *path, wgcq_error *err)
{
    intact_state c = {.job = &(intact_job){.db = db, .path = path}, .err = err};
    int code = check_table(&c, "run");
    code = code ? code : check_table(&c, "best");
    code = code ? code : find_runs(&c);
    for (size_t i = 0; i < c.run_count && !code; i++)
        if (c.runs[i].ended)
            code = check_seal(&c, &c.runs[i]);
    free_check(&c);
    return code;
}
