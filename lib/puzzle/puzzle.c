/*
 * puzzle.c - loads a puzzle: from a file to a model.
 *
 * The stages: text -> YAML nodes (source/yaml.c) -> checked AST (check/check_puzzle.c) -> compiled
 * program (vm/program.h).  The interpreter (interp/interp.h) evaluates the AST a second way.
 */
#include "puzzle/puzzle.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/puzzle_model.h"
#include "puzzle/sections/check_puzzle.h"
#include "puzzle/show_sql.h"
#include "puzzle/stored_puzzle.h"

enum { LANGUAGE = 1 };
enum { MEMORY_MOST = 256 << 20 }; /* bytes of a puzzle's AST */

int wgcq_language(void)
{
    return LANGUAGE;
}

/* ---- from text to puzzle ----------------------------------------------------------------- */

typedef struct puzzle_reading {
    wgcq_puzzle *puzzle;
    const wgcq_setting *settings;
    size_t setting_count;
    const stored_params *stored; /* in place of `settings`; or NULL */
    param_overrides overrides;
    diagnostics *diagnostics;
    interp *names; /* while it evaluates those of properties */
    wgcq_error *err;
} puzzle_reading;

static void show_as_before(ast *tree)
{
    tree->places = NULL;
    tree->show_count += tree->show_line_end;
}

static bool name_properties(puzzle_reading *r)
{
    wgcq_error err = {0};
    const ast *t = r->puzzle->tree;
    if (!t->property_count)
        return true;
    r->names = interp_new(t);
    int code =
        r->names ? puzzle_name_properties(r->puzzle, r->names, &err) : error_set_memory(&err);
    interp_free(r->names);
    r->names = NULL;
    if (code == WGCQ_EMEMORY) /* no mistake of the puzzle */
        r->overrides.code = error_set_memory(r->err);
    return !code || code == WGCQ_EMEMORY ||
           diagnostic_add(r->diagnostics, WGCQ_DIAGNOSTIC_RANGE, t->properties[0].at, "%s",
                          err.text);
}

static bool check_puzzle_text(puzzle_reading *r)
{
    wgcq_puzzle *p = r->puzzle;
    const node *root = yaml_read(&p->memory, &p->text, r->diagnostics);
    r->overrides =
        (param_overrides){.memory = &p->memory, .to = r->diagnostics, .root = root, .err = r->err};
    bool set = r->stored ? param_overrides_read_stored(&r->overrides, r->stored)
                         : param_overrides_read(&r->overrides, r->settings, r->setting_count);
    if (r->overrides.code || !root)
        return false;
    ast *tree = check_puzzle(&p->memory, root, &p->text, r->overrides.all, r->overrides.count,
                             r->diagnostics);
    if (tree && r->stored && r->stored->shown_before)
        show_as_before(tree);
    p->tree = tree;
    if (!p->tree || !set || diagnostics_error_count(r->diagnostics))
        return false;
    puzzle_model(p);
    return name_properties(r);
}

static int too_large_error(puzzle_reading *r)
{
    diagnostic_add_too_large(r->diagnostics, &r->puzzle->text, MEMORY_MOST);
    if (diagnostics_failed(r->diagnostics))
        return error_set_memory(r->err);
    return error_set(r->err, WGCQ_EPUZZLE, "%s has mistakes", r->puzzle->text.name);
}

/* An arena that runs out of memory jumps back here; only *r holds resources meanwhile. */
static int build_tree(puzzle_reading *r)
{
    wgcq_puzzle *p = r->puzzle;
    jmp_buf out;
    if (setjmp(out)) {
        p->memory.out = NULL;
        interp_free(r->names);
        file_text_free(&r->overrides.file);
        return p->memory.limit_hit ? too_large_error(r) : error_set_memory(r->err);
    }
    p->memory.out = &out;
    bool fine = check_puzzle_text(r);
    p->memory.out = NULL;
    if (r->overrides.code)
        return r->overrides.code;
    if (diagnostics_failed(r->diagnostics))
        return error_set_memory(r->err);
    return fine ? 0 : error_set(r->err, WGCQ_EPUZZLE, "%s has mistakes", p->text.name);
}

