/*
 * metadata.c - the stored description of the puzzle: written, read, compared.
 *
 * A file is untrusted input: counts and positions are checked before use.
 */
#include "trace/schema/metadata.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "base/hash.h"
#include "trace/schema/checksum.h"
#include "trace/schema/column_names.h"
#include "trace/schema/dictionary.h"

enum { FIELDS_MOST = 1 << 20, VALUES_MOST = 1 << 24, NAMES_MOST = 1 << 20, COSTS_MOST = 1000 };

/* ---- writing --------------------------------------------------------------------------------- */

/* An INSERT statement, a checksum of the values, and the first error; after an error the other
   calls do nothing. */
typedef struct insertion {
    sqlite3 *db;
    const char *path;
    wgcq_error *err;
    const char *sql;
    sqlite3_stmt *statement; /* NULL before the first row of the table */
    uint64_t sum;
    bool sums_only; /* the rows are there */
    int code;
} insertion;

static void insert_begin(insertion *in, const char *sql)
{
    in->statement = NULL;
    in->sql = sql;
}

/* Whether there is a value to be bound. */
static bool insert_binds(insertion *in)
{
    if (in->code || in->sums_only)
        return false;
    if (!in->statement &&
        (in->code = sqlite3_prepare_v2(in->db, in->sql, -1, &in->statement, NULL)))
        in->code = database_error(in->err, in->db, in->path, in->code);
    return !in->code;
}

/* The values of a row are given in the order of its columns. */
static void insert_integer(insertion *in, int at, int64_t value)
{
    checksum_integer(&in->sum, value);
    if (insert_binds(in))
        sqlite3_bind_int64(in->statement, at, value);
}

static void insert_text(insertion *in, int at, const char *value)
{
    checksum_text(&in->sum, value);
    if (insert_binds(in))
        sqlite3_bind_text(in->statement, at, value, -1, SQLITE_STATIC);
}

static void insert_null(insertion *in, int at)
{
    checksum_null(&in->sum);
    if (insert_binds(in))
        sqlite3_bind_null(in->statement, at);
}

static void insert_row(insertion *in)
{
    if (!insert_binds(in))
        return;
    sqlite3_step(in->statement);
    in->code = sqlite3_reset(in->statement);
    if (in->code)
        in->code = database_error(in->err, in->db, in->path, in->code);
}

static void insert_end(insertion *in)
{
    sqlite3_finalize(in->statement);
}

static void insert_pair(insertion *in, const char *key, const char *value)
{
    if (!value)
        return;
    insert_text(in, 1, key);
    insert_text(in, 2, value);
    insert_row(in);
}

/* The variables that may be none, each with what stands for it: "3 4, 7 2"; nothing without any. */
static void put_none(strbuf *out, const wgcq_model *m)
{
    for (size_t i = 0; i < m->field_count; i++)
        if (m->fields[i].optional)
            strbuf_printf(out, "%s%zu %" PRId64, out->length ? ", " : "", i, m->fields[i].none);
}

/* "0 2": the costs that are maximized. */
static void put_maximized(strbuf *out, const wgcq_model *m)
{
    for (unsigned i = 0; m->maximized && i < m->costs; i++)
        if (m->maximized[i])
            strbuf_printf(out, "%s%u", out->length ? " " : "", i);
}

static void write_meta(insertion *in, const wgcq_model *m, const char *shown)
{
    const column_counts most = column_names_count(m);
    strbuf words = {0}, columns = {0}, finals = {0}, none = {0}, lists = {0}, most_of = {0};
    strbuf_printf(&words, "%u", m->words);
    if (m->finals)
        strbuf_printf(&finals, "%u", m->finals);
    if (m->field_count > most.fields)
        strbuf_printf(&columns, "%zu of %zu variables", most.fields, m->field_count);
    put_maximized(&most_of, m);
    put_none(&none, m);
    stored_lists_put(&lists, m);
    if (words.failed || columns.failed || finals.failed || none.failed || lists.failed ||
        most_of.failed)
        in->code = error_set_memory(in->err);
    insert_begin(in, "INSERT INTO meta VALUES(?1,?2)");
    insert_pair(in, "title", m->title ? m->title : "");
    insert_pair(in, "file", m->file ? m->file : "");
    insert_pair(in, "source", m->source ? m->source : "");
    insert_pair(in, "version", wgcq_version());
    insert_pair(in, "words", strbuf_string(&words));
    insert_pair(in, "finals", finals.bytes);
    insert_pair(in, "maximize", most_of.bytes);
    insert_pair(in, "shown", shown);
    insert_pair(in, "columns", columns.bytes);
    insert_pair(in, "none", none.bytes);
    insert_pair(in, "lists", lists.bytes);
    insert_end(in);
    strbuf_free(&words);
    strbuf_free(&columns);
    strbuf_free(&finals);
    strbuf_free(&most_of);
    strbuf_free(&none);
    strbuf_free(&lists);
}

