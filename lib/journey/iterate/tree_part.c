/* tree_part.c - a part of a tree of choices: its beginning, splitting, results. */
#include "journey/iterate/tree_part.h"

#include <stdlib.h>
#include <string.h>

/* ---- results -------------------------------------------------------------------------------- */

typedef struct result_head {
    size_t size; /* of all */
    size_t choices, moves;
    int64_t cost;
    bool bounded;
} result_head;

/* `count` things of `size` bytes more; false: they are too many. */
static bool add_size(size_t *sum, size_t count, size_t size)
{
    size_t bytes;
    return !__builtin_mul_overflow(count, size, &bytes) &&
           !__builtin_add_overflow(*sum, bytes, sum) &&
           !__builtin_add_overflow(*sum, -*sum % 8, sum);
}

bool result_queue_add(result_queue *q, const wgcq_journey *j)
{
    result_head head = {sizeof head, j->choice_count, j->move_count, j->cost, j->bounded};
    if (!add_size(&head.size, head.choices, sizeof(uint64_t)) ||
        !add_size(&head.size, head.moves, sizeof *j->moves) || !add_size(&head.size, j->size, 1) ||
        head.size > SIZE_MAX - q->filled ||
        !array_reserve(&q->bytes, &q->room, q->filled + head.size, 1))
        return false;
    unsigned char *at = q->bytes + q->filled;
    memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (size_t i = 0; i < head.choices; i++, at += sizeof(uint64_t))
        memcpy(at, &j->choices[i].index, sizeof(uint64_t));
    if (head.moves)
        memcpy(at, j->moves, head.moves * sizeof *j->moves);
    memcpy(at + head.moves * sizeof *j->moves, j->state, j->size);
    q->filled += head.size;
    return true;
}

bool result_queue_move(result_queue *to, result_queue *from)
{
    if (result_queue_is_empty(from))
        return true;
    if (result_queue_is_empty(to)) {
        result_queue emptied = *to;
        *to = *from;
        emptied.filled = emptied.read = 0;
        *from = emptied;
        return true;
    }
    size_t size = from->filled - from->read;
    if (!array_reserve(&to->bytes, &to->room, to->filled + size, 1))
        return false;
    memcpy(to->bytes + to->filled, from->bytes + from->read, size);
    to->filled += size;
    from->filled = from->read = 0;
    return true;
}

int64_t result_queue_cost(const result_queue *q, bool *bounded)
{
    result_head head;
    memcpy(&head, q->bytes + q->read, sizeof head);
    *bounded = head.bounded;
    return head.cost;
}

void result_queue_skip(result_queue *q)
{
    result_head head;
    memcpy(&head, q->bytes + q->read, sizeof head);
    q->read += head.size;
}

bool result_queue_read(result_queue *q, wgcq_journey *j)
{
    result_head head;
    const unsigned char *at = q->bytes + q->read;
    memcpy(&head, at, sizeof head);
    if (!journey_reserve(j, &j->choices, &j->choice_room, head.choices, sizeof *j->choices) ||
        !journey_reserve(j, &j->moves, &j->move_room, head.moves, sizeof *j->moves))
        return false;
    at += sizeof head;
    for (size_t i = 0; i < head.choices; i++, at += sizeof(uint64_t)) {
        j->choices[i] = (choice){0};
        memcpy(&j->choices[i].index, at, sizeof(uint64_t));
    }
    if (head.moves)
        memcpy(j->moves, at, head.moves * sizeof *j->moves);
    memcpy(j->state, at + head.moves * sizeof *j->moves, j->size);
    j->choice_count = head.choices;
    j->move_count = head.moves;
    j->cost = head.cost;
    q->read += head.size;
    return true;
}

/* ---- parts ---------------------------------------------------------------------------------- */

tree_part *tree_part_new(const wgcq_iterator_options *wanted, wgcq_journey_fn *fn,
                         const void *initial, size_t size)
{
    tree_part *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->journey.self = wanted->self;
    p->journey.max_depth = wanted->max_depth;
    p->journey.checking = wanted->check;
    p->journey.source = &p->source;
    p->journey.err = &p->error;
    if ((p->state = malloc(size)))
        memcpy(p->state, initial, size);
    if (!p->state || !journey_open(&p->journey, fn, p->state, size) ||
        (wanted->check && !determinism_check_open(&p->check, fn, initial, size))) {
        tree_part_free(p);
        return NULL;
    }
    p->check.journey.self = wanted->self;
    p->check.journey.max_depth = wanted->max_depth;
    return p;
}

