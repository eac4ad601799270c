/*
 * writer.c - a run into the file.
 *
 * The run's row says `interrupted` from its first commit to its last, so that a kill at any instant
 * leaves a file that says the truth.  A transaction is always open (which keeps a second writer
 * out); it is committed about once a second, with everything that was told until then.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trace/bulk.h"
#include "trace/file.h"
#include "trace/trace.h"
#include "trace/views.h"

extern const char trace_sql[];

struct trace_writer {
    sqlite3 *db;
    char *path;
    trace_about about;
    const wgcq_model *model;
    int64_t run;
    bool made;      /* the file was not there before            */
    bool committed; /* something of this run is in the file     */
    bool ended;
    bool keeps_shown;
    void *worker; /* of the model, for texts of states        */
    text line;
    bulk *states, *edges, *refusals, *distances;
    sqlite3_stmt *shown_state, *move, *solution, *step;
    uint32_t moves; /* texts that are in the file               */
    int64_t solutions;
    struct timespec last_commit;
};

/* ---- small SQL ----------------------------------------------------------------------- */

static int trouble(trace_writer *w, int code, wgcq_error *err)
{
    return file_fault(err, w->db, w->path, code);
}

static int run_text(trace_writer *w, text *sql, wgcq_error *err)
{
    int code = sql->failed ? fault_memory(err) : file_run(w->db, w->path, text_string(sql), err);
    text_free(sql);
    return code;
}

static int prepare(trace_writer *w, sqlite3_stmt **out, text *sql, wgcq_error *err)
{
    int code = sql->failed ? fault_memory(err) : 0;
    if (!code && sqlite3_prepare_v2(w->db, text_string(sql), -1, out, NULL))
        code = trouble(w, sqlite3_errcode(w->db), err);
    text_free(sql);
    return code;
}

static int finish(trace_writer *w, sqlite3_stmt *statement, wgcq_error *err)
{
    sqlite3_step(statement);
    int code = sqlite3_reset(statement);
    return code ? trouble(w, code, err) : 0;
}

/* Runs `sql` with texts (NULL: NULL) bound to ?1, ?2, ... */
static int run_bound(trace_writer *w, const char *sql, const char *const *texts, int count,
                     wgcq_error *err)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(w->db, sql, -1, &statement, NULL);
    for (int i = 0; i < count && !code; i++)
        code = sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_STATIC);
    code = code ? trouble(w, code, err) : finish(w, statement, err);
    sqlite3_finalize(statement);
    return code;
}

/* ---- the puzzle's own rows ---------------------------------------------------------------- */

static int write_meta(trace_writer *w, wgcq_error *err)
{
    const char *rows[][2] = {{"title", w->model->title},
                             {"file", w->about.file ? w->about.file : ""},
                             {"source", w->about.source ? w->about.source : ""},
                             {"version", wgcq_version()}};
    int code = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !code; i++)
        code = run_bound(w, "INSERT INTO meta VALUES(?1,?2)", rows[i], 2, err);
    for (size_t i = 0; i < w->about.param_count && !code; i++) {
        const char *row[] = {w->about.param_names[i], w->about.param_values[i]};
        code = run_bound(w, "INSERT INTO param VALUES(?1,?2)", row, 2, err);
    }
    return code;
}

static int write_names(trace_writer *w, const char *sql, const char *const *names, size_t count,
                       wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        const char *row[] = {number, names[i]};
        code = run_bound(w, sql, row, 2, err);
    }
    return code;
}

static int write_field(trace_writer *w, size_t number, wgcq_error *err)
{
    const model_field *f = &w->model->fields[number];
    char numbers[5][24];
    snprintf(numbers[0], sizeof numbers[0], "%zu", number);
    snprintf(numbers[1], sizeof numbers[1], "%u", f->word);
    snprintf(numbers[2], sizeof numbers[2], "%u", f->shift);
    snprintf(numbers[3], sizeof numbers[3], "%u", f->width);
    snprintf(numbers[4], sizeof numbers[4], "%" PRId64, f->low);
    const char *row[] = {numbers[0], f->name,    f->said,   numbers[1],
                         numbers[2], numbers[3], numbers[4]};
    int code = run_bound(w, "INSERT INTO field VALUES(?1,?2,?3,?4,?5,?6,?7)", row, 7, err);
    for (size_t v = 0; v < f->value_count && !code; v++) {
        char value[24];
        snprintf(value, sizeof value, "%" PRId64, f->low + (int64_t)v);
        const char *named[] = {numbers[0], value, f->values[v]};
        code = run_bound(w, "INSERT INTO value VALUES(?1,?2,?3)", named, 3, err);
    }
    return code;
}