static void write_params(insertion *in, const wgcq_model *m)
{
    insert_begin(in, "INSERT INTO param VALUES(?1,?2)");
    for (size_t i = 0; i < m->param_count; i++)
        insert_pair(in, m->param_names[i], m->param_values[i]);
    insert_end(in);
}

static void write_names(insertion *in, const wgcq_model *m)
{
    size_t count = 0;
    char **columns = column_names_costs(m, &count);
    if (!columns && !in->code)
        in->code = error_set_memory(in->err);
    insert_begin(in, "INSERT INTO rule VALUES(?1,?2)");
    for (size_t i = 0; i < m->rule_count; i++) {
        insert_integer(in, 1, (int64_t)i);
        insert_text(in, 2, m->rules[i]);
        insert_row(in);
    }
    insert_end(in);
    insert_begin(in, "INSERT INTO cost VALUES(?1,?2,?3)");
    for (size_t i = 0; i < count && columns; i++) {
        insert_integer(in, 1, (int64_t)i);
        insert_text(in, 2, m->cost_names[i]);
        insert_text(in, 3, columns[i]);
        insert_row(in);
    }
    insert_end(in);
    cursor_names_given_free(columns, columns ? count : 0);
}

/* In place of a domain: the values are numbers. */
#define NO_DOMAIN INT64_MIN

static void write_field(insertion *in, const model_field *f, size_t number, const char *column,
                        int64_t domain)
{
    insert_integer(in, 1, (int64_t)number);
    insert_text(in, 2, f->name);
    insert_text(in, 3, f->label);
    insert_text(in, 4, column);
    insert_integer(in, 5, f->word);
    insert_integer(in, 6, f->shift);
    insert_integer(in, 7, f->width);
    insert_integer(in, 8, f->low);
    if (domain != NO_DOMAIN)
        insert_integer(in, 9, domain);
    else
        insert_null(in, 9);
    insert_row(in);
}

static void write_values(insertion *in, const dictionaries *d)
{
    insert_begin(in, "INSERT INTO value VALUES(?1,?2,?3,?4)");
    for (size_t i = 0; i < d->count; i++)
        for (size_t v = 0; v < d->all[i].count && !in->code; v++) {
            insert_integer(in, 1, d->all[i].first + (int64_t)v);
            insert_integer(in, 2, (int64_t)i);
            insert_integer(in, 3, d->all[i].low + (int64_t)v);
            insert_text(in, 4, d->all[i].values[v]);
            insert_row(in);
        }
    insert_end(in);
}

/* It is no bits of its own. */
static void write_list_row(insertion *in, const model_list *l, size_t number, const char *column)
{
    const model_field as = {.name = l->name, .label = l->label};
    write_field(in, &as, number, column, STORED_LISTS_DOMAIN);
}

static void write_fields(insertion *in, const wgcq_model *m)
{
    const column_counts most = column_names_count(m);
    size_t count = 0;
    dictionaries d;
    char **columns = column_names_fields(m, &count);
    if ((!dictionaries_of(&d, m) || !columns) && !in->code)
        in->code = error_set_memory(in->err);
    insert_begin(in, "INSERT INTO field VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)");
    for (size_t i = 0; i < m->field_count && !in->code; i++)
        write_field(in, &m->fields[i], i, i < most.fields ? columns[i] : NULL,
                    d.of_field[i] == DICTIONARY_NONE ? NO_DOMAIN : (int64_t)d.of_field[i]);
    for (size_t i = 0; i < m->list_count && !in->code; i++)
        write_list_row(in, &m->lists[i], m->field_count + i,
                       i < most.lists ? columns[most.fields + i] : NULL);
    insert_end(in);
    write_values(in, &d);
    dictionaries_free(&d);
    cursor_names_given_free(columns, columns ? count : 0);
}

static void write_described(insertion *in, const wgcq_model *m)
{
    write_fields(in, m);
    write_names(in, m);
}

