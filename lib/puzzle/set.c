/* set.c - changes of the state: the assignments of a set step, all at once. */
#include <stdlib.h>
#include <string.h>

#include "puzzle/telling.h"

typedef struct assigning {
    teller *by;
    const assignment *a;
} assigning;

static int cannot_hold(teller *by, const assignment *a, const cell *c, int64_t value)
{
    text said = {0}, holds = {0};
    evaluate_spell(&said, c->of->of, value, false);
    evaluate_spell_type(&holds, c->of);
    bool failed = said.failed || holds.failed;
    int code = failed ? fault_memory(by->v.err)
                      : evaluate_fault(&by->v, a->value ? a->value->at : a->at,
                                       "'%s' cannot hold %s: it is %s", c->said, text_string(&said),
                                       text_string(&holds));
    text_free(&said);
    text_free(&holds);
    return code;
}

int set_cell(teller *by, const assignment *a, size_t number, int64_t value)
{
    const cell *c = &by->of->cells[number];
    starting *s = by->starting;
    if (type_position(c->of, value) < 0)
        return cannot_hold(by, a, c, value);
    evaluate_write(by->of, by->state, number, value);
    if (s && !s->given[number]) {
        s->given[number] = true;
        s->trail[s->trailed++] = number;
    }
    return 0;
}

int set_target(bool *applies, size_t *number, teller *by, const assignment *a)
{
    int64_t holds = 1;
    const variable *to = a->variable;
    int code = a->condition ? evaluate(&by->v, a->condition, &holds) : 0;
    *applies = holds != 0;
    if (code || !holds)
        return code;
    code = evaluate_position(number, &by->v, to->name, to->index, a->index, to->indices);
    *number += code ? 0 : to->first;
    return code;
}

int set_each(teller *by, const assignment *a, evaluate_body body, void *self)
{
    return a->loop ? evaluate_loop(&by->v, a->loop, body, self) : body(self);
}

/* The first of all values; the others follow by set_next. */
static int set_any(teller *by, const assignment *a, size_t number)
{
    starting *s = by->starting;
    if (s->any_count == s->any_room) {
        size_t room = s->any_room ? s->any_room * 2 : 64;
        size_t *grown = realloc(s->any, room * sizeof *grown);
        if (!grown)
            return fault_memory(by->v.err);
        s->any = grown;
        s->any_room = room;
    }
    s->any[s->any_count++] = number;
    return set_cell(by, a, number, type_value(by->of->cells[number].of, 0));
}

bool set_next(teller *by, size_t from, uint64_t *at)
{
    const starting *s = by->starting;
    const tree *t = by->of;
    size_t i = s->any_count;
    while (i > from && at[i - 1 - from] + 1 == t->cells[s->any[i - 1]].of->count)
        i--;
    if (i == from)
        return false;
    at[i - 1 - from]++;
    for (size_t k = i; k < s->any_count; k++)
        at[k - from] = 0;
    for (size_t k = from; k < s->any_count; k++)
        evaluate_write(t, by->state, s->any[k], type_value(t->cells[s->any[k]].of, at[k - from]));
    return true;
}

static int set_one(void *self)
{
    const assigning *s = self;
    teller *by = s->by;
    bool applies;
    size_t number = 0;
    int64_t value = 0;
    int code = set_target(&applies, &number, by, s->a);
    if (code || !applies)
        return code;
    code = s->a->value ? evaluate(&by->v, s->a->value, &value) : 0;
    if (code)
        return code;
    if (by->set_in[number] == by->set_number)
        return evaluate_fault(&by->v, s->a->at, "'%s' is set twice in one step",
                              by->of->cells[number].said);
    by->set_in[number] = by->set_number;
    return s->a->value ? set_cell(by, s->a, number, value) : set_any(by, s->a, number);
}

/* What the right sides see: the state before this step and, at a start, what had a value then. */
static void look_back(teller *by)
{
    starting *s = by->starting;
    memcpy(by->before, by->state, by->of->words * sizeof *by->state);
    by->v.state = by->before;
    if (!s)
        return;
    memcpy(s->given_before, s->given, by->of->cell_count * sizeof *s->given);
    by->v.given = s->given_before;
}

int set_all(teller *by, const step *here)
{
    int code = 0;
    by->set_number++;
    look_back(by);
    for (size_t i = 0; i < here->count && !code; i++) {
        assigning one = {by, &here->assignments[i]};
        code = set_each(by, one.a, set_one, &one);
    }
    by->v.state = by->state;
    by->v.given = by->starting ? by->starting->given : NULL;
    return code;
}