void tree_part_free(tree_part *p)
{
    journey_close(&p->journey);
    determinism_check_close(&p->check);
    free(p->state);
    if (p->owns_given)
        free(p->given);
    free(p->path);
    free(p->committed);
    free(p->filling.bytes);
    free(p->ready.bytes);
    free(p);
}

/* Room for a path so long, of which no choice has been committed to. */
static bool reserve_path(tree_part *p, size_t count)
{
    return array_reserve(&p->path, &p->path_room, count, sizeof *p->path) &&
           array_reserve_zeros(&p->committed, &p->committed_room, count, 1);
}

bool tree_part_begin(tree_part *p, const uint64_t *given, size_t count, size_t fixed, bool copies)
{
    p->source.given = given;
    p->source.count = count;
    p->source.fixed = fixed;
    if (copies) {
        if (!(p->given = malloc(count * sizeof *given)))
            return false;
        p->owns_given = true;
        memcpy(p->given, given, count * sizeof *given);
        p->source.given = p->given;
    }
    if (fixed && !reserve_path(p, fixed))
        return false;
    if (fixed)
        memcpy(p->path, given, fixed * sizeof *given);
    p->path_count = fixed;
    if (p->check.guarded)
        determinism_check_follow(&p->check, &p->journey);
    return true;
}

/* The first choice behind the path that has alternatives; the number of choices: none has, or they
   cannot be given away, since their number is open. */
static size_t first_alternative(const tree_part *p)
{
    const wgcq_journey *j = &p->journey;
    size_t at = p->path_count;
    while (at < j->choice_count && j->choices[at].index + 1 >= j->choices[at].bound)
        at++;
    return at < j->choice_count && j->choices[at].count < UINT64_MAX ? at : j->choice_count;
}

tree_part *tree_part_split(tree_part *p, const wgcq_iterator_options *wanted)
{
    wgcq_journey *j = &p->journey;
    size_t at = first_alternative(p);
    if (at == j->choice_count || !reserve_path(p, at + 1))
        return NULL;
    for (size_t i = p->path_count; i <= at; i++)
        p->path[i] = j->choices[i].index;
    tree_part *later = tree_part_new(wanted, j->fn, j->initial, j->size);
    if (!later)
        return NULL;
    p->path[at]++;
    bool begun = tree_part_begin(later, p->path, at + 1, at, true);
    p->path[at]--;
    if (!begun) {
        tree_part_free(later);
        return NULL;
    }
    j->choices[at].bound = j->choices[at].index + 1;
    if (p->check.guarded)
        p->check.journey.choices[at].bound = j->choices[at].bound;
    memset(p->committed + p->path_count, 0, at + 1 - p->path_count);
    p->path_count = at + 1;
    later->next = p->next;
    p->next = later;
    return later;
}

void tree_part_begin_anew(tree_part *p)
{
    journey_rewind(&p->journey);
    p->journey.code = 0;
    p->error = (wgcq_error){0};
    if (p->check.guarded) {
        p->check.journey.code = 0;
        determinism_check_follow(&p->check, &p->journey);
    }
    p->path_count = p->source.fixed;
    if (p->path_count)
        memset(p->committed, 0, p->path_count);
    p->filling.filled = p->filling.read = p->ready.filled = p->ready.read = 0;
}

bool tree_part_has_split(const tree_part *p, const tree_part *later)
{
    size_t count = p->source.fixed;
    return later->source.count > count && (!count || memcmp(p->source.given, later->source.given,
                                                            count * sizeof *p->source.given) == 0);
}

bool tree_part_drops(const tree_part *p, const tree_part *later)
{
    size_t at = 0;
    while (at < p->path_count && at < later->source.count && p->path[at] == later->source.given[at])
        at++;
    return at < p->path_count && p->committed[at];
}