/* Covers what checksum_puzzle reads. */
static void write_puzzle_seal(insertion *in, uint64_t covered)
{
    char seal[CHECKSUM_ROOM];
    checksum_spell(seal, covered);
    insert_begin(in, "INSERT INTO meta VALUES(?1,?2)");
    insert_pair(in, "seal", seal);
    insert_end(in);
}

int metadata_write(sqlite3 *db, const char *path, const wgcq_model *m, const char *shown,
                   uint64_t *sum, wgcq_error *err)
{
    insertion in = {.db = db, .path = path, .err = err, .sum = HASH_FIRST};
    const bool has_text = m->source && *m->source;
    write_meta(&in, m, shown);
    const uint64_t meta = in.sum;
    write_params(&in, m);
    const uint64_t with_params = in.sum;
    write_described(&in, m);
    const uint64_t all = in.sum;
    in.sum = meta;
    write_puzzle_seal(&in, has_text ? with_params : all);
    in.sums_only = true; /* behind the seal */
    write_params(&in, m);
    write_described(&in, m);
    *sum = in.sum;
    return in.code;
}

/* ---- reading --------------------------------------------------------------------------------- */

static int metadata_damaged(const char *path, const char *what, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s is damaged: the stored %s of the puzzle are not valid",
                     path, what);
}

/* The value of a key, malloc'd; *out stays NULL where there is none. */
static int read_meta(sqlite3 *db, const char *path, const char *key, char **out, wgcq_error *err)
{
    sqlite3_stmt *query;
    bool memory = true;
    int code = sqlite3_prepare_v2(db, "SELECT value FROM meta WHERE key=?1", -1, &query, NULL);
    if (code)
        return database_error(err, db, path, code);
    sqlite3_bind_text(query, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_step(query) == SQLITE_ROW) {
        const char *found = (const char *)sqlite3_column_text(query, 0);
        memory = found && (*out = strdup(found));
    }
    code = sqlite3_finalize(query);
    return code ? database_error(err, db, path, code) : memory ? 0 : error_set_memory(err);
}

/* Every key is known, and occurs once. */
static int check_keys(sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t strange = 0, words = 0;
    int code =
        database_integer(db, path,
                         "SELECT count(*)-count(DISTINCT key)+total(key NOT IN ('title','file',"
                         "'source','version','words','finals','maximize','shown','columns','none','"
                         "lists','seal')) FROM meta",
                         &strange, err);
    if (!code)
        code = database_integer(db, path,
                                "SELECT value=CAST(CAST(value AS INTEGER) AS TEXT) FROM meta WHERE "
                                "key='words'",
                                &words, err);
    return code ? code : strange || !words ? metadata_damaged(path, "texts", err) : 0;
}

static int read_texts(metadata *d, sqlite3 *db, const char *path, wgcq_error *err)
{
    const struct {
        const char *sql;
        size_t most;
        text_list *to;
    } lists[] = {
        {"SELECT name FROM param ORDER BY rowid", NAMES_MOST, &d->params},
        {"SELECT value FROM param ORDER BY rowid", NAMES_MOST, &d->param_values},
        {"SELECT name FROM rule ORDER BY id", NAMES_MOST, &d->rules},
        {"SELECT name FROM cost ORDER BY id", COSTS_MOST, &d->cost_names},
        {"SELECT name FROM field ORDER BY id", FIELDS_MOST, &d->names},
        {"SELECT said FROM field ORDER BY id", FIELDS_MOST, &d->labels},
        {"SELECT name FROM value ORDER BY id", VALUES_MOST, &d->value_names},
    };
    const struct {
        const char *key;
        char **to;
    } keys[] = {{"title", &d->title},
                {"file", &d->file},
                {"source", &d->source},
                {"version", &d->version},
                {"shown", &d->shown}};
    int code = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !code; i++)
        code = database_texts(db, path, lists[i].sql, lists[i].most, lists[i].to, err);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !code; i++)
        code = read_meta(db, path, keys[i].key, keys[i].to, err);
    return !code && (!d->title || !d->file || !d->source || !d->version)
               ? metadata_damaged(path, "texts", err)
               : code;
}

/* The rows of one domain in the table `value`. */
typedef struct domain_rows {
    size_t first, count; /* among all values, from 0 */
    int64_t low;
} domain_rows;