static int write_puzzle(trace_writer *w, wgcq_error *err)
{
    int code = file_run(w->db, w->path, trace_sql, err);
    if (!code)
        code = write_meta(w, err);
    if (!code)
        code = write_names(w, "INSERT INTO rule VALUES(?1,?2)", w->model->rules,
                           w->model->rule_count, err);
    if (!code)
        code = write_names(w, "INSERT INTO cost VALUES(?1,?2)", w->model->cost_names,
                           w->model->costs, err);
    for (size_t i = 0; i < w->model->field_count && !code; i++)
        code = write_field(w, i, err);
    text pragmas = {0};
    text_printf(&pragmas, "PRAGMA application_id=%d; PRAGMA user_version=%d", FILE_APPLICATION,
                FILE_VERSION);
    return code ? (text_free(&pragmas), code) : run_text(w, &pragmas, err);
}

/* ---- the same puzzle? ----------------------------------------------------------------------- */

/* Whether a query with these texts bound finds a row. */
static int finds(trace_writer *w, bool *out, const char *sql, const char *const *texts, int count,
                 wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(w->db, sql, -1, &query, NULL);
    for (int i = 0; i < count && !code; i++)
        code = sqlite3_bind_text(query, i + 1, texts[i], -1, SQLITE_STATIC);
    *out = !code && sqlite3_step(query) == SQLITE_ROW;
    int done = sqlite3_finalize(query);
    return code || done ? trouble(w, code ? code : done, err) : 0;
}

static int other_puzzle(trace_writer *w, const char *how, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    const char *title = NULL;
    if (!sqlite3_prepare_v2(w->db, "SELECT value FROM meta WHERE key='title'", -1, &query, NULL) &&
        sqlite3_step(query) == SQLITE_ROW)
        title = (const char *)sqlite3_column_text(query, 0);
    int code = fault(err, WGCQ_ESTORE, "%s: the file holds '%s'%s; give another file with -o",
                     w->path, title ? title : "another puzzle", how);
    sqlite3_finalize(query);
    return code;
}

static int same_puzzle(trace_writer *w, wgcq_error *err)
{
    bool same = true;
    const char *source[] = {w->about.source ? w->about.source : ""};
    int code =
        finds(w, &same, "SELECT 1 FROM meta WHERE key='source' AND value=?1", source, 1, err);
    if (code)
        return code;
    if (!same)
        return other_puzzle(w, " (its text is not that of this puzzle)", err);
    for (size_t i = 0; i < w->about.param_count && same && !code; i++) {
        const char *row[] = {w->about.param_names[i], w->about.param_values[i]};
        code = finds(w, &same, "SELECT 1 FROM param WHERE name=?1 AND value=?2", row, 2, err);
    }
    if (!code && !same)
        return other_puzzle(w, " with other params", err);
    return code;
}

/* ---- beginning ---------------------------------------------------------------------------------
 */

static void minimized(text *out, const trace_about *about)
{
    for (size_t i = 0; i < about->minimize_count; i++)
        text_printf(out, "%s%s", i ? "," : "",
                    about->minimize[i] < 0 ? "moves"
                                           : about->model->cost_names[about->minimize[i]]);
}

static int write_run(trace_writer *w, wgcq_error *err)
{
    text by = {0};
    minimized(&by, &w->about);
    const char *row[] = {w->about.order, w->about.options ? w->about.options : "",
                         wgcq_keep_name(w->about.keep), text_string(&by),
                         w->model->has_goal ? "1" : "0"};
    int code =
        run_bound(w,
                  "INSERT INTO run(\"order\",options,keep,minimize,started,status,has_goal) "
                  "VALUES(?1,?2,?3,?4,strftime('%Y-%m-%dT%H:%M:%SZ','now'),'interrupted',?5)",
                  row, 5, err);
    w->run = sqlite3_last_insert_rowid(w->db);
    text_free(&by);
    return code;
}

