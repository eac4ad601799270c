/* exec.c - the bytecode loop: one instruction after the other, over the lanes of its level. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/vm/vm.h"

#include "base/array.h"

/* Instructions between two checks of the budget: a few milliseconds over full columns. */
enum { INSTRUCTIONS_A_CHECK = 1024 };

static uint32_t *level_of(uint32_t *all, size_t level)
{
    return all + level * MODEL_BATCH;
}

static int64_t *storage_of(const vm *m, uint32_t reg)
{
    return m->storage + (size_t)reg * MODEL_BATCH;
}

/* Whether anybody reads the labels of an action's successors. */
static bool labels_wanted(const vm_batch *job, const instruction *i)
{
    return !job->direct || i->may_collide || job->wants & WANT_MOVES;
}

/* ---- labels ----------------------------------------------------------------- */

static int intern_label(vm_batch *job, const label *s, const instruction *i, size_t lane,
                        uint32_t *number)
{
    vm *m = job->vm;
    const bytecode *c = job->bytecode;
    size_t value = 0;
    strbuf_clear(&m->text);
    for (size_t k = 0; k < s->count; k++) {
        const label_part *p = &s->parts[k];
        if (p->text)
            strbuf_add(&m->text, p->text, p->length);
        else
            label_format_value(&m->text, p->kind, m->columns[c->operands[i->b + value++]][lane]);
    }
    if (m->text.failed)
        return WGCQ_EMEMORY;
    const label_numbers labels = vm_label_numbers(job);
    return labels.number(labels.self, strbuf_string(&m->text), m->text.length, number);
}

/* The row of a lane's values in the label's table. */
static size_t label_table_row(const vm *m, const label *s, const bytecode *c, const instruction *i,
                              size_t lane)
{
    const dag *d = &m->program->dag;
    size_t row = 0, value = 0;
    for (size_t k = 0; k < s->count; k++) {
        if (s->parts[k].text)
            continue;
        const dag_node *n = dag_at(d, s->parts[k].value);
        int64_t v = m->columns[c->operands[i->b + value++]][lane];
        uint64_t span = (uint64_t)n->high - (uint64_t)n->low + 1; /* small, see label_span */
        row = row * span + ((uint64_t)v - (uint64_t)n->low);
    }
    return row;
}

static uint32_t **label_table_slot(const vm_batch *job, const instruction *i)
{
    return &job->label_tables[i->imm];
}

static uint32_t *label_table(vm_batch *job, const instruction *i, size_t span)
{
    uint32_t **numbers = label_table_slot(job, i);
    if (!*numbers && (*numbers = malloc(span * sizeof **numbers)))
        memset(*numbers, 0xFF, span * sizeof **numbers);
    return *numbers;
}

/* A label of one value, from its table; false: some lane's value is not in there yet. */
static bool look_up_labels(int64_t *restrict d, column values, int64_t low, const uint32_t *numbers,
                           size_t span, size_t n)
{
    uint32_t missing = 0;
    for (size_t lane = 0; lane < n; lane++) {
        uint64_t row = (uint64_t)values[lane] - (uint64_t)low;
        uint32_t number = row < span ? numbers[row] : UINT32_MAX;
        missing |= number == UINT32_MAX;
        d[lane] = number;
    }
    return !missing;
}

static const label_part *first_value_part(const label *s)
{
    const label_part *p = s->parts;
    while (p->text)
        p++;
    return p;
}

static int compute_labels(vm_batch *job, const instruction *i, int64_t *d, size_t n)
{
    vm *m = job->vm;
    const bytecode_label *t = &job->bytecode->labels[i->imm];
    uint32_t *numbers = t->span ? label_table(job, i, t->span) : NULL, number = 0;
    if (t->span && !numbers)
        return WGCQ_EMEMORY;
    if (t->span && t->label->value_count == 1 &&
        look_up_labels(d, m->columns[job->bytecode->operands[i->b]],
                       dag_at(&m->program->dag, first_value_part(t->label)->value)->low, numbers,
                       t->span, n))
        return 0;
    for (size_t lane = 0; lane < n; lane++) {
        size_t row = t->span ? label_table_row(m, t->label, job->bytecode, i, lane) : SIZE_MAX;
        bool kept = row < t->span;
        if (kept && numbers[row] != UINT32_MAX) {
            d[lane] = numbers[row];
            continue;
        }
        if (intern_label(job, t->label, i, lane, &number))
            return WGCQ_EMEMORY;
        d[lane] = number;
        if (kept)
            numbers[row] = number;
    }
    return 0;
}

/* ---- successors and rejections ---------------------------------------------- */

