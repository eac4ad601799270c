/*
 * traced_journey.c - a journey with options.trace, for accidents.
 *
 *   traced_journey FILE NAME EVERY   searches on in that file to its end, and prints each result;
 *                                    after EVERY results it saves, and goes on with a new iterator
 *
 * It ends with 0, or with 4 and a line of words; also where nothing was saved when an iterator was
 * freed, which tells nobody.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>
#include <wgcq.h>

typedef struct board {
    int32_t rows, sum;
    int8_t at[8];
} board;

static bool is_free(const board *b, int column)
{
    for (int row = 0; row < b->rows; row++)
        if (b->at[row] == column || abs(b->at[row] - column) == b->rows - row)
            return false;
    return true;
}

static bool place_queen(wgcq_journey *j, void *state)
{
    board *b = state;
    size_t column;
    if (!wgcq_choose(j, 7, &column) || !wgcq_guard(j, is_free(b, (int)column), "safe"))
        return false;
    b->at[b->rows++] = (int8_t)column;
    return wgcq_move(j, column % 2 ? "odd" : "even", (int64_t)column);
}

static bool queens(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, 7, place_queen);
}

static bool add_few(wgcq_journey *j, void *state)
{
    board *b = state;
    int64_t few;
    if (!wgcq_choose_from(j, -1, 3, &few) || !wgcq_guard(j, few || b->sum, "not nothing"))
        return false;
    b->sum = (int32_t)((b->sum * 3 + few) % 11);
    return wgcq_move(j, few < 0 ? "less" : "more", few + 1);
}

static bool is_even(wgcq_journey *j, void *state)
{
    return add_few(j, state) && wgcq_guard(j, ((board *)state)->sum % 2 == 0, "even");
}

/* Nested journeys: each kind that leaves other nodes. */
static bool nest(wgcq_journey *j, void *state)
{
    board *b = state;
    uint64_t count;
    size_t which;
    if (!wgcq_choose(j, 3, &which))
        return false;
    if (which == 0)
        return wgcq_once(j, is_even) && wgcq_or_else(j, is_even, add_few);
    if (which == 1 && (!wgcq_count(j, is_even, &count) || !wgcq_none(j, is_even)))
        return false;
    b->sum = (b->sum + 5) % 11;
    return add_few(j, state) && (b->sum != 7 || wgcq_cut(j));
}

static bool nested(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, 3, nest);
}

/* Results that are kept, and come from others. */
static bool take(wgcq_journey *j, void *state)
{
    static wgcq_journey_fn *const both[] = {is_even, add_few};
    board *b = state;
    if (b->rows++ % 2)
        return wgcq_interleave(j, 2, both);
    return wgcq_tabled(j, add_few) && wgcq_tabled_best(j, is_even);
}

static bool tables(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, 3, take);
}

static size_t show_board(const void *state, char *text, size_t size)
{
    const board *b = state;
    return (size_t)snprintf(text, size, "%d %d%d%d%d%d%d%d", b->sum, b->at[0], b->at[1], b->at[2],
                            b->at[3], b->at[4], b->at[5], b->at[6]);
}

static int count_commits(const char *path)
{
    sqlite3 *db;
    sqlite3_stmt *query = NULL;
    int count = 0;
    if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) &&
        !sqlite3_prepare_v2(db, "SELECT count(*) FROM saved", -1, &query, NULL) &&
        sqlite3_step(query) == SQLITE_ROW)
        count = sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    sqlite3_close(db);
    return count;
}

/* Of one iterator, so many results at most; what it ended with. */
static int search_on(const char *path, const char *name, wgcq_journey_fn *fn, long most,
                     wgcq_error *err)
{
    board b;
    memset(&b, 0, sizeof b);
    wgcq_iterator *t;
    const wgcq_iterator_options options = {.trace = path, .show = show_board, .name = name};
    int code = wgcq_iterator_new(&t, fn, &b, sizeof b, &options, err);
    if (code)
        return code;
    for (long given = 0; given != most && !(code = wgcq_iterator_next(t, err)); given++) {
        char shown[64];
        show_board(&b, shown, sizeof shown);
        printf("%s\n", shown);
        fflush(stdout);
    }
    wgcq_iterator_free(t);
    return code;
}

int main(int count, char **arguments)
{
    if (count != 4)
        return 2;
    const char *name = arguments[2];
    wgcq_journey_fn *fn = !strcmp(name, "queens")   ? queens
                          : !strcmp(name, "nested") ? nested
                                                    : tables;
    wgcq_error err = {0};
    int code, commits = 0, before;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a full disk */
    do {
        before = commits;
        code = search_on(arguments[1], name, fn, atol(arguments[3]), &err);
        commits = count_commits(arguments[1]);
    } while (!code && commits > before);
    if (code > 0)
        return 0;
    fprintf(stderr, "%s\n", code ? err.text : "not saved");
    return 4;
}
