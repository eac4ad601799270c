/*
 * c_moves.c - the moves that a C model adds: labels are interned, states packed and checked against
 * the rules.
 *
 * No memory is allocated for a state or a move; each worker caches the numbers of labels.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"
#include "c_model/c_model.h"
#include "model/list_values.h"

enum { TEXT_MOST = 1000, POLL_MOVES = 1024 };

/* ---- messages ----------------------------------------------------------------------- */

void moves_put_values(const c_model *m, const uint64_t *words, strbuf *out)
{
    const wgcq_model as = {
        .fields = m->layout.fields, .lists = m->layout.lists, .list_count = m->layout.list_count};
    for (size_t i = 0; i < m->layout.count; i++) {
        const model_field *f = &m->layout.fields[i];
        const model_list *l = model_list_of(&as, i);
        strbuf_printf(out, "%s%s=", i ? " " : "", l ? l->name : f->name);
        if (l)
            model_put_list(out, &as, l, words);
        else
            model_put_value(out, f, model_field_bits(f, words));
        i += l ? l->count - 1 : 0;
    }
}

int moves_error(wgcq_moves *to, const char *format, const char *name)
{
    strbuf what = {0};
    strbuf_printf(&what, format, name);
    if (to->from) {
        strbuf_put(&what, ", in the state ");
        moves_put_values(to->model, to->from, &what);
    }
    to->code = what.failed ? error_set_memory(to->err)
                           : error_set(to->err, WGCQ_ERUN, "%s", strbuf_string(&what));
    strbuf_free(&what);
    return to->code;
}

/* ---- labels ------------------------------------------------------------------------- */

static bool is_text_line(const char *line, size_t length)
{
    uint32_t codepoint;
    for (size_t at = 0, bytes; at < length; at += bytes) {
        bytes = utf8_decode(line + at, length - at, &codepoint);
        if (!bytes || utf8_is_control(codepoint))
            return false;
    }
    return length > 0;
}

static bool cache_label(wgcq_moves *to, const char *line, cached_label *slot)
{
    size_t length = strnlen(line, TEXT_MOST + 1);
    if (length > TEXT_MOST || !is_text_line(line, length)) {
        moves_error(to, "the text of a move is %s",
                    length ? "no line of UTF-8, or too long" : "empty");
        return false;
    }
    if ((to->wants & WANT_KNOWN_MOVES ? interner_known : interner_id)(to->model->moves, line,
                                                                      length, &slot->number)) {
        to->code = error_set_memory(to->err);
        return false;
    }
    slot->text = interner_at(to->model->moves, slot->number);
    return true;
}

static bool label_number(wgcq_moves *to, const char *line, uint32_t *number)
{
    uint32_t h = 2166136261u;
    if (!line) {
        moves_error(to, "a move has %s", "no text");
        return false;
    }
    for (const char *at = line; *at && at - line <= TEXT_MOST; at++)
        h = (h ^ (unsigned char)*at) * 16777619u;
    cached_label *slot = &to->cached_label[(h ^ h >> 16) & (CACHED_LABELS - 1)];
    if ((!slot->text || strcmp(slot->text, line) != 0) && !cache_label(to, line, slot))
        return false;
    *number = slot->number;
    return true;
}

/* ---- adding --------------------------------------------------------------------------- */

static bool moves_memory_error(wgcq_moves *to)
{
    to->code = error_set_memory(to->err);
    return false;
}

static bool add_rejection_row(wgcq_moves *to, uint32_t move, uint32_t rule)
{
    batch *b = to->out;
    size_t at = b->rejected;
    if (!batch_reserve_rejections(b, 1))
        return moves_memory_error(to);
    b->rejected_lane[at] = to->lane;
    b->rejected_move[at] = move;
    b->rejected_rule[at] = rule;
    size_t same = dedup_find(&to->rejections, &dedup_rejections, b, at);
    b->rejected += same == at;
    return same != SIZE_MAX || moves_memory_error(to);
}

bool moves_rule_broken(const c_model *m, size_t rule, const void *state)
{
    const wgcq_rule *r = &m->description.rules[rule];
    return r->holds(m->description.self, state) == r->never;
}

/* Whether the state keeps all rules; else rejections are added, where they are wanted. */
static bool keeps_rules(wgcq_moves *to, uint32_t move, const void *state)
{
    bool kept = true;
    for (size_t i = 0; i < to->model->description.rule_count; i++) {
        if (!moves_rule_broken(to->model, i, state))
            continue;
        kept = false;
        if (to->from && (to->wants & WANT_REJECTIONS) && !add_rejection_row(to, move, (uint32_t)i))
            return false;
        if (!(to->wants & WANT_EVERY_RULE))
            return false;
    }
    return kept;
}

