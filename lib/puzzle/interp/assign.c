/* assign.c - changes of the state: the assignments of a set step, all at once. */
#include <stdlib.h>
#include <string.h>

#include "puzzle/interp/interp_internal.h"

typedef struct assigning {
    interp *by;
    const assignment *a;
} assigning;

static int cannot_hold(interp *by, const assignment *a, const cell *c, int64_t value)
{
    strbuf said = {0}, holds = {0};
    eval_format_value(&said, c->of->of, value, false);
    eval_format_type(&holds, c->of);
    bool failed = said.failed || holds.failed;
    int code = failed ? error_set_memory(by->v.err)
                      : eval_error(&by->v, a->value ? a->value->at : a->at,
                                   "'%s' cannot hold %s: it is %s", c->said, strbuf_string(&said),
                                   strbuf_string(&holds));
    strbuf_free(&said);
    strbuf_free(&holds);
    return code;
}

int assign_cell(interp *by, const assignment *a, size_t number, int64_t value)
{
    const cell *c = &by->of->cells[number];
    initial_states *s = by->initial_states;
    if (type_position(c->of, value) < 0)
        return cannot_hold(by, a, c, value);
    eval_write(by->of, by->state, number, value);
    if (s && !s->given[number]) {
        s->given[number] = true;
        s->trail[s->trailed++] = number;
    }
    return 0;
}

int assign_target(bool *applies, size_t *number, interp *by, const assignment *a)
{
    int64_t holds = 1;
    const variable *to = a->variable;
    int code = a->condition ? eval_expr(&by->v, a->condition, &holds) : 0;
    *applies = holds != 0;
    if (code || !holds)
        return code;
    code = eval_position(number, &by->v, to->name, to->index, a->index, to->indices);
    *number += code ? 0 : to->first;
    return code;
}

int assign_each(interp *by, const assignment *a, eval_body body, void *self)
{
    return a->loop ? eval_loop(&by->v, a->loop, body, self) : body(self);
}

/* The first of all values; the others follow by set_next. */
static int set_any(interp *by, const assignment *a, size_t number)
{
    initial_states *s = by->initial_states;
    if (s->any_count == s->any_room) {
        size_t room = s->any_room ? s->any_room * 2 : 64;
        size_t *grown = realloc(s->any, room * sizeof *grown);
        if (!grown)
            return error_set_memory(by->v.err);
        s->any = grown;
        s->any_room = room;
    }
    s->any[s->any_count++] = number;
    return assign_cell(by, a, number, type_value(by->of->cells[number].of, 0));
}

bool set_next(interp *by, size_t from, uint64_t *at)
{
    const initial_states *s = by->initial_states;
    const ast *t = by->of;
    size_t i = s->any_count;
    while (i > from && at[i - 1 - from] + 1 == t->cells[s->any[i - 1]].of->count)
        i--;
    if (i == from)
        return false;
    at[i - 1 - from]++;
    for (size_t k = i; k < s->any_count; k++)
        at[k - from] = 0;
    for (size_t k = from; k < s->any_count; k++)
        eval_write(t, by->state, s->any[k], type_value(t->cells[s->any[k]].of, at[k - from]));
    return true;
}

static int set_one(void *self)
{
    const assigning *s = self;
    interp *by = s->by;
    bool applies;
    size_t number = 0;
    int64_t value = 0;
    int code = assign_target(&applies, &number, by, s->a);
    if (code || !applies)
        return code;
    code = s->a->value ? eval_expr(&by->v, s->a->value, &value) : 0;
    if (code)
        return code;
    if (by->set_in[number] == by->set_number)
        return eval_error(&by->v, s->a->at, "'%s' is set twice in one step",
                          by->of->cells[number].said);
    by->set_in[number] = by->set_number;
    return s->a->value ? assign_cell(by, s->a, number, value) : set_any(by, s->a, number);
}

/* What the right sides see: the state before this step and, at a start, what had a value then. */
static void look_back(interp *by)
{
    initial_states *s = by->initial_states;
    memcpy(by->before, by->state, by->of->words * sizeof *by->state);
    by->v.state = by->before;
    if (!s)
        return;
    memcpy(s->given_before, s->given, by->of->cell_count * sizeof *s->given);
    by->v.given = s->given_before;
}

int assign_all(interp *by, const step *here)
{
    int code = 0;
    by->set_number++;
    look_back(by);
    for (size_t i = 0; i < here->count && !code; i++) {
        assigning one = {by, &here->assignments[i]};
        code = assign_each(by, one.a, set_one, &one);
    }
    by->v.state = by->state;
    by->v.given = by->initial_states ? by->initial_states->given : NULL;
    return code;
}