int vm_append_run(vm *m, row_runs *all, row_run emitted)
{
    assert(emitted.position < m->program->grounded.positions);
    if (all->count == all->room) {
        size_t room = all->room ? all->room * 2 : 64;
        if (!budget_take(m->budget, (room - all->room) * sizeof *all->items))
            return WGCQ_EMEMORY;
        if (!array_resize(&all->items, room, sizeof *all->items))
            return WGCQ_EMEMORY;
        all->room = room;
    }
    all->items[all->count++] = emitted;
    return 0;
}

static void put_labels(uint32_t *restrict d, const vm *m, const instruction *i, size_t n)
{
    if (i->label_fixed)
        kernel_fill(d, i->c, n);
    for (size_t k = 0; k < n && !i->label_fixed; k++)
        d[k] = (uint32_t)m->columns[i->c][k];
}

static void put_edge_costs(int64_t *d, unsigned apart, column values, size_t n)
{
    for (size_t lane = 0; lane < n; lane++)
        d[lane * apart] = values[lane];
}

/* Makes the successors' states where they are copies of rows, or have scatters. */
static void write_emission(const vm_batch *job, const instruction *i, uint64_t *rows,
                           unsigned words, size_t n)
{
    const vm *m = job->vm;
    const bytecode *c = job->bytecode;
    const bytecode_emission *s = &c->emissions[i->imm2 - 1];
    const uint32_t *lanes = m->lanes + i->level * MODEL_BATCH;
    if (c->by_rows)
        kernel_copy_rows(rows, job->states, lanes, words, n);
    for (size_t k = s->first_edit; k < s->first_edit + s->edits; k++) {
        const word_edit *edit = &c->edits[k];
        if (edit->by_lane && c->by_rows)
            kernel_edit_row(rows, job->states, lanes, words, edit, n);
        else
            kernel_edit(rows + edit->word, words, m->columns[edit->x], edit->by_lane ? lanes : NULL,
                        edit, n);
    }
    for (size_t k = s->first_scatter; k < s->first_scatter + s->scatters; k++) {
        const field_scatter *t = &c->scatters[k];
        kernel_scatter(rows, words, &m->program->dag.arrays[t->array], m->columns[t->index],
                       t->when == NO_REGISTER ? NULL : m->columns[t->when], m->columns[t->bits], n);
    }
}

static int emit_lanes(vm_batch *job, const instruction *i, size_t n)
{
    vm *m = job->vm;
    batch *b = job->direct ? job->out : &m->raw;
    const uint32_t *lanes = level_of(m->lanes, i->level);
    const word_edit *edits = job->bytecode->edits + i->imm;
    if (i->rules_wait && m->waiting + n > MODEL_BATCH && waiting_rules_decide(job))
        return WGCQ_EMEMORY;
    if (!batch_reserve(b, n + LANE_GROUP))
        return WGCQ_EMEMORY;
    if (i->imm2)
        write_emission(job, i, b->state + b->count * b->words, b->words, n);
    for (unsigned w = 0; w < b->words && !i->imm2; w++)
        kernel_edit(b->state + b->count * b->words + w, b->words, m->columns[edits[w].x],
                    edits[w].by_lane ? lanes : NULL, &edits[w], n);
    kernel_number_lanes(b->lane + b->count, lanes, job->direct ? (uint32_t)job->first : 0, n);
    if (labels_wanted(job, i))
        put_labels(b->move + b->count, m, i, n);
    if (i->may_collide || job->wants & WANT_COSTS)
        for (unsigned c = 0; c < b->costs; c++)
            put_edge_costs(b->cost + b->count * b->costs + c, b->costs,
                           m->columns[job->bytecode->operands[i->b + c]], n);
    row_run emitted = {i->position, 0, b->count, n};
    emitted.flags = (i->may_collide ? MAY_COLLIDE : 0) | (i->rules_wait ? RULES_WAIT : 0);
    b->count += n;
    if (job->direct && !i->may_collide && !job->bytecode->rules_wait)
        return 0;
    if (vm_append_run(m, &m->emitted, emitted))
        return WGCQ_EMEMORY;
    if (i->rules_wait)
        waiting_rules_add(m, b);
    return 0;
}

