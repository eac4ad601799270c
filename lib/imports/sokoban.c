/*
 * sokoban.c - collections of Sokoban levels (XSB) as puzzles.
 *
 * A level is a block of lines of the board's characters.  `Title:` and `Author:` behind it, before
 * the next board, belong to it; else its title is the last line of text before the board, without
 * the semicolon of a comment.
 */
#include "imports/levels.h"

#include <string.h>
#include <strings.h>

/* ---- the file's levels ---------------------------------------------------------------------- */

/* Only a board's characters, a wall among them. */
bool sokoban_is_row(text_part line)
{
    bool wall = false;
    for (size_t i = 0; i < line.length; i++) {
        if (!line.bytes[i] || !strchr("#@+$*. -_", line.bytes[i]))
            return false;
        wall = wall || line.bytes[i] == '#';
    }
    return wall;
}

/* `Title: X`: X; length 0 where the line is none of that key. */
static text_part value_of_key(text_part line, const char *key)
{
    size_t length = strlen(key);
    line = text_part_trim(line);
    if (line.length <= length || strncasecmp(line.bytes, key, length) || line.bytes[length] != ':')
        return (text_part){0};
    return text_part_trim(
        (text_part){line.bytes + length + 1, line.length - length - 1, line.offset + length + 1});
}

/* A line of text before a board, which may be its title. */
static text_part text_above(text_part line)
{
    line = text_part_trim(line);
    while (line.length && *line.bytes == ';') {
        line = (text_part){line.bytes + 1, line.length - 1, line.offset + 1};
        line = text_part_trim(line);
    }
    return line;
}

static void take_text_line(board_file *f, text_part line, text_part *above)
{
    text_part title = value_of_key(line, "Title"), author = value_of_key(line, "Author");
    board_level *last = f->count ? &f->levels[f->count - 1] : NULL;
    if (title.length && last)
        last->title = title;
    else if (author.length && last)
        last->author = author;
    else if (text_part_trim(line).length)
        *above = title.length ? title : text_above(line);
}

static void find_sokoban_levels(board_file *f)
{
    text_part above = {0};
    bool inside = false;
    for (size_t i = 0; i < f->lines->line_count; i++) {
        text_part line = board_line(f, i);
        if (!sokoban_is_row(line)) {
            inside = false;
            take_text_line(f, line, &above);
            continue;
        }
        if (!inside) {
            ARENA_PUSH(f->memory, f->levels, f->count, f->room,
                       ((board_level){.first_line = i, .title = above}));
            above = (text_part){0};
        }
        inside = true;
        f->levels[f->count - 1].end_line = i + 1;
    }
}

/* ---- what a level must have ----------------------------------------------------------------- */

typedef struct sokoban_board {
    const board_file *file;
    const board_level *level;
    size_t rows, cols;
    char cell[BOARD_SIDE_MOST][BOARD_SIDE_MOST];
    bool floor[BOARD_SIDE_MOST][BOARD_SIDE_MOST]; /* where the player or a box could come to */
    size_t boxes, targets;
    text_part player;
} sokoban_board;

static text_part board_cell(const sokoban_board *b, size_t row, size_t col)
{
    text_part line = board_line(b->file, b->level->first_line + row);
    if (col >= line.length)
        return (text_part){line.bytes + line.length, 0, line.offset + line.length};
    return (text_part){line.bytes + col, 1, line.offset + col};
}

static bool sokoban_error(const sokoban_board *b, text_part at, const char *text)
{
    return diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_SHAPE, text_part_span(b->file, at), "%s",
                          text);
}

static bool take_board_cell(sokoban_board *b, size_t row, size_t col)
{
    text_part at = board_cell(b, row, col);
    char c = at.length ? *at.bytes : ' ';
    c = c == '-' || c == '_' ? ' ' : c;
    b->cell[row][col] = c;
    b->boxes += c == '$' || c == '*';
    b->targets += c == '.' || c == '*' || c == '+';
    if (c != '@' && c != '+')
        return true;
    if (b->player.length) {
        sokoban_error(b, at, "a second player: a level has one");
        diagnostic_note(b->file->to, text_part_span(b->file, b->player), "the first one is here");
        return false;
    }
    b->player = at;
    b->floor[row][col] = true;
    return true;
}

static bool read_board(sokoban_board *b)
{
    b->rows = b->level->end_line - b->level->first_line;
    for (size_t r = 0; r < b->rows; r++) {
        size_t length = board_line(b->file, b->level->first_line + r).length;
        b->cols = length > b->cols ? length : b->cols;
    }
    text_part first = board_line(b->file, b->level->first_line);
    if (b->rows > BOARD_SIDE_MOST || b->cols > BOARD_SIDE_MOST)
        return diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_RANGE, text_part_span(b->file, first),
                              "a board of %zu rows and %zu columns; %d of each are the most",
                              b->rows, b->cols, BOARD_SIDE_MOST);
    bool fine = true;
    for (size_t r = 0; r < b->rows; r++)
        for (size_t c = 0; c < b->cols; c++)
            fine = take_board_cell(b, r, c) && fine;
    return fine;
}

/* The neighbours of a floor's cell; false after reporting that the cell is at the board's edge. */
static bool spread(sokoban_board *b, size_t row, size_t col, bool *grown)
{
    if (row == 0 || col == 0 || row + 1 == b->rows || col + 1 == b->cols)
        return sokoban_error(b, board_cell(b, row, col),
                             "the walls are open here: the player can leave the board");
    const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (size_t i = 0; i < 4; i++) {
        size_t r = row + (size_t)steps[i][0], c = col + (size_t)steps[i][1];
        if (b->cell[r][c] != '#' && !b->floor[r][c])
            b->floor[r][c] = *grown = true;
    }
    return true;
}

