/* design_file.c - the file of a search: what it is asked, and every candidate that was tried. */
#include "design/design_file.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DESIGN_APPLICATION = 0x57474344 /* "WGCD" */, FIXED_COLUMNS = 7 };

static const char *const fixed_columns[FIXED_COLUMNS] = {"step",   "climb",  "settings", "status",
                                                         "reason", "wanted", "best"};

struct design_file {
    sqlite3 *db;
    const char *path;
    const design_layout *layout;
    char **names; /* columns: parameters, then measures */
    size_t name_count;
    sqlite3_stmt *find_before, *find_step, *insert;
    bool failed;
    time_t committed;
};

static bool fail_with(design_file *f)
{
    if (!f->failed)
        message_error("%s: %s", f->path, sqlite3_errmsg(f->db));
    f->failed = true;
    return false;
}

static bool run_on_file(design_file *f, const char *sql)
{
    return !f->failed && (sqlite3_exec(f->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail_with(f));
}

static bool run_made(design_file *f, sqlite3_str *text)
{
    char *sql = sqlite3_str_finish(text);
    if (!sql)
        message_no_memory();
    const bool fine = run_on_file(f, sql);
    sqlite3_free(sql);
    return fine;
}

static sqlite3_stmt *prepare_statement(design_file *f, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (!f->failed && sqlite3_prepare_v2(f->db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_with(f);
    return statement;
}

static bool step_row(design_file *f, sqlite3_stmt *statement)
{
    const int code = sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        fail_with(f);
    return code == SQLITE_ROW;
}

/* ---- what the file is of ------------------------------------------------------------------ */

static void name_columns(design_file *f)
{
    const design_layout *l = f->layout;
    const size_t count = l->param_count + l->measure_count;
    const char **given = memory_alloc((count + 1) * sizeof *given);
    for (size_t i = 0; i < count; i++)
        given[i] = i < l->measure_count ? l->measures[i] : l->params[i - l->measure_count];
    f->names = wgcq_unique_names(fixed_columns, FIXED_COLUMNS, given, count);
    if (!f->names)
        message_no_memory();
    f->name_count = count;
    free(given);
}

/* The parameters stand first; a measure keeps its name where both have one. */
static const char *varying_column(const design_file *f, size_t i)
{
    const design_layout *l = f->layout;
    return f->names[i < l->param_count ? l->measure_count + i : i - l->param_count];
}

static void append_columns(sqlite3_str *sql, const design_file *f)
{
    for (size_t i = 0; i < f->name_count; i++)
        sqlite3_str_appendf(sql, ", \"%w\"", varying_column(f, i));
}

static bool create_tables(design_file *f)
{
    sqlite3_str *sql = sqlite3_str_new(f->db);
    sqlite3_str_appendf(
        sql,
        "PRAGMA application_id = %d; PRAGMA user_version = 1; BEGIN;"
        "CREATE TABLE design(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE candidates(step INTEGER PRIMARY KEY, climb INTEGER NOT NULL, settings TEXT "
        "NOT NULL UNIQUE, status TEXT NOT NULL, reason TEXT, wanted INTEGER NOT NULL, best REAL",
        DESIGN_APPLICATION);
    append_columns(sql, f);
    sqlite3_str_appendall(sql, "); CREATE VIEW results AS SELECT row_number() OVER (ORDER BY best "
                               "DESC, step) AS result, step, climb, (SELECT value FROM design "
                               "WHERE key = 'seed') AS seed, best");
    append_columns(sql, f);
    sqlite3_str_appendall(sql, ", settings FROM candidates WHERE wanted ORDER BY best DESC, step;");
    return run_made(f, sql);
}

static bool write_facts(design_file *f)
{
    sqlite3_stmt *insert = prepare_statement(f, "INSERT INTO design VALUES(?, ?)");
    for (size_t i = 0; i < f->layout->fact_count && !f->failed; i++) {
        sqlite3_bind_text(insert, 1, f->layout->facts[i].key, -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 2, f->layout->facts[i].value, -1, SQLITE_STATIC);
        step_row(f, insert);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return run_on_file(f, "COMMIT");
}

static bool refuse_other_search(design_file *f, const design_fact *wanted, const char *held)
{
    if (!held || !strcmp(wanted->key, "puzzle") || !strcmp(wanted->key, "measures"))
        message_error("%s holds a search of another %s", f->path,
                      strcmp(wanted->key, "measures") ? "puzzle, or of another text of it"
                                                      : "version, with other measures");
    else
        message_error("%s holds another search: its %s is '%s', not '%s'", f->path, wanted->key,
                      held, wanted->value);
    fputs("hint: --replace begins again; -o OTHER.db writes elsewhere\n", stderr);
    f->failed = true;
    return false;
}

static bool check_facts(design_file *f)
{
    sqlite3_stmt *find = prepare_statement(f, "SELECT value FROM design WHERE key = ?");
    for (size_t i = 0; i < f->layout->fact_count && !f->failed; i++) {
        const design_fact *wanted = &f->layout->facts[i];
        sqlite3_bind_text(find, 1, wanted->key, -1, SQLITE_STATIC);
        const bool is_there = step_row(f, find);
        const char *held = is_there ? (const char *)sqlite3_column_text(find, 0) : NULL;
        if (!f->failed && (!held || strcmp(held, wanted->value) != 0))
            refuse_other_search(f, wanted, held);
        sqlite3_reset(find);
    }
    sqlite3_finalize(find);
    return !f->failed;
}

/* ---- opening ------------------------------------------------------------------------------ */

static int64_t read_integer(design_file *f, const char *sql)
{
    sqlite3_stmt *query = prepare_statement(f, sql);
    const int64_t value = query && step_row(f, query) ? sqlite3_column_int64(query, 0) : 0;
    sqlite3_finalize(query);
    return value;
}

/* An empty file is as none. */
static bool is_empty_file(design_file *f)
{
    return !read_integer(f, "SELECT count(*) FROM sqlite_schema");
}

static bool check_kind(design_file *f)
{
    if (read_integer(f, "PRAGMA application_id") == DESIGN_APPLICATION &&
        read_integer(f, "PRAGMA user_version") == 1)
        return !f->failed;
    if (!f->failed)
        message_error("%s is no file of a search by this version of wgcq", f->path);
    f->failed = true;
    return false;
}

static void prepare_statements(design_file *f)
{
    sqlite3_str *sql = sqlite3_str_new(f->db);
    sqlite3_str_appendall(sql, "INSERT INTO candidates(step, climb, settings, status, reason, "
                               "wanted, best");
    append_columns(sql, f);
    sqlite3_str_appendall(sql, ") VALUES(?, ?, ?, ?, ?, ?, ?");
    for (size_t i = 0; i < f->name_count; i++)
        sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendall(sql, ")");
    char *text = sqlite3_str_finish(sql);
    if (!text)
        message_no_memory();
    f->insert = prepare_statement(f, text);
    sqlite3_free(text);
    f->find_before =
        prepare_statement(f, "SELECT 1 FROM candidates WHERE settings = ? AND step < ?");
    f->find_step = prepare_statement(f, "SELECT * FROM candidates WHERE step = ?");
}

static void open_contents(design_file *f)
{
    if (is_empty_file(f) ? !(create_tables(f) && write_facts(f))
                         : f->failed || !check_kind(f) || !check_facts(f))
        return;
    run_on_file(f, "BEGIN IMMEDIATE");
    f->committed = time(NULL);
    prepare_statements(f);
}

int design_file_open(design_file **out, const char *path, bool replace, const design_layout *layout)
{
    wgcq_error err = {0};
    if (wgcq_check_own_file(path, &err) < 0)
        return message_failure(&err);
    if (replace)
        unlink(path);
    design_file *f = memory_alloc(sizeof *f);
    f->path = path;
    f->layout = layout;
    name_columns(f);
    if (sqlite3_open_v2(path, &f->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
        SQLITE_OK)
        fail_with(f);
    else
        open_contents(f);
    *out = f;
    return f->failed ? STATUS_FILE : STATUS_FOUND;
}

size_t design_file_columns(const design_file *f)
{
    return f->name_count;
}

const char *design_file_column(const design_file *f, size_t i)
{
    return varying_column(f, i);
}

/* ---- candidates --------------------------------------------------------------------------- */

bool design_file_has_before(design_file *f, const char *settings, uint64_t step)
{
    if (f->failed)
        return false;
    sqlite3_bind_text(f->find_before, 1, settings, -1, SQLITE_STATIC);
    sqlite3_bind_int64(f->find_before, 2, (sqlite3_int64)step);
    const bool found = step_row(f, f->find_before);
    sqlite3_reset(f->find_before);
    return found;
}

static table_cell read_measure(sqlite3_stmt *row, int column)
{
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER: return cell_integer(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
        return (table_cell){.type = WGCQ_REAL, .real = sqlite3_column_double(row, column)};
    case SQLITE_TEXT:
        return cell_text(memory_strdup((const char *)sqlite3_column_text(row, column)));
    default: return cell_null();
    }
}

static grade_status read_status(const char *name)
{
    int status = GRADED;
    while (status < GRADE_STATUSES && strcmp(grade_status_name((grade_status)status), name) != 0)
        status++;
    return (grade_status)status;
}

static bool read_grade(design_file *f, const char *settings, candidate_grade *out)
{
    sqlite3_stmt *row = f->find_step;
    const char *held = (const char *)sqlite3_column_text(row, 2);
    const char *status = (const char *)sqlite3_column_text(row, 3);
    const char *reason = (const char *)sqlite3_column_text(row, 4);
    const size_t first = FIXED_COLUMNS + f->layout->param_count;
    if (!held || strcmp(held, settings) != 0 || !status || read_status(status) == GRADE_STATUSES) {
        message_error("%s: step %lld is not the one that this search makes", f->path,
                      sqlite3_column_int64(row, 0));
        f->failed = true;
        return false;
    }
    *out = candidate_grade_new(read_status(status), f->layout->measure_count);
    out->reason = reason ? memory_strdup(reason) : NULL;
    for (size_t i = 0; i < out->count; i++)
        out->values[i] = read_measure(row, (int)(first + i));
    return true;
}

bool design_file_grade(design_file *f, uint64_t step, const char *settings, candidate_grade *out)
{
    if (f->failed)
        return false;
    sqlite3_bind_int64(f->find_step, 1, (sqlite3_int64)step);
    const bool found = step_row(f, f->find_step) && read_grade(f, settings, out);
    sqlite3_reset(f->find_step);
    return found;
}

static void bind_measure(sqlite3_stmt *to, int at, const table_cell *c)
{
    if (c->type == WGCQ_INTEGER || c->type == WGCQ_BOOL)
        sqlite3_bind_int64(to, at, c->integer);
    else if (c->type == WGCQ_REAL)
        sqlite3_bind_double(to, at, c->real);
    else if (c->type == WGCQ_TEXT)
        sqlite3_bind_text(to, at, c->text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(to, at);
}

static void bind_row(sqlite3_stmt *to, const design_layout *l, const design_row *row)
{
    sqlite3_bind_int64(to, 1, (sqlite3_int64)row->step);
    sqlite3_bind_int64(to, 2, (sqlite3_int64)row->climb);
    sqlite3_bind_text(to, 3, row->settings, -1, SQLITE_STATIC);
    sqlite3_bind_text(to, 4, grade_status_name(row->grade->status), -1, SQLITE_STATIC);
    sqlite3_bind_text(to, 5, row->grade->reason, -1, SQLITE_STATIC); /* NULL: null */
    sqlite3_bind_int(to, 6, row->wanted);
    if (isnan(row->best))
        sqlite3_bind_null(to, 7);
    else
        sqlite3_bind_double(to, 7, row->best);
    int at = FIXED_COLUMNS;
    for (size_t i = 0; i < l->param_count; i++)
        sqlite3_bind_text(to, ++at, row->values[i], -1, SQLITE_STATIC);
    for (size_t i = 0; i < l->measure_count; i++)
        bind_measure(to, ++at, &row->grade->values[i]);
}

void design_file_add(design_file *f, const design_row *row)
{
    if (f->failed)
        return;
    bind_row(f->insert, f->layout, row);
    step_row(f, f->insert);
    sqlite3_reset(f->insert);
    if (time(NULL) == f->committed)
        return;
    run_on_file(f, "COMMIT; BEGIN IMMEDIATE");
    f->committed = time(NULL);
}

bool design_file_is_fine(const design_file *f)
{
    return !f->failed;
}

int design_file_close(design_file *f)
{
    if (!f)
        return STATUS_FOUND;
    if (f->insert)
        run_on_file(f, "COMMIT");
    const int status = f->failed ? STATUS_FILE : STATUS_FOUND;
    sqlite3_finalize(f->find_before);
    sqlite3_finalize(f->find_step);
    sqlite3_finalize(f->insert);
    sqlite3_close(f->db);
    wgcq_unique_names_free(f->names, f->name_count);
    free(f);
    return status;
}
