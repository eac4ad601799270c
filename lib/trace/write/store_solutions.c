/*
 * store_solutions.c - the solutions of a run, and their steps.
 *
 * Solutions share most of their steps.  Each is stored once, and a solution as pieces: step so and
 * so of it and those that follow are such and such rows.  Costs of a row are what was spent in the
 * solution that it was stored for; a piece adds what another has spent more.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "trace/write/writer.h"

/* ---- moves ----------------------------------------------------------------------------------- */

/* Where the run keeps no edges, the moves of its solutions are all that it stores.  They are
   numbered as they come: the model's numbers depend on which states were expanded by whom. */
static bool numbers_moves(const trace_writer *w)
{
    return w->about.keep > WGCQ_TRACE_EDGES;
}

static int64_t stored_move(const trace_writer *w, uint32_t move)
{
    return numbers_moves(w) ? w->move_numbers[move] - (int64_t)1 : move;
}

static int add_move_once(trace_writer *w, uint32_t move, wgcq_error *err)
{
    if (!array_reserve_zeros(&w->move_numbers, &w->moves_room, (size_t)move + 1,
                             sizeof *w->move_numbers))
        return error_set_memory(err);
    if (w->move_numbers[move])
        return 0;
    w->move_numbers[move] = ++w->moves;
    return writer_add_move(w, w->moves - 1, w->model->move_text(w->model, move), err);
}

/* Numbers and stores the moves of a solution; its steps come behind them, and name the numbers. */
static int add_moves_of(trace_writer *w, const solution_rows *s, wgcq_error *err)
{
    int code = 0;
    for (uint32_t i = s->same ? s->same - 1 : 0; i < s->length && !code; i++)
        if (numbers_moves(w))
            code = add_move_once(w, s->moves[i], err);
        else if (s->moves[i] >= w->moves_due)
            w->moves_due = s->moves[i] + 1;
    return code;
}

/* ---- columns --------------------------------------------------------------------------------- */

bool trace_spells_steps(const trace_writer *w)
{
    return w->layout.steps == STEP_STATE_SPELLED ||
           (w->layout.steps == STEP_STATE_PACKED && !w->shown_sql);
}

unsigned writer_step_words(const trace_writer *w)
{
    return w->layout.steps == STEP_STATE_PACKED && w->shown_sql ? w->model->words : 0;
}

enum { STEP_NUMBERS = 3 }; /* move, src, dst */

/* Words, move, source and target of step i; how many. */
static unsigned set_step(const trace_writer *w, int64_t *to, const solution_rows *s, uint32_t i)
{
    unsigned words = writer_step_words(w);
    bool known = s->states && s->states[i] && w->about.keep <= WGCQ_TRACE_STATES;
    for (unsigned k = 0; k < words; k++)
        to[k] = (int64_t)s->packed[(size_t)i * words + k];
    to += words;
    to[0] = i ? stored_move(w, s->moves[i - 1]) : RECORD_NULL;
    to[1] = known && i ? (int64_t)s->states[i - 1] : RECORD_NULL;
    to[2] = known ? (int64_t)s->states[i] : RECORD_NULL;
    return words + STEP_NUMBERS;
}

static int add_step_row(trace_writer *w, const solution_rows *s, uint32_t i, record_row *row,
                        wgcq_error *err)
{
    if (trace_spells_steps(w)) {
        row->text = s->shown[i];
        row->length = strlen(row->text);
    }
    return w->backend->add(w, TABLE_STEP, ++w->step_count, row, err);
}

/* ---- steps of each solution, in the format before -------------------------------------------- */

static int write_step(trace_writer *w, const solution_rows *s, uint32_t i, wgcq_error *err)
{
    unsigned costs = w->model->costs;
    record_row row = {.values = w->values, .nullable = 2};
    w->values[0] = w->solutions;
    w->values[1] = i;
    row.count = 2 + set_step(w, w->values + 2, s, i);
    for (unsigned k = 0; k < costs; k++)
        w->values[row.count++] = s->spent[(size_t)i * costs + k];
    return add_step_row(w, s, i, &row, err);
}

static int write_own_steps(trace_writer *w, const solution_rows *s, wgcq_error *err)
{
    int code = 0;
    for (uint32_t i = 0; i <= s->length && !code; i++)
        code = write_step(w, s, i, err);
    return code;
}

/* ---- steps that are shared ------------------------------------------------------------------- */

/* Steps are equal if they lead to the same state at the same cost. */
static unsigned key_width(const trace_writer *w)
{
    unsigned spelled = trace_spells_steps(w) ? w->model->words : 0;
    return writer_step_words(w) + STEP_NUMBERS + w->model->costs + spelled;
}