static int make_tables(trace_writer *w, wgcq_error *err)
{
    text shown = {0}, sql = {0};
    bool breadth_first = !strcmp(w->about.order, "breadth-first");
    bool depth_first = !strcmp(w->about.order, "depth-first");
    w->keeps_shown = !w->model->show_sql || !w->model->show_sql(w->model, &shown);
    views_tables(&sql, w->model, w->run, w->keeps_shown);
    views_views(&sql, w->model, w->run, w->keeps_shown ? NULL : text_string(&shown),
                breadth_first || depth_first);
    views_newest(&sql, w->run);
    text_free(&shown);
    return run_text(w, &sql, err);
}

static int make_bulk(trace_writer *w, bulk **out, const char *table, const char *columns,
                     unsigned fixed, char letter, unsigned more, wgcq_error *err)
{
    text name = {0}, names = {0};
    text_printf(&name, "%s_%" PRId64, table, w->run);
    text_put(&names, columns);
    for (unsigned i = 0; i < more; i++)
        text_printf(&names, ",%c%u", letter, i);
    int code = bulk_new(out, w->db, text_string(&name), text_string(&names), fixed + more);
    text_free(&name);
    text_free(&names);
    return code ? trouble(w, code, err) : 0;
}

static int make_statements(trace_writer *w, wgcq_error *err)
{
    unsigned words = w->model->words, costs = w->model->costs;
    text state = {0}, move = {0}, solution = {0}, step = {0};
    int code = make_bulk(w, &w->states, "state", "id,depth,marks", 3, 'w', words, err);
    if (!code)
        code = make_bulk(w, &w->edges, "edge", "src,dst,move", 3, 'c', costs, err);
    if (!code)
        code = make_bulk(w, &w->refusals, "rejection", "src,move,rule", 3, 'c', 0, err);
    if (!code)
        code = make_bulk(w, &w->distances, "distance", "id,to_goal,depth", 3, 'c', 0, err);
    text_printf(&state, "INSERT INTO state_%" PRId64 " VALUES(?1,?2,?3", w->run);
    for (unsigned i = 0; i <= words; i++)
        text_printf(&state, ",?%u", 4 + i);
    text_char(&state, ')');
    text_printf(&move, "INSERT INTO move_%" PRId64 " VALUES(?1,?2)", w->run);
    text_printf(&solution, "INSERT INTO solution_%" PRId64 " VALUES(?1,?2", w->run);
    text_printf(&step, "INSERT INTO step_%" PRId64 " VALUES(?1,?2,?3,?4,?5,?6", w->run);
    for (unsigned i = 0; i < costs; i++) {
        text_printf(&solution, ",?%u", 3 + i);
        text_printf(&step, ",?%u", 7 + i);
    }
    text_char(&solution, ')');
    text_char(&step, ')');
    if (!code && w->keeps_shown)
        code = prepare(w, &w->shown_state, &state, err);
    if (!code)
        code = prepare(w, &w->move, &move, err);
    if (!code)
        code = prepare(w, &w->solution, &solution, err);
    if (!code)
        code = prepare(w, &w->step, &step, err);
    text_free(&state);
    text_free(&move);
    text_free(&solution);
    text_free(&step);
    return code;
}

static int commit(trace_writer *w, wgcq_error *err);

