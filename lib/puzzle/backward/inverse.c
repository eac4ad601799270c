/*
 * inverse.c - what leads to the states of a puzzle.
 *
 * Operators give the states that lead to a state (backward/preimages.h).  Of these, states that
 * break a rule and end states are left out; where an operator is not exact, a state is expanded,
 * too, and stays only if it leads there.  A rule or move that fails in a state leaves it in: if the
 * starts lead to it, the search meets the error.
 */
#include "puzzle/backward/inverse.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/backward/goal_states.h"
#include "puzzle/backward/preimages.h"

typedef struct puzzle_inverse {
    model_inverse inverse;
    const ast *tree;
    const program *program;
    program *made; /* NULL, or the same: program_with_rules */
    operators operators;
    preimages *preimages;
    vm *vm;
    /* The puzzle with rules alone: its goal is a state that breaks one.  NULL: there are no rules.
     */
    ast rules_tree;
    expr *broken, **broken_by;
    program *rules;
    vm *rules_vm;
    batch unsure, successors;
} puzzle_inverse;

static void free_inverse(model_inverse *self)
{
    puzzle_inverse *v = (puzzle_inverse *)self;
    if (!v)
        return;
    vm_free(v->rules_vm);
    program_free(v->rules);
    free(v->broken);
    free(v->broken_by);
    vm_free(v->vm);
    preimages_free(v->preimages);
    operators_free(&v->operators);
    program_free(v->made);
    batch_free(&v->unsure);
    batch_free(&v->successors);
    batch_free(&v->inverse.goals);
    free(v);
}

/* ---- leaving out -------------------------------------------------------------------------- */

/* The marks of states; those of a state where evaluating them fails are 0. */
static int classify_each(vm *m, const uint64_t *states, unsigned words, size_t count,
                         uint8_t *marks)
{
    int code = vm_classify(m, states, count, marks, NULL);
    for (size_t i = 0; i < count && code == WGCQ_ERUN; i++) {
        int one = vm_classify(m, states + i * words, 1, &marks[i], NULL);
        if (one == WGCQ_ERUN)
            marks[i] = 0;
        else if (one)
            return one;
    }
    return code == WGCQ_ERUN ? 0 : code;
}

static void move_row(batch *b, size_t to, size_t from)
{
    b->lane[to] = b->lane[from];
    memmove(b->state + to * b->words, b->state + from * b->words, b->words * sizeof *b->state);
}

/* Leaves out rows whose state has the mark. */
static int leave_out_marked(vm *m, batch *rows, uint8_t mark)
{
    uint8_t marks[MODEL_BATCH];
    size_t kept = 0;
    for (size_t at = 0; at < rows->count; at += MODEL_BATCH) {
        const size_t left = rows->count - at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        memset(marks, 0, sizeof marks);
        int code = classify_each(m, rows->state + at * rows->words, rows->words, count, marks);
        if (code)
            return code;
        for (size_t i = 0; i < count; i++)
            if (!(marks[i] & mark))
                move_row(rows, kept++, at + i);
    }
    rows->count = kept;
    return 0;
}

static int leave_out_forbidden(puzzle_inverse *v, batch *rows)
{
    int code = v->rules ? leave_out_marked(v->rules_vm, rows, MARK_GOAL) : 0;
    if (!code && (v->tree->end || v->tree->bound_count))
        code = leave_out_marked(v->vm, rows, MARK_END);
    return code;
}

/* ---- rows that are not sure --------------------------------------------------------------- */

static int append_row(batch *to, const batch *from, size_t row)
{
    if (!batch_reserve(to, 1))
        return WGCQ_EMEMORY;
    to->lane[to->count] = from->lane[row];
    memcpy(to->state + to->count++ * to->words, from->state + row * from->words,
           to->words * sizeof *to->state);
    return 0;
}

