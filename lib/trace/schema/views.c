/*
 * views.c - the tables, views and indices of one run, as SQL.
 *
 * The text is part of the file's format: see the end of the introduction of schemas/trace.sql.
 */
#include "trace/schema/views.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/cursor.h"
#include "model/list_values.h"
#include "trace/schema/column_names.h"
#include "trace/schema/dictionary.h"

/* CASE is fastest for a few dozen values; with more, or where the view's text would grow too long,
   a value's name is looked up in the table `value`. */
enum { CASE_VALUES_MOST = 64, CASE_BYTES_MOST = 1000000 };

void views_for_run(strbuf *out, const char *format, int64_t run)
{
    for (; *format; format++)
        if (*format == '#')
            strbuf_int(out, run);
        else
            strbuf_char(out, *format);
}

/* Plain characters of a statement up to one that is not, or that one: # is the number of the run,
   {...} a CAST AS INTEGER and [...] one AS TEXT, @TABLE a reference to its id, up to a comma or
   parenthesis; files of older formats have neither.  Returns the last character that was read. */
static const char *put_some(strbuf *out, const char *at, const run_layout *of)
{
    size_t plain = strcspn(at, "#{}[]@~,)"), length = *at == '@' ? strcspn(at, ",)") : 1;
    if (plain || strchr("~,)", *at))
        strbuf_add(out, at, length = plain ? plain : 1);
    else if (*at == '#')
        strbuf_int(out, of->run);
    else if (of->typed && *at == '@') {
        strbuf_put(out, " REFERENCES ");
        for (const char *i = at + 1; i < at + length; i++)
            i = put_some(out, i, of);
        strbuf_put(out, "(id)");
    } else if (of->typed)
        strbuf_put(out, *at == '}' ? " AS INTEGER)" : *at == ']' ? " AS TEXT)" : "CAST(");
    return at + length - 1;
}

