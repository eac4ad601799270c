/*
 * rush_hour.c - boards of Rush Hour, a row of characters each, as puzzles.
 *
 *     60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
 *     AAo.>/BooC/BooC
 *
 * A board is the first word of a line that can be one: 36 characters, or rows of any length with /
 * between them.  Capitals are cars, o and . are free, x is a wall.  X leaves where there is one,
 * else A: on the right or below, unless < in front of its row says on the left, or ^ on a first row
 * of its own above its column.
 */
#include "imports/levels.h"

#include <string.h>

enum { CARS_MOST = 26, RUSH_SIDE_MOST = 64, RUSH_BOARDS_MOST = 800 };

typedef struct rush_car {
    size_t row, col, length; /* the first cell; length 0: not on the board */
    bool down;
} rush_car;

typedef struct rush_board {
    const board_file *file;
    size_t rows, cols;
    rush_car cars[CARS_MOST];
    size_t *walls; /* row * cols + col of each */
    size_t wall_count, wall_room;
    size_t leaver;
    bool to_begin; /* it leaves on the left, or above */
    text_part word;
} rush_board;

/* ---- words that are boards ------------------------------------------------------------------ */

static bool is_board_byte(char c)
{
    return (c >= 'A' && c <= 'Z') || (c && strchr("ox./<>^v", c));
}

static bool is_board_word(text_part word)
{
    bool slash = false, car = false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.bytes[i];
        if (!is_board_byte(c))
            return false;
        slash = slash || c == '/';
        car = car || (c >= 'A' && c <= 'Z');
    }
    return car && (slash || word.length == 36);
}

/* The board of a line; length 0: it has none. */
static text_part find_board_word(text_part line)
{
    size_t at = 0;
    while (at < line.length) {
        size_t end = at;
        while (end < line.length && line.bytes[end] != ' ' && line.bytes[end] != '\t')
            end++;
        text_part word = {line.bytes + at, end - at, line.offset + at};
        if (is_board_word(word))
            return word;
        at = end + 1;
    }
    return (text_part){0};
}

bool rush_hour_is_row(text_part line)
{
    return find_board_word(line).length > 0;
}

/* ---- the cells of a board ------------------------------------------------------------------- */

static text_part rush_byte(const rush_board *b, size_t i)
{
    return (text_part){b->word.bytes + i, 1, b->word.offset + i};
}

static bool rush_error(const rush_board *b, text_part at, const char *text)
{
    return diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_SHAPE, text_part_span(b->file, at), "%s",
                          text);
}

/* The next cell of a car must continue it in a line without a gap. */
static bool extend_car(rush_board *b, rush_car *car, size_t row, size_t col, size_t i)
{
    if (!car->length) {
        *car = (rush_car){.row = row, .col = col, .length = 1};
        return true;
    }
    bool down = col == car->col && row == car->row + car->length;
    bool across = row == car->row && col == car->col + car->length;
    if ((!down && !across) || (car->length > 1 && down != car->down))
        return diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_SHAPE,
                              text_part_span(b->file, rush_byte(b, i)),
                              "car %c is not one line of cells", b->word.bytes[i]);
    car->down = down;
    car->length++;
    return true;
}

static bool take_rush_cell(rush_board *b, size_t row, size_t col, size_t i)
{
    char c = b->word.bytes[i];
    if (c == 'x')
        ARENA_PUSH(b->file->memory, b->walls, b->wall_count, b->wall_room, row * b->cols + col);
    if (c < 'A' || c > 'Z')
        return true;
    return extend_car(b, &b->cars[c - 'A'], row, col, i);
}

/* Where the exit is marked, by a byte of the word. */
typedef struct exit_mark {
    char sign; /* '\0': no exit is marked */
    size_t row, col, at;
} exit_mark;

static bool is_mark(char c)
{
    return c && strchr("<>^v", c);
}

/* A row of free cells with one ^ or v, which is the border above or below the board. */
static bool is_border(const char *row, size_t length)
{
    bool mark = false;
    for (size_t i = 0; i < length; i++) {
        if (!strchr("o.^v", row[i]))
            return false;
        mark = mark || row[i] == '^' || row[i] == 'v';
    }
    return mark;
}

