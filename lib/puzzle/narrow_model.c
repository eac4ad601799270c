/*
 * narrow_model.c - a puzzle as a model over states of fewer bits.
 *
 * Where arrays are permutations and states have an index, that model is preferred
 * (arranged_model.c).
 *
 * A narrow packing relies on singles, values that exactly one element of an array has.  Candidates
 * are read off the starts; the compiler proves that every move keeps them, or the next candidate
 * is tried.  What the model needs the interpreter for is done on plain states.
 */
#include "puzzle/narrow_model.h"

#include <stdlib.h>

#include "base/error.h"
#include "puzzle/arranged_model.h"
#include "puzzle/interp/eval_expr.h"

enum {
    STARTS_MOST = 1 << 20, /* bytes of starts that are looked at                  */
    VALUES_MOST = 64,      /* of a type                                           */
    CANDIDATES_MOST = 3,   /* of one array                                        */
    PROGRAMS_MOST = 6,     /* compiled until one proves all of its singles        */
    ACTIONS_MOST = 20000   /* grounded moves: compiling more takes long           */
};

typedef struct narrow_puzzle {
    wgcq_model model;
    const wgcq_model *plain;
    program *program;
    model_field *fields;
} narrow_puzzle;

/* ---- candidates ------------------------------------------------------------------------- */

typedef struct candidates { /* of one array */
    size_t count, tried;
    single all[CANDIDATES_MOST];
} candidates;

typedef struct narrow_search {
    const wgcq_puzzle *puzzle;
    batch starts;
    bool same_states;
    candidates *of; /* [variables] */
    single *chosen; /* [variables] */
    wgcq_error *err;
} narrow_search;

static bool is_in_every_start(const narrow_search *n, const single *s)
{
    const ast *t = n->puzzle->tree;
    for (size_t i = 0; i < n->starts.count; i++) {
        size_t found = 0;
        for (size_t c = s->variable->first; c < s->variable->first + s->variable->cells; c++)
            found += eval_read(t, n->starts.state + i * t->words, c) == s->value;
        if (found != 1)
            return false;
    }
    return true;
}

/* The least values first: an empty place is often the first of its type. */
static void find_candidates(const narrow_search *n, const state_variable *v, candidates *out)
{
    single s = {.variable = v};
    if (packing_saving(&s) <= 0)
        return;
    for (uint64_t i = 0; i < v->type->count && i < VALUES_MOST; i++) {
        s.value = type_value(v->type, i);
        if (out->count < CANDIDATES_MOST && is_in_every_start(n, &s))
            out->all[out->count++] = s;
    }
}

/* False: there are too many, or none is left, which the search itself will say. */
static bool find_starts(narrow_search *n, void *worker)
{
    budget limit = {.limit = STARTS_MOST};
    wgcq_error ignored = {0};
    const wgcq_model *m = &n->puzzle->model;
    n->starts = (batch){.words = m->words, .costs = m->costs, .budget = &limit};
    int code = m->initial_states(worker, &n->starts, &ignored);
    n->starts.budget = NULL;
    return !code && !budget_spent(&limit) && n->starts.count;
}

static bool find_all_candidates(narrow_search *n)
{
    const ast *t = n->puzzle->tree;
    bool any = false;
    for (size_t i = 0; i < t->variable_count; i++) {
        find_candidates(n, t->variables[i], &n->of[i]);
        any = any || n->of[i].count;
    }
    return any;
}

/* ---- the program -------------------------------------------------------------------------- */

static size_t choose_singles(narrow_search *n)
{
    size_t count = 0;
    for (size_t i = 0; i < n->puzzle->tree->variable_count; i++)
        if (n->of[i].tried < n->of[i].count)
            n->chosen[count++] = n->of[i].all[n->of[i].tried];
    return count;
}

/* Replaces candidates that are not proved by the next ones; returns how many. */
static size_t drop_unproved(narrow_search *n, const program *p)
{
    size_t number = 0, lost = 0;
    for (size_t i = 0; i < n->puzzle->tree->variable_count; i++) {
        if (n->of[i].tried == n->of[i].count)
            continue;
        bool kept = program_keeps(p, number++);
        n->of[i].tried += !kept;
        lost += !kept;
    }
    return lost;
}

/* *out is NULL where no single is proved. */
static int compile_narrow(program **out, narrow_search *n)
{
    const wgcq_puzzle *puzzle = n->puzzle;
    for (unsigned tries = 0; tries < PROGRAMS_MOST; tries++) {
        program *p;
        size_t count = choose_singles(n);
        if (!count)
            return 0;
        int code = program_new_narrow(&p, puzzle->tree, n->chosen, count, puzzle->moves, n->err);
        if (code)
            return code;
        if (!drop_unproved(n, p) && !program_interprets(p)) {
            *out = p;
            return 0;
        }
        bool interprets = program_interprets(p);
        program_free(p);
        if (interprets)
            return 0;
    }
    return 0;
}