/* Whether row first + lane, which was expanded as that lane, has a successor that is its state. */
static void note_those_that_lead(const puzzle_inverse *v, const uint64_t *states, size_t first,
                                 bool *leads)
{
    const batch *found = &v->successors;
    const size_t words = found->words;
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t *to = states + v->unsure.lane[first + found->lane[i]] * words;
        if (!memcmp(found->state + i * words, to, words * sizeof *to))
            leads[found->lane[i]] = true;
    }
}

static int find_those_that_lead(puzzle_inverse *v, const uint64_t *states, size_t first,
                                size_t count, bool *leads)
{
    const uint64_t *from = v->unsure.state + first * v->unsure.words;
    int code = vm_expand(v->vm, from, count, 0, &v->successors, NULL);
    memset(leads, code == WGCQ_ERUN, count * sizeof *leads);
    if (code == WGCQ_ERUN && count > 1) { /* some state fails: one by one */
        code = 0;
        for (size_t i = 0; i < count && !code; i++)
            code = find_those_that_lead(v, states, first + i, 1, &leads[i]);
        return code;
    }
    if (!code)
        note_those_that_lead(v, states, first, leads);
    return code == WGCQ_ERUN ? 0 : code;
}

static int add_those_that_lead(puzzle_inverse *v, const uint64_t *states, batch *out)
{
    bool leads[MODEL_BATCH];
    int code = 0;
    for (size_t at = 0; at < v->unsure.count && !code; at += MODEL_BATCH) {
        const size_t left = v->unsure.count - at, count = left < MODEL_BATCH ? left : MODEL_BATCH;
        code = find_those_that_lead(v, states, at, count, leads);
        for (size_t i = 0; i < count && !code; i++)
            if (leads[i])
                code = append_row(out, &v->unsure, at + i);
    }
    return code;
}

static int find_predecessors(model_inverse *self, const uint64_t *states, size_t count, batch *out,
                             wgcq_error *err)
{
    puzzle_inverse *v = (puzzle_inverse *)self;
    batch_clear(out);
    batch_clear(&v->unsure);
    int code = preimages_find(v->preimages, states, count, out, &v->unsure) ? 0 : WGCQ_EMEMORY;
    code = code ? code : leave_out_forbidden(v, out);
    code = code ? code : leave_out_forbidden(v, &v->unsure);
    code = code ? code : add_those_that_lead(v, states, out);
    return code == WGCQ_EMEMORY ? error_set_memory(err) : code;
}

/* ---- making it ---------------------------------------------------------------------------- */

static bool is_lost(const puzzle_inverse *v, const state_variable *of)
{
    for (size_t c = of->first; c < of->first + of->cells; c++)
        if (v->operators.lost_cells[c])
            return true;
    return false;
}

/* 'at', 'boat' */
static void name_lost(const puzzle_inverse *v, strbuf *out)
{
    for (size_t i = 0; i < v->tree->variable_count; i++)
        if (is_lost(v, v->tree->variables[i]))
            strbuf_printf(out, "%s'%s'", out->length ? ", " : "", v->tree->variables[i]->name);
}

static int refuse_lost(const puzzle_inverse *v, wgcq_error *err)
{
    strbuf names = {0};
    name_lost(v, &names);
    int code =
        names.failed ? error_set_memory(err)
        : names.length
            ? error_set(err, WGCQ_EREQUEST,
                        "the move '%s' cannot be made backwards: what it sets in %s can have had "
                        "too many values before",
                        v->operators.lost->name, strbuf_string(&names))
            : error_set(err, WGCQ_EREQUEST,
                        "the move '%s' cannot be made backwards: it is too large to be compiled",
                        v->operators.lost->name);
    strbuf_free(&names);
    return code;
}

static int make_preimages(puzzle_inverse *v, budget *limit, wgcq_error *err)
{
    const program *p = v->program;
    if (operators_find(&v->operators, program_packing(p), program_dag(p), program_grounded(p), -1,
                       limit))
        return error_set_memory(err);
    if (budget_spent(limit))
        return 0;
    if (v->operators.lost)
        return refuse_lost(v, err);
    v->preimages = preimages_new(program_packing(p), &v->operators);
    return v->preimages ? 0 : error_set_memory(err);
}

