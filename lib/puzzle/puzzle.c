/*
 * puzzle.c - a puzzle as its readers see it: from a file to a model.
 *
 * The stages, each a verb on what the one before made: text -> nodes (yaml.c) -> checked tree
 * (check.c) -> grounded program (program.h); and beside the program the teller, which tells the
 * same story a second way.
 */
#include "puzzle/puzzle.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "puzzle/check.h"
#include "puzzle/show_sql.h"

enum { TEXT_MOST = 1 << 20, MEMORY_MOST = 1 << 30 };

/* ---- files --------------------------------------------------------------------------- */

/* All of a file, malloc'd, one byte more than is allowed where it is too long: the reader says so.
 */
static int read_file(char **out, size_t *length, const char *path, wgcq_error *err)
{
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "rb");
    size_t room = TEXT_MOST + 2;
    if (!file)
        return fault(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    char *bytes = malloc(room);
    int code = bytes ? 0 : fault_memory(err);
    errno = 0;
    size_t used = bytes ? fread(bytes, 1, room - 1, file) : 0;
    if (!code && ferror(file))
        code = fault(err, WGCQ_EFILE, "%s: %s", path, strerror(errno ? errno : EIO));
    if (!standard)
        fclose(file);
    if (code) {
        free(bytes);
        return code;
    }
    bytes[used] = '\0';
    *out = bytes;
    *length = used;
    return 0;
}

/* ---- settings ----------------------------------------------------------------------------- */

typedef struct reading {
    wgcq_puzzle *into;
    const wgcq_setting *settings;
    size_t setting_count;
    override *overrides;
    size_t override_count;
    complaints *to;
    wgcq_error *err;
    int code;
} reading;

static source *new_source(arena *a, const char *name, const char *text_of, size_t length)
{
    source *s = arena_take(a, sizeof *s);
    s->name = name;
    s->text = arena_text(a, text_of, length);
    s->length = length;
    return s;
}

/* The file's text as if it stood in the puzzle behind a `|`. */
static const node *text_node(arena *a, const source *from)
{
    node *n = arena_take(a, sizeof *n);
    n->form = NODE_SCALAR;
    n->style = STYLE_LITERAL;
    n->at = (place){from, 1, 1, 1, 2};
    n->text = from->text;
    n->length = from->length;
    return n;
}

static bool set_from_file(reading *r, override *o, const char *path)
{
    arena *a = &r->into->memory;
    char *bytes;
    size_t length;
    r->code = read_file(&bytes, &length, path, r->err);
    if (r->code)
        return false;
    /* copied into the arena with its jump kept from skipping the free */
    jmp_buf *outer = a->out, here;
    if (setjmp(here)) {
        free(bytes);
        a->out = outer;
        longjmp(*outer, 1);
    }
    a->out = &here;
    o->from = new_source(a, arena_printf(a, "--set %s=@%s", o->name, path), bytes, length);
    a->out = outer;
    free(bytes);
    o->text = text_node(a, o->from);
    return true;
}

static bool read_setting(reading *r, override *o, const char *setting_text)
{
    arena *a = &r->into->memory;
    const char *equals = strchr(setting_text, '=');
    if (!equals || equals == setting_text) {
        source *s = new_source(a, "--set", setting_text, strlen(setting_text));
        complain(r->to, WGCQ_COMPLAINT_SHAPE, (place){s, 1, 1, 1, (int)strlen(setting_text) + 1},
                 "--set takes NAME=VALUE or NAME=@FILE");
        return false;
    }
    o->name = arena_text(a, setting_text, (size_t)(equals - setting_text));
    if (equals[1] == '@') {
        if (!set_from_file(r, o, equals + 2))
            return false;
        o->value = yaml_read(a, o->from, NULL);
        if (!o->value)
            o->value = o->text;
        return true;
    }
    o->from = new_source(a, arena_printf(a, "--set %s", o->name), equals + 1, strlen(equals + 1));
    o->value = yaml_read(a, o->from, r->to);
    return o->value != NULL;
}

static bool read_settings(reading *r)
{
    r->overrides = arena_array(&r->into->memory, r->setting_count + 1, sizeof *r->overrides);
    bool fine = true;
    for (size_t i = 0; i < r->setting_count && !r->code; i++)
        if (read_setting(r, &r->overrides[r->override_count], r->settings[i]))
            r->override_count++;
        else
            fine = false;
    return fine && !r->code;
}

/* ---- the model ------------------------------------------------------------------------------ */

typedef struct worker {
    const wgcq_puzzle *of;
    runner *run;
    teller *tell;
} worker;

static void worker_free(void *self)
{
    worker *w = self;
    if (!w)
        return;
    runner_free(w->run);
    teller_free(w->tell);
    free(w);
}

static int worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    worker *w = calloc(1, sizeof *w);
    if (!w)
        return fault_memory(err);
    w->of = model->self;
    w->tell = teller_new(w->of->tree);
    int code = w->tell ? runner_new(&w->run, w->of->program, err) : fault_memory(err);
    if (code)
        worker_free(w);
    else
        *out = w;
    return code;
}

