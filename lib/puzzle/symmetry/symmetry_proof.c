/* symmetry_proof.c - proves that maps of states map a puzzle onto itself. */
#include "puzzle/symmetry/symmetry_proof.h"

#include <stdlib.h>
#include <string.h>

#include "puzzle/symmetry/form_image.h"

enum { PAIRS_OF_LABELS_MOST = 4000000 };

/* An action, or where evaluation fails, as a list of numbers; equal lists are equal actions. */
typedef struct fact {
    size_t length;
    uint32_t *numbers;
    const label *label; /* NULL: evaluation fails */
    bool may_collide;   /* another action may have that label */
} fact;

/* The heads of the lists. */
enum { FACT_FAILS, FACT_ACTS };

/* Conditions that hold in a state exactly if they hold in its image. */
typedef struct condition_list {
    size_t count, room;
    form *all;
} condition_list;

typedef struct proof {
    arena *memory;
    grounding grounding;
    grounded out;
    dag dag;
    packing packing;
    normal_forms forms;
    size_t fact_count, fact_room;
    fact *facts;
    condition_list conditions;
    form *guards; /* on the way to a decision, one behind the other */
    size_t guard_count, guard_room;
    bool failed;
} proof;

/* ---- actions ------------------------------------------------------------------------------- */

static void push_guard(proof *p, form f)
{
    ARENA_PUSH(p->memory, p->guards, p->guard_count, p->guard_room, f);
}

static form all_guards(proof *p)
{
    return normal_form_and(&p->forms, p->guards, p->guard_count);
}

static void push_fact(proof *p, const uint32_t *numbers, size_t length, const label *of)
{
    fact f = {.length = length, .label = of};
    f.numbers = arena_array(p->memory, length, sizeof *f.numbers);
    memcpy(f.numbers, numbers, length * sizeof *f.numbers);
    ARENA_PUSH(p->memory, p->facts, p->fact_count, p->fact_room, f);
}

static void note_failure(proof *p, form truth)
{
    size_t before = p->guard_count;
    if (truth == FORM_FALSE)
        return;
    push_guard(p, truth);
    push_fact(p, (uint32_t[]){FACT_FAILS, all_guards(p)}, 2, NULL);
    p->guard_count = before;
    push_guard(p, normal_form_not(&p->forms, truth));
}

/* Head, condition, two kinds of failures, costs, then cells and what is in them. */
static size_t head_of_fact(const ast *t)
{
    return 4 + t->cost_count;
}

static void note_action(proof *p, const ground_action *a)
{
    normal_forms *n = &p->forms;
    const ast *t = p->grounding.tree;
    form when = all_guards(p);
    if (n->failed || when == FORM_FALSE)
        return;
    size_t at = head_of_fact(t);
    uint32_t *list = arena_array(p->memory, at + 2 * a->change_count, sizeof *list);
    list[0] = FACT_ACTS;
    list[1] = when;
    list[2] = normal_form(n, a->costs_undefined);
    list[3] = normal_form(n, a->label->undefined);
    for (size_t i = 0; i < t->cost_count; i++)
        list[4 + i] = normal_form_where(n, normal_form(n, a->costs[i]), when);
    for (size_t i = 0; i < a->change_count && !n->failed; i++) {
        const size_t cell = a->changes[i].cell;
        form old = normal_form_where(n, normal_form_own_position(n, cell), when);
        form new = normal_form_position(n, normal_form(n, a->changes[i].value), cell);
        new = normal_form_where(n, new, when);
        if (new == old)
            continue;
        list[at++] = (uint32_t)cell;
        list[at++] = new;
    }
    push_fact(p, list, at, a->label);
}

