/* views.c - the tables and views of one run, as SQL. */
#include "trace/views.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* ---- names ------------------------------------------------------------------------- */

static void quoted(text *out, const char *name)
{
    text_char(out, '"');
    for (; *name; name++) {
        if (*name == '"')
            text_char(out, '"');
        text_char(out, *name);
    }
    text_char(out, '"');
}

static void literal(text *out, const char *string)
{
    text_char(out, '\'');
    for (; *string; string++) {
        if (*string == '\'')
            text_char(out, '\'');
        text_char(out, *string);
    }
    text_char(out, '\'');
}

static bool listed(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcasecmp(names[i], name))
            return true;
    return false;
}

/* A name that none of the fixed columns and none of the earlier `before` names has: with as many
   "_" behind it as that takes. */
static void column_name(text *out, const char *const *fixed, size_t fixed_count,
                        const char *(*name_of)(const wgcq_model *, size_t), const wgcq_model *model,
                        size_t number)
{
    text name = {0};
    text_put(&name, name_of(model, number));
    bool clash = true;
    while (clash && !name.failed) {
        clash = listed(fixed, fixed_count, text_string(&name));
        for (size_t i = 0; i < number && !clash; i++)
            clash = !strcasecmp(name_of(model, i), text_string(&name));
        if (clash)
            text_char(&name, '_');
    }
    if (name.failed)
        out->failed = true;
    quoted(out, text_string(&name));
    text_free(&name);
}

static const char *field_name(const wgcq_model *model, size_t i)
{
    return model->fields[i].name;
}

static const char *cost_name(const wgcq_model *model, size_t i)
{
    return model->cost_names[i];
}

/* ---- tables --------------------------------------------------------------------------- */

void views_costs(text *out, unsigned costs)
{
    for (unsigned i = 0; i < costs; i++)
        text_printf(out, ",c%u", i);
}

static void cost_columns(text *out, unsigned costs)
{
    for (unsigned i = 0; i < costs; i++)
        text_printf(out, ",c%u INTEGER NOT NULL", i);
}

void views_tables(text *out, const wgcq_model *model, int64_t run, bool keeps_shown)
{
    text_printf(out,
                "CREATE TABLE state_%" PRId64 "(id INTEGER PRIMARY KEY,depth INTEGER NOT NULL,"
                "marks INTEGER NOT NULL",
                run);
    for (unsigned w = 0; w < model->words; w++)
        text_printf(out, ",w%u INTEGER NOT NULL", w);
    text_printf(out, "%s) STRICT;\n", keeps_shown ? ",shown TEXT NOT NULL" : "");
    text_printf(out,
                "CREATE TABLE edge_%" PRId64 "(src INTEGER NOT NULL,dst INTEGER NOT NULL,"
                "move INTEGER NOT NULL",
                run);
    cost_columns(out, model->costs);
    text_printf(out,
                ") STRICT;\nCREATE TABLE rejection_%" PRId64 "(src INTEGER NOT NULL,"
                "move INTEGER NOT NULL,rule INTEGER NOT NULL) STRICT;\n",
                run);
    text_printf(out,
                "CREATE TABLE move_%" PRId64 "(id INTEGER PRIMARY KEY,text TEXT NOT NULL) "
                "STRICT;\n",
                run);
    text_printf(out,
                "CREATE TABLE distance_%" PRId64 "(id INTEGER PRIMARY KEY,to_goal INTEGER,"
                "depth INTEGER) STRICT;\n",
                run);
    text_printf(out,
                "CREATE TABLE solution_%" PRId64 "(id INTEGER PRIMARY KEY,length INTEGER "
                "NOT NULL",
                run);
    cost_columns(out, model->costs);
    text_printf(out,
                ") STRICT;\nCREATE TABLE step_%" PRId64 "(solution INTEGER NOT NULL,step "
                "INTEGER NOT NULL,move INTEGER,src INTEGER,dst INTEGER,shown TEXT NOT NULL",
                run);
    cost_columns(out, model->costs);
    text_put(out, ") STRICT;\n");
}

/* ---- states ------------------------------------------------------------------------------ */

static void bits(text *out, const model_field *f)
{
    if (!f->width)
        text_char(out, '0');
    else if (f->width == 64)
        text_printf(out, "s.w%u", f->word);
    else
        text_printf(out, "((s.w%u>>%u)&%" PRIu64 ")", f->word, f->shift,
                    ((uint64_t)1 << f->width) - 1);
}

/* A value by its name: CASE is the fastest way SQLite has for a few dozen of them. */
static void decoded(text *out, const model_field *f)
{
    if (!f->values) {
        bits(out, f);
        text_printf(out, "%+" PRId64, f->low);
        return;
    }
    text_put(out, "CASE ");
    bits(out, f);
    for (size_t v = 0; v < f->value_count; v++) {
        text_printf(out, " WHEN %zu THEN ", v);
        literal(out, f->values[v]);
    }
    text_put(out, " END");
}

