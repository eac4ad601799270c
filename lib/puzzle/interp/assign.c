/* assign.c - the assignments of a `set` step, all at once. */
#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "puzzle/interp/interp_internal.h"

typedef struct assign_args {
    interp *in;
    const assignment *a;
} assign_args;

static int cannot_hold(interp *in, const assignment *a, const state_cell *c, int64_t value)
{
    strbuf value_text = {0}, type_text = {0};
    eval_format_value(&value_text, c->type->kind, value, false);
    eval_format_type(&type_text, c->type);
    bool failed = value_text.failed || type_text.failed;
    int code = failed ? error_set_memory(in->v.err)
                      : eval_error(&in->v, a->value ? a->value->at : a->at,
                                   "'%s' cannot hold %s: it is %s", c->label,
                                   strbuf_string(&value_text), strbuf_string(&type_text));
    strbuf_free(&value_text);
    strbuf_free(&type_text);
    return code;
}

int assign_cell(interp *in, const assignment *a, size_t number, int64_t value)
{
    const state_cell *c = &in->tree->cells[number];
    start_builder *s = in->starts;
    if (type_position(c->type, value) < 0)
        return cannot_hold(in, a, c, value);
    eval_write(in->tree, in->state, number, value);
    if (s && !s->assigned[number]) {
        s->assigned[number] = true;
        s->trail[s->trail_length++] = number;
    }
    return 0;
}

int assign_target(bool *applies, size_t *number, interp *in, const assignment *a)
{
    int64_t holds = 1;
    const state_variable *target = a->variable;
    int code = a->condition ? eval_expr(&in->v, a->condition, &holds) : 0;
    *applies = holds != 0;
    if (code || !holds)
        return code;
    code = eval_position(number, &in->v, target->name, target->index, a->index, target->indices);
    *number += code ? 0 : target->first;
    return code;
}

int assign_for_each(interp *in, const assignment *a, eval_body body, void *self)
{
    return a->loop ? eval_loop(&in->v, a->loop, body, self) : body(self);
}

/* `any`: the first value of the type; assign_next_any makes the others. */
static int assign_first_value(interp *in, const assignment *a, size_t number)
{
    start_builder *s = in->starts;
    if (!array_reserve(&s->any_cells, &s->any_room, s->any_count + 1, sizeof *s->any_cells))
        return error_set_memory(in->v.err);
    s->any_cells[s->any_count++] = number;
    return assign_cell(in, a, number, type_value(in->tree->cells[number].type, 0));
}

/* The first position of a cell's values; `before`: the position of the cell before it.  After a
   list's end only the end may follow. */
static uint64_t first_position(const ast *t, size_t cell, uint64_t before)
{
    const uint64_t end = t->cells[cell].type->count - 1;
    return follows_in_list(t, cell) && before == end ? end : 0;
}

bool assign_next_any(interp *in, size_t from, uint64_t *at)
{
    const start_builder *s = in->starts;
    const ast *t = in->tree;
    size_t i = s->any_count;
    assert(from <= s->any_count);
    while (i > from && at[i - 1 - from] + 1 == t->cells[s->any_cells[i - 1]].type->count)
        i--;
    if (i == from)
        return false;
    at[i - 1 - from]++;
    for (size_t k = i; k < s->any_count; k++)
        at[k - from] = first_position(t, s->any_cells[k], at[k - 1 - from]);
    for (size_t k = from; k < s->any_count; k++)
        eval_write(t, in->state, s->any_cells[k],
                   type_value(t->cells[s->any_cells[k]].type, at[k - from]));
    return true;
}

static int run_assignment(void *self)
{
    const assign_args *s = self;
    interp *in = s->in;
    bool applies;
    size_t number = 0;
    int64_t value = 0;
    int code = assign_target(&applies, &number, in, s->a);
    if (code || !applies)
        return code;
    code = s->a->value ? eval_expr(&in->v, s->a->value, &value) : 0;
    if (code)
        return code;
    if (in->set_by[number] == in->set_number)
        return eval_error(&in->v, s->a->at, "'%s' is set twice in one step",
                          in->tree->cells[number].label);
    in->set_by[number] = in->set_number;
    return s->a->value ? assign_cell(in, s->a, number, value)
                       : assign_first_value(in, s->a, number);
}

/* Right sides read the state before this step and, in a start, only cells assigned before it. */
static void save_state_before_step(interp *in)
{
    start_builder *s = in->starts;
    memcpy(in->before_step, in->state, in->tree->words * sizeof *in->state);
    in->v.state = in->before_step;
    if (!s)
        return;
    memcpy(s->assigned_before, s->assigned, in->tree->cell_count * sizeof *s->assigned);
    in->v.assigned = s->assigned_before;
}

int assign_all(interp *in, const step *s)
{
    int code = 0;
    in->set_number++;
    save_state_before_step(in);
    for (size_t i = 0; i < s->count && !code; i++) {
        assign_args args = {in, &s->assignments[i]};
        code = assign_for_each(in, args.a, run_assignment, &args);
    }
    in->v.state = in->state;
    in->v.assigned = in->starts ? in->starts->assigned : NULL;
    return code;
}
