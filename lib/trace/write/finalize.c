/* finalize.c - what is known after the search: distances, figures, indices. */
#include <assert.h>
#include <string.h>

#include "trace/schema/checksum.h"
#include "trace/schema/views.h"
#include "trace/write/first_save.h"
#include "trace/write/page_backend.h"
#include "trace/write/writer.h"
#include "wgcq_run.h"

enum {
    WORTH_SAVING = 1 << 20,  /* rows: more are committed before indices are built */
    WORTH_ANALYZING = 256,   /* rows: with fewer any plan of a query is fast      */
    STEPS_BETWEEN = 1 << 14, /* of SQLite's VM between two polls of the monitor */
};

static void bind_if_known(sqlite3_stmt *to, int at, uint64_t value, bool known)
{
    if (known)
        sqlite3_bind_int64(to, at, (int64_t)value);
    else
        sqlite3_bind_null(to, at);
}

/* -1: not known. */
static void bind_figure(sqlite3_stmt *to, int at, int64_t value)
{
    bind_if_known(to, at, (uint64_t)value, value != -1);
}

/* ---- distances ------------------------------------------------------------------------------- */

/* Rows of consecutive states, added together. */
enum { DISTANCES = 64, DISTANCE_COLUMNS = 2, DISTANCES_BETWEEN = 1 << 16 };
typedef struct distance_rows {
    int64_t values[DISTANCES * DISTANCE_COLUMNS];
    uint32_t first; /* state */
    unsigned count;
} distance_rows;

static int add_distance_rows(trace_writer *w, const distance_rows *d, wgcq_error *err)
{
    btree *to = page_tables_tree(w, TABLE_DISTANCE, DISTANCE_COLUMNS);
    record_rows all = {true, d->values, d->count, DISTANCE_COLUMNS, 0};
    int code = to ? btree_append_rows(to, d->first, &all) : 0;
    if (code)
        return writer_error(w, code, err);
    for (unsigned i = 0; i < d->count && !to && !code; i++) {
        record_row row = {
            .alias = true, .values = d->values + i * DISTANCE_COLUMNS, .count = DISTANCE_COLUMNS};
        code = w->backend->add(w, TABLE_DISTANCE, d->first + (int64_t)i, &row, err);
    }
    w->distance_count += d->count;
    w->unsaved_integers += 3 * d->count;
    w->unsaved_rows += d->count;
    return code;
}

static int64_t known_or_null(const uint32_t *of, uint32_t s)
{
    return of && of[s] != UINT32_MAX ? (int64_t)of[s] : RECORD_NULL;
}

/* Sets the distances of states before `end` from `first` on, up to one of which nothing is known.
 */
static void set_distances(trace_writer *w, distance_rows *d, uint32_t first, uint32_t end,
                          const uint32_t *to_goal, const uint32_t *depth)
{
    const uint32_t most = end - first < DISTANCES ? end - first : DISTANCES;
    d->first = first;
    for (d->count = 0; d->count < most; d->count++) {
        const uint32_t s = first + d->count;
        const int64_t goes = known_or_null(to_goal, s), deep = known_or_null(depth, s);
        if (goes == RECORD_NULL && deep == RECORD_NULL)
            break;
        digest_distance(&w->rows, s, goes, deep);
        d->values[d->count * DISTANCE_COLUMNS] = goes;
        d->values[d->count * DISTANCE_COLUMNS + 1] = deep;
    }
}

static int add_distances(trace_writer *w, uint32_t first, uint32_t end, const uint32_t *to_goal,
                         const uint32_t *depth, wgcq_error *err)
{
    distance_rows some;
    int code = 0;
    for (uint32_t s = first; s < end && !code; s += some.count ? some.count : 1) {
        set_distances(w, &some, s, end, to_goal, depth);
        code = some.count ? add_distance_rows(w, &some, err) : 0;
    }
    return code;
}

int trace_distances(trace_writer *w, uint32_t states, const uint32_t *to_goal,
                    const uint32_t *depth, wgcq_error *err)
{
    int code = 0;
    if (w->about.keep > WGCQ_TRACE_STATES)
        return 0;
    assert(!w->ended && (!depth || !w->layout.depth_searched));
    w->worth_keeping = true;
    if (!to_goal && !depth)
        return 0;
    for (uint32_t done = 0, some; done < states && !code; done += some) {
        some = states - done < DISTANCES_BETWEEN ? states - done : DISTANCES_BETWEEN;
        code = done ? writer_commit_if_due(w, err) : 0;
        if (!code && done && writer_is_stopped(w, "distances"))
            code = error_set(err, WGCQ_EINTERRUPT, "interrupted");
        code = code ? code : add_distances(w, done + 1, done + 1 + some, to_goal, depth, err);
    }
    return code;
}