static int reject_lanes(vm_batch *job, const instruction *i, size_t n)
{
    vm *m = job->vm;
    batch *b = &m->raw;
    const int64_t *a = m->columns[i->a];
    const uint32_t *lanes = level_of(m->lanes, i->level);
    row_run emitted = {i->position, 0, b->rejected, 0};
    if (!batch_reserve_rejections(b, n))
        return WGCQ_EMEMORY;
    for (size_t lane = 0; lane < n; lane++) {
        if ((a[lane] != 0) != (i->op == OP_REJECT_RULES))
            continue;
        b->rejected_lane[b->rejected] = lanes[lane];
        b->rejected_move[b->rejected] = i->label_fixed ? i->c : (uint32_t)m->columns[i->c][lane];
        b->rejected_rule[b->rejected] = (uint32_t)(i->op == OP_REJECT ? i->imm : a[lane] - 1);
        b->rejected++;
    }
    emitted.count = b->rejected - emitted.first;
    return vm_append_run(m, &m->rejected, emitted);
}

/* ---- interpreted moves ------------------------------------------------------ */

static int append_interpreted(vm_batch *job, const instruction *i, uint32_t lane)
{
    vm *m = job->vm;
    batch *b = &m->raw, *rows = &m->interpreted;
    if (!batch_reserve(b, rows->count) || !batch_reserve_rejections(b, rows->rejected))
        return WGCQ_EMEMORY;
    row_run emitted = {i->position, MAY_COLLIDE, b->count, rows->count};
    row_run rejected = {i->position, 0, b->rejected, rows->rejected};
    for (size_t e = 0; e < rows->count; e++, b->count++) {
        b->lane[b->count] = lane;
        b->move[b->count] = rows->move[e];
        memcpy(b->state + b->count * b->words, rows->state + e * b->words,
               b->words * sizeof *b->state);
        if (b->costs)
            memcpy(b->cost + b->count * b->costs, rows->cost + e * b->costs,
                   b->costs * sizeof *b->cost);
    }
    for (size_t e = 0; e < rows->rejected; e++, b->rejected++) {
        b->rejected_lane[b->rejected] = lane;
        b->rejected_move[b->rejected] = rows->rejected_move[e];
        b->rejected_rule[b->rejected] = rows->rejected_rule[e];
    }
    return vm_append_run(m, &m->emitted, emitted) || vm_append_run(m, &m->rejected, rejected)
               ? WGCQ_EMEMORY
               : 0;
}

static int interpret_lanes(vm_batch *job, const instruction *i, size_t n)
{
    vm *m = job->vm;
    const program *p = m->program;
    unsigned wants = WANT_ORDER | WANT_MOVES | WANT_COSTS | (job->wants & WANT_REJECTIONS);
    const label_numbers labels = vm_label_numbers(job);
    if (!m->puzzle_interp && !(m->puzzle_interp = interp_new(p->tree)))
        return WGCQ_EMEMORY;
    for (uint32_t lane = 0; lane < n; lane++) {
        const uint64_t *state = job->states + lane * (size_t)p->tree->words;
        wgcq_error err = {0};
        batch_clear(&m->interpreted);
        m->interpreted.budget = m->budget;
        int code = interp_move_successors(m->puzzle_interp, (size_t)i->imm, state, wants,
                                          &m->interpreted, labels.number, labels.self, &err);
        if (code == WGCQ_ERUN)
            m->failed = true;
        if (code || append_interpreted(job, i, lane))
            return WGCQ_EMEMORY;
    }
    return 0;
}

static void mark_lanes(vm_batch *job, const instruction *i, size_t n)
{
    const uint32_t *lanes = level_of(job->vm->lanes, i->level);
    for (size_t lane = 0; lane < n; lane++)
        job->marks[lanes[lane]] |= job->mark;
}

/* ---- instructions ----------------------------------------------------------- */

static void filter_lanes(vm_batch *job, const instruction *i)
{
    vm *m = job->vm;
    size_t n = m->alive[i->level], left;
    assert(i->level + 1 < m->levels);
    const uint32_t *lanes = level_of(m->lanes, i->level);
    const picked_lanes out = {
        .places = level_of(m->picked, i->level + 1),
        .lanes = level_of(m->lanes, i->level + 1),
        .values = i->op == OP_FILTER ? m->unread : storage_of(m, i->d),
        .rare = job->marks != NULL, /* goals */
    };
    const lane_lists *lists = i->op == OP_TAKE ? &m->lists[i->c / LISTS] : NULL;
    if (lists && lists->dealt)
        left = kernel_take(&out, lists, i->c % LISTS, m->columns[i->a], lanes);
    else if (i->op == OP_TEST || i->op == OP_TAKE)
        left = kernel_test(&out, m->columns[i->a], i, lanes, n);
    else if (i->op == OP_TEST_ANY)
        left = kernel_test_any(&out, m->columns[i->a], m->columns[i->b], i, lanes, n);
    else
        left = kernel_filter(&out, m->columns[i->a], !i->negated, lanes, n);
    m->alive[i->level + 1] = left;
    if (i->op != OP_FILTER)
        m->columns[i->d] = out.values;
}