static bool check_move_costs(wgcq_moves *to, const char *text, const int64_t *costs)
{
    for (unsigned k = 0; costs && k < to->out->costs; k++)
        if (costs[k] < 0) {
            moves_error(to, "the move '%s' has a negative cost", text);
            return false;
        }
    const bool *maximized = to->model->model.maximized;
    for (unsigned k = 0; costs && maximized && k < to->out->costs; k++)
        if (costs[k] && maximized[k]) {
            moves_error(to, "the move '%s' adds to a cost that is maximized", text);
            return false;
        }
    return true;
}

static bool edge_has_costs(const batch *b, size_t i, const int64_t *costs)
{
    for (unsigned k = 0; k < b->costs; k++)
        if (b->cost[i * b->costs + k] != (costs ? costs[k] : 0))
            return false;
    return true;
}

/* Adds the edge whose packed state is written behind the last one. */
static bool append_edge(wgcq_moves *to, uint32_t move, const char *text, const int64_t *costs)
{
    batch *b = to->out;
    size_t at = b->count;
    b->lane[at] = to->lane;
    b->move[at] = move;
    size_t same = dedup_find(&to->edges, &dedup_edges, b, at);
    if (same == SIZE_MAX)
        return moves_memory_error(to);
    if (same < at) {
        if (to->from && !edge_has_costs(b, same, costs))
            moves_error(to, "the move '%s' is made twice at different costs", text);
        return !to->code;
    }
    for (unsigned k = 0; k < b->costs; k++)
        b->cost[at * b->costs + k] = costs ? costs[k] : 0;
    b->count++;
    return true;
}

static bool range_error(wgcq_moves *to, const char *text, const void *state, size_t cell)
{
    const c_layout *l = &to->model->layout;
    const c_layout_cell *c = &l->cells[cell];
    char what[400];
    const int64_t value = c_layout_read(c, state), high = (int64_t)((uint64_t)c->low + c->span);
    if (value < c->low || value > high)
        snprintf(what, sizeof what, "%.100s is %" PRId64 ", not within %" PRId64 "..%" PRId64 ", ",
                 l->fields[cell].label, value, c->low, high);
    else
        snprintf(what, sizeof what, "%.100s is %" PRId64 ", behind the end of the list, ",
                 l->fields[cell].label, value);
    size_t used = strlen(what);
    snprintf(what + used, sizeof what - used, to->from ? "after the move '%.100s'" : "at a start",
             text);
    moves_error(to, "%s", what);
    return false;
}

bool moves_given(wgcq_moves *to, const char *function, bool given, const char *argument)
{
    char what[80];
    assert(to);
    if (given || to->code)
        return given;
    snprintf(what, sizeof what, "%s: %s is NULL", function, argument);
    moves_error(to, "%s", what);
    return false;
}

/* Called for every move and rejection: polls the caller's budget now and then. */
bool moves_continue(wgcq_moves *to)
{
    if (++to->since_poll < POLL_MOVES)
        return true;
    to->since_poll = 0;
    return budget_continue(to->out->budget) || moves_memory_error(to);
}

bool wgcq_moves_add(wgcq_moves *to, const char *text, const void *state, const int64_t *costs)
{
    uint32_t move = 0;
    size_t wrong;
    if (!moves_given(to, __func__, state != NULL, "state"))
        return false;
    batch *b = to->out;
    if (to->code || !moves_continue(to) || (to->from && !label_number(to, text, &move)))
        return false;
    if (!batch_reserve(b, 1))
        return moves_memory_error(to);
    if (!c_layout_pack(&to->model->layout, state, b->state + b->count * b->words, &wrong))
        return range_error(to, text, state, wrong);
    if (!check_move_costs(to, text, costs))
        return false;
    if (!keeps_rules(to, move, state))
        return !to->code;
    return append_edge(to, move, text, costs);
}

bool wgcq_moves_reject(wgcq_moves *to, const char *text, const char *rejection)
{
    uint32_t move;
    size_t i = 0;
    assert(to);
    if (!moves_given(to, __func__, rejection != NULL, "rejection") ||
        !moves_given(to, __func__, text || !to->from, "text"))
        return false;
    const wgcq_description *is = &to->model->description;
    if (to->code || !moves_continue(to))
        return false;
    while (i < is->rejection_count && is->rejections[i] != rejection &&
           strcmp(is->rejections[i], rejection) != 0)
        i++;
    if (i == is->rejection_count) {
        moves_error(to, "'%s' is not among the rejections of the description", rejection);
        return false;
    }
    if (!to->from || !(to->wants & WANT_REJECTIONS))
        return true;
    return label_number(to, text, &move) &&
           add_rejection_row(to, move, (uint32_t)(is->rule_count + i));
}