static void put_statement(strbuf *out, const char *format, const run_layout *of)
{
    for (; *format; format++)
        format = put_some(out, format, of);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_integer_columns(strbuf *out, char letter, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        strbuf_printf(out, ",%c%u INTEGER NOT NULL", letter, i);
}

static void create_edge_table(strbuf *out, const wgcq_model *model, const run_layout *of)
{
    put_statement(out,
                  of->edges_clustered ? "CREATE TABLE edge_#(src INTEGER NOT NULL@state_#,"
                                        "move INTEGER NOT NULL@move_#,dst INTEGER NOT NULL@state_#"
                                      : "CREATE TABLE edge_#(src INTEGER NOT NULL@state_#,"
                                        "dst INTEGER NOT NULL@state_#,move INTEGER NOT NULL@move_#",
                  of);
    put_integer_columns(out, 'c', model->costs);
    strbuf_put(out, of->edges_clustered ? ",PRIMARY KEY(src,move,dst)) STRICT,WITHOUT ROWID;\n"
                                        : ") STRICT;\n");
}

static void create_step_table(strbuf *out, const wgcq_model *model, const char *shown,
                              const run_layout *of)
{
    static const char text[] = ",shown TEXT NOT NULL";
    bool packed = of->steps == STEP_STATE_PACKED;
    views_for_run(out,
                  of->steps_shared
                      ? "CREATE TABLE step_#(id INTEGER PRIMARY KEY"
                      : "CREATE TABLE step_#(solution INTEGER NOT NULL,step INTEGER NOT NULL",
                  of->run);
    put_integer_columns(out, 'w', packed && shown ? model->words : 0);
    put_statement(out, ",move INTEGER@move_#,src INTEGER@state_#,dst INTEGER@state_#", of);
    strbuf_put(out, of->steps == STEP_STATE_SPELLED ? text : "");
    put_integer_columns(out, 'c', model->costs);
    strbuf_put(out, packed && !shown ? text : "");
    strbuf_put(out, ") STRICT;\n");
}

static void create_piece_table(strbuf *out, const wgcq_model *model, const run_layout *of)
{
    put_statement(out,
                  "CREATE TABLE piece_#(solution INTEGER NOT NULL@solution_#,step INTEGER NOT NULL,"
                  "steps INTEGER NOT NULL,first INTEGER NOT NULL@step_#",
                  of);
    put_integer_columns(out, 'c', model->costs);
    strbuf_put(out, ") STRICT;\n");
}

static void create_run_tables(strbuf *out, const wgcq_model *model, const char *shown,
                              const run_layout *of)
{
    int64_t run = of->run;
    views_for_run(out,
                  "CREATE TABLE state_#(id INTEGER PRIMARY KEY,depth INTEGER NOT NULL,"
                  "marks INTEGER NOT NULL",
                  run);
    put_integer_columns(out, 'w', model->words);
    put_integer_columns(out, 'f', model->finals);
    strbuf_put(out, shown ? ") STRICT;\n" : ",shown TEXT NOT NULL) STRICT;\n");
    create_edge_table(out, model, of);
    put_statement(out,
                  "CREATE TABLE rejection_#(src INTEGER NOT NULL@state_#,"
                  "move INTEGER NOT NULL@move_#,rule INTEGER NOT NULL@rule) STRICT;\n"
                  "CREATE TABLE move_#(id INTEGER PRIMARY KEY,text TEXT NOT NULL) STRICT;\n"
                  "CREATE TABLE distance_#(id INTEGER PRIMARY KEY@state_#,to_goal INTEGER,"
                  "depth INTEGER) STRICT;\n"
                  "CREATE TABLE solution_#(id INTEGER PRIMARY KEY,length INTEGER NOT NULL",
                  of);
    put_integer_columns(out, 'c', model->costs);
    views_for_run(out, ") STRICT;\n", run);
    create_step_table(out, model, shown, of);
    if (of->steps_shared)
        create_piece_table(out, model, of);
    if (of->invariants)
        put_statement(out,
                      "CREATE TABLE invariant_#(id INTEGER PRIMARY KEY,name TEXT NOT NULL,"
                      "states INTEGER NOT NULL,length INTEGER) STRICT;\n"
                      "CREATE TABLE violation_#(state INTEGER NOT NULL@state_#,"
                      "invariant INTEGER NOT NULL@invariant_#) STRICT;\n",
                      of);
    if (of->properties)
        put_statement(out,
                      "CREATE TABLE property_#(id INTEGER PRIMARY KEY,name TEXT NOT NULL,"
                      "kind TEXT NOT NULL,holds INTEGER,stem INTEGER,cycle INTEGER) STRICT;\n"
                      "CREATE TABLE lasso_#(property INTEGER NOT NULL@property_#,"
                      "step INTEGER NOT NULL,move TEXT,src INTEGER@state_#,dst INTEGER@state_#,"
                      "shown TEXT NOT NULL) STRICT;\n",
                      of);
}

/* ---- a variable's value ---------------------------------------------------------------------- */

/* The bits of a field as a number from 0; of 64 bits, as a signed one. */
static void put_bits(strbuf *out, const model_field *f)
{
    if (!f->width)
        strbuf_char(out, '0');
    else if (f->width == 64)
        strbuf_printf(out, "s.w%u", f->word);
    else
        strbuf_printf(out, "((s.w%u>>%u)&%" PRIu64 ")", f->word, f->shift,
                      ((uint64_t)1 << f->width) - 1);
}

/* SQLite turns a sum that overflows into a real number.  Only where all 64 bits are in use can the
   bits, taken as a signed number, be negative; then low is negative too, and the sum is arranged so
   that no part of it overflows: s + 2^64 + low = (s + 2^63 - 1) + 1 + (2^63 + low). */
static void put_field_number(strbuf *out, const model_field *f)
{
    if (f->width == 64 && f->low) {
        uint64_t rest = ((uint64_t)1 << 63) + (uint64_t)f->low;
        strbuf_printf(out, "CASE WHEN s.w%u<0 THEN s.w%u+9223372036854775807+1+%" PRIu64 " ELSE ",
                      f->word, f->word, rest);
    }
    put_bits(out, f);
    if (f->low)
        strbuf_printf(out, "+(%" PRId64 ")", f->low);
    if (f->width == 64 && f->low)
        strbuf_put(out, " END");
}

/* None has no case, and so is NULL. */
static void put_name_by_case(strbuf *out, const model_field *f)
{
    strbuf_put(out, "CASE ");
    put_bits(out, f);
    for (size_t v = 0; v < f->value_count; v++) {
        strbuf_printf(out, " WHEN %zu THEN ", v);
        column_names_text(out, f->values[v]);
    }
    strbuf_put(out, " END");
}

static void put_number_or_null(strbuf *out, const model_field *f)
{
    const bool other_end = f->ends && f->end != f->none;
    strbuf_put(out, other_end ? "nullif(" : "");
    strbuf_put(out, f->optional ? "nullif(" : "");
    put_field_number(out, f);
    if (f->optional)
        strbuf_printf(out, ",%" PRId64 ")", f->none);
    if (other_end)
        strbuf_printf(out, ",%" PRId64 ")", f->end);
}

static void put_name_by_id(strbuf *out, const model_field *f, const dictionary *d)
{
    strbuf_printf(out, "(SELECT v.name FROM value AS v WHERE v.id=%" PRId64 "+", d->first);
    put_bits(out, f);
    if (f->optional) { /* its row would be the next domain's */
        strbuf_put(out, " AND ");
        put_bits(out, f);
        strbuf_printf(out, "<%zu", f->value_count);
    }
    strbuf_put(out, ")");
}

/* ---- lists and sets -------------------------------------------------------------------------- */

/* The parts that make the columns of variables. */
typedef struct column_maker {
    strbuf *out;
    const wgcq_model *model;
    const run_layout *of;
    dictionaries d;
    bool fit; /* names are written in CASE, not looked up */
} column_maker;

static bool is_by_case(const column_maker *c, const model_field *f)
{
    return c->fit && f->value_count <= CASE_VALUES_MOST;
}

/* ',' and a text of JSON, as a string of SQL. */
static void put_json_text(strbuf *out, const char *name)
{
    strbuf text = {0};
    strbuf_char(&text, ',');
    model_put_json_string(&text, name);
    column_names_text(out, strbuf_string(&text));
    out->failed |= text.failed;
    strbuf_free(&text);
}

static void put_when(strbuf *out, const model_field *f, int64_t value, const char *then)
{
    strbuf_printf(out, " WHEN %" PRIu64 " THEN '%s'", (uint64_t)value - (uint64_t)f->low, then);
}

/* The cases of its names; or of all other values, a number or a name that is looked up: SQLite
   trusts no view with json_quote. */
static void put_place_cases(const column_maker *c, size_t field)
{
    strbuf *out = c->out;
    const model_field *f = &c->model->fields[field];
    if (f->values && is_by_case(c, f)) {
        for (size_t v = 0; v < f->value_count; v++) {
            strbuf_printf(out, " WHEN %zu THEN ", v);
            put_json_text(out, f->values[v]);
        }
        return;
    }
    strbuf_put(out, f->values ? " ELSE ',\"'||replace(replace(" : " ELSE ','||(");
    if (f->values)
        put_name_by_id(out, f, &c->d.all[c->d.of_field[field]]);
    else
        put_field_number(out, f);
    strbuf_put(out, f->values ? ",'\\','\\\\'),'\"','\\\"')||'\"'" : ")");
}

/* A place's value behind a comma; nothing of the end. */
static void put_place_text(const column_maker *c, size_t field)
{
    const model_field *f = &c->model->fields[field];
    strbuf_put(c->out, "CASE ");
    put_bits(c->out, f);
    put_when(c->out, f, f->end, "");
    if (f->none != f->end)
        put_when(c->out, f, f->none, ",null");
    put_place_cases(c, field);
    strbuf_put(c->out, " END");
}

static void put_member_of(strbuf *out, const wgcq_model *m, const model_list *set, size_t i)
{
    strbuf_put(out, "CASE ");
    put_bits(out, &m->fields[set->first + i]);
    strbuf_put(out, " WHEN 1 THEN ");
    if (set->members)
        put_json_text(out, set->members[i]);
    else
        strbuf_printf(out, "',%" PRId64 "'", set->low + (int64_t)i);
    strbuf_put(out, " ELSE '' END");
}

/* The array of JSON is what stands behind the commas, without the first. */
static void put_list_column(const column_maker *c, const model_list *l)
{
    strbuf_put(c->out, "'['||substr(");
    for (size_t i = 0; i < l->count; i++) {
        strbuf_put(c->out, i ? "||" : "");
        if (l->is_set)
            put_member_of(c->out, c->model, l, i);
        else
            put_place_text(c, l->first + i);
    }
    strbuf_put(c->out, ",2)||']'");
}

/* ---- columns of variables -------------------------------------------------------------------- */

/* A list's place has its names twice. */
static bool cases_fit(const column_maker *c, column_counts count)
{
    const dictionaries *d = &c->d;
    size_t bytes = 0;
    for (size_t i = 0; i < count.fields && bytes <= CASE_BYTES_MOST; i++)
        if (d->of_field[i] != DICTIONARY_NONE)
            bytes += d->all[d->of_field[i]].bytes;
    for (size_t i = 0; i < count.lists && bytes <= CASE_BYTES_MOST; i++) {
        const size_t first = c->model->lists[i].first;
        if (d->of_field[first] != DICTIONARY_NONE)
            bytes += c->model->lists[i].count * d->all[d->of_field[first]].bytes;
    }
    return bytes <= CASE_BYTES_MOST;
}

static void put_variable(const column_maker *c, size_t i)
{
    const model_field *f = &c->model->fields[i];
    if (!f->values)
        put_number_or_null(c->out, f);
    else if (is_by_case(c, f))
        put_name_by_case(c->out, f);
    else
        put_name_by_id(c->out, f, &c->d.all[c->d.of_field[i]]);
}

static void put_variables(strbuf *out, const wgcq_model *model, const run_layout *of)
{
    const column_counts most = column_names_count(model);
    size_t count = 0;
    column_maker c = {.out = out, .model = model, .of = of};
    char **names = column_names_fields(model, &count);
    if (!dictionaries_of(&c.d, model) || !names)
        out->failed = true;
    c.fit = !out->failed && cases_fit(&c, most);
    for (size_t i = 0; i < count && !out->failed; i++) {
        const bool is_text = i >= most.fields || model->fields[i].values;
        strbuf_put(out, ",\n");
        put_statement(out, is_text ? "[" : "{", of);
        if (i < most.fields)
            put_variable(&c, i);
        else
            put_list_column(&c, &model->lists[i - most.fields]);
        put_statement(out, is_text ? "] AS " : "} AS ", of);
        column_names_quote(out, names[i]);
    }
    dictionaries_free(&c.d);
    cursor_names_given_free(names, names ? count : 0);
}

/* ---- views ----------------------------------------------------------------------------------- */

/* Where only to_goal comes from distance_N, it is a subquery, so that counting states needs no
   join; a depth from there is joined, so that its index can be used. */
static void put_states_view(strbuf *out, const wgcq_model *model, const char *shown,
                            const run_layout *of)
{
    bool searched = of->depth_searched;
    put_statement(out, "CREATE VIEW states_# AS SELECT s.id AS id,", of);
    put_statement(out,
                  searched
                      ? "s.depth AS depth,(SELECT d.to_goal FROM distance_# AS d WHERE d.id=s.id)"
                      : "d.depth AS depth,d.to_goal",
                  of);
    put_statement(out, " AS to_goal,{(s.marks>>2)&1} AS is_start,{s.marks&1} AS is_goal,\n[(", of);
    strbuf_put(out, shown ? shown : "s.shown");
    put_statement(out, ")] AS shown", of);
    put_variables(out, model, of);
    put_statement(out, "\nFROM state_# AS s", of);
    put_statement(out, searched ? ";\n" : " LEFT JOIN distance_# AS d ON d.id=s.id;\n", of);
}

/* Cost number i of a table, or the sum of two: what is kept of a maximized one is turned back. */
static void put_cost(strbuf *out, bool maximized, size_t i, char alias, char other,
                     const run_layout *of)
{
    strbuf sum = {0};
    strbuf_printf(&sum, "%c.c%zu", alias, i);
    if (other)
        strbuf_printf(&sum, "+%c.c%zu", other, i);
    put_statement(out, other || maximized ? ",{" : ",", of);
    column_names_put_cost(out, maximized, strbuf_string(&sum));
    put_statement(out, other || maximized ? "} AS " : " AS ", of);
    out->failed |= sum.failed;
    strbuf_free(&sum);
}

/* Appends `format`, in which ~ and an alias stand for the columns of the costs of that table; ~, an
   alias, + and another for the sums of both tables'. */
static void put_with_costs(strbuf *out, const wgcq_model *model, const char *format,
                           const run_layout *of)
{
    size_t count = 0;
    char **names = column_names_costs(model, &count);
    if (!names)
        out->failed = true;
    for (const char *at = format; *at && !out->failed; at++) {
        if (*at != '~') {
            at = put_some(out, at, of);
            continue;
        }
        char alias = *++at, other = at[1] == '+' ? at[2] : '\0';
        for (size_t i = 0; i < count; i++) {
            put_cost(out, model->maximized && model->maximized[i], i, alias, other, of);
            column_names_quote(out, names[i]);
        }
        at += other ? 2 : 0;
    }
    cursor_names_given_free(names, names ? count : 0);
}

static void put_spelled_steps_view(strbuf *out, const wgcq_model *model, const run_layout *of)
{
    put_with_costs(
        out, model,
        "CREATE VIEW steps_# AS SELECT s.solution AS solution,s.step AS step,m.text AS move,"
        "s.src AS src,s.dst AS dst,s.shown AS shown,s.step AS moves~s"
        "\nFROM step_# AS s LEFT JOIN move_# AS m ON m.id=s.move;\n",
        of);
}

/* Words and text of a state are in one of the tables alone, so they need no alias.  Pieces come
   first, in their order: CROSS JOIN keeps them there. */
static void put_steps_view(strbuf *out, const wgcq_model *model, const char *shown,
                           const run_layout *of)
{
    put_with_costs(out, model,
                   "CREATE VIEW steps_# AS SELECT p.solution AS solution,{p.step+t.id-p.first} AS "
                   "step,m.text AS move,t.src AS src,t.dst AS dst,\n[(",
                   of);
    strbuf_put(out, shown ? shown : "shown");
    put_with_costs(out, model,
                   ")] AS shown,{p.step+t.id-p.first} AS moves~t+p"
                   "\nFROM piece_# AS p CROSS JOIN step_# AS t ON t.id BETWEEN p.first AND "
                   "p.first+p.steps-1 LEFT JOIN move_# AS m ON m.id=t.move",
                   of);
    if (of->steps == STEP_STATE_STORED)
        views_for_run(out, " LEFT JOIN state_# AS s ON s.id=t.dst", of->run);
    strbuf_put(out, ";\n");
}

void views_create(strbuf *out, const wgcq_model *model, const char *shown, const run_layout *of)
{
    create_run_tables(out, model, shown, of);
    put_states_view(out, model, shown, of);
    put_with_costs(
        out, model,
        "CREATE VIEW edges_# AS SELECT e.src AS src,e.dst AS dst,m.text AS move,{1} AS moves~e"
        "\nFROM edge_# AS e LEFT JOIN move_# AS m ON m.id=e.move;\n"
        "CREATE VIEW rejections_# AS SELECT r.src AS src,m.text AS move,n.name AS rule"
        "\nFROM rejection_# AS r LEFT JOIN move_# AS m ON m.id=r.move "
        "LEFT JOIN rule AS n ON n.id=r.rule;\n"
        "CREATE VIEW solutions_# AS SELECT s.id AS id,s.length AS length,s.length AS moves~s"
        "\nFROM solution_# AS s;\n",
        of);
    if (of->steps == STEP_STATE_SPELLED)
        put_spelled_steps_view(out, model, of);
    else
        put_steps_view(out, model, shown, of);
    if (of->invariants)
        views_for_run(out,
                      "CREATE VIEW violations_# AS SELECT v.state AS state,i.name AS invariant"
                      "\nFROM violation_# AS v LEFT JOIN invariant_# AS i ON i.id=v.invariant;\n",
                      of->run);
    if (of->properties)
        put_statement(out,
                      "CREATE VIEW properties_# AS SELECT p.name AS property,p.kind AS kind,"
                      "p.holds AS holds,p.stem AS stem,p.cycle AS cycle,[(SELECT l.shown FROM "
                      "lasso_# AS l WHERE l.property=p.id AND l.step=p.stem)] AS shown"
                      "\nFROM property_# AS p;\n"
                      "CREATE VIEW lassos_# AS SELECT p.name AS property,[CASE WHEN l.step>p.stem "
                      "THEN 'cycle' ELSE 'stem' END] AS part,l.step AS step,l.move AS move,"
                      "l.src AS src,l.dst AS dst,l.shown AS shown"
                      "\nFROM lasso_# AS l LEFT JOIN property_# AS p ON p.id=l.property;\n",
                      of);
}

static const char *const kinds[] = {"states", "edges",      "rejections", "solutions",
                                    "steps",  "violations", "properties", "lassos"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Older formats lack the last ones. */
static size_t count_kinds(const run_layout *of)
{
    return of->properties ? KINDS : of->invariants ? KINDS - 2 : KINDS - 3;
}

void views_alias_newest(strbuf *out, const run_layout *of)
{
    for (size_t i = 0; i < count_kinds(of); i++)
        strbuf_printf(out,
                      "DROP VIEW IF EXISTS %s;CREATE VIEW %s AS SELECT * FROM %s_%" PRId64 ";\n",
                      kinds[i], kinds[i], kinds[i], of->run);
}

void views_alias_temp(strbuf *out, const run_layout *of)
{
    for (size_t i = 0; i < count_kinds(of); i++)
        strbuf_printf(out,
                      "DROP VIEW IF EXISTS temp.%s;"
                      "CREATE TEMP VIEW %s AS SELECT * FROM main.%s_%" PRId64 ";\n",
                      kinds[i], kinds[i], kinds[i], of->run);
}

void views_drop(strbuf *out, const run_layout *of)
{
    static const char *const tables[] = {"state",     "edge",      "rejection", "move",
                                         "distance",  "solution",  "step",      "piece",
                                         "invariant", "violation", "property",  "lasso"};
    size_t count = sizeof tables / sizeof *tables - (of->properties ? 0 : of->invariants ? 2 : 5);
    assert(of->invariants == of->steps_shared);
    for (size_t i = 0; i < count_kinds(of); i++)
        strbuf_printf(out, "DROP VIEW %s;DROP VIEW %s_%" PRId64 ";\n", kinds[i], kinds[i], of->run);
    for (size_t i = 0; i < count; i++)
        strbuf_printf(out, "DROP TABLE %s_%" PRId64 ";\n", tables[i], of->run);
}

/* ---- indices --------------------------------------------------------------------------------- */

typedef struct index_words {
    const char *name, *table, *column;
} index_words;

static const index_words indices[VIEWS_INDICES] = {
    {"edge_#_src", "edge_#", "src"},
    {"edge_#_dst", "edge_#", "dst"},
    {"rejection_#_src", "rejection_#", "src"},
    {"state_#_depth", "state_#", "depth"},
};
static const index_words late_depth = {"distance_#_depth", "distance_#", "depth"};

/* NULL: the layout has no such index. */
static const index_words *find_index(int i, const run_layout *of)
{
    assert(i >= 0 && i < VIEWS_INDICES);
    if (!i && of->edges_clustered)
        return NULL;
    return i == VIEWS_INDICES - 1 && !of->depth_searched ? &late_depth : &indices[i];
}

void views_create_index(strbuf *out, int i, const run_layout *of)
{
    const index_words *words = find_index(i, of);
    if (!words)
        return;
    strbuf_put(out, "CREATE INDEX ");
    views_for_run(out, words->name, of->run);
    strbuf_put(out, " ON ");
    views_for_run(out, words->table, of->run);
    strbuf_printf(out, "(%s);\n", words->column);
}

void views_drop_index(strbuf *out, int i, const run_layout *of)
{
    const index_words *words = find_index(i, of);
    if (!words)
        return;
    strbuf_put(out, "DROP INDEX IF EXISTS ");
    views_for_run(out, words->name, of->run);
}

void views_analyze(strbuf *out, int64_t run, bool large, bool exact)
{
    strbuf_printf(out, "PRAGMA analysis_limit=%d;\n", exact ? 0 : 1000);
    if (large)
        views_for_run(
            out, "ANALYZE state_#;ANALYZE edge_#;ANALYZE rejection_#;ANALYZE distance_#;\n", run);
    views_for_run(out, "ANALYZE move_#;ANALYZE solution_#;ANALYZE step_#;\n", run);
}