static void set_key(const trace_writer *w, int64_t *to, const solution_rows *s, uint32_t i)
{
    unsigned costs = w->model->costs, words = w->model->words;
    const int64_t *spent = s->spent + (size_t)i * costs, *before = i ? spent - costs : NULL;
    to += set_step(w, to, s, i);
    for (unsigned k = 0; k < costs; k++)
        *to++ = (int64_t)((uint64_t)spent[k] - (before ? (uint64_t)before[k] : 0));
    for (unsigned k = 0; trace_spells_steps(w) && k < words; k++)
        *to++ = (int64_t)s->packed[(size_t)i * words + k];
}

/* A piece of the solution that is being written: of rows one behind the other. */
typedef struct solution_piece {
    int64_t step, steps, first;
    int64_t *more; /* [costs]: what it adds to the costs of the rows */
} solution_piece;

/* Behind those of the solution so far. */
static int keep_piece(trace_writer *w, const solution_piece *p, wgcq_error *err)
{
    const unsigned costs = w->model->costs;
    const size_t width = 3 + (size_t)costs, count = w->pieces.count;
    if (!array_reserve(&w->pieces.values, &w->pieces.room, (count + 1) * width,
                       sizeof *w->pieces.values))
        return error_set_memory(err);
    int64_t *to = w->pieces.values + count * width;
    to[0] = p->step;
    to[1] = p->steps;
    to[2] = p->first;
    if (costs)
        memcpy(to + 3, p->more, costs * sizeof *to);
    w->pieces.count++;
    return 0;
}

static void get_piece(const trace_writer *w, solution_piece *p, size_t i)
{
    const unsigned costs = w->model->costs;
    const int64_t *from = w->pieces.values + i * (3 + (size_t)costs);
    *p = (solution_piece){from[0], from[1], from[2], p->more};
    if (costs)
        memcpy(p->more, from + 3, costs * sizeof *from);
}

static int end_piece(trace_writer *w, solution_piece *p, wgcq_error *err)
{
    unsigned costs = w->model->costs;
    int code = keep_piece(w, p, err);
    if (code)
        return code;
    int64_t *v = w->values;
    record_row row = {.values = v + 1, .count = 4 + costs, .nullable = 4 + costs};
    const int64_t numbers[] = {++w->piece_count, w->solutions, p->step, p->steps, p->first};
    memcpy(v, numbers, sizeof numbers);
    if (costs)
        memcpy(v + 5, p->more, costs * sizeof *v);
    w->steps.pieces = digest_step(w->steps.pieces, v + 1, row.count, NULL, 0);
    p->steps = 0;
    return w->backend->add(w, TABLE_PIECE, w->piece_count, &row, err);
}

/* Begins a solution with the pieces of the one before, as far as its first `same` steps; the piece
   in which those end is *p, still open.  *covered: steps that the pieces have. */
static int repeat_pieces(trace_writer *w, solution_piece *p, uint32_t same, uint32_t *covered,
                         wgcq_error *err)
{
    const size_t count = w->pieces.count;
    int code = 0;
    *covered = 0;
    w->pieces.count = 0;
    for (size_t i = 0; i < count && *covered < same && !code; i++) {
        code = p->steps ? end_piece(w, p, err) : 0;
        get_piece(w, p, i);
        if (p->steps > same - *covered)
            p->steps = same - *covered;
        *covered += (uint32_t)p->steps;
    }
    return code;
}

/* Whether `row` continues the piece with what has been spent. */
static bool continues(const trace_writer *w, const solution_piece *p, int64_t row,
                      const int64_t *spent)
{
    const int64_t *stored = step_memory_row(&w->stored_steps, row);
    bool same = p->steps && row == p->first + p->steps && stored;
    for (unsigned k = 0; k < w->model->costs && same; k++)
        same =
            (uint64_t)stored[w->stored_steps.key + k] + (uint64_t)p->more[k] == (uint64_t)spent[k];
    return same;
}

/* Begins a piece with a row.  false: the difference of costs is too large a number. */
static bool begin_piece(const trace_writer *w, solution_piece *p, int64_t row, uint32_t step,
                        const int64_t *spent)
{
    const int64_t *stored = step_memory_row(&w->stored_steps, row);
    bool fits = true;
    *p = (solution_piece){step, 0, row, p->more};
    for (unsigned k = 0; k < w->model->costs && fits; k++)
        fits = !__builtin_sub_overflow(spent[k], stored[w->stored_steps.key + k], &p->more[k]);
    return fits;
}

/* Stores step i, whose key is `key`, as a new row: behind the piece, if it ends with the last one.
 */