static void states_view(text *out, const wgcq_model *model, int64_t run, const char *shown,
                        bool depth_known)
{
    static const char *const fixed[] = {"id", "depth", "to_goal", "is_start", "is_goal", "shown"};
    text_printf(out,
                "CREATE VIEW states_%" PRId64 " AS SELECT s.id AS id,%s AS depth,"
                "d.to_goal AS to_goal,(s.marks>>2)&1 AS is_start,s.marks&1 AS is_goal,",
                run, depth_known ? "s.depth" : "coalesce(d.depth,s.depth)");
    text_put(out, shown ? shown : "s.shown");
    text_put(out, " AS shown");
    for (size_t i = 0; i < model->field_count && i < VIEW_FIELDS_MOST; i++) {
        text_char(out, ',');
        decoded(out, &model->fields[i]);
        text_put(out, " AS ");
        column_name(out, fixed, sizeof fixed / sizeof *fixed, field_name, model, i);
    }
    text_printf(out,
                " FROM state_%" PRId64 " AS s LEFT JOIN distance_%" PRId64 " AS d ON d.id=s.id;\n",
                run, run);
}

/* ---- the others ------------------------------------------------------------------------------ */

static void named_costs(text *out, const wgcq_model *model, const char *const *fixed, size_t count,
                        const char *alias)
{
    for (unsigned i = 0; i < model->costs; i++) {
        text_printf(out, ",%s.c%u AS ", alias, i);
        column_name(out, fixed, count, cost_name, model, i);
    }
}

static void edges_view(text *out, const wgcq_model *model, int64_t run)
{
    static const char *const fixed[] = {"src", "dst", "move", "moves"};
    text_printf(out,
                "CREATE VIEW edges_%" PRId64 " AS SELECT e.src AS src,e.dst AS dst,"
                "m.text AS move,1 AS moves",
                run);
    named_costs(out, model, fixed, sizeof fixed / sizeof *fixed, "e");
    text_printf(out,
                " FROM edge_%" PRId64 " AS e LEFT JOIN move_%" PRId64 " AS m ON m.id=e.move;\n",
                run, run);
}

static void rejections_view(text *out, int64_t run)
{
    text_printf(out,
                "CREATE VIEW rejections_%" PRId64 " AS SELECT r.src AS src,m.text AS move,"
                "n.name AS rule FROM rejection_%" PRId64 " AS r LEFT JOIN move_%" PRId64
                " AS m ON m.id=r.move LEFT JOIN rule AS n ON n.id=r.rule;\n",
                run, run, run);
}

static void solutions_views(text *out, const wgcq_model *model, int64_t run)
{
    static const char *const whole[] = {"id", "length", "moves"};
    static const char *const single[] = {"solution", "step",  "move", "src",
                                         "dst",      "shown", "moves"};
    text_printf(out,
                "CREATE VIEW solutions_%" PRId64 " AS SELECT s.id AS id,s.length AS length,"
                "s.length AS moves",
                run);
    named_costs(out, model, whole, sizeof whole / sizeof *whole, "s");
    text_printf(out, " FROM solution_%" PRId64 " AS s;\n", run);
    text_printf(out,
                "CREATE VIEW steps_%" PRId64 " AS SELECT s.solution AS solution,"
                "s.step AS step,m.text AS move,s.src AS src,s.dst AS dst,s.shown AS shown,"
                "s.step AS moves",
                run);
    named_costs(out, model, single, sizeof single / sizeof *single, "s");
    text_printf(out,
                " FROM step_%" PRId64 " AS s LEFT JOIN move_%" PRId64 " AS m ON m.id=s.move;\n",
                run, run);
}

void views_views(text *out, const wgcq_model *model, int64_t run, const char *shown,
                 bool depth_known)
{
    states_view(out, model, run, shown, depth_known);
    edges_view(out, model, run);
    rejections_view(out, run);
    solutions_views(out, model, run);
}

void views_newest(text *out, int64_t run)
{
    static const char *const names[] = {"states", "edges", "rejections", "solutions", "steps"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        text_printf(out, "DROP VIEW IF EXISTS %s;CREATE VIEW %s AS SELECT * FROM %s_%" PRId64 ";\n",
                    names[i], names[i], names[i], run);
}

void views_indices(text *out, int64_t run)
{
    text_printf(out, "CREATE INDEX state_%" PRId64 "_depth ON state_%" PRId64 "(depth);\n", run,
                run);
    text_printf(out, "CREATE INDEX edge_%" PRId64 "_src ON edge_%" PRId64 "(src);\n", run, run);
    text_printf(out, "CREATE INDEX edge_%" PRId64 "_dst ON edge_%" PRId64 "(dst);\n", run, run);
    text_printf(out, "CREATE INDEX rejection_%" PRId64 "_src ON rejection_%" PRId64 "(src);\n", run,
                run);
}