/* The domains in order of their rows; *out is malloc'd. */
static int read_domains(sqlite3 *db, const char *path, size_t values, domain_rows **out,
                        size_t *count, wgcq_error *err)
{
    domain_rows *all = calloc(values + 1, sizeof *all);
    sqlite3_stmt *query = NULL;
    size_t at = 0;
    bool fine = true;
    int code = all ? sqlite3_prepare_v2(db, "SELECT domain,value,id FROM value ORDER BY id", -1,
                                        &query, NULL)
                   : SQLITE_NOMEM;
    *count = 0;
    for (; !code && fine && sqlite3_step(query) == SQLITE_ROW; at++) {
        int64_t names = sqlite3_column_int64(query, 0), value = sqlite3_column_int64(query, 1);
        if (names == (int64_t)*count && at < values)
            all[(*count)++] = (domain_rows){at, 0, value};
        domain_rows *s = *count ? &all[*count - 1] : NULL;
        fine = at < values && s && names == (int64_t)*count - 1 &&
               (uint64_t)value == (uint64_t)s->low + s->count &&
               sqlite3_column_int64(query, 2) == (int64_t)at + 1;
        if (s)
            s->count++;
    }
    int done = sqlite3_finalize(query);
    *out = all;
    code = code ? code : done;
    return code   ? database_error(err, db, path, code)
           : fine ? 0
                  : metadata_damaged(path, "values", err);
}

/* The position of a field in the packed state; false: not valid. */
static bool read_bit_field(sqlite3_stmt *query, model_field *f, unsigned words)
{
    int64_t word = sqlite3_column_int64(query, 0), shift = sqlite3_column_int64(query, 1);
    int64_t width = sqlite3_column_int64(query, 2);
    if (word < 0 || word >= words || shift < 0 || shift > 63 || width < 0 || width > 64 - shift)
        return false;
    f->word = (unsigned)word;
    f->shift = (unsigned)shift;
    f->width = (unsigned)width;
    f->low = sqlite3_column_int64(query, 3);
    return true;
}

static bool read_field(sqlite3_stmt *query, metadata *d, size_t i, const domain_rows *all,
                       size_t count)
{
    model_field *f = &d->fields[i];
    f->name = d->names.texts[i];
    f->label = d->labels.texts[i];
    if (!read_bit_field(query, f, d->model.words) || sqlite3_column_int64(query, 5) != (int64_t)i)
        return false;
    if (sqlite3_column_type(query, 4) == SQLITE_NULL)
        return true;
    int64_t names = sqlite3_column_int64(query, 4);
    if (names < 0 || (uint64_t)names >= count || all[names].low != f->low)
        return false;
    f->values = d->values + all[names].first;
    f->value_count = all[names].count;
    return true;
}

/* Lists and sets are behind the others. */
static int count_fields(size_t *out, const metadata *d, sqlite3 *db, const char *path,
                        wgcq_error *err)
{
    int64_t lists = 0, wrong = 0;
    int code =
        database_integer(db, path, "SELECT count(*) FROM field WHERE domain IS -1", &lists, err);
    if (!code)
        code = database_integer(db, path,
                                "SELECT (SELECT min(id) FROM field WHERE domain IS -1)<"
                                "(SELECT max(id) FROM field WHERE domain IS NOT -1)",
                                &wrong, err);
    if (!code && (wrong || lists < 0 || (uint64_t)lists > d->names.count))
        code = metadata_damaged(path, "variables", err);
    *out = code ? 0 : d->names.count - (size_t)lists;
    return code;
}

static int read_fields(metadata *d, sqlite3 *db, const char *path, wgcq_error *err)
{
    static const char sql[] =
        "SELECT word,shift,width,low,domain,id FROM field WHERE domain IS NOT -1 ORDER BY id";
    size_t fields = 0, count = 0, i = 0;
    domain_rows *stretches = NULL;
    sqlite3_stmt *query = NULL;
    int code = count_fields(&fields, d, db, path, err);
    bool fine = d->labels.count == d->names.count;
    d->model.field_count = fields;
    code = code ? code : read_domains(db, path, d->value_names.count, &stretches, &count, err);
    d->fields = calloc(fields + 1, sizeof *d->fields);
    d->values = calloc(d->value_names.count + 1, sizeof *d->values);
    if (!code && (!d->fields || !d->values))
        code = error_set_memory(err);
    for (size_t v = 0; v < d->value_names.count && !code; v++)
        d->values[v] = d->value_names.texts[v];
    if (!code && (code = sqlite3_prepare_v2(db, sql, -1, &query, NULL)))
        code = database_error(err, db, path, code);
    for (; !code && fine && sqlite3_step(query) == SQLITE_ROW; i++)
        fine = i < fields && read_field(query, d, i, stretches, count);
    int done = sqlite3_finalize(query);
    free(stretches);
    if (!code && done)
        code = database_error(err, db, path, done);
    return code || (fine && i == fields) ? code : metadata_damaged(path, "variables", err);
}