static void collect_facts(proof *p, const decision *d)
{
    const size_t before = p->guard_count;
    for (; d && !p->forms.failed && !p->failed; d = d->next)
        switch (d->form) {
        case NODE_UNDEFINED: note_failure(p, normal_form(&p->forms, d->truth)); break;
        case NODE_GUARD: push_guard(p, normal_form(&p->forms, d->truth)); break;
        case NODE_BRANCH:
            for (size_t i = 0; i < d->count; i++)
                collect_facts(p, d->branches[i]);
            break;
        case NODE_EMIT: note_action(p, d->action); break;
        case NODE_INTERPRET: p->failed = true; break;
        }
    p->guard_count = before;
}

static int compare_facts(const void *a, const void *b)
{
    const fact *x = a, *y = b;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->numbers, y->numbers, x->length * sizeof *x->numbers);
}

/* Sorts them; of equal ones that can only make the same edges one is left. */
static void settle_facts(proof *p)
{
    size_t kept = 0;
    if (p->fact_count)
        qsort(p->facts, p->fact_count, sizeof *p->facts, compare_facts);
    for (size_t i = 0; i < p->fact_count; i++) {
        const fact *f = &p->facts[i], *last = kept ? &p->facts[kept - 1] : NULL;
        bool same = last && !compare_facts(last, f);
        if (same && f->label &&
            !(f->label->fixed && last->label->fixed && f->label->number == last->label->number))
            p->failed = true; /* which becomes which is not known */
        if (!same)
            p->facts[kept++] = *f;
    }
    p->fact_count = kept;
}

/* ---- labels -------------------------------------------------------------------------------- */

static int compare_fact_labels(const void *a, const void *b)
{
    const uint32_t x = (*(fact *const *)a)->label->number, y = (*(fact *const *)b)->label->number;
    return (x > y) - (x < y);
}

static void mark_equal_labels(fact **fixed, size_t count)
{
    if (count)
        qsort(fixed, count, sizeof *fixed, compare_fact_labels);
    for (size_t i = 1; i < count; i++)
        if (fixed[i]->label->number == fixed[i - 1]->label->number)
            fixed[i]->may_collide = fixed[i - 1]->may_collide = true;
}

static void mark_colliding_labels(proof *p)
{
    fact **fixed = arena_array(p->memory, p->fact_count + 1, sizeof *fixed);
    size_t count = 0, pairs = 0;
    for (size_t i = 0; i < p->fact_count; i++) {
        const label *l = p->facts[i].label;
        if (l && l->fixed)
            fixed[count++] = &p->facts[i];
        for (size_t k = 0; l && !l->fixed && k < p->fact_count && !p->failed; k++) {
            const label *other = p->facts[k].label;
            p->failed = ++pairs > PAIRS_OF_LABELS_MOST;
            if (i != k && other && label_may_equal(l, other))
                p->facts[i].may_collide = p->facts[k].may_collide = true;
        }
    }
    mark_equal_labels(fixed, count);
}

typedef struct label_map { /* of fixed labels, by number: 1 + the other's */
    uint32_t *to, *from;
} label_map;

/* Notes that the edges of one action become those of another. */
static bool note_labels(label_map *m, const fact *a, const fact *b)
{
    if (!a->label || (!a->may_collide && !b->may_collide))
        return true;
    if (!a->label->fixed || !b->label->fixed)
        return false;
    uint32_t *to = &m->to[a->label->number], *from = &m->from[b->label->number];
    if ((*to && *to != b->label->number + 1) || (*from && *from != a->label->number + 1))
        return false;
    *to = b->label->number + 1;
    *from = a->label->number + 1;
    return true;
}

/* ---- conditions ---------------------------------------------------------------------------- */

static void push_condition(proof *p, ref r)
{
    form f = normal_form(&p->forms, r);
    ARENA_PUSH(p->memory, p->conditions.all, p->conditions.count, p->conditions.room, f);
}

static lowered lower_condition(proof *p, const expr *e)
{
    return ground_condition(&p->grounding, e, &p->failed);
}

static void add_condition(proof *p, const expr *e)
{
    lowered m = lower_condition(p, e);
    push_condition(p, m.value);
    push_condition(p, m.undefined);
}