static int build_puzzle(puzzle_reading *r)
{
    wgcq_puzzle *p = r->puzzle;
    int code = build_tree(r);
    if (code)
        return code;
    p->moves = interner_new();
    code =
        p->moves ? program_new(&p->program, p->tree, p->moves, r->err) : error_set_memory(r->err);
    code = code ? code : show_sql(&p->shown_sql, p->tree, r->err);
    if (code)
        return code;
    p->model.texts.shown_sql = p->shown_sql;
    p->model.memory = p->memory.total + program_memory(p->program);
    return 0;
}

/* The puzzle owns copies of its name and text. */
static bool copy_text(wgcq_puzzle *p, const char *name, const char *yaml, size_t length)
{
    p->own_name = strdup(name);
    p->own_text = malloc(length + 1);
    if (!p->own_name || !p->own_text)
        return false;
    if (length)
        memcpy(p->own_text, yaml, length);
    p->own_text[length] = '\0';
    p->text = (source_text){p->own_name, p->own_text, length};
    return true;
}

static int read_into(wgcq_puzzle **out, puzzle_reading *r, const char *yaml, size_t length,
                     const char *name, wgcq_diagnostics **complaints)
{
    wgcq_puzzle *p = calloc(1, sizeof *p);
    diagnostics *to = diagnostics_new();
    r->puzzle = p;
    r->diagnostics = to;
    if (complaints)
        *complaints = NULL;
    int code = p && to && copy_text(p, name, yaml, length) ? 0 : error_set_memory(r->err);
    if (!code) {
        p->memory.max_bytes = MEMORY_MOST;
        code = build_puzzle(r);
    }
    if (complaints && wgcq_diagnostics_count(to))
        *complaints = to;
    else
        wgcq_diagnostics_free(to);
    if (code)
        wgcq_puzzle_free(p);
    else
        *out = p;
    return code;
}

int wgcq_puzzle_read(wgcq_puzzle **out, const char *yaml, size_t length, const char *name,
                     const wgcq_setting *settings, size_t setting_count,
                     wgcq_diagnostics **complaints, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"yaml", length ? yaml : ""}, {"name", name})) ||
        error_if_null_text(err, __func__, "settings", settings, setting_count))
        return WGCQ_EREQUEST;
    puzzle_reading r = {.settings = settings, .setting_count = setting_count, .err = err};
    return read_into(out, &r, yaml, length, name, complaints);
}

/* Every parameter must be stored: another would have the value that the text gives. */
static int check_stored(const wgcq_puzzle *p, const stored_params *params, wgcq_error *err)
{
    for (size_t i = 0; i < params->count; i++)
        if (strcmp(params->names[i], wgcq_puzzle_param_name(p, i)) != 0)
            return error_set(err, WGCQ_ESTORE, "the file has no value for the parameter '%s'",
                             wgcq_puzzle_param_name(p, i));
    return 0;
}

int puzzle_read_stored(wgcq_puzzle **out, const char *yaml, const char *name,
                       const stored_params *params, wgcq_diagnostics **complaints, wgcq_error *err)
{
    wgcq_puzzle *p = NULL;
    puzzle_reading r = {.stored = params, .err = err};
    int code = read_into(&p, &r, yaml, strlen(yaml), name, complaints);
    code = code ? code : check_stored(p, params, err);
    if (code)
        wgcq_puzzle_free(p);
    else
        *out = p;
    return code;
}

/* A database, whose bytes would be shown as the line of a syntax error; runs have the id "WGCQ". */
static int reject_database(const file_text *file, const char *name, wgcq_error *err)
{
    static const char magic[] = "SQLite format 3";
    if (file->length < 100 || memcmp(file->bytes, magic, sizeof magic) != 0)
        return 0;
    if (memcmp(file->bytes + 68, "WGCQ", 4) != 0)
        return error_set(err, WGCQ_EREQUEST, "%s is an SQLite file, not a puzzle", name);
    return error_set(err, WGCQ_EREQUEST,
                     "%s is a file of stored runs, not a puzzle: `wgcq show %s` shows its solution",
                     name, name);
}