/* Reads the text that put_none wrote. */
static bool parse_none(metadata *d, const char *at)
{
    while (*at) {
        char *end;
        const unsigned long long number = strtoull(at, &end, 10);
        if (end == at || *end != ' ' || number >= d->model.field_count)
            return false;
        model_field *f = &d->fields[number];
        at = end + 1;
        f->optional = true;
        f->none = strtoll(at, &end, 10);
        if (end == at || f->none < f->low || (*end && strncmp(end, ", ", 2) != 0))
            return false;
        at = *end ? end + 2 : end;
    }
    return true;
}

static int read_none(metadata *d, sqlite3 *db, const char *path, wgcq_error *err)
{
    char *none = NULL;
    int code = read_meta(db, path, "none", &none, err);
    if (!code && none && !parse_none(d, none))
        code = metadata_damaged(path, "variables", err);
    free(none);
    return code;
}

/* Which variables are a list's places. */
static int read_lists(metadata *d, sqlite3 *db, const char *path, wgcq_error *err)
{
    const size_t from = d->model.field_count;
    char **names = calloc(d->names.count - from + 1, sizeof *names);
    if (!names)
        return error_set_memory(err);
    for (size_t i = from; i < d->names.count; i++)
        names[i - from] = d->names.texts[i];
    int code = stored_lists_read(&d->lists, &d->model, d->fields, names, d->labels.texts + from, db,
                                 path, err);
    free(names);
    return code;
}

static int read_maximized(metadata *d, sqlite3 *db, const char *path, wgcq_error *err)
{
    char *text = NULL;
    int code = read_meta(db, path, "maximize", &text, err);
    if (code || !text)
        return code;
    d->maximized = calloc(d->model.costs + (size_t)1, sizeof *d->maximized);
    if (!d->maximized)
        code = error_set_memory(err);
    bool fine = d->model.finals && *text;
    for (char *at = text; !code && fine && *at;) {
        char *end;
        const unsigned long number = strtoul(at, &end, 10);
        fine = *at >= '0' && *at <= '9' && number < d->model.costs && (!*end || *end == ' ');
        if (fine)
            d->maximized[number] = true;
        at = end + (*end == ' ');
    }
    free(text);
    d->model.maximized = d->maximized;
    return code || fine ? code : metadata_damaged(path, "maximized costs", err);
}

static const char *const *const_texts(char *const *texts)
{
    return (const char *const *)texts;
}

int metadata_read(metadata *out, sqlite3 *db, const char *path, wgcq_error *err)
{
    int64_t words = 0, finals = 0;
    *out = (metadata){0};
    int code = check_keys(db, path, err);
    if (!code)
        code = database_integer(db, path, "SELECT value FROM meta WHERE key='words'", &words, err);
    if (!code && (words < 1 || words > 1000))
        code = metadata_damaged(path, "states", err);
    if (!code)
        code = database_integer(db, path,
                                "SELECT coalesce((SELECT value FROM meta WHERE key='finals'),0)",
                                &finals, err);
    out->model.words = (unsigned)words;
    code = code ? code : read_texts(out, db, path, err);
    if (!code && out->params.count != out->param_values.count)
        code = metadata_damaged(path, "params", err);
    code = code ? code : read_fields(out, db, path, err);
    code = code ? code : read_none(out, db, path, err);
    code = code ? code : read_lists(out, db, path, err);
    out->model.title = out->title;
    out->model.costs = (unsigned)out->cost_names.count;
    out->model.cost_names = const_texts(out->cost_names.texts);
    out->model.finals = (unsigned)finals;
    if (!code && finals && finals != (int64_t)out->cost_names.count)
        code = metadata_damaged(path, "final costs", err);
    code = code ? code : read_maximized(out, db, path, err);
    out->model.rules = const_texts(out->rules.texts);
    out->model.rule_count = out->rules.count;
    out->model.fields = out->fields;
    return code;
}