/* Whether a state breaks some rule; which one makes no difference. */
static void add_rules(proof *p)
{
    const ast *t = p->grounding.tree;
    lowered any = {REF_FALSE, REF_FALSE};
    for (size_t i = 0; i < t->state_rule_count; i++) {
        lowered m = lower_condition(p, t->rules[i].value);
        ref broken = t->rules[i].violated_if ? m.value : dag_not(&p->dag, m.value);
        any.value = dag_or(&p->dag, any.value, broken);
        any.undefined = dag_or(&p->dag, any.undefined, m.undefined);
    }
    push_condition(p, any.value);
    push_condition(p, any.undefined);
}

static void add_state_conditions(proof *p)
{
    const ast *t = p->grounding.tree;
    add_condition(p, t->goal);
    add_condition(p, t->end);
    add_rules(p);
    for (size_t i = 0; i < t->invariant_count; i++)
        add_condition(p, t->invariants[i].value);
    for (size_t i = 0; i < t->bound_count; i++)
        add_condition(p, t->bounds[i].value);
    for (size_t i = 0; i < t->cost_count; i++)
        add_condition(p, t->costs[i].final);
}

/* ---- maps that set variables --------------------------------------------------------------- */

/* The cell from which a value comes, and what it becomes. */
static bool read_origin(proof *p, cell_map *out, size_t cell, ref value)
{
    normal_forms *n = &p->forms;
    const ast *t = p->grounding.tree;
    const int64_t *values;
    size_t from;
    uint32_t *becomes = arena_array(p->memory, CELL_MAP_VALUES_MOST, sizeof *becomes);
    form position = normal_form_position(n, normal_form(n, value), cell);
    if (!normal_form_of_one_cell(n, position, &from, &values))
        return false;
    bool same = true;
    for (uint64_t i = 0; i < t->cells[from].type->count; i++) {
        if (values[i] < 0)
            return false;
        becomes[i] = (uint32_t)values[i];
        same &= becomes[i] == i;
    }
    out->from[cell] = (uint32_t)from;
    out->becomes[cell] = same ? NULL : becomes;
    return true;
}

static bool read_map_of_cells(proof *p, declared_map *m)
{
    grounding *g = &p->grounding;
    const lowering *l = &g->lowering;
    cell_map_start(&m->cells, g->tree, p->memory);
    size_t mark = abstract_mark(l);
    ref undefined = lower_assign(g, m->set);
    bool fine = normal_form(&p->forms, undefined) == FORM_FALSE;
    for (size_t c = 0; c < g->tree->cell_count && fine; c++)
        if (l->cell[c] != l->source[c])
            fine = read_origin(p, &m->cells, c, l->cell[c]);
    abstract_rollback(&g->lowering, mark);
    return fine && !l->over_limit && !p->forms.failed;
}

/* ---- the proof ----------------------------------------------------------------------------- */