/* An arranged model, or the program of a narrow one, or neither. */
static int search_narrow(wgcq_model **arranged, program **out, narrow_search *n, void *worker)
{
    const size_t variables = n->puzzle->tree->variable_count;
    n->of = calloc(variables + 1, sizeof *n->of);
    n->chosen = calloc(variables + 1, sizeof *n->chosen);
    if (!n->of || !n->chosen)
        return error_set_memory(n->err);
    if (!find_starts(n, worker))
        return 0;
    int code = arranged_model_new(arranged, n->puzzle, &n->starts, n->err);
    return !code && !*arranged && !n->same_states && find_all_candidates(n) ? compile_narrow(out, n)
                                                                            : code;
}

static int find_narrow(wgcq_model **arranged, program **out, const wgcq_puzzle *puzzle,
                       bool same_states, wgcq_error *err)
{
    narrow_search n = {.puzzle = puzzle, .same_states = same_states, .err = err};
    void *worker;
    *out = NULL;
    if (program_interprets(puzzle->program) || program_action_count(puzzle->program) > ACTIONS_MOST)
        return 0;
    int code = puzzle->model.worker_new(&worker, &puzzle->model, err);
    if (code)
        return code;
    code = search_narrow(arranged, out, &n, worker);
    puzzle->model.worker_free(worker);
    batch_free(&n.starts);
    free(n.of);
    free(n.chosen);
    return code;
}

/* ---- workers ------------------------------------------------------------------------------- */

typedef struct narrow_worker {
    const narrow_puzzle *of;
    vm *vm;
    void *plain;     /* a worker of the plain model */
    batch starts;    /* plain */
    uint64_t *state; /* one plain state */
} narrow_worker;

static void narrow_worker_free(void *self)
{
    narrow_worker *w = self;
    if (!w)
        return;
    vm_free(w->vm);
    if (w->plain)
        w->of->plain->worker_free(w->plain);
    batch_free(&w->starts);
    free(w->state);
    free(w);
}

static int narrow_worker_new(void **out, const wgcq_model *model, wgcq_error *err)
{
    narrow_worker *w = calloc(1, sizeof *w);
    if (!w)
        return error_set_memory(err);
    w->of = model->self;
    const wgcq_model *plain = w->of->plain;
    w->starts = (batch){.words = plain->words, .costs = plain->costs};
    w->state = calloc(plain->words, sizeof *w->state);
    int code = w->state ? plain->worker_new(&w->plain, plain, err) : error_set_memory(err);
    code = code ? code : vm_new(&w->vm, w->of->program, err);
    if (code)
        narrow_worker_free(w);
    else
        *out = w;
    return code;
}

static const packing *packing_of(const narrow_worker *w)
{
    return program_packing(w->of->program);
}

/* ---- the model's functions ------------------------------------------------------------------- */

static int narrow_starts(narrow_worker *w, batch *out, wgcq_error *err)
{
    const batch *from = &w->starts;
    if (!batch_reserve(out, from->count))
        return error_set_memory(err);
    for (size_t i = 0; i < from->count; i++, out->count++) {
        out->lane[out->count] = out->move[out->count] = 0;
        if (!packing_narrow(packing_of(w), from->state + i * from->words,
                            out->state + out->count * out->words))
            return error_set(err, WGCQ_ERUN, "a start does not fit the narrow packing");
    }
    return 0;
}

static int narrow_initial_states(void *self, batch *out, wgcq_error *err)
{
    narrow_worker *w = self;
    const wgcq_model *plain = w->of->plain;
    out->words = w->of->model.words;
    out->costs = w->of->model.costs;
    batch_clear(&w->starts);
    w->starts.budget = out->budget;
    int code = plain->initial_states(w->plain, &w->starts, err);
    w->starts.budget = NULL;
    return code ? code : narrow_starts(w, out, err);
}

static int narrow_expand(void *self, const uint64_t *states, size_t count, unsigned wants,
                         batch *out, wgcq_error *err)
{
    return vm_expand(((narrow_worker *)self)->vm, states, count, wants, out, err);
}

static int narrow_classify(void *self, const uint64_t *states, size_t count, uint8_t *marks,
                           wgcq_error *err)
{
    return vm_classify(((narrow_worker *)self)->vm, states, count, marks, err);
}

static int narrow_estimate(void *self, const uint64_t *states, size_t count, int64_t *bound,
                           wgcq_error *err)
{
    const narrow_worker *w = self;
    int code = vm_estimate(w->vm, states, count, bound, err);
    if (!code)
        model_keep_bounds(w->of->plain, bound, count);
    return code;
}

static int narrow_show(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    narrow_worker *w = self;
    packing_widen(packing_of(w), state, w->state);
    return w->of->plain->show(w->plain, w->state, out, err);
}

