/* stored_lists.c - which variables are the places of a list, or the members of a set. */
#include "trace/schema/stored_lists.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_values.h"

enum { MEMBERS_MOST = 1 << 20 };

/* ---- writing --------------------------------------------------------------------------------- */

static void put_members(strbuf *out, const model_list *set)
{
    strbuf_put(out, ",\"set\":[");
    for (size_t i = 0; i < set->count; i++) {
        strbuf_put(out, i ? "," : "");
        if (set->members)
            model_put_json_string(out, set->members[i]);
        else
            model_put_member(out, set, i);
    }
    strbuf_char(out, ']');
}

void stored_lists_put(strbuf *out, const wgcq_model *model)
{
    for (size_t i = 0; i < model->list_count; i++) {
        const model_list *l = &model->lists[i];
        strbuf_printf(out, "%s{\"field\":%zu,\"first\":%zu,\"count\":%zu", i ? "," : "[",
                      model->field_count + i, l->first, l->count);
        if (l->is_set)
            put_members(out, l);
        else
            strbuf_printf(out, ",\"end\":%" PRId64, model->fields[l->first].end);
        strbuf_char(out, '}');
    }
    if (model->list_count)
        strbuf_char(out, ']');
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A part of the reading: the rows of one query, of which `next` takes each. */
typedef struct list_reader {
    stored_lists *out;
    wgcq_model *model;
    model_field *fields;
    char *const *names, *const *labels;
    size_t members; /* taken so far */
    bool fine;
} list_reader;

/* That no place is in two lists, and each is a variable. */
static bool take_places(list_reader *r, sqlite3_stmt *row, model_list *l)
{
    const wgcq_model *m = r->model;
    const model_list *before = m->list_count ? &r->out->all[m->list_count - 1] : NULL;
    const int64_t first = sqlite3_column_int64(row, 1), count = sqlite3_column_int64(row, 2);
    const size_t free_from = before ? before->first + before->count : 0;
    if (first < (int64_t)free_from || count < 1 || first >= (int64_t)m->field_count ||
        count > (int64_t)m->field_count - first)
        return false;
    l->first = (size_t)first;
    l->count = (size_t)count;
    return true;
}

static bool take_end(list_reader *r, sqlite3_stmt *row, const model_list *l)
{
    const int64_t end = sqlite3_column_int64(row, 3);
    for (size_t i = l->first; i < l->first + l->count; i++) {
        model_field *f = &r->fields[i];
        if (sqlite3_column_type(row, 3) != SQLITE_INTEGER || end < f->low)
            return false;
        f->ends = true;
        f->end = end;
    }
    return true;
}

/* Numbers follow one another; the names are already there. */
static bool take_set_members(list_reader *r, sqlite3_stmt *row, model_list *l)
{
    const text_list *all = &r->out->texts;
    const size_t from = r->members;
    const char *type = (const char *)sqlite3_column_text(row, 5);
    if (sqlite3_column_int64(row, 4) != (int64_t)l->count || all->count - from < l->count || !type)
        return false;
    r->members += l->count;
    l->is_set = true;
    if (!strcmp(type, "text"))
        l->members = r->out->members + from;
    l->low = l->members ? 0 : sqlite3_column_int64(row, 6);
    for (size_t i = 0; i < l->count; i++) {
        char number[24];
        snprintf(number, sizeof number, "%" PRId64, (int64_t)((uint64_t)l->low + i));
        if (r->fields[l->first + i].width != 1 ||
            (!l->members && strcmp(number, all->texts[from + i]) != 0))
            return false;
    }
    return true;
}

static void take_list(list_reader *r, sqlite3_stmt *row)
{
    wgcq_model *m = r->model;
    const size_t number = m->list_count;
    model_list *l = &r->out->all[number];
    r->fine = r->fine && r->names[number] &&
              sqlite3_column_int64(row, 0) == (int64_t)(m->field_count + number) &&
              take_places(r, row, l);
    if (!r->fine)
        return;
    l->name = r->names[number];
    l->label = r->labels[number];
    r->fine = sqlite3_column_type(row, 4) == SQLITE_NULL ? take_end(r, row, l)
                                                         : take_set_members(r, row, l);
    m->list_count++;
}

#define LISTS "(SELECT value FROM meta WHERE key='lists')"

static int damaged_lists(const char *path, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE,
                     "%s is damaged: the stored lists of the puzzle are not valid", path);
}