typedef struct rush_reading {
    rush_board *board;
    exit_mark mark;
    size_t row;
    bool fine;
} rush_reading;

static void take_mark(rush_reading *r, size_t i, size_t col)
{
    if (r->mark.sign)
        r->fine = rush_error(r->board, rush_byte(r->board, i), "a second exit: a board has one");
    r->mark = (exit_mark){r->board->word.bytes[i], r->row, col, i};
}

static void take_border(rush_reading *r, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_mark(r->board->word.bytes[i]))
            take_mark(r, i, i - from);
}

static void take_rush_row(rush_reading *r, size_t from, size_t to)
{
    rush_board *b = r->board;
    const char *bytes = b->word.bytes;
    if (is_border(bytes + from, to - from)) {
        take_border(r, from, to);
        return;
    }
    if (to > from && bytes[from] == '<')
        take_mark(r, from++, 0);
    if (to > from && bytes[to - 1] == '>')
        take_mark(r, --to, 0);
    size_t cols = to - from;
    if (!b->cols)
        b->cols = cols;
    if (!cols || cols > RUSH_SIDE_MOST || cols != b->cols || r->row == RUSH_SIDE_MOST) {
        r->fine = diagnostic_add(
            b->file->to, WGCQ_DIAGNOSTIC_SHAPE,
            text_part_span(b->file, rush_byte(b, from < b->word.length ? from : 0)),
            "row %zu has %zu cells; all need %zu, and %d rows and columns are the most", r->row + 1,
            cols, b->cols, RUSH_SIDE_MOST);
        return;
    }
    for (size_t i = from; i < to && r->fine; i++) {
        if (is_mark(bytes[i]))
            r->fine = rush_error(b, rush_byte(b, i), "an exit inside of a row");
        else
            r->fine = take_rush_cell(b, r->row, i - from, i);
    }
    r->row++;
}

static void take_rush_rows(rush_reading *r)
{
    text_part word = r->board->word;
    bool slashes = memchr(word.bytes, '/', word.length) != NULL;
    for (size_t at = 0; at <= word.length && r->fine;) {
        const char *slash = slashes ? memchr(word.bytes + at, '/', word.length - at) : NULL;
        size_t end = slash ? (size_t)(slash - word.bytes) : slashes ? word.length : at + 6;
        if (end > word.length)
            break;
        take_rush_row(r, at, end);
        at = slashes ? end + 1 : end;
    }
}

/* ---- the car that leaves -------------------------------------------------------------------- */

/* The exit is at an end of the leaver's own line. */
static bool check_exit(rush_reading *r)
{
    rush_board *b = r->board;
    const rush_car *car = &b->cars[b->leaver];
    exit_mark m = r->mark;
    if (!m.sign)
        return true;
    bool fits = car->down ? (m.sign == '^' || m.sign == 'v') && m.col == car->col
                          : (m.sign == '<' || m.sign == '>') && m.row == car->row;
    b->to_begin = m.sign == '<' || m.sign == '^';
    if ((m.sign == '^' && m.row != 0) || (m.sign == 'v' && m.row != b->rows))
        return rush_error(b, rush_byte(b, m.at),
                          "^ stands in a row above the board, v in one below");
    if (fits)
        return true;
    return diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_SHAPE,
                          text_part_span(b->file, rush_byte(b, m.at)),
                          "car %c never comes to this exit", (char)('A' + b->leaver));
}

static bool check_cars(rush_reading *r)
{
    rush_board *b = r->board;
    bool fine = true;
    for (size_t i = 0; i < CARS_MOST; i++)
        if (b->cars[i].length == 1)
            fine =
                diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_SHAPE, text_part_span(b->file, b->word),
                               "car %c has one cell: which way does it move?", (char)('A' + i));
    b->leaver = b->cars['X' - 'A'].length ? 'X' - 'A' : 0;
    if (!b->cars[b->leaver].length)
        return rush_error(b, b->word, "no car A or X, which is to leave");
    return check_exit(r) && fine;
}