static void deal_lanes(const vm_batch *job, const instruction *i, size_t n)
{
    vm *m = job->vm;
    const bytecode_deal *deal = &job->bytecode->deals[i->imm];
    kernel_deal(&m->lists[deal->list], m->unread, m->columns[i->a], deal, n);
}

static void gather_column(vm_batch *job, const instruction *i)
{
    vm *m = job->vm;
    assert(i->level > 0);
    size_t n = m->alive[i->level];
    column from = m->columns[i->a];
    if (n == m->alive[i->level - 1]) { /* every lane passed: an alias */
        m->columns[i->d] = from;
        return;
    }
    kernel_gather(storage_of(m, i->d), from, level_of(m->picked, i->level), n);
    m->columns[i->d] = storage_of(m, i->d);
}

static void load_word(vm_batch *job, const instruction *i, size_t n)
{
    vm *m = job->vm;
    kernel_load(storage_of(m, i->d), job->states + i->imm, job->bytecode->words,
                level_of(m->lanes, i->level), n);
    m->columns[i->d] = storage_of(m, i->d);
}

static void fetch_cells(vm_batch *job, const instruction *i, size_t n)
{
    vm *m = job->vm;
    kernel_fetch(storage_of(m, i->d), m->columns[i->a], &m->program->dag.arrays[i->imm],
                 job->states, job->bytecode->words, level_of(m->lanes, i->level), n);
    m->columns[i->d] = storage_of(m, i->d);
}

/* Runs instructions *from..to-1, or further where the last one jumps; *from: the next. */
static int execute_slice(vm_batch *job, size_t *from, size_t to)
{
    vm *m = job->vm;
    const bytecode *c = job->bytecode;
    int code = 0;
    size_t at = *from;
    for (; at < to && code == 0 && !m->failed; at++) {
        const instruction *i = &c->at[at];
        size_t n = m->alive[i->level];
        switch (i->op) {
        case OP_GATHER: gather_column(job, i); break;
        case DAG_WORD: load_word(job, i, n); break;
        case OP_FETCH: fetch_cells(job, i, n); break;
        case OP_DEAL: deal_lanes(job, i, n); break;
        case OP_TEST:
        case OP_TEST_ANY:
        case OP_TAKE:
        case OP_FILTER:
            filter_lanes(job, i);
            if (m->alive[i->level + 1] == 0)
                at = (size_t)i->jump - 1;
            break;
        case OP_SKIP_COSTS:
            if (!(job->wants & WANT_COSTS))
                at = (size_t)i->jump - 1;
            break;
        case OP_FAIL: m->failed = kernel_any(m->columns[i->a], n); break;
        case OP_LABEL:
            if (labels_wanted(job, i))
                code = compute_labels(job, i, storage_of(m, i->d), n);
            m->columns[i->d] = storage_of(m, i->d);
            break;
        case OP_REJECT:
        case OP_REJECT_RULES: code = reject_lanes(job, i, n); break;
        case OP_EMIT: code = emit_lanes(job, i, n); break;
        case OP_INTERPRET: code = interpret_lanes(job, i, n); break;
        case OP_MARK: mark_lanes(job, i, n); break;
        default:
            kernel_compute(i, &m->program->dag, c->operands, m->columns, storage_of(m, i->d), n);
            m->columns[i->d] = storage_of(m, i->d);
        }
    }
    *from = at;
    return code;
}

static int execute(vm_batch *job)
{
    const size_t count = job->bytecode->count;
    int code = 0;
    for (size_t at = 0; at < count && code == 0 && !job->vm->failed;) {
        code = execute_slice(job, &at,
                             count - at < INSTRUCTIONS_A_CHECK ? count : at + INSTRUCTIONS_A_CHECK);
        if (at < count && !budget_continue(job->vm->budget))
            return WGCQ_EMEMORY;
    }
    if (code == 0 && !job->vm->failed && job->bytecode->rules_wait)
        code = waiting_rules_decide(job);
    return code;
}

/* Level 0: every state is a lane. */
static void load_level_zero(vm_batch *job, const uint64_t *states, size_t n)
{
    vm *m = job->vm;
    const unsigned words = job->bytecode->words;
    assert(n > 0 && n <= MODEL_BATCH);
    job->states = states;
    m->alive[0] = n;
    m->failed = false;
    for (unsigned w = 0; w < words && !job->bytecode->by_rows; w++) {
        kernel_split(storage_of(m, w), states, w, words, n);
        m->columns[w] = storage_of(m, w);
    }
}

int exec_bytecode(vm_batch *job, const uint64_t *states, size_t n)
{
    load_level_zero(job, states, n);
    return execute(job);
}