static int open_file(trace_writer *w, wgcq_error *err)
{
    bool empty = false;
    w->made = access(w->path, F_OK) != 0;
    int code = sqlite3_open_v2(w->path, &w->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (code)
        return trouble(w, code, err);
    sqlite3_extended_result_codes(w->db, 1);
    sqlite3_busy_timeout(w->db, 2000);
    code = file_check(w->db, w->path, &empty, err);
    file_defend(w->db);
    /* Dirty pages stay in memory until the commit: spilling them would shut readers out. */
    if (!code)
        code = file_run(w->db, w->path,
                        "PRAGMA cache_spill=OFF; PRAGMA cache_size=-65536; PRAGMA synchronous=FULL;"
                        "BEGIN IMMEDIATE",
                        err);
    if (!code && empty)
        code = write_puzzle(w, err);
    else if (!code)
        code = same_puzzle(w, err);
    return code;
}

int trace_begin(trace_writer **out, const char *path, const trace_about *about, wgcq_error *err)
{
    trace_writer *w = calloc(1, sizeof *w);
    if (!w)
        return fault_memory(err);
    w->about = *about;
    w->model = about->model;
    w->path = strdup(path);
    int code = w->path ? open_file(w, err) : fault_memory(err);
    if (!code)
        code = write_run(w, err);
    if (!code)
        code = make_tables(w, err);
    if (!code)
        code = make_statements(w, err);
    if (!code)
        code = w->model->worker_new(&w->worker, w->model, err);
    clock_gettime(CLOCK_MONOTONIC, &w->last_commit);
    if (!code)
        code = commit(w, err);
    w->committed = false; /* so far there is nothing worth keeping a new file for */
    if (code)
        trace_close(w);
    else
        *out = w;
    return code;
}

int64_t trace_run(const trace_writer *w)
{
    return w->run;
}

/* ---- saving
 * --------------------------------------------------------------------------------------- */

static int write_moves(trace_writer *w, wgcq_error *err)
{
    int code = 0;
    uint32_t count = w->model->move_count(w->model);
    for (; w->moves < count && !code; w->moves++) {
        sqlite3_bind_int64(w->move, 1, w->moves);
        sqlite3_bind_text(w->move, 2, w->model->move_text(w->model, w->moves), -1, SQLITE_STATIC);
        code = finish(w, w->move, err);
    }
    return code;
}

static int flush(trace_writer *w, wgcq_error *err)
{
    bulk *all[] = {w->states, w->edges, w->refusals, w->distances};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int code = bulk_flush(all[i]);
        if (code)
            return trouble(w, code, err);
    }
    return write_moves(w, err);
}

/* Committing waits for readers, who are never long; a second writer is kept out by beginning again
   at once. */
static int commit(trace_writer *w, wgcq_error *err)
{
    int code = flush(w, err);
    if (code)
        return code;
    sqlite3_busy_timeout(w->db, 60000);
    code = file_run(w->db, w->path, "COMMIT", err);
    sqlite3_busy_timeout(w->db, 2000);
    if (!code)
        code = file_run(w->db, w->path, "BEGIN IMMEDIATE", err);
    clock_gettime(CLOCK_MONOTONIC, &w->last_commit);
    w->committed = true;
    return code;
}

static int commit_in_time(trace_writer *w, wgcq_error *err)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - w->last_commit.tv_sec > 1 ? commit(w, err) : 0;
}

/* ---- the observer
 * ------------------------------------------------------------------------------------ */

static int keep_shown_state(trace_writer *w, const state_rows *rows, size_t i, wgcq_error *err)
{
    const uint64_t *state = rows->state + i * rows->words;
    text_clear(&w->line);
    int code = w->model->show(w->worker, state, &w->line, err);
    if (code)
        return code;
    sqlite3_bind_int64(w->shown_state, 1, (int64_t)rows->first + (int64_t)i);
    sqlite3_bind_int64(w->shown_state, 2, rows->depth[i]);
    sqlite3_bind_int64(w->shown_state, 3, rows->marks[i]);
    for (unsigned k = 0; k < rows->words; k++)
        sqlite3_bind_int64(w->shown_state, (int)k + 4, (int64_t)state[k]);
    sqlite3_bind_text(w->shown_state, (int)rows->words + 4, text_string(&w->line), -1,
                      SQLITE_STATIC);
    return finish(w, w->shown_state, err);
}

static int keep_states(void *self, const state_rows *rows, wgcq_error *err)
{
    trace_writer *w = self;
    int code = 0;
    for (size_t i = 0; i < rows->count && !code; i++) {
        if (w->keeps_shown) {
            code = keep_shown_state(w, rows, i, err);
            continue;
        }
        int64_t *row = bulk_row(w->states, &code);
        if (!row)
            return trouble(w, code, err);
        row[0] = (int64_t)rows->first + (int64_t)i;
        row[1] = rows->depth[i];
        row[2] = rows->marks[i];
        for (unsigned k = 0; k < rows->words; k++)
            row[3 + k] = (int64_t)rows->state[i * rows->words + k];
    }
    return code ? code : commit_in_time(w, err);
}