static int starts(void *self, batch *out, wgcq_error *err)
{
    worker *w = self;
    out->words = w->of->model.words;
    out->costs = w->of->model.costs;
    return teller_starts(w->tell, out, err);
}

static int expand(void *self, const uint64_t *states, size_t count, unsigned wants, batch *out,
                  wgcq_error *err)
{
    worker *w = self;
    return runner_expand(w->run, states, count, wants, out, err);
}

static int classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                    wgcq_error *err)
{
    worker *w = self;
    return runner_classify(w->run, states, count, marks, err);
}

static int estimate(void *self, const uint64_t *states, size_t count, int64_t *bound,
                    wgcq_error *err)
{
    worker *w = self;
    return runner_estimate(w->run, states, count, bound, err);
}

static int retell(void *self, const uint64_t *state, unsigned wants, batch *out, wgcq_error *err)
{
    worker *w = self;
    out->words = w->of->model.words;
    out->costs = w->of->model.costs;
    return teller_tell(w->tell, state, wants, out, texts_number, w->of->moves, err);
}

static int reclassify(void *self, const uint64_t *state, uint8_t *marks, wgcq_error *err)
{
    worker *w = self;
    return teller_marks(w->tell, state, marks, err);
}

static int show(void *self, const uint64_t *state, text *out, wgcq_error *err)
{
    worker *w = self;
    return teller_show(w->tell, state, out, err);
}

static const char *move_text(const wgcq_model *model, uint32_t number)
{
    const wgcq_puzzle *of = model->self;
    return texts_at(of->moves, number);
}

static uint32_t move_count(const wgcq_model *model)
{
    const wgcq_puzzle *of = model->self;
    return texts_count(of->moves);
}

static bool model_show_sql(const wgcq_model *model, text *out)
{
    const wgcq_puzzle *of = model->self;
    return show_sql(of->tree, out);
}

static const model_field *fields(wgcq_puzzle *of)
{
    static const char *const truth[] = {"false", "true"};
    const tree *t = of->tree;
    model_field *all = arena_array(&of->memory, t->cell_count + 1, sizeof *all);
    for (size_t i = 0; i < t->cell_count; i++) {
        const cell *c = &t->cells[i];
        all[i] = (model_field){.name = c->name,
                               .said = c->said,
                               .word = c->word,
                               .shift = c->shift,
                               .width = c->width,
                               .low = c->low};
        if (c->of->of.form == KIND_ENUM)
            all[i].values = c->of->of.of->values + c->low;
        if (c->of->of.form == KIND_TRUTH)
            all[i].values = truth;
        if (all[i].values)
            all[i].value_count = (size_t)(c->of->high - c->of->low) + 1;
    }
    return all;
}

static void fill_model(wgcq_puzzle *of)
{
    const tree *t = of->tree;
    const char **rules = arena_array(&of->memory, t->rule_count + 1, sizeof *rules);
    const char **costs = arena_array(&of->memory, t->cost_count + 1, sizeof *costs);
    for (size_t i = 0; i < t->rule_count; i++)
        rules[i] = t->rules[i].name;
    for (size_t i = 0; i < t->cost_count; i++)
        costs[i] = t->costs[i].name;
    of->model = (wgcq_model){.self = of,
                             .title = wgcq_puzzle_title(of),
                             .words = t->words,
                             .bits = t->bits,
                             .costs = (unsigned)t->cost_count,
                             .cost_names = costs,
                             .has_goal = t->goal != NULL,
                             .has_end = t->end != NULL,
                             .has_estimate = t->estimate != NULL,
                             .fields = fields(of),
                             .field_count = t->cell_count,
                             .rules = rules,
                             .rule_count = t->rule_count,
                             .minimize = t->minimize,
                             .minimize_count = t->minimize_count,
                             .worker_new = worker_new,
                             .worker_free = worker_free,
                             .starts = starts,
                             .expand = expand,
                             .classify = classify,
                             .estimate = estimate,
                             .retell = retell,
                             .reclassify = reclassify,
                             .move_text = move_text,
                             .move_count = move_count,
                             .show = show,
                             .show_sql = model_show_sql};
}

/* ---- from text to puzzle ----------------------------------------------------------------------
 */

/* What may jump out of the arena stands in here; nothing else is held meanwhile. */
static bool make_tree(reading *r)
{
    wgcq_puzzle *p = r->into;
    jmp_buf out;
    if (setjmp(out)) {
        p->memory.out = NULL;
        r->code = fault_memory(r->err);
        return false;
    }
    p->memory.out = &out;
    bool settings_read = read_settings(r);
    node *root = r->code ? NULL : yaml_read(&p->memory, &p->text, r->to);
    if (root)
        p->tree = check_puzzle(&p->memory, root, &p->text, r->overrides, r->override_count, r->to);
    if (p->tree && settings_read)
        fill_model(p);
    p->memory.out = NULL;
    return p->tree && settings_read && !complaints_errors(r->to);
}