void metadata_free(metadata *d)
{
    text_list *lists[] = {&d->params, &d->param_values, &d->cost_names, &d->rules,
                          &d->names,  &d->labels,       &d->value_names};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        text_list_free(lists[i]);
    free(d->title);
    free(d->file);
    free(d->source);
    free(d->version);
    free(d->shown);
    free(d->maximized);
    free(d->values);
    free(d->fields);
    stored_lists_free(&d->lists);
    *d = (metadata){0};
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool same_texts(const char *const *a, size_t a_count, const char *const *b, size_t b_count)
{
    if (a_count != b_count || a == b)
        return a_count == b_count;
    for (size_t i = 0; i < a_count; i++)
        if (strcmp(a[i], b[i]))
            return false;
    return true;
}

static bool same_field_layout(const model_field *a, const model_field *b)
{
    return !strcmp(a->name, b->name) && !strcmp(a->label, b->label) && a->word == b->word &&
           a->shift == b->shift && a->width == b->width && a->low == b->low &&
           !a->values == !b->values && a->optional == b->optional && a->none == b->none &&
           a->ends == b->ends && a->end == b->end &&
           same_texts(a->values, a->value_count, b->values, b->value_count);
}

static bool same_maximized(const wgcq_model *a, const wgcq_model *b)
{
    bool same = true;
    for (unsigned i = 0; i < a->costs && same; i++)
        same = (a->maximized && a->maximized[i]) == (b->maximized && b->maximized[i]);
    return same;
}

/* Whether stored states, edges and rejections mean the same in both models. */
static bool same_layout(const wgcq_model *a, const wgcq_model *b)
{
    if (a->words != b->words || a->field_count != b->field_count ||
        !same_texts(a->cost_names, a->costs, b->cost_names, b->costs) ||
        !same_texts(a->rules, a->rule_count, b->rules, b->rule_count) || !same_maximized(a, b))
        return false;
    for (size_t i = 0; i < a->field_count; i++)
        if (!same_field_layout(&a->fields[i], &b->fields[i]))
            return false;
    return stored_lists_agree(a, b);
}

/* Reports the first parameter that differs. */
static int params_differ(const metadata *d, const char *path, const wgcq_model *m, wgcq_error *err)
{
    for (size_t i = 0; i < d->params.count && i < m->param_count; i++)
        if (strcmp(d->params.texts[i], m->param_names[i]) ||
            strcmp(d->param_values.texts[i], m->param_values[i]))
            return error_set(
                err, WGCQ_EOTHER,
                "%s holds '%s' with %s = %.80s, not with %s = %.80s; one file is for one "
                "puzzle with one set of params",
                path, d->title, d->params.texts[i], d->param_values.texts[i], m->param_names[i],
                m->param_values[i]);
    return error_set(err, WGCQ_EOTHER, "%s holds '%s' with other params", path, d->title);
}

/* The file keeps the text that it was made with. */
static int has_same_source(bool *same, const metadata *d, const wgcq_model *m, wgcq_error *err)
{
    const char *source = m->source ? m->source : "";
    *same = !strcmp(d->source, source);
    if (*same || !m->texts.same_source)
        return 0;
    return m->texts.same_source(same, source, d->source, err);
}

int metadata_compare(const metadata *d, const char *path, const wgcq_model *m, const char *shown,
                     wgcq_error *err)
{
    const char *title = m->title ? m->title : "";
    if (strcmp(d->title, title))
        return error_set(err, WGCQ_EOTHER, "%s holds another puzzle: '%s', not '%s'", path,
                         d->title, title);
    bool same = false;
    int code = has_same_source(&same, d, m, err);
    if (code)
        return code;
    if (!same)
        return error_set(err, WGCQ_EOTHER, "%s holds '%s' as it was before the puzzle was changed",
                         path, title);
    if (!same_texts(const_texts(d->params.texts), d->params.count, m->param_names,
                    m->param_count) ||
        !same_texts(const_texts(d->param_values.texts), d->param_values.count, m->param_values,
                    m->param_count))
        return params_differ(d, path, m, err);
    if (!d->shown != !shown || (shown && strcmp(d->shown, shown)))
        return error_set(err, WGCQ_EOTHER,
                         "%s was made by wgcq %s, which shows the states of '%s' in another way",
                         path, d->version, title);
    if (!same_layout(&d->model, m))
        return error_set(err, WGCQ_EOTHER,
                         "%s was made by wgcq %s, which packs the states of '%s' in another way",
                         path, d->version, title);
    return 0;
}