static int read_members(stored_lists *out, sqlite3 *db, const char *path, wgcq_error *err)
{
    int code = database_texts(db, path,
                              "SELECT m.value FROM json_each(" LISTS ") AS e,"
                              "json_each(e.value,'$.set') AS m ORDER BY e.key,m.key",
                              MEMBERS_MOST, &out->texts, err);
    out->members = calloc(out->texts.count + 1, sizeof *out->members);
    if (!code && !out->members)
        code = error_set_memory(err);
    for (size_t i = 0; !code && i < out->texts.count; i++)
        out->members[i] = out->texts.texts[i];
    return code;
}

/* `due` lists; a row more than that is a damage, too. */
static int read_list_rows(list_reader *r, size_t due, sqlite3 *db, const char *path,
                          wgcq_error *err)
{
    sqlite3_stmt *query = NULL;
    int code =
        sqlite3_prepare_v2(db,
                           "SELECT json_extract(e.value,'$.field'),json_extract(e.value,'$.first'),"
                           "json_extract(e.value,'$.count'),json_extract(e.value,'$.end'),"
                           "json_array_length(e.value,'$.set'),json_type(e.value,'$.set[0]'),"
                           "json_extract(e.value,'$.set[0]') FROM json_each(" LISTS ") AS e"
                           " ORDER BY e.key",
                           -1, &query, NULL);
    while (!code && r->fine && sqlite3_step(query) == SQLITE_ROW) {
        r->fine = r->model->list_count < due;
        if (r->fine)
            take_list(r, query);
    }
    const int done = sqlite3_finalize(query);
    code = code ? code : done;
    if (code)
        return database_error(err, db, path, code);
    return r->fine && r->model->list_count == due && r->members == r->out->texts.count
               ? 0
               : damaged_lists(path, err);
}

int stored_lists_read(stored_lists *out, wgcq_model *model, model_field *fields, char *const *names,
                      char *const *labels, sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t strange = 0;
    size_t due = 0;
    *out = (stored_lists){0};
    while (names[due])
        due++;
    int code = database_integer(db, path,
                                "SELECT CASE WHEN json_valid(value) THEN json_type(value)<>'array' "
                                "ELSE 1 END FROM meta WHERE key='lists'",
                                &strange, err);
    if (!code && strange)
        code = damaged_lists(path, err);
    if (!code && !(out->all = calloc(due + 1, sizeof *out->all)))
        code = error_set_memory(err);
    code = code ? code : read_members(out, db, path, err);
    list_reader r = {out, model, fields, names, labels, 0, true};
    code = code ? code : read_list_rows(&r, due, db, path, err);
    model->lists = out->all;
    return code;
}

void stored_lists_free(stored_lists *l)
{
    free(l->all);
    free(l->members);
    text_list_free(&l->texts);
    *l = (stored_lists){0};
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool same_members(const model_list *a, const model_list *b)
{
    if (!a->members != !b->members || a->low != b->low)
        return false;
    for (size_t i = 0; a->members && i < a->count; i++)
        if (strcmp(a->members[i], b->members[i]) != 0)
            return false;
    return true;
}

bool stored_lists_agree(const wgcq_model *a, const wgcq_model *b)
{
    bool same = a->list_count == b->list_count;
    for (size_t i = 0; same && i < a->list_count; i++) {
        const model_list *x = &a->lists[i], *y = &b->lists[i];
        same = !strcmp(x->name, y->name) && !strcmp(x->label, y->label) && x->first == y->first &&
               x->count == y->count && x->is_set == y->is_set && same_members(x, y);
    }
    return same;
}