static int build(reading *r)
{
    wgcq_puzzle *p = r->into;
    p->moves = texts_new();
    if (!p->moves)
        return fault_memory(r->err);
    if (!make_tree(r)) {
        if (!r->code && complaints_failed(r->to))
            r->code = fault_memory(r->err);
        if (!r->code)
            r->code = fault(r->err, WGCQ_EPUZZLE, "%s has mistakes", p->text.name);
        return r->code;
    }
    return program_new(&p->program, p->tree, p->moves, r->err);
}

int wgcq_puzzle_read(wgcq_puzzle **out, const char *yaml, size_t length, const char *name,
                     const wgcq_setting *settings, size_t setting_count, wgcq_complaints **said,
                     wgcq_error *err)
{
    wgcq_puzzle *p = calloc(1, sizeof *p);
    complaints *to = complaints_new();
    reading r = {
        .into = p, .settings = settings, .setting_count = setting_count, .to = to, .err = err};
    int code = p && to ? 0 : fault_memory(err);
    if (said)
        *said = NULL;
    if (!code) {
        p->memory.most = MEMORY_MOST;
        p->own_name = strdup(name);
        p->own_text = malloc(length + 1);
        code = p->own_name && p->own_text ? 0 : fault_memory(err);
    }
    if (!code) {
        memcpy(p->own_text, yaml, length);
        p->own_text[length] = '\0';
        p->text = (source){p->own_name, p->own_text, length};
        code = build(&r);
    }
    if (said && to && wgcq_complaints_count(to))
        *said = to;
    else
        wgcq_complaints_free(to);
    if (code)
        wgcq_puzzle_free(p);
    else
        *out = p;
    return code;
}

int wgcq_puzzle_load(wgcq_puzzle **out, const char *path, const wgcq_setting *settings,
                     size_t setting_count, wgcq_complaints **said, wgcq_error *err)
{
    char *bytes;
    size_t length;
    if (said)
        *said = NULL;
    int code = read_file(&bytes, &length, path, err);
    if (code)
        return code;
    const char *name = strcmp(path, "-") ? path : "<stdin>";
    code = wgcq_puzzle_read(out, bytes, length, name, settings, setting_count, said, err);
    free(bytes);
    return code;
}

void wgcq_puzzle_free(wgcq_puzzle *p)
{
    if (!p)
        return;
    program_free(p->program);
    texts_free(p->moves);
    arena_free(&p->memory);
    text_free(&p->line);
    free(p->own_name);
    free(p->own_text);
    free(p);
}

/* ---- what it says of itself ---------------------------------------------------------------------
 */

const wgcq_model *wgcq_puzzle_model(const wgcq_puzzle *p)
{
    return &p->model;
}

const char *wgcq_puzzle_title(const wgcq_puzzle *p)
{
    return p->tree->title && *p->tree->title ? p->tree->title : p->text.name;
}

const char *wgcq_puzzle_source(const wgcq_puzzle *p)
{
    return p->text.text;
}

const char *wgcq_puzzle_file(const wgcq_puzzle *p)
{
    return p->text.name;
}

const char *wgcq_puzzle_line(wgcq_puzzle *p, int line)
{
    const char *at = p->text.text;
    for (int i = 1; i < line && at; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    text_clear(&p->line);
    if (line >= 1 && at)
        text_add(&p->line, at, strcspn(at, "\r\n"));
    return text_string(&p->line);
}

size_t wgcq_puzzle_param_count(const wgcq_puzzle *p)
{
    return p->tree->param_count;
}

const char *wgcq_puzzle_param_name(const wgcq_puzzle *p, size_t i)
{
    return p->tree->params[i].name;
}

const char *wgcq_puzzle_param_value(const wgcq_puzzle *p, size_t i)
{
    return p->tree->params[i].value;
}

size_t wgcq_puzzle_cost_count(const wgcq_puzzle *p)
{
    return p->tree->cost_count + 1;
}

const char *wgcq_puzzle_cost_name(const wgcq_puzzle *p, size_t i)
{
    return i ? p->tree->costs[i - 1].name : "moves";
}

wgcq_puzzle_size wgcq_puzzle_measure(const wgcq_puzzle *p)
{
    const tree *t = p->tree;
    return (wgcq_puzzle_size){.variables = t->variable_count,
                              .cells = t->cell_count,
                              .bits = t->bits,
                              .moves = t->move_count,
                              .grounded = program_grounded(p->program),
                              .rules = t->state_rule_count};
}

size_t wgcq_puzzle_expect_count(const wgcq_puzzle *p)
{
    return p->tree->expect_count;
}

const char *wgcq_puzzle_expect_name(const wgcq_puzzle *p, size_t i)
{
    return p->tree->expect[i].name;
}

const char *wgcq_puzzle_expect_value(const wgcq_puzzle *p, size_t i)
{
    return p->tree->expect[i].value;
}
