/* model.c - batches: what a model returns from an expansion. */
#include "model/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/cost.h"
#include "base/error.h"

/* A batch that one state with many successors has filled frees its memory. */
enum { KEPT_BYTES = 64 << 20 };

static size_t doubled_room(size_t room, size_t wanted)
{
    size_t next = room ? room : 256;
    while (next < wanted)
        next *= 2;
    return next;
}

enum { GUIDE_SHARE = 4, GUIDE_BYTES = 256 << 20 };

size_t model_guide_bytes(uint64_t max_memory)
{
    return max_memory ? (size_t)(max_memory / GUIDE_SHARE) : GUIDE_BYTES;
}

/* How many elements of `size` bytes an array of `room` grows to: twice as many, or by as small a
   part of those wanted as the budget has left.  0: it has not enough. */
static size_t budgeted_room(budget *may, size_t room, size_t wanted, size_t size)
{
    assert(wanted > room);
    size_t next = doubled_room(room, wanted);
    for (unsigned shift = 4; next > wanted && !budget_has(may, (next - room) * size); shift += 4)
        next = wanted + (wanted >> shift);
    return budget_take(may, (next - room) * size) ? next : 0;
}

static size_t successor_bytes(const batch *b)
{
    return sizeof *b->lane + sizeof *b->move + b->words * sizeof *b->state +
           b->costs * sizeof *b->cost;
}

static size_t rejection_bytes(const batch *b)
{
    return sizeof *b->rejected_lane + sizeof *b->rejected_move + sizeof *b->rejected_rule;
}

bool batch_reserve(batch *b, size_t more)
{
    if (b->room - b->count >= more)
        return true;
    size_t room = budgeted_room(b->budget, b->room, b->count + more, successor_bytes(b));
    if (!room || !array_resize(&b->lane, room, sizeof *b->lane) ||
        !array_resize(&b->move, room, sizeof *b->move) ||
        !array_resize(&b->state, room * b->words, sizeof *b->state))
        return false;
    if (b->costs && !array_resize(&b->cost, room * b->costs, sizeof *b->cost))
        return false;
    b->room = room;
    return true;
}

bool batch_reserve_rejections(batch *b, size_t more)
{
    if (b->rejected_room - b->rejected >= more)
        return true;
    size_t room =
        budgeted_room(b->budget, b->rejected_room, b->rejected + more, rejection_bytes(b));
    if (!room || !array_resize(&b->rejected_lane, room, sizeof *b->rejected_lane) ||
        !array_resize(&b->rejected_move, room, sizeof *b->rejected_move) ||
        !array_resize(&b->rejected_rule, room, sizeof *b->rejected_rule))
        return false;
    b->rejected_room = room;
    return true;
}

void batch_clear(batch *b)
{
    if (batch_memory(b) > KEPT_BYTES)
        batch_free(b);
    b->count = 0;
    b->rejected = 0;
}

size_t batch_memory(const batch *b)
{
    return b->room * successor_bytes(b) + b->rejected_room * rejection_bytes(b);
}

void batch_free(batch *b)
{
    free(b->lane);
    free(b->move);
    free(b->state);
    free(b->cost);
    free(b->rejected_lane);
    free(b->rejected_move);
    free(b->rejected_rule);
    *b = (batch){.words = b->words, .costs = b->costs, .budget = b->budget};
}

/* ---- sums of costs ------------------------------------------------------------- */

const char *model_before_state(const char *shown)
{
    return strchr(shown, '\n') ? "\n" : " ";
}

/* A long label is cut, so that the state is still named. */
int model_overflow_error(const char *move, const char *shown, wgcq_error *err)
{
    enum { LONGEST = 300 };
    size_t length = strlen(move), cut = length < LONGEST ? length : LONGEST;
    while (cut < length && ((unsigned char)move[cut] & 0xC0) == 0x80)
        cut--;
    return error_set(
        err, WGCQ_ERUN,
        "the cost of a plan does not fit 64 bits, in the move '%.*s%s', in the state%s%s", (int)cut,
        move, cut < length ? "..." : "", model_before_state(shown), shown);
}

int model_overflow_error_at(const wgcq_model *model, void *worker, const uint64_t *state,
                            uint32_t move, wgcq_error *err)
{
    strbuf shown = {0};
    int code = model->show(worker, state, &shown, err);
    if (!code)
        code = model_overflow_error(model->move_text(model, move), strbuf_string(&shown), err);
    strbuf_free(&shown);
    return code;
}

int model_spell(const wgcq_model *model, void *worker, const uint64_t *state, strbuf *out,
                wgcq_error *err)
{
    return model->texts.spell ? model->texts.spell(worker, state, out, err)
                              : model->show(worker, state, out, err);
}

/* ---- states -------------------------------------------------------------------- */

int model_add_starts(const wgcq_model *model, void *worker, batch *out, wgcq_error *err)
{
    if (!model->origin)
        return model->initial_states(worker, out, err);
    if (!batch_reserve(out, 1))
        return error_set_memory(err);
    memcpy(out->state + out->count++ * out->words, model->origin,
           model->words * sizeof *model->origin);
    return 0;
}

int model_marks(const wgcq_model *model, void *worker, const uint64_t *states, size_t count,
                uint8_t *marks, wgcq_error *err)
{
    if (!count)
        return 0;
    memset(marks, 0, count);
    return model->has_goal || model->has_end || model->invariant_count
               ? model->classify(worker, states, count, marks, err)
               : 0;
}

/* Goals that stand beside each other are given to the model in one call. */
int model_finals(const wgcq_model *model, void *worker, const uint64_t *states,
                 const uint8_t *marks, size_t count, int64_t *cost, wgcq_error *err)
{
    const size_t finals = model->finals;
    int code = 0;
    for (size_t i = 0, end; i < count && !code; i = end + !(end > i)) {
        for (end = i; end < count && marks[end] & MARK_GOAL;)
            end++;
        if (end > i)
            code = model->final_costs(worker, states + i * model->words, end - i, cost + i * finals,
                                      err);
        else
            memset(cost + i * finals, 0, finals * sizeof *cost);
    }
    return code;
}

static bool words_before(const uint64_t *a, const uint64_t *b, unsigned words)
{
    for (unsigned w = 0; w < words; w++)
        if (a[w] != b[w])
            return a[w] < b[w];
    return false;
}

bool model_state_is_before(const wgcq_model *model, const uint64_t *a, const uint64_t *b)
{
    return model->plain.before ? model->plain.before(model, a, b)
                               : words_before(a, b, model->words);
}

bool model_keep_least(const wgcq_model *model, const uint64_t *state, uint64_t *least, bool *any)
{
    if (*any && !model_state_before(model, state, least))
        return false;
    memcpy(least, state, model->words * sizeof *least);
    return *any = true;
}

void model_keep_bounds(const wgcq_model *model, int64_t *bound, size_t count)
{
    const int first = model->minimize_count ? model->minimize[0] : -1;
    const bool kept = cost_is_maximized(model->maximized, first);
    for (size_t i = 0; kept && i < count; i++)
        bound[i] = cost_kept(bound[i]);
}

int model_end_costs(const wgcq_model *model, void *worker, const uint64_t *state, int64_t *cost,
                    wgcq_error *err)
{
    uint8_t marks = 0;
    memset(cost, 0, model->costs * sizeof *cost);
    if (!model->finals)
        return 0;
    int code = model->reference.classify(worker, state, &marks, err);
    return code || !(marks & MARK_GOAL) ? code : model->final_costs(worker, state, 1, cost, err);
}