static int compare_cells_changed(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The action that does to a state what the given one does to its image. */
static fact image_of_fact(proof *p, form_images *images, const uint32_t *to, const uint32_t **back,
                          const fact *f)
{
    normal_forms *n = &p->forms;
    const ast *t = p->grounding.tree;
    fact out = *f;
    size_t head = f->label ? head_of_fact(t) : f->length;
    out.numbers = arena_array(p->memory, f->length, sizeof *out.numbers);
    out.numbers[0] = f->numbers[0];
    for (size_t i = 1; i < head; i++)
        out.numbers[i] = form_of_image(n, images, f->numbers[i]);
    for (size_t i = head; i < f->length && !n->failed; i += 2) {
        const uint32_t cell = f->numbers[i], from = to[cell];
        form position = form_of_image(n, images, f->numbers[i + 1]);
        out.numbers[i] = from;
        out.numbers[i + 1] =
            back[cell] ? normal_form_become(n, position, back[cell], t->cells[from].type->count)
                       : position;
    }
    qsort(out.numbers + head, (f->length - head) / 2, 2 * sizeof *out.numbers,
          compare_cells_changed);
    return out;
}

/* Images of the values of each cell by the inverse map. */
static const uint32_t **ways_back(const proof *p, const cell_map *m)
{
    const ast *t = p->grounding.tree;
    const uint32_t **back = arena_array(p->memory, t->cell_count + 1, sizeof *back);
    for (size_t c = 0; c < t->cell_count; c++) {
        if (!m->becomes[c])
            continue;
        uint32_t *was = arena_array(p->memory, (size_t)t->cells[c].type->count, sizeof *was);
        for (uint32_t i = 0; i < t->cells[c].type->count; i++)
            was[m->becomes[c][i]] = i;
        back[c] = was;
    }
    return back;
}

static bool keeps_conditions(proof *p, form_images *images)
{
    for (size_t i = 0; i < p->conditions.count; i++)
        if (form_of_image(&p->forms, images, p->conditions.all[i]) != p->conditions.all[i])
            return false;
    return !p->forms.failed;
}

static bool keeps_facts(proof *p, form_images *images)
{
    const cell_map *m = images->map;
    const uint32_t **back = ways_back(p, m);
    label_map labels = {0};
    uint32_t count = interner_count(p->grounding.labels) + 1;
    labels.to = arena_array(p->memory, count, sizeof *labels.to);
    labels.from = arena_array(p->memory, count, sizeof *labels.from);
    fact *all = arena_array(p->memory, p->fact_count + 1, sizeof *all);
    for (size_t i = 0; i < p->fact_count && !p->forms.failed; i++)
        all[i] = image_of_fact(p, images, m->from, back, &p->facts[i]);
    if (p->forms.failed)
        return false;
    if (p->fact_count)
        qsort(all, p->fact_count, sizeof *all, compare_facts);
    for (size_t i = 0; i < p->fact_count; i++)
        if (compare_facts(&all[i], &p->facts[i]) || !note_labels(&labels, &p->facts[i], &all[i]))
            return false;
    return true;
}

static bool is_symmetry(proof *p, const cell_map *m)
{
    form_images images = {.map = m};
    return keeps_conditions(p, &images) && keeps_facts(p, &images);
}

/* The maps as maps of cells. */
static bool read_maps(proof *p, declared_map *maps, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        fine = !maps[i].set || read_map_of_cells(p, &maps[i]);
        fine = fine && cell_map_is_onto(&maps[i].cells, p->grounding.tree, p->memory);
    }
    return fine;
}

static int prove(symmetry_proof *out, proof *p, const declared_map *maps, size_t count)
{
    add_state_conditions(p);
    int code = p->failed ? 0 : ground_all_moves(&p->grounding);
    if (code || p->failed)
        return code;
    collect_facts(p, p->out.root);
    if (p->forms.failed || p->failed)
        return 0;
    settle_facts(p);
    mark_colliding_labels(p);
    bool proved = !p->failed;
    for (size_t i = 0; i < count && proved; i++)
        proved = is_symmetry(p, &maps[i].cells);
    out->proved = proved;
    return 0;
}

int symmetry_prove(symmetry_proof *out, declared_map *maps, size_t count, const ast *t,
                   interner *labels, strbuf *scratch, arena *memory)
{
    proof *p = arena_take(memory, sizeof *p);
    *out = (symmetry_proof){0};
    p->memory = memory;
    packing_make(&p->packing, t, NULL, 0, memory);
    grounding_start_bare(&p->grounding, &p->out, &p->dag, &p->packing, labels, scratch, memory);
    p->grounding.lowering.work_most = 1000000; /* of maps that set variables; ground sets its own */
    p->grounding.lowering.memory_most = SIZE_MAX;
    normal_forms_start(&p->forms, &p->grounding.lowering, memory);
    out->by_cells = read_maps(p, maps, count);
    return out->by_cells ? prove(out, p, maps, count) : 0;
}