int wgcq_puzzle_load(wgcq_puzzle **out, const char *path, const wgcq_setting *settings,
                     size_t setting_count, wgcq_diagnostics **complaints, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"out", out}, {"path", path})) ||
        error_if_null_text(err, __func__, "settings", settings, setting_count))
        return WGCQ_EREQUEST;
    file_text file = {0};
    const char *name = strcmp(path, "-") ? path : "<stdin>";
    if (complaints)
        *complaints = NULL;
    int code = file_text_read(&file, path, err);
    code = code ? code : reject_database(&file, name, err);
    if (!code)
        code = wgcq_puzzle_read(out, file.bytes, file.length, name, settings, setting_count,
                                complaints, err);
    file_text_free(&file);
    return code;
}

void wgcq_puzzle_free(wgcq_puzzle *p)
{
    if (!p)
        return;
    program_free(p->program);
    interner_free(p->moves);
    arena_free(&p->memory);
    strbuf_free(&p->line);
    free(p->shown_sql);
    free(p->own_name);
    free(p->own_text);
    free(p);
}

/* ---- accessors --------------------------------------------------------------------------- */

const wgcq_model *wgcq_puzzle_model(const wgcq_puzzle *p)
{
    assert(p);
    return &p->model;
}

const char *wgcq_puzzle_title(const wgcq_puzzle *p)
{
    assert(p);
    return p->tree->title && *p->tree->title ? p->tree->title : p->text.name;
}

const char *wgcq_puzzle_source(const wgcq_puzzle *p)
{
    assert(p);
    return p->text.text;
}

const char *wgcq_puzzle_file(const wgcq_puzzle *p)
{
    assert(p);
    return p->text.name;
}

const char *wgcq_puzzle_line(wgcq_puzzle *p, int line)
{
    assert(p);
    const char *at = p->text.text;
    for (int i = 1; i < line && at; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    strbuf_clear(&p->line);
    if (line >= 1 && at)
        strbuf_add(&p->line, at, strcspn(at, "\r\n"));
    return strbuf_string(&p->line);
}

size_t wgcq_puzzle_param_count(const wgcq_puzzle *p)
{
    assert(p);
    return p->tree->param_count;
}

const char *wgcq_puzzle_param_name(const wgcq_puzzle *p, size_t i)
{
    assert(p && i < p->tree->param_count);
    return p->tree->params[i].name;
}

const char *wgcq_puzzle_param_value(const wgcq_puzzle *p, size_t i)
{
    assert(p && i < p->tree->param_count);
    return p->tree->params[i].value;
}

bool wgcq_puzzle_param_is_single(const wgcq_puzzle *p, size_t i)
{
    assert(p && i < p->tree->param_count);
    return p->tree->params[i].is_single;
}

size_t wgcq_puzzle_cost_count(const wgcq_puzzle *p)
{
    assert(p);
    return p->tree->cost_count + 1;
}

const char *wgcq_puzzle_cost_name(const wgcq_puzzle *p, size_t i)
{
    assert(p && i <= p->tree->cost_count);
    return i ? p->tree->costs[i - 1].name : "moves";
}

wgcq_puzzle_size wgcq_puzzle_measure(const wgcq_puzzle *p)
{
    assert(p);
    const ast *t = p->tree;
    return (wgcq_puzzle_size){.variables = t->variable_count,
                              .cells = t->cell_count,
                              .bits = t->bits,
                              .moves = t->move_count,
                              .grounded = program_action_count(p->program),
                              .rules = t->state_rule_count};
}

size_t wgcq_puzzle_expect_count(const wgcq_puzzle *p)
{
    assert(p);
    return p->tree->expect_count;
}

const char *wgcq_puzzle_expect_name(const wgcq_puzzle *p, size_t i)
{
    assert(p && i < p->tree->expect_count);
    return p->tree->expect[i].name;
}

const char *wgcq_puzzle_expect_value(const wgcq_puzzle *p, size_t i)
{
    assert(p && i < p->tree->expect_count);
    return p->tree->expect[i].value;
}