static bool read_rush_board(rush_board *b, const board_file *f, const board_level *l)
{
    *b = (rush_board){.file = f, .word = find_board_word(board_line(f, l->first_line))};
    rush_reading r = {.board = b, .fine = true};
    take_rush_rows(&r);
    b->rows = r.row;
    return r.fine && check_cars(&r);
}

/* ---- the puzzle ----------------------------------------------------------------------------- */

/* The boards of one puzzle: all of one size, with one car that leaves. */
typedef struct rush_puzzle {
    const board_file *file;
    const rush_board *boards;
    size_t count;
    bool used[CARS_MOST]; /* by some board */
    bool walls;
} rush_puzzle;

static size_t car_way(const rush_car *c)
{
    return c->down;
}

static size_t car_line(const rush_car *c)
{
    return c->down ? c->col : c->row;
}

static size_t car_length(const rush_car *c)
{
    return c->length;
}

static size_t car_first(const rush_car *c)
{
    return c->down ? c->row : c->col;
}

typedef size_t car_figure(const rush_car *c);

static void put_car_figures(const rush_puzzle *p, const rush_board *b, car_figure *figure)
{
    strbuf *out = p->file->out;
    const char *before = "";
    strbuf_char(out, '[');
    for (size_t i = 0; i < CARS_MOST; i++) {
        if (!p->used[i])
            continue;
        strbuf_put(out, before);
        if (figure == car_way)
            strbuf_put(out, figure(&b->cars[i]) ? "down" : "across");
        else
            strbuf_int(out, (int64_t)figure(&b->cars[i]));
        before = ", ";
    }
    strbuf_char(out, ']');
}

/* One board: `line[car]: [2, 0]`; several: a row for each board. */
static void put_car_constant(const rush_puzzle *p, const char *name, car_figure *figure)
{
    strbuf *out = p->file->out;
    strbuf_printf(out, "  %s[%scar]:", name, p->count > 1 ? "number, " : "");
    for (size_t i = 0; i < p->count; i++) {
        strbuf_put(out, p->count > 1 ? "\n    - " : " ");
        put_car_figures(p, &p->boards[i], figure);
    }
    strbuf_char(out, '\n');
}

/* One board: pairs of row and column; several: a row for each, of numbers of cells. */
static void put_board_walls(const rush_puzzle *p, const rush_board *b)
{
    strbuf *out = p->file->out;
    for (size_t w = 0; w < b->wall_count; w++) {
        strbuf_put(out, w ? ", " : "[");
        if (p->count > 1)
            strbuf_printf(out, "%zu", b->walls[w]);
        else
            strbuf_printf(out, "[%zu, %zu]", b->walls[w] / b->cols, b->walls[w] % b->cols);
    }
    strbuf_put(out, b->wall_count ? "]" : "[]");
}

static void put_walls(const rush_puzzle *p)
{
    strbuf *out = p->file->out;
    strbuf_put(out, "  walls:");
    for (size_t i = 0; i < p->count; i++) {
        strbuf_put(out, p->count > 1 ? "\n    - " : " ");
        put_board_walls(p, &p->boards[i]);
    }
    if (p->count > 1)
        strbuf_put(out, "                   # of each board: row * columns + column");
    strbuf_char(out, '\n');
}

static void put_cars(const rush_puzzle *p)
{
    const char *before = "";
    strbuf_put(p->file->out, "  car: [");
    for (size_t i = 0; i < CARS_MOST; i++) {
        if (!p->used[i])
            continue;
        strbuf_printf(p->file->out, "%s%c", before, (char)('A' + i));
        before = ", ";
    }
    strbuf_put(p->file->out, "]\n");
}