static int keep_edges(void *self, const edge_rows *rows, wgcq_error *err)
{
    trace_writer *w = self;
    for (size_t i = 0; i < rows->count; i++) {
        int code;
        int64_t *row = bulk_row(w->edges, &code);
        if (!row)
            return trouble(w, code, err);
        row[0] = rows->src[i];
        row[1] = rows->dst[i];
        row[2] = rows->move[i];
        for (unsigned k = 0; k < rows->costs; k++)
            row[3 + k] = rows->cost[i * rows->costs + k];
    }
    return 0;
}

static int keep_refusals(void *self, const refusal_rows *rows, wgcq_error *err)
{
    trace_writer *w = self;
    for (size_t i = 0; i < rows->count; i++) {
        int code;
        int64_t *row = bulk_row(w->refusals, &code);
        if (!row)
            return trouble(w, code, err);
        row[0] = rows->src[i];
        row[1] = rows->move[i];
        row[2] = rows->rule[i];
    }
    return 0;
}

observer trace_observer(trace_writer *w)
{
    observer o = {.self = w};
    if (w->about.keep == WGCQ_KEEP_NONE || w->about.keep == WGCQ_KEEP_SOLUTIONS)
        return o;
    o.states = keep_states;
    if (w->about.keep == WGCQ_KEEP_STATES)
        return o;
    o.edges = keep_edges;
    o.wants = WANT_MOVES | (w->model->costs ? WANT_COSTS : 0);
    if (w->about.keep == WGCQ_KEEP_EDGES)
        return o;
    o.refusals = keep_refusals;
    o.wants |= WANT_REFUSALS;
    return o;
}

/* ---- after exploring
 * ------------------------------------------------------------------------------------ */

int trace_distances(trace_writer *w, uint32_t states, const uint32_t *to_goal,
                    const uint32_t *depth, wgcq_error *err)
{
    if (w->about.keep == WGCQ_KEEP_NONE || w->about.keep == WGCQ_KEEP_SOLUTIONS)
        return 0;
    for (uint32_t s = 1; s <= states; s++) {
        int code;
        if (to_goal[s] == UINT32_MAX && !depth)
            continue;
        int64_t *row = bulk_row(w->distances, &code);
        if (!row)
            return trouble(w, code, err);
        row[0] = s;
        row[1] = to_goal[s] == UINT32_MAX ? BULK_NULL : to_goal[s];
        row[2] = !depth || depth[s] == UINT32_MAX ? BULK_NULL : depth[s];
    }
    return 0;
}

static void bind_number(sqlite3_stmt *to, int at, uint32_t number, bool there)
{
    if (there)
        sqlite3_bind_int64(to, at, number);
    else
        sqlite3_bind_null(to, at);
}

static int write_step(trace_writer *w, const solution_rows *s, uint32_t i, wgcq_error *err)
{
    unsigned costs = w->model->costs;
    bool known = s->states && s->states[i] && w->about.keep < WGCQ_KEEP_SOLUTIONS;
    sqlite3_bind_int64(w->step, 1, w->solutions);
    sqlite3_bind_int64(w->step, 2, i);
    bind_number(w->step, 3, i ? s->moves[i - 1] : 0, i > 0);
    bind_number(w->step, 4, known && i ? s->states[i - 1] : 0, known && i > 0);
    bind_number(w->step, 5, known ? s->states[i] : 0, known);
    sqlite3_bind_text(w->step, 6, s->shown[i], -1, SQLITE_STATIC);
    for (unsigned k = 0; k < costs; k++)
        sqlite3_bind_int64(w->step, (int)k + 7, s->spent[(size_t)i * costs + k]);
    return finish(w, w->step, err);
}

int trace_solution(trace_writer *w, const solution_rows *s, wgcq_error *err)
{
    unsigned costs = w->model->costs;
    if (w->about.keep == WGCQ_KEEP_NONE)
        return 0;
    w->solutions++;
    sqlite3_bind_int64(w->solution, 1, w->solutions);
    sqlite3_bind_int64(w->solution, 2, s->length);
    for (unsigned k = 0; k < costs; k++)
        sqlite3_bind_int64(w->solution, (int)k + 3, s->spent[(size_t)s->length * costs + k]);
    int code = finish(w, w->solution, err);
    for (uint32_t i = 0; i <= s->length && !code; i++)
        code = write_step(w, s, i, err);
    return code ? code : commit_in_time(w, err);
}