/* The disjunction of the rules' breaches. */
static bool make_broken(puzzle_inverse *v)
{
    const ast *t = v->tree;
    const size_t rules = t->state_rule_count;
    v->broken = calloc(2 * rules + 1, sizeof *v->broken); /* after the rules', the disjunctions */
    v->broken_by = calloc(3 * rules + 1, sizeof *v->broken_by);
    if (!v->broken || !v->broken_by)
        return false;
    expr *all = NULL;
    for (size_t i = 0; i < rules; i++) {
        expr *one = t->rules[i].value, **args = v->broken_by + 3 * i;
        if (!t->rules[i].violated_if) {
            args[0] = one;
            v->broken[i] = (expr){.form = EXPR_NOT, .kind = one->kind, .count = 1, .args = args};
            one = &v->broken[i];
        }
        args[1] = all;
        args[2] = one;
        if (all) {
            v->broken[rules + i] =
                (expr){.form = EXPR_OR, .kind = one->kind, .count = 2, .args = args + 1};
            one = &v->broken[rules + i];
        }
        all = one;
    }
    v->rules_tree.goal = all;
    return true;
}

static int make_rules(puzzle_inverse *v, interner *labels, wgcq_error *err)
{
    memcpy(&v->rules_tree, v->tree, sizeof v->rules_tree);
    v->rules_tree.move_count = v->rules_tree.invariant_count = v->rules_tree.cost_count = 0;
    v->rules_tree.bound_count = 0;
    v->rules_tree.end = v->rules_tree.estimate = NULL;
    if (!make_broken(v))
        return error_set_memory(err);
    v->rules_tree.rule_count = v->rules_tree.state_rule_count = 0;
    int code = program_new(&v->rules, &v->rules_tree, labels, err);
    return code ? code : vm_new(&v->rules_vm, v->rules, err);
}

static int find_goals(puzzle_inverse *v, const inverse_wish *wish, wgcq_error *err)
{
    const program *p = v->program;
    const goal_wish how = {.packing = program_packing(p),
                           .dag = program_dag(p),
                           .grounded = program_grounded(p),
                           .operators = &v->operators,
                           .starts = wish->starts,
                           .limit = wish->limit};
    if (program_grounded(p)->goal_interpreted)
        return error_set(err, WGCQ_EREQUEST, "the goal is too large to be compiled");
    int code = goal_states_find(&v->inverse.goals, &how, err);
    if (!code && v->rules && leave_out_marked(v->rules_vm, &v->inverse.goals, MARK_GOAL))
        code = error_set_memory(err);
    return code;
}

static int make_inverse(puzzle_inverse *v, const inverse_wish *wish, wgcq_error *err)
{
    int code = program_with_rules(&v->program, &v->made, wish->program, err);
    code = code ? code : make_preimages(v, wish->limit, err);
    code = code ? code : vm_new(&v->vm, v->program, err);
    if (!code && v->tree->state_rule_count)
        code = make_rules(v, wish->labels, err);
    return code || budget_spent(wish->limit) ? code : find_goals(v, wish, err);
}

int inverse_new(model_inverse **out, const inverse_wish *wish, wgcq_error *err)
{
    const packing *p = program_packing(wish->program);
    puzzle_inverse *v = calloc(1, sizeof *v);
    *out = NULL;
    if (!v)
        return error_set_memory(err);
    v->inverse = (model_inverse){.predecessors = find_predecessors, .free = free_inverse};
    v->tree = wish->tree;
    v->inverse.goals.words = v->unsure.words = p->words;
    v->successors = (batch){.words = p->words, .costs = (unsigned)wish->tree->cost_count};
    int code = make_inverse(v, wish, err);
    if (code || budget_spent(wish->limit)) {
        free_inverse(&v->inverse);
        return code;
    }
    v->inverse.bytes = preimages_memory(v->preimages);
    *out = &v->inverse;
    return 0;
}