static void put_rush_head(const rush_puzzle *p, size_t number)
{
    strbuf *out = p->file->out;
    const rush_board *b = p->boards;
    const rush_car *car = &b->cars[b->leaver];
    const char *side = car->down     ? b->to_begin ? "at the top" : "at the bottom"
                       : b->to_begin ? "on the left"
                                     : "on the right";
    if (p->count > 1)
        strbuf_put(out, "puzzle: Rush Hour\n");
    else
        strbuf_printf(out, "puzzle: Rush Hour, board %zu\n", number);
    strbuf_printf(out,
                  "about: >-\n  Cars move along their own line, any number of cells at once; %c is "
                  "to leave %s.\n",
                  (char)('A' + b->leaver), side);
    if (p->count > 1)
        strbuf_printf(out,
                      "params:\n  board: 1                              # 1 to %zu: --set board=N, "
                      "or --set board=1..%zu\n",
                      p->count, p->count);
    size_t side_most = b->rows > b->cols ? b->rows : b->cols;
    strbuf_printf(out, "types:\n  row: 0..%zu\n  col: 0..%zu\n  cell: 0..%zu\n", b->rows - 1,
                  b->cols - 1, side_most - 1);
    put_cars(p);
    strbuf_put(out, "  axis: [across, down]\n");
    if (p->count > 1)
        strbuf_printf(out, "  number: 1..%zu\n", p->count);
}

static void put_rush_constants(const rush_puzzle *p)
{
    strbuf_put(p->file->out, "constants:\n");
    put_car_constant(p, "way", car_way);
    put_car_constant(p, "line", car_line);
    put_car_constant(p, "long", car_length);
    put_car_constant(p, "first", car_first);
    if (p->walls)
        put_walls(p);
}

/* The text, in which @ is the index of the board where there are several. */
static void put_for_boards(const rush_puzzle *p, const char *text)
{
    for (; *text; text++)
        if (*text != '@')
            strbuf_char(p->file->out, *text);
        else if (p->count > 1)
            strbuf_put(p->file->out, "board, ");
}

static void put_rush_moves(const rush_puzzle *p)
{
    strbuf *out = p->file->out;
    const rush_board *b = p->boards;
    size_t most = b->rows > b->cols ? b->rows : b->cols;
    put_for_boards(p, "state:\n"
                      "  at[car]: cell                         # the first cell along its line\n"
                      "start:\n"
                      "  at[k] for k in car: first[@k]\n"
                      "moves:\n"
                      "  \"{k} by {d}\":\n");
    strbuf_printf(out, "    - choose: k in car%s, d in -%zu..%zu if d != 0\n",
                  p->count > 1 ? " if long[board, k] > 0" : "", most - 1, most - 1);
    put_for_boards(p, "    - let:\n"
                      "        from: min(at[k], at[k] + d)\n"
                      "        to: max(at[k], at[k] + d) + long[@k] - 1\n");
    put_for_boards(
        p, b->rows == b->cols
               ? "    - guard: from >= 0 and to < len(cell)\n"
               : "    - guard: from >= 0 and to < (len(col) if way[@k] == across else len(row))\n");
    if (p->walls)
        strbuf_put(out, p->count > 1
                            ? "    - guard: not any(wall(k, w // len(col), w % len(col), from, to) "
                              "for w in walls[board - 1])\n"
                              "      else: a wall is in the way\n"
                            : "    - guard: not any(wall(k, r, c, from, to) for r, c in walls)\n"
                              "      else: a wall is in the way\n");
    put_for_boards(
        p,
        "    - guard: not any(hit(j, k, from, to) for j in car if j != k)\n"
        "      else: a car is in the way\n"
        "    - cost: steps = abs(d)\n"
        "    - set: at[k] = at[k] + d\n"
        "define:\n"
        "  hit(j, k, from, to): line[@j] == line[@k] and along(j, from, to) if way[@j] == way[@k] "
        "else from <= line[@j] <= to and along(j, line[@k], line[@k])\n"
        "  along(j, from, to): at[j] <= to and from < at[j] + long[@j]\n"
        "  covers(k, r, c): line[@k] == r and along(k, c, c) if way[@k] == across else line[@k] == "
        "c and along(k, r, r)\n");
    if (p->walls)
        put_for_boards(p, "  wall(k, r, c, from, to): line[@k] == r and from <= c <= to if way[@k] "
                          "== across else line[@k] == c and from <= r <= to\n");
}

