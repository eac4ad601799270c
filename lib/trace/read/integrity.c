/* integrity.c - SQLite's integrity check, over a connection and in a thread of its own. */
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/helpers.h"
#include "trace/read/consistency.h"
#include "trace/read/reader.h"

enum {
    STEPS = 20000, /* of SQLite's VM between two looks at `stopped` */
    LOOK = 50      /* milliseconds between two of the caller's      */
};

struct trace_integrity {
    sqlite3 *db;
    char *path;
    strbuf lines; /* messages, a line each */
    int code;
    wgcq_error error;
    atomic_bool stopped;
    helpers thread;
    bool done; /* under its lock */
};

static int is_check_stopped(void *self)
{
    const trace_integrity *c = self;
    return atomic_load(&c->stopped);
}

/* SQLite reports a page that it could not read as a mistake in the file, also where what failed was
   memory or the disk.  0: the page was read, or is itself damaged. */
static int reading_error(trace_integrity *c, const char *line)
{
    static const char unread[] = "unable to get the page. error code=", of_free[] = "failed to get";
    const char *at = strstr(line, unread);
    int code = at ? atoi(at + sizeof unread - 1) : SQLITE_CORRUPT;
    if (strstr(line, of_free))
        return error_set(&c->error, WGCQ_EFILE, "%s: a free page cannot be read", c->path);
    return code == SQLITE_CORRUPT ? 0 : database_error(&c->error, c->db, c->path, code);
}

/* A row of the check: "ok", or one or more messages, a line each, below a heading. */
static int collect_lines(trace_integrity *c, const char *row)
{
    int code = 0;
    for (size_t length; *row && !code; row += length + (row[length] == '\n')) {
        length = strcspn(row, "\n");
        if (!strcmp(row, "ok") || !strncmp(row, "*** in database", 15))
            continue;
        size_t start = c->lines.length;
        strbuf_add(&c->lines, row, length);
        if (!c->lines.failed)
            code = reading_error(c, strbuf_string(&c->lines) + start);
        strbuf_char(&c->lines, '\n');
    }
    return code;
}

static int collect_messages(trace_integrity *c, const char *check)
{
    sqlite3_stmt *query = NULL;
    int code = sqlite3_prepare_v2(c->db, check, -1, &query, NULL);
    int step = SQLITE_DONE, unread = 0;
    while (!code && !unread && (step = sqlite3_step(query)) == SQLITE_ROW)
        unread = collect_lines(c, database_column(query, 0));
    code = code || step == SQLITE_ROW || step == SQLITE_DONE ? code : step;
    code = unread ? unread : code ? database_error(&c->error, c->db, c->path, code) : 0;
    sqlite3_finalize(query);
    return !code && c->lines.failed ? error_set_memory(&c->error) : code;
}

/* The whole check leaves out the list of free pages where SQLite comes upon a view before all
   tables; that of sqlite_schema has it. */
static int check_all(trace_integrity *c)
{
    int code = collect_messages(c, "PRAGMA main.integrity_check(10)");
    return code || c->lines.length
               ? code
               : collect_messages(c, "PRAGMA main.integrity_check(sqlite_schema)");
}

static void *run_check(void *self)
{
    trace_integrity *c = self;
    int code = check_all(c);
    helpers_lock(&c->thread);
    c->code = code;
    c->done = true;
    helpers_wake(&c->thread);
    helpers_unlock(&c->thread);
    return NULL;
}

int trace_integrity_begin(trace_integrity **out, wgcq_trace *trace, wgcq_error *err)
{
    trace_integrity *c = calloc(1, sizeof *c);
    if (!c)
        return error_set_memory(err);
    atomic_init(&c->stopped, false);
    helpers_open(&c->thread);
    c->path = strdup(trace->path);
    int code = c->path ? reader_connect(&c->db, c->path, err) : error_set_memory(err);
    if (code) {
        trace_integrity_free(c);
        return code;
    }
    sqlite3_progress_handler(c->db, STEPS, is_check_stopped, c);
    if (sqlite3_threadsafe())
        helpers_start(&c->thread, 1, run_check, c);
    *out = c;
    return 0;
}

bool trace_integrity_wait(trace_integrity *c)
{
    if (!c->thread.count && !c->done)
        run_check(c);
    helpers_lock(&c->thread);
    if (!c->done)
        helpers_wait_for(&c->thread, LOOK);
    bool done = c->done;
    helpers_unlock(&c->thread);
    return done;
}

int trace_integrity_report(const trace_integrity *c, const trace_report *to, wgcq_error *err)
{
    assert(c->done);
    char *line = c->lines.bytes;
    for (char *end; !c->code && line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        to->differs(to->self, line);
        *end = '\n';
    }
    return c->code ? error_set(err, c->error.code, "%s", c->error.text) : 0;
}

void trace_integrity_free(trace_integrity *c)
{
    if (!c)
        return;
    atomic_store(&c->stopped, true);
    if (c->thread.count && c->db)
        sqlite3_interrupt(c->db); /* its walk over pages calls no handler, but looks at this */
    helpers_close(&c->thread);
    sqlite3_close(c->db);
    strbuf_free(&c->lines);
    free(c->path);
    free(c);
}