static int narrow_spell(void *self, const uint64_t *state, strbuf *out, wgcq_error *err)
{
    narrow_worker *w = self;
    packing_widen(packing_of(w), state, w->state);
    return w->of->plain->texts.spell(w->plain, w->state, out, err);
}

static const wgcq_model *plain_of(const wgcq_model *model)
{
    return ((const narrow_puzzle *)model->self)->plain;
}

static const char *narrow_move_text(const wgcq_model *model, uint32_t number)
{
    return plain_of(model)->move_text(plain_of(model), number);
}

static size_t narrow_text_memory(const wgcq_model *model)
{
    return plain_of(model)->texts.memory(plain_of(model));
}

static uint32_t narrow_move_count(const wgcq_model *model)
{
    return plain_of(model)->move_count(plain_of(model));
}

static int narrow_move_number(const wgcq_model *model, const char *text, uint32_t *number)
{
    return plain_of(model)->move_number(plain_of(model), text, number);
}

static int narrow_is_undirected(bool *undirected, const wgcq_model *model, wgcq_error *err)
{
    return plain_of(model)->is_undirected(undirected, plain_of(model), err);
}

static void narrow_widen(const wgcq_model *model, const uint64_t *state, uint64_t *plain)
{
    packing_widen(program_packing(((const narrow_puzzle *)model->self)->program), state, plain);
}

static bool narrow_before(const wgcq_model *model, const uint64_t *a, const uint64_t *b)
{
    return packing_before(program_packing(((const narrow_puzzle *)model->self)->program), a, b);
}

/* ---- the model ------------------------------------------------------------------------------- */

static bool make_narrow_fields(narrow_puzzle *n)
{
    const packing *p = program_packing(n->program);
    size_t cells = n->plain->field_count;
    n->fields = calloc(cells + p->single_count, sizeof *n->fields);
    if (!n->fields)
        return false;
    for (size_t i = 0; i < cells; i++) {
        model_field *f = &n->fields[i];
        *f = n->plain->fields[i];
        f->word = p->cells[i].word;
        f->shift = p->cells[i].shift;
        f->width = p->cells[i].width;
        if (packing_single(p, i)) { /* its values are no range */
            f->low = 0;
            f->values = NULL;
            f->value_count = 0;
            f->domain = 0;
        }
    }
    for (size_t i = 0; i < p->single_count; i++) {
        const packed_field *f = &p->singles[i].place;
        n->fields[cells + i] = (model_field){.name = p->singles[i].variable->name,
                                             .label = p->singles[i].variable->name,
                                             .word = f->word,
                                             .shift = f->shift,
                                             .width = f->width};
    }
    return true;
}

static void make_narrow_model(narrow_puzzle *n)
{
    const packing *p = program_packing(n->program);
    wgcq_model *m = &n->model;
    *m = *n->plain;
    m->self = n;
    m->words = p->words;
    m->bits = p->bits;
    m->fields = n->fields;
    m->field_count = n->plain->field_count + p->single_count;
    m->lists = NULL; /* they are of the plain model's values */
    m->list_count = 0;
    m->worker_new = narrow_worker_new;
    m->worker_free = narrow_worker_free;
    m->initial_states = narrow_initial_states;
    m->expand = narrow_expand;
    m->classify = narrow_classify;
    m->estimate = narrow_estimate;
    m->move_text = narrow_move_text;
    m->move_count = narrow_move_count;
    m->move_number = narrow_move_number;
    m->show = narrow_show;
    m->is_undirected = narrow_is_undirected;
    m->reference = (model_reference){0};
    m->texts = (model_texts){.spell = n->plain->texts.spell ? narrow_spell : NULL,
                             .memory = narrow_text_memory};
    m->made = (model_made){0};
    m->plain = (model_plain){narrow_widen, narrow_before, n->plain->words};
}

static void free_narrow_puzzle(narrow_puzzle *n)
{
    program_free(n->program);
    free(n->fields);
    free(n);
}

int narrow_model_new(wgcq_model **out, const wgcq_model *plain, bool same_states, wgcq_error *err)
{
    *out = NULL;
    program *compiled;
    if (plain->words > MODEL_PLAIN_MOST)
        return 0;
    int code = find_narrow(out, &compiled, plain->self, same_states, err);
    if (code || !compiled)
        return code;
    narrow_puzzle *n = calloc(1, sizeof *n);
    if (!n) {
        program_free(compiled);
        return error_set_memory(err);
    }
    n->plain = plain;
    n->program = compiled;
    if (!make_narrow_fields(n)) {
        free_narrow_puzzle(n);
        return error_set_memory(err);
    }
    make_narrow_model(n);
    *out = &n->model;
    return 0;
}

void narrow_model_free(wgcq_model *narrow)
{
    if (narrow && narrow->plain.widen)
        free_narrow_puzzle(narrow->self);
    else if (narrow)
        arranged_model_free(narrow);
}