/* ---- figures --------------------------------------------------------------------------------- */

static const char *verdict_name(wgcq_outcome verdict)
{
    switch (verdict) {
    case WGCQ_FOUND: return "found";
    case WGCQ_UNSOLVABLE: return "proved";
    case WGCQ_UNKNOWN: break;
    }
    return "unknown";
}

static int64_t figure_if_known(uint64_t value, bool known)
{
    return known ? (int64_t)value : -1;
}

/* The figures among those of write_summary that the digest covers. */
static digest_figures covered_figures(const trace_writer *w, const wgcq_summary *s)
{
    return (digest_figures){
        .states = figure_if_known(s->states, !s->orbits_only),
        .edges = figure_if_known(s->edges, !s->orbits_only),
        .rejections = figure_if_known(s->rejections, w->about.keep == WGCQ_TRACE_ALL),
        .depth = figure_if_known(s->depth, s->depth_known),
        .expanded = figure_if_known(w->expanded, w->about.keep <= WGCQ_TRACE_STATES),
        .seconds = s->seconds};
}

static int write_summary(trace_writer *w, const wgcq_summary *s, wgcq_error *err)
{
    static const char sql[] =
        "UPDATE run SET seconds=?2,status=?3,stopped=?4,verdict=?5,states=?6,edges=?7,"
        "rejections=?8,starts=?9,depth=?10,goals=?11,dead_ends=?12,shortest_length=?13,"
        "shortest_count=?14,solutions_stored=?15,solutions_count=?16,expanded=?17,"
        "digest=?18 WHERE id=?1";
    const digest_figures covered = covered_figures(w, s);
    sqlite3_stmt *u = NULL;
    int code = writer_find_binding(w, err);
    code = code ? code : writer_prepare(w, &u, sql, err);
    if (code)
        return code;
    sqlite3_bind_int64(u, 1, w->run);
    sqlite3_bind_double(u, 2, s->seconds);
    sqlite3_bind_text(u, 3, s->status, -1, SQLITE_STATIC);
    sqlite3_bind_text(u, 4, s->limit, -1, SQLITE_STATIC);
    sqlite3_bind_text(u, 5, verdict_name(s->outcome), -1, SQLITE_STATIC);
    bind_figure(u, 6, covered.states);
    bind_figure(u, 7, covered.edges);
    bind_figure(u, 8, covered.rejections);
    sqlite3_bind_int64(u, 9, (int64_t)s->starts);
    bind_figure(u, 10, covered.depth);
    bind_if_known(u, 11, s->goals, s->has_goal && (!s->orbits_only || !s->goal_orbits));
    bind_if_known(u, 12, s->dead_ends, s->dead_ends_known);
    bind_if_known(u, 13, (uint64_t)s->shortest.value, s->shortest.known);
    sqlite3_bind_text(u, 14, s->shortest.known ? s->shortest.count : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_int64(u, 15, w->solutions);
    sqlite3_bind_text(u, 16, s->solutions_count, -1, SQLITE_STATIC);
    bind_figure(u, 17, covered.expanded);
    sqlite3_bind_int64(u, 18, digest_total(w->bound, &covered, &w->rows));
    code = writer_execute(w, u, err);
    sqlite3_finalize(u);
    return code;
}

static int write_best(trace_writer *w, const wgcq_summary *s, wgcq_error *err)
{
    sqlite3_stmt *insert = NULL;
    int code = s->cheapest_count
                   ? writer_prepare(w, &insert, "INSERT INTO best VALUES(?1,?2,?3,?4)", err)
                   : 0;
    for (size_t i = 0; i < s->cheapest_count && !code; i++) {
        if (!s->cheapest[i].known)
            continue;
        sqlite3_bind_int64(insert, 1, w->run);
        sqlite3_bind_text(insert, 2, s->cheapest[i].cost, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 3, s->cheapest[i].value);
        sqlite3_bind_text(insert, 4, s->cheapest[i].count, -1, SQLITE_STATIC);
        code = writer_execute(w, insert, err);
    }
    sqlite3_finalize(insert);
    return code;
}

void trace_violations(trace_writer *w, violation_rows all)
{
    w->violations = all;
}

static int write_invariants(trace_writer *w, wgcq_error *err)
{
    const violation_rows *v = &w->violations;
    sqlite3_stmt *insert = NULL;
    int code = writer_prepare_insert(w, &insert, "INTO invariant", 4, err);
    for (size_t i = 0; i < v->invariants && !code; i++) {
        const wgcq_checked *one = &v->figures[i];
        sqlite3_bind_int64(insert, 1, (int64_t)i);
        sqlite3_bind_text(insert, 2, one->invariant, -1, SQLITE_STATIC);
        sqlite3_bind_int64(insert, 3, one->violated && !one->states ? -1 : (int64_t)one->states);
        bind_if_known(insert, 4, one->length, one->length_known);
        code = writer_execute(w, insert, err);
    }
    sqlite3_finalize(insert);
    return code;
}

static int write_violations(trace_writer *w, wgcq_error *err)
{
    const violation_rows *v = &w->violations;
    sqlite3_stmt *insert = NULL;
    size_t count = w->about.keep <= WGCQ_TRACE_STATES ? v->count : 0;
    int code = writer_prepare_insert(w, &insert, "INTO violation", 2, err);
    for (size_t i = 0; i < count && !code; i++) {
        sqlite3_bind_int64(insert, 1, v->rows[i].state);
        sqlite3_bind_int64(insert, 2, v->rows[i].invariant);
        code = writer_execute(w, insert, err);
    }
    sqlite3_finalize(insert);
    return code;
}

void trace_properties(trace_writer *w, property_rows all)
{
    w->properties = all;
}

static int write_properties(trace_writer *w, wgcq_error *err)
{
    const property_rows *p = &w->properties;
    sqlite3_stmt *insert = NULL;
    int code = writer_prepare_insert(w, &insert, "INTO property", 6, err);
    for (size_t i = 0; i < p->count && !code; i++) {
        const wgcq_property *one = &p->verdicts[i];
        const bool violated = one->known && !one->holds;
        sqlite3_bind_int64(insert, 1, (int64_t)i);
        sqlite3_bind_text(insert, 2, one->property, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 3, one->kind, -1, SQLITE_STATIC);
        bind_if_known(insert, 4, one->holds, one->known);
        bind_if_known(insert, 5, one->stem, violated);
        bind_if_known(insert, 6, one->cycle, violated);
        code = writer_execute(w, insert, err);
    }
    sqlite3_finalize(insert);
    return code;
}

/* Step 0 is the start, to which no move leads. */
static int write_lasso_step(trace_writer *w, sqlite3_stmt *insert, const lasso_rows *l,
                            uint32_t step, wgcq_error *err)
{
    const bool kept = w->about.keep <= WGCQ_TRACE_STATES;
    const char *move = step ? w->model->move_text(w->model, l->moves[step - 1]) : NULL;
    sqlite3_bind_int64(insert, 2, step);
    sqlite3_bind_text(insert, 3, move, -1, SQLITE_STATIC); /* NULL binds null */
    bind_if_known(insert, 4, step ? l->states[step - 1] : 0, step && kept);
    bind_if_known(insert, 5, l->states[step], kept);
    sqlite3_bind_text(insert, 6, l->shown[step], -1, SQLITE_STATIC);
    return writer_execute(w, insert, err);
}

static int write_lassos(trace_writer *w, wgcq_error *err)
{
    const property_rows *p = &w->properties;
    sqlite3_stmt *insert = NULL;
    int code = writer_prepare_insert(w, &insert, "INTO lasso", 6, err);
    for (size_t i = 0; i < p->count && !code; i++) {
        const lasso_rows *l = &p->lassos[i];
        sqlite3_bind_int64(insert, 1, (int64_t)i);
        for (uint32_t step = 0; l->shown && step <= l->length && !code; step++)
            code = write_lasso_step(w, insert, l, step, err);
    }
    sqlite3_finalize(insert);
    return code;
}

/* Last, since it covers the run's row, solutions and moves. */
static int write_run_seal(trace_writer *w, const wgcq_summary *s, wgcq_error *err)
{
    const summed_rows known = {w->steps, s->cheapest_count, w->violations.invariants,
                               w->properties.count};
    char seal[CHECKSUM_ROOM];
    sqlite3_stmt *u = NULL;
    int code = checksum_run(w->db, &w->layout, &known, seal);
    if (code)
        return database_error(err, w->db, w->path, code);
    code = writer_prepare(w, &u, "UPDATE run SET seal=?2 WHERE id=?1", err);
    if (code)
        return code;
    sqlite3_bind_int64(u, 1, w->run);
    sqlite3_bind_text(u, 2, seal, -1, SQLITE_STATIC);
    code = writer_execute(w, u, err);
    sqlite3_finalize(u);
    return code;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The indices of a large run do not fit into the cache: from here on it may spill to the file,
   which shuts readers out until the commit. SQLite's sorter works on as much as the cache holds,
   and a small one is faster. */
static int create_indices(trace_writer *w, wgcq_error *err)
{
    int code = w->in_memory ? 0
                            : database_run(w->db, w->path,
                                           "PRAGMA cache_spill=ON; PRAGMA cache_size=-8000", err);
    for (int i = 0; i < VIEWS_INDICES && !code; i++) {
        strbuf sql = {0};
        views_create_index(&sql, i, &w->layout);
        code = writer_run_sql(w, &sql, err);
    }
    return code;
}

static int indices_are_stopped(void *self)
{
    return writer_is_stopped(self, "indices");
}

static bool is_worth_analyzing(const trace_writer *w)
{
    return !w->unindexed && w->state_count + w->edge_count >= WORTH_ANALYZING;
}

static int index_and_analyze(trace_writer *w, wgcq_error *err)
{
    strbuf analyze = {0};
    bool large = w->state_count + w->edge_count > WORTH_SAVING;
    int code = trace_finish_rows(w, err);
    if (code || w->unindexed)
        return code ? code : writer_flush(w, err);
    bool paged = w->pages && page_tables_are_indexed(w);
    if (!code)
        code = large && !paged ? writer_commit(w, err) : writer_flush(w, err);
    if (large && !w->in_memory) /* all rows are committed, so a stop loses nothing */
        sqlite3_progress_handler(w->db, STEPS_BETWEEN, indices_are_stopped, w);
    if (!code && !paged)
        code = create_indices(w, err);
    if (code || !is_worth_analyzing(w))
        return code;
    /* estimates depend on the pages, so on when a run that is beginning was first saved */
    views_analyze(&analyze, w->run, !paged, !large);
    return writer_run_sql(w, &analyze, err);
}

static int write_end(trace_writer *w, const wgcq_summary *summary, wgcq_error *err)
{
    int code = index_and_analyze(w, err);
    if (!code && w->pages && is_worth_analyzing(w))
        code = page_tables_statistics(w, err);
    code = code ? code : write_summary(w, summary, err);
    code = code ? code : write_best(w, summary, err);
    if (!code && w->violations.invariants)
        code = write_invariants(w, err);
    if (!code && w->violations.invariants)
        code = write_violations(w, err);
    if (!code && w->layout.properties && w->properties.count)
        code = write_properties(w, err);
    if (!code && w->layout.properties && w->properties.count)
        code = write_lassos(w, err);
    return code ? code : write_run_seal(w, summary, err);
}

/* Reads all rows of the run again: their digest is that of the rows kept and of those added. A stop
   leaves the check out. */
static int verify_stored_rows(trace_writer *w, wgcq_error *err)
{
    wgcq_error own = {0};
    digest kept;
    int code = database_run(w->db, w->path, "BEGIN", err);
    if (code)
        return code;
    code = writer_check_file(w, w->run, UINT32_MAX, &kept, &own);
    sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    if (!code && memcmp(&kept, &w->rows, sizeof kept) != 0)
        return error_set(err, WGCQ_ESTORE, "%s is damaged: it does not hold what was written to it",
                         w->path);
    return code && code != WGCQ_EINTERRUPT ? error_set(err, own.code, "%s", own.text) : 0;
}

int trace_end(trace_writer *w, const wgcq_summary *summary, wgcq_error *err)
{
    assert(!w->ended);
    int code = write_end(w, summary, err);
    sqlite3_progress_handler(w->db, 0, NULL, NULL);
    if (code == WGCQ_EINTERRUPT)
        return writer_rollback(w, err);
    code = code ? code : writer_commit_last(w, err);
    if (!code && w->in_memory)
        code = first_save_name(w, err);
    w->failed = w->failed || code;
    w->ended = !code;
    return !code && w->resumed ? verify_stored_rows(w, err) : code;
}