static int add_shared_step(trace_writer *w, const solution_rows *s, uint32_t i,
                           const solution_piece *p, int64_t *key, wgcq_error *err)
{
    unsigned costs = w->model->costs;
    const int64_t *spent = s->spent + (size_t)i * costs;
    int64_t *more = key + w->stored_steps.key, *v = w->values;
    bool behind = p->steps && p->first + p->steps == w->step_count + 1;
    for (unsigned k = 0; k < costs && behind; k++)
        behind = !__builtin_sub_overflow(spent[k], p->more[k], &more[k]);
    if (!behind && costs)
        memcpy(more, spent, costs * sizeof *more);
    record_row row = {.alias = true, .values = v + 1, .nullable = writer_step_words(w)};
    v[0] = w->step_count + 1;
    row.count = set_step(w, v + 1, s, i);
    if (costs)
        memcpy(v + 1 + row.count, more, costs * sizeof *v);
    row.count += costs;
    const char *text = trace_spells_steps(w) ? s->shown[i] : NULL;
    w->steps.rows = digest_step(w->steps.rows, v, row.count + 1, text, text ? strlen(text) : 0);
    if (!step_memory_add(&w->stored_steps, key))
        return error_set_memory(err);
    return add_step_row(w, s, i, &row, err);
}

/* The row of step i, which may be a new one. */
static int find_shared_step(trace_writer *w, int64_t *row, const solution_rows *s, uint32_t i,
                            const solution_piece *p, int64_t *key, wgcq_error *err)
{
    set_key(w, key, s, i);
    *row = p->first + p->steps;
    if (p->steps && step_memory_has(&w->stored_steps, *row, key))
        return 0;
    *row = step_memory_find(&w->stored_steps, key);
    if (*row)
        return 0;
    *row = w->step_count + 1;
    return add_shared_step(w, s, i, p, key, err);
}

static int take_plan_step(trace_writer *w, const solution_rows *s, uint32_t i, solution_piece *p,
                          int64_t *key, wgcq_error *err)
{
    const int64_t *spent = s->spent + (size_t)i * w->model->costs;
    int64_t row;
    int code = find_shared_step(w, &row, s, i, p, key, err);
    if (!code && !continues(w, p, row, spent)) {
        code = p->steps ? end_piece(w, p, err) : 0;
        if (!code && !begin_piece(w, p, row, i, spent)) {
            row = w->step_count + 1;
            code = add_shared_step(w, s, i, p, key, err);
            begin_piece(w, p, row, i, spent);
        }
    }
    p->steps++;
    return code;
}

/* A share of the memory that there is for the run. */
static size_t steps_remembered(const trace_writer *w, unsigned width)
{
    enum { LEAST = 16, MOST = 1 << 18, SHARE = 256 };
    uint64_t most = w->about.max_memory / SHARE / (width * sizeof(int64_t));
    if (!w->about.max_memory || most > MOST)
        return MOST;
    return most < LEAST ? LEAST : (size_t)most;
}

static int write_shared_steps(trace_writer *w, const solution_rows *s, wgcq_error *err)
{
    unsigned costs = w->model->costs, key = key_width(w);
    int64_t *room = malloc((key + 2 * (size_t)costs) * sizeof *room);
    if (!room)
        return error_set_memory(err);
    if (!w->stored_steps.key)
        step_memory_begin(&w->stored_steps, key, key + costs, steps_remembered(w, key + costs),
                          w->step_count + 1);
    solution_piece piece = {.more = room + key + costs};
    uint32_t covered;
    int code = repeat_pieces(w, &piece, s->same, &covered, err);
    for (uint32_t i = covered; i <= s->length && !code; i++)
        code = take_plan_step(w, s, i, &piece, room, err);
    code = code ? code : end_piece(w, &piece, err);
    free(room);
    return code;
}

/* ---- a solution ------------------------------------------------------------------------------ */

static int write_solution(trace_writer *w, const solution_rows *s, wgcq_error *err)
{
    unsigned costs = w->model->costs;
    record_row row = {.alias = true, .values = w->values, .count = costs + 1};
    w->values[0] = s->length;
    for (unsigned k = 0; k < costs; k++)
        w->values[1 + k] = s->spent[(size_t)s->length * costs + k];
    return w->backend->add(w, TABLE_SOLUTION, w->solutions, &row, err);
}

/* Pages take rows in order and without a text before other columns; moves that only solutions have
   come in no order. */
static bool solutions_need_sql(const trace_writer *w)
{
    return numbers_moves(w) || w->layout.steps != STEP_STATE_STORED;
}

int trace_solution(trace_writer *w, const solution_rows *s, wgcq_error *err)
{
    int64_t before = w->step_count + w->piece_count;
    if (w->about.keep == WGCQ_TRACE_NONE)
        return 0;
    int code = solutions_need_sql(w) ? trace_finish_rows(w, err) : 0;
    w->worth_keeping = true;
    w->solutions++;
    code = code ? code : write_solution(w, s, err);
    code = code ? code : add_moves_of(w, s, err);
    if (!code)
        code = w->layout.steps_shared ? write_shared_steps(w, s, err) : write_own_steps(w, s, err);
    uint64_t rows = (uint64_t)(w->step_count + w->piece_count - before);
    w->unsaved_integers += rows * (w->model->costs + writer_step_words(w) + 5);
    w->unsaved_rows += rows + 1;
    return code ? code : writer_commit_if_due(w, err);
}