static void put_rush_goal(const rush_puzzle *p)
{
    const rush_board *b = p->boards;
    const rush_car *car = &b->cars[b->leaver];
    char name = (char)('A' + b->leaver);
    if (b->to_begin)
        strbuf_printf(p->file->out, "goal: at[%c] == 0\n", name);
    else if (p->count > 1)
        strbuf_printf(p->file->out, "goal: at[%c] + long[board, %c] == %zu\n", name, name,
                      car->down ? b->rows : b->cols);
    else
        strbuf_printf(p->file->out, "goal: at[%c] == %zu\n", name,
                      (car->down ? b->rows : b->cols) - car->length);
    strbuf_put(p->file->out,
               "minimize: moves                         # --minimize steps: the fewest cells\n"
               "show: |\n  {(k for k in car if covers(k, r, c)) or ");
    if (p->walls)
        strbuf_put(p->file->out,
                   p->count > 1 ? "(\"x\" for w in walls[board - 1] if w == r * len(col) + c) or "
                                : "(\"x\" for i, j in walls if i == r and j == c) or ");
    strbuf_put(p->file->out, "\".\" for r in row, c in col}\n");
}

static bool boards_agree(const rush_puzzle *p)
{
    bool fine = true;
    for (size_t i = 1; i < p->count && fine; i++) {
        const rush_board *a = &p->boards[0], *b = &p->boards[i];
        if (a->rows != b->rows || a->cols != b->cols || a->leaver != b->leaver ||
            a->to_begin != b->to_begin || a->cars[a->leaver].down != b->cars[b->leaver].down) {
            fine = rush_error(b, b->word,
                              "this board has another size or another exit than the first one");
            diagnostic_hint(b->file->to, "--level %zu takes it alone", i + 1);
        }
    }
    return fine;
}

static bool write_rush_hour(rush_puzzle *p, size_t number)
{
    if (!boards_agree(p))
        return false;
    for (size_t i = 0; i < p->count; i++) {
        p->walls = p->walls || p->boards[i].wall_count;
        for (size_t c = 0; c < CARS_MOST; c++)
            p->used[c] = p->used[c] || p->boards[i].cars[c].length;
    }
    put_rush_head(p, number);
    put_rush_constants(p);
    put_rush_moves(p);
    put_rush_goal(p);
    return true;
}

/* ---- the file ------------------------------------------------------------------------------- */

/* Every line that is neither empty nor a comment has a board. */
static bool find_boards(board_file *f)
{
    bool fine = true;
    for (size_t i = 0; i < f->lines->line_count; i++) {
        text_part line = text_part_trim(board_line(f, i));
        if (find_board_word(line).length) {
            ARENA_PUSH(f->memory, f->levels, f->count, f->room,
                       ((board_level){.first_line = i, .end_line = i + 1}));
        } else if (line.length && *line.bytes != '#' && *line.bytes != ';') {
            fine = diagnostic_add(f->to, WGCQ_DIAGNOSTIC_SHAPE, text_part_span(f, line),
                                  "no board of 36 characters, nor of rows with / between them");
        }
    }
    return fine;
}

bool rush_hour_import(board_file *f)
{
    if (!find_boards(f))
        return false;
    size_t first = f->level ? board_level_find(f) : 0, end = f->level ? first + 1 : f->count;
    if (first == f->count)
        return false;
    if (end - first > RUSH_BOARDS_MOST) {
        diagnostic_add(f->to, WGCQ_DIAGNOSTIC_RANGE, line_index_span(f->lines, 0, 1),
                       "%zu boards are too many for one puzzle, which holds %d", f->count,
                       RUSH_BOARDS_MOST);
        diagnostic_hint(f->to, "--level 1 to --level %zu take one", f->count);
        return false;
    }
    rush_board *boards = arena_array(f->memory, end - first, sizeof *boards);
    bool fine = true;
    for (size_t i = first; i < end; i++)
        fine = read_rush_board(&boards[i - first], f, &f->levels[i]) && fine;
    rush_puzzle p = {.file = f, .boards = boards, .count = end - first};
    return fine && write_rush_hour(&p, first + 1);
}
