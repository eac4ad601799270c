/* tree_resume.c - where the search of a stored tree goes on. */
#include "journey/trace/tree_resume.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "trace/schema/database.h"

static int tree_is_damaged(const tree_trace *t, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s is damaged: it does not say where its search goes on",
                     tree_file_path(t->file));
}

/* ---- texts ----------------------------------------------------------------------------------- */

static int load_texts(tree_trace *t, wgcq_error *err)
{
    text_list texts = {0};
    int code = database_texts(tree_file_connection(t->file), tree_file_path(t->file),
                              "SELECT text FROM name ORDER BY id", UINT32_MAX, &texts, err);
    for (size_t i = 0; i < texts.count && !code; i++) {
        uint32_t number = 0;
        if (!guard_counts_number(&t->guards, texts.texts[i], &number))
            code = error_set_memory(err);
        else if (number != i + 1)
            code = tree_is_damaged(t, err);
    }
    guard_counts_forget(&t->guards);
    t->texts_stored = texts.count;
    text_list_free(&texts);
    return code;
}

/* ---- the way to the node --------------------------------------------------------------------- */

typedef struct way_node {
    int64_t id;
    unsigned kind;
} way_node;

/* The nodes from choice_parent up to the start. */
static int load_way(tree_trace *t, sqlite3_stmt *query, way_node **way, size_t *count,
                    wgcq_error *err)
{
    size_t room = 0;
    int64_t id = t->choice_parent;
    while (id > 0) {
        if (!array_reserve(way, &room, *count + 1, sizeof **way))
            return error_set_memory(err);
        sqlite3_bind_int64(query, 1, id);
        if (sqlite3_step(query) != SQLITE_ROW || sqlite3_column_int64(query, 0) >= id)
            return tree_is_damaged(t, err);
        (*way)[(*count)++] = (way_node){id, (unsigned)sqlite3_column_int(query, 1)};
        id = sqlite3_column_int64(query, 0);
        sqlite3_reset(query);
    }
    return 0;
}

/* The nodes that continue on each level.  None of them is in a nested journey. */
static int set_levels(tree_trace *t, const way_node *way, size_t count, wgcq_error *err)
{
    size_t level = 0;
    if (!array_reserve(&t->levels, &t->level_room, count + 1, sizeof *t->levels))
        return error_set_memory(err);
    for (size_t i = count; i-- > 0;) {
        unsigned kind = way[i].kind;
        if ((kind == TREE_START) != (i + 1 == count) || kind > TREE_THEN)
            return tree_is_damaged(t, err);
        level += kind > TREE_START && kind < TREE_THEN;
        t->levels[level] = way[i].id;
    }
    t->resumed_level = count ? level + 1 : 0;
    return 0;
}

static int find_levels(tree_trace *t, wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    way_node *way = NULL;
    size_t count = 0;
    sqlite3 *db = tree_file_connection(t->file);
    int code =
        sqlite3_prepare_v2(db, "SELECT parent, what & 31 FROM node WHERE id=?1", -1, &query, NULL);
    if (code)
        return database_error(err, db, tree_file_path(t->file), code);
    code = load_way(t, query, &way, &count, err);
    code = code ? code : set_levels(t, way, count, err);
    sqlite3_finalize(query);
    free(way);
    return code;
}

/* ---- the last commit ------------------------------------------------------------------------- */

static int set_position(tree_trace *t, sqlite3_stmt *query, wgcq_error *err)
{
    const char *path = tree_file_path(t->file);
    if (sqlite3_column_int(query, 1))
        return error_set(err, WGCQ_ESTORE, "%s holds the whole tree already; trace to another file",
                         path);
    if (sqlite3_column_int(query, 2) == TREE_NODES_LIMIT)
        return error_set(err, WGCQ_ESTORE,
                         "%s holds as many nodes as trace_nodes allowed; trace to another file",
                         path);
    t->results = sqlite3_column_int64(query, 0);
    t->choice_node = sqlite3_column_int64(query, 3);
    t->choice_parent = sqlite3_column_int64(query, 4);
    t->unstored = (uint64_t)sqlite3_column_int64(query, 5);
    t->cut_short = sqlite3_column_int(query, 7) != 0;
    if (t->choice_node < 1 || t->choice_parent >= t->choice_node ||
        (t->choice_node == 1) != (t->choice_parent == 0))
        return tree_is_damaged(t, err);
    /* The start, or the node to come, is opened once more. */
    t->open = t->choice_node == 1;
    t->latest = t->open ? 1 : t->choice_node - 1;
    t->resumed = strdup(database_column(query, 6));
    return t->resumed ? 0 : error_set_memory(err);
}

static int load_position(tree_trace *t, bool *begun, wgcq_error *err)
{
    static const char sql[] =
        "SELECT results,complete,ended,next,parent,events,choices,cut FROM saved "
        "ORDER BY id DESC LIMIT 1";
    sqlite3_stmt *query = NULL;
    sqlite3 *db = tree_file_connection(t->file);
    int wrong = 0, code = sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    if (!code && (*begun = sqlite3_step(query) == SQLITE_ROW))
        wrong = set_position(t, query, err);
    int done = sqlite3_finalize(query);
    code = code ? code : done;
    return wrong ? wrong : code ? database_error(err, db, tree_file_path(t->file), code) : 0;
}

int tree_resume(tree_trace *t, wgcq_error *err)
{
    bool begun = false;
    int code = load_position(t, &begun, err);
    if (code || !begun)
        return code;
    code = load_texts(t, err);
    return code ? code : find_levels(t, err);
}