static bool walls_are_closed(sokoban_board *b)
{
    bool grown = true;
    while (grown) {
        grown = false;
        for (size_t r = 0; r < b->rows; r++)
            for (size_t c = 0; c < b->cols; c++)
                if (b->floor[r][c] && !spread(b, r, c, &grown))
                    return false;
    }
    return true;
}

static bool check_board(sokoban_board *b)
{
    bool fine = read_board(b);
    text_part first = board_line(b->file, b->level->first_line);
    if (b->rows > BOARD_SIDE_MOST || b->cols > BOARD_SIDE_MOST)
        return false;
    if (!b->player.length)
        fine = sokoban_error(b, first, "the level has no player, @ or +");
    else
        fine = walls_are_closed(b) && fine;
    if (!b->boxes)
        fine = sokoban_error(b, first, "the level has no box, $ or *");
    else if (b->boxes != b->targets)
        fine = diagnostic_add(b->file->to, WGCQ_DIAGNOSTIC_SHAPE, text_part_span(b->file, first),
                              "the level has %zu boxes and %zu targets; it needs as many of each",
                              b->boxes, b->targets);
    return fine;
}

/* ---- the puzzle ----------------------------------------------------------------------------- */

static const char sokoban_rules[] =
    "types:\n"
    "  row: 0..rows(level) - 1\n"
    "  col: 0..cols(level) - 1\n"
    "  direction: [up, down, left, right]\n"
    "constants:\n"
    "  dy[direction]: {up: -1, down: 1, left: 0, right: 0}\n"
    "  dx[direction]: {up: 0, down: 0, left: -1, right: 1}\n"
    "state:\n"
    "  y: row\n"
    "  x: col\n"
    "  box[row, col]: bool\n"
    "start:\n"
    "  - choose: r in row, c in col if level[r, c] in [\"@\", \"+\"]\n"
    "  - set:\n"
    "      y: r\n"
    "      x: c\n"
    "      box[i, j] for i in row, j in col: level[i, j] in [\"$\", \"*\"]\n"
    "moves:\n"
    "  walk {d}:\n"
    "    - choose: d in direction\n"
    "    - guard: open(y + dy[d], x + dx[d]) and not box[y + dy[d], x + dx[d]]\n"
    "    - set: {y: \"y + dy[d]\", x: \"x + dx[d]\"}\n"
    "  push {d}:\n"
    "    - choose: d in direction\n"
    "    - let:\n"
    "        i: y + dy[d]\n"
    "        j: x + dx[d]\n"
    "    - guard: open(i, j) and box[i, j]\n"
    "    - guard: open(i + dy[d], j + dx[d])\n"
    "      else: a wall is behind the box\n"
    "    - guard: not box[i + dy[d], j + dx[d]]\n"
    "      else: a box is behind the box\n"
    "    - set:\n"
    "        y: i\n"
    "        x: j\n"
    "        box[i, j]: false\n"
    "        box[i + dy[d], j + dx[d]]: true\n"
    "    - cost: pushes = 1\n"
    "define:\n"
    "  open(r, c): r in row and c in col and level[r, c] != \"#\"\n"
    "  target(r, c): level[r, c] in [\".\", \"*\", \"+\"]\n"
    "goal: all(box[r, c] for r in row for c in col if target(r, c))\n"
    "minimize: moves                         # --minimize pushes,moves: the fewest pushes first\n"
    "show: |\n"
    "  {(\"+\" if target(r, c) else \"@\") if y == r and x == c else\n"
    "   (\"*\" if target(r, c) else \"$\") if box[r, c] else\n"
    "   \"#\" if level[r, c] == \"#\" else \".\" if target(r, c) else \" \" for r in row, c in "
    "col}\n";

static void put_title(strbuf *out, const board_level *l, size_t number)
{
    strbuf name = {0};
    if (l->title.length)
        strbuf_add(&name, l->title.bytes, l->title.length);
    else
        strbuf_printf(&name, "Sokoban, level %zu", number);
    strbuf_put(out, "puzzle: ");
    strbuf_put_quoted(out, (text_part){strbuf_string(&name), name.length, 0});
    out->failed = out->failed || name.failed;
    strbuf_free(&name);
    if (l->author.length) {
        strbuf_put(out, "\nabout: ");
        strbuf_put_quoted(out, l->author);
    }
    strbuf_char(out, '\n');
}

static void write_sokoban(const sokoban_board *b, size_t number)
{
    strbuf *out = b->file->out;
    put_title(out, b->level, number);
    strbuf_put(out, "params:\n  level: |2\n");
    for (size_t r = 0; r < b->rows; r++) {
        size_t length = b->cols;
        while (length && b->cell[r][length - 1] == ' ')
            length--;
        strbuf_put(out, "    ");
        strbuf_add(out, b->cell[r], length);
        strbuf_char(out, '\n');
    }
    strbuf_put(out, sokoban_rules);
}

static bool name_the_levels(const board_file *f)
{
    text_part second = board_line(f, f->levels[1].first_line);
    diagnostic_add(f->to, WGCQ_DIAGNOSTIC_SHAPE, text_part_span(f, second),
                   "a second level: the file has %zu, and a puzzle is one of them", f->count);
    diagnostic_hint(f->to, "--level 1 to --level %zu, or --level TITLE", f->count);
    return false;
}

bool sokoban_import(board_file *f)
{
    find_sokoban_levels(f);
    if (!f->level && f->count > 1)
        return name_the_levels(f);
    size_t i = f->level ? board_level_find(f) : 0;
    if (i == f->count)
        return false;
    sokoban_board *b = arena_take(f->memory, sizeof *b);
    b->file = f;
    b->level = &f->levels[i];
    if (!check_board(b))
        return false;
    write_sokoban(b, i + 1);
    return true;
}