static void bind_known(sqlite3_stmt *to, int at, uint64_t value, bool known)
{
    if (known)
        sqlite3_bind_int64(to, at, (int64_t)value);
    else
        sqlite3_bind_null(to, at);
}

static int write_summary(trace_writer *w, const wgcq_summary *s, wgcq_error *err)
{
    static const char sql[] =
        "UPDATE run SET seconds=?2,status=?3,stopped=?4,states=?5,edges=?6,rejections=?7,starts=?8,"
        "depth=?9,goals=?10,dead_ends=?11,shortest_length=?12,shortest_count=?13,"
        "solutions_stored=?14,solutions_count=?15 WHERE id=?1";
    sqlite3_stmt *u;
    int code = sqlite3_prepare_v2(w->db, sql, -1, &u, NULL);
    if (code)
        return trouble(w, code, err);
    sqlite3_bind_int64(u, 1, w->run);
    sqlite3_bind_double(u, 2, s->seconds);
    sqlite3_bind_text(u, 3, s->status, -1, SQLITE_STATIC);
    sqlite3_bind_text(u, 4, s->limit, -1, SQLITE_STATIC);
    sqlite3_bind_int64(u, 5, (int64_t)s->states);
    sqlite3_bind_int64(u, 6, (int64_t)s->edges);
    bind_known(u, 7, s->rejections, w->about.keep == WGCQ_KEEP_ALL);
    sqlite3_bind_int64(u, 8, (int64_t)s->starts);
    sqlite3_bind_int64(u, 9, s->depth);
    bind_known(u, 10, s->goals, s->has_goal);
    bind_known(u, 11, s->dead_ends, s->dead_ends_known);
    bind_known(u, 12, (uint64_t)s->shortest.value, s->shortest.known);
    sqlite3_bind_text(u, 13, s->shortest.count, -1, SQLITE_STATIC);
    sqlite3_bind_int64(u, 14, (int64_t)s->solutions_stored);
    sqlite3_bind_text(u, 15, s->solutions_count, -1, SQLITE_STATIC);
    code = finish(w, u, err);
    sqlite3_finalize(u);
    return code;
}

static int write_best(trace_writer *w, const wgcq_summary *s, wgcq_error *err)
{
    int code = 0;
    for (size_t i = 0; i < s->cheapest_count && !code; i++) {
        char run[24], least[24];
        if (!s->cheapest[i].known)
            continue;
        snprintf(run, sizeof run, "%" PRId64, w->run);
        snprintf(least, sizeof least, "%" PRId64, s->cheapest[i].value);
        const char *row[] = {run, s->cheapest[i].cost, least, s->cheapest[i].count};
        code = run_bound(w, "INSERT INTO best VALUES(?1,?2,?3,?4)", row, 4, err);
    }
    return code;
}

int trace_end(trace_writer *w, const wgcq_summary *summary, wgcq_error *err)
{
    text indices = {0};
    int code = flush(w, err);
    views_indices(&indices, w->run);
    if (!code)
        code = run_text(w, &indices, err);
    text_free(&indices);
    if (!code)
        code = write_summary(w, summary, err);
    if (!code)
        code = write_best(w, summary, err);
    if (!code)
        code = file_run(w->db, w->path, "PRAGMA analysis_limit=1000; ANALYZE", err);
    sqlite3_busy_timeout(w->db, 60000);
    if (!code)
        code = file_run(w->db, w->path, "COMMIT", err);
    w->ended = !code;
    return code;
}

void trace_close(trace_writer *w)
{
    if (!w)
        return;
    bool useless = w->made && !w->committed && !w->ended;
    if (w->worker)
        w->model->worker_free(w->worker);
    bulk_free(w->states);
    bulk_free(w->edges);
    bulk_free(w->refusals);
    bulk_free(w->distances);
    sqlite3_finalize(w->shown_state);
    sqlite3_finalize(w->move);
    sqlite3_finalize(w->solution);
    sqlite3_finalize(w->step);
    sqlite3_close(w->db); /* rolls back what was not committed */
    if (useless && w->path)
        unlink(w->path);
    text_free(&w->line);
    free(w->path);
    free(w);
}
