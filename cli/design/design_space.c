/* design_space.c - the parameters that a search varies, as cells with choices. */
#include "design/design_space.h"

#include "output/messages.h"
#include "sweep/setting_values.h"
#include "wgcq_puzzle.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char text_tag[] = "!!str \"";

static char *copy_part(const char *text, size_t length)
{
    char *copy = memory_alloc(length + 1);
    memcpy(copy, text, length);
    return copy;
}

static bool refuse_vary(char why[DESIGN_ERROR_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse_vary(char why[DESIGN_ERROR_MAX], const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, DESIGN_ERROR_MAX, format, args);
    va_end(args);
    return false;
}

/* ---- the parts of a value ----------------------------------------------------------------- */

/* The next cell of a value: its bytes, and those of what stands before it.  False: none follows. */
typedef struct value_cell {
    size_t from, to;
} value_cell;

/* The length of a character of UTF-8. */
static size_t character_length(const char *at)
{
    size_t length = 1;
    while (((unsigned char)at[length] & 0xC0) == 0x80)
        length++;
    return length;
}

static bool next_glyph(const char *text, size_t at, value_cell *out)
{
    at += strspn(text + at, "\n");
    *out = (value_cell){at, text[at] ? at + character_length(text + at) : at};
    return text[at] != '\0';
}

static size_t quoted_length(const char *text)
{
    size_t at = 1;
    while (text[at] && text[at] != '"')
        at += text[at] == '\\' && text[at + 1] ? 2 : 1;
    return text[at] ? at + 1 : at;
}

/* The next value in one line of YAML that is no key of a mapping. */
static bool next_scalar(const char *text, size_t at, value_cell *out)
{
    for (;;) {
        at += strspn(text + at, " ,[]{}:?");
        size_t length = text[at] == '"' ? quoted_length(text + at) : strcspn(text + at, ",]}:\"");
        *out = (value_cell){at, at + length};
        if (text[at + length] != ':')
            return text[at] != '\0';
        at += length;
    }
}

static bool next_cell(const varied_param *p, const char *text, size_t at, value_cell *out)
{
    return p->is_text ? next_glyph(text, at, out) : next_scalar(text, at, out);
}

/* The text behind !!str, without its escapes. */
static char *unescape(const char *quoted)
{
    char *text = memory_alloc(strlen(quoted) + 1), *end = text;
    for (const char *c = quoted; *c && *c != '"'; c++) {
        if (*c == '\\' && c[1])
            c++;
        *end++ = c[-1] == '\\' && *c == 'n' ? '\n' : c[-1] == '\\' && *c == 't' ? '\t' : *c;
    }
    return text;
}

/* ---- choices ------------------------------------------------------------------------------ */

static size_t find_choice(const varied_param *p, const char *text, size_t length)
{
    for (size_t i = 0; i < p->choice_count; i++)
        if (strlen(p->choices[i]) == length && !memcmp(p->choices[i], text, length))
            return i;
    return SIZE_MAX;
}

static void add_choice(varied_param *p, const char *text, size_t length)
{
    if (find_choice(p, text, length) != SIZE_MAX)
        return;
    p->choices = memory_realloc(p->choices, (p->choice_count + 1) * sizeof *p->choices);
    p->choices[p->choice_count++] = copy_part(text, length);
}

static bool is_whole_number(const char *text)
{
    size_t digits = strspn(text + (*text == '-'), "0123456789");
    return digits && digits <= 9 && !text[digits + (*text == '-')];
}

/* Choices that are numbers become all from the least to the greatest, if they are few. */
static void fill_number_choices(varied_param *p)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (size_t i = 0; i < p->choice_count; i++) {
        if (!is_whole_number(p->choices[i]))
            return;
        const int64_t value = strtoll(p->choices[i], NULL, 10);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    if (!p->choice_count || high - low >= DESIGN_CHOICES_MOST)
        return;
    for (size_t i = 0; i < p->choice_count; i++)
        free(p->choices[i]);
    p->choice_count = 0;
    for (int64_t value = low; value <= high; value++) {
        char text[24];
        const int length = snprintf(text, sizeof text, "%" PRId64, value);
        add_choice(p, text, (size_t)length);
    }
}

/* The values that the cells of the puzzle's own value have. */
static bool take_present_choices(varied_param *p, const char *text, bool is_single,
                                 char why[DESIGN_ERROR_MAX])
{
    value_cell cell;
    for (size_t at = 0; next_cell(p, text, at, &cell); at = cell.to)
        if (p->choice_count <= DESIGN_CHOICES_MOST)
            add_choice(p, text + cell.from, cell.to - cell.from);
    if (is_single && (!strcmp(text, "true") || !strcmp(text, "false"))) {
        add_choice(p, "false", strlen("false"));
        add_choice(p, "true", strlen("true"));
    } else if (is_single) {
        return refuse_vary(why, "%s is one value: say which it may be, such as %s=1..9 or %s=a,b",
                           p->name, p->name, p->name);
    }
    fill_number_choices(p);
    return true;
}

static bool take_given_characters(varied_param *p, const char *values)
{
    value_cell cell;
    for (size_t at = 0; next_glyph(values, at, &cell); at = cell.to)
        add_choice(p, values + cell.from, cell.to - cell.from);
    return true;
}

static bool take_given_values(varied_param *p, const char *vary, char why[DESIGN_ERROR_MAX])
{
    setting_values values;
    char reason[SETTING_ERROR_MAX];
    bool fine = setting_values_read(&values, vary, reason);
    for (size_t i = 0; fine && i < values.count; i++)
        add_choice(p, setting_value(&values, i), strlen(setting_value(&values, i)));
    setting_values_free(&values);
    return fine || refuse_vary(why, "%s: %s", p->name, reason);
}

/* ---- a parameter -------------------------------------------------------------------------- */

static void free_varied_param(varied_param *p)
{
    for (size_t i = 0; i < p->choice_count; i++)
        free(p->choices[i]);
    for (size_t i = 0; p->pieces && i <= p->cells; i++)
        free(p->pieces[i]);
    free(p->choices);
    free(p->pieces);
    free(p->given);
    free(p->name);
}

static void divide_into_cells(varied_param *p, const char *text, bool is_single)
{
    const size_t most = strlen(text) + 1;
    size_t done = 0;
    value_cell cell;
    p->pieces = memory_alloc((most + 1) * sizeof *p->pieces);
    p->given = memory_alloc(most * sizeof *p->given);
    for (size_t at = 0; next_cell(p, text, at, &cell); at = cell.to) {
        const size_t choice = find_choice(p, text + cell.from, cell.to - cell.from);
        if (choice == SIZE_MAX && !is_single)
            continue;
        p->pieces[p->cells] = copy_part(text + done, cell.from - done);
        p->given[p->cells++] = choice;
        done = cell.to;
    }
    p->pieces[p->cells] = memory_strdup(text + done);
}

/* The parameter's number in the puzzle; SIZE_MAX: there is none. */
static size_t find_param(const wgcq_puzzle *puzzle, const char *name)
{
    for (size_t i = 0; i < wgcq_puzzle_param_count(puzzle); i++)
        if (!strcmp(wgcq_puzzle_param_name(puzzle, i), name))
            return i;
    return SIZE_MAX;
}

static bool refuse_unknown_param(const wgcq_puzzle *puzzle, const char *name,
                                 char why[DESIGN_ERROR_MAX])
{
    const size_t count = wgcq_puzzle_param_count(puzzle);
    const char **names = memory_alloc((count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = wgcq_puzzle_param_name(puzzle, i);
    const char *meant = wgcq_suggest(name, names, count);
    refuse_vary(why,
                meant ? "the puzzle has no parameter '%s'; did you mean '%s'?"
                      : "the puzzle has no parameter '%s'",
                name, meant);
    free(names);
    return false;
}

static bool read_varied_param(varied_param *p, const wgcq_puzzle *puzzle, const char *values,
                              const char *vary, char why[DESIGN_ERROR_MAX])
{
    const size_t number = find_param(puzzle, p->name);
    if (number == SIZE_MAX)
        return refuse_unknown_param(puzzle, p->name, why);
    const char *value = wgcq_puzzle_param_value(puzzle, number);
    p->is_text = !strncmp(value, text_tag, strlen(text_tag));
    if (!p->is_text && strstr(value, text_tag))
        return refuse_vary(why, "%s has a text within a list, whose characters cannot be varied",
                           p->name);
    const bool is_single = !p->is_text && wgcq_puzzle_param_is_single(puzzle, number);
    char *text = p->is_text ? unescape(value + strlen(text_tag)) : memory_strdup(value);
    bool fine = !values      ? take_present_choices(p, text, is_single, why)
                : p->is_text ? take_given_characters(p, values)
                             : take_given_values(p, vary, why);
    if (fine)
        divide_into_cells(p, text, is_single);
    free(text);
    if (fine && p->choice_count > DESIGN_CHOICES_MOST)
        return refuse_vary(why, "%s: more than %d values", p->name, DESIGN_CHOICES_MOST);
    if (fine && !p->cells)
        return refuse_vary(why, "%s has none of these values, so nothing in it varies", p->name);
    return fine;
}

static bool add_varied_param(design_space *to, const wgcq_puzzle *puzzle, char *name,
                             const char *values, const char *vary, char why[DESIGN_ERROR_MAX])
{
    varied_param p = {.name = name, .first = to->cells};
    bool twice = false;
    for (size_t i = 0; i < to->count; i++)
        twice |= !strcmp(to->params[i].name, name);
    if (twice || !read_varied_param(&p, puzzle, values, vary, why)) {
        if (twice)
            refuse_vary(why, "%s is there twice", name);
        free_varied_param(&p);
        return false;
    }
    to->params = memory_realloc(to->params, (to->count + 1) * sizeof *to->params);
    to->params[to->count++] = p;
    to->cells += p.cells;
    return true;
}

bool design_space_add(design_space *to, const wgcq_puzzle *puzzle, const char *vary,
                      char why[DESIGN_ERROR_MAX])
{
    const char *equals = strchr(vary, '=');
    if (equals)
        return add_varied_param(to, puzzle, copy_part(vary, (size_t)(equals - vary)), equals + 1,
                                vary, why);
    for (const char *name = vary;; name++) {
        const size_t length = strcspn(name, ",");
        if (!add_varied_param(to, puzzle, copy_part(name, length), NULL, vary, why))
            return false;
        name += length;
        if (!*name)
            return true;
    }
}

void design_space_free(design_space *of)
{
    for (size_t i = 0; i < of->count; i++)
        free_varied_param(&of->params[i]);
    free(of->params);
    *of = (design_space){0};
}

/* ---- candidates --------------------------------------------------------------------------- */

const varied_param *design_space_param(const design_space *of, size_t cell)
{
    size_t i = of->count;
    assert(cell < of->cells);
    while (of->params[--i].first > cell)
        ;
    return &of->params[i];
}

char *design_space_value(const varied_param *of, const size_t *candidate)
{
    const size_t *choice = candidate + of->first;
    size_t length = strlen(of->pieces[of->cells]);
    for (size_t i = 0; i < of->cells; i++)
        length += strlen(of->pieces[i]) + strlen(of->choices[choice[i]]);
    char *value = memory_alloc(length + 1), *end = value;
    for (size_t i = 0; i < of->cells; i++) {
        end = stpcpy(end, of->pieces[i]);
        end = stpcpy(end, of->choices[choice[i]]);
    }
    strcpy(end, of->pieces[of->cells]);
    return value;
}

/* A block scalar: each line behind two blanks, and said what becomes of the line ends at its end.
 */
static char *text_setting(const char *name, const char *text)
{
    const size_t length = strlen(text);
    size_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    const char *ending = !length || text[length - 1] != '\n'      ? "-"
                         : length > 1 && text[length - 2] == '\n' ? "+"
                                                                  : "";
    char *setting = memory_alloc(strlen(name) + length + 2 * lines + sizeof "=|2+\n");
    char *end = setting + sprintf(setting, "%s=|2%s\n", name, ending);
    for (const char *line = text; *line;) {
        const size_t bytes = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        end += sprintf(end, "%s%.*s", *line == '\n' ? "" : "  ", (int)bytes, line);
        line += bytes;
    }
    return setting;
}

char *design_space_setting(const varied_param *of, const size_t *candidate)
{
    char *value = design_space_value(of, candidate);
    char *setting =
        of->is_text ? text_setting(of->name, value) : memory_format("%s=%s", of->name, value);
    free(value);
    return setting;
}

uint64_t design_space_size(const design_space *of)
{
    uint64_t size = 1;
    for (size_t i = 0; i < of->count; i++)
        for (size_t k = 0; k < of->params[i].cells; k++)
            if (__builtin_mul_overflow(size, of->params[i].choice_count, &size) || size > INT64_MAX)
                return 0;
    return size;
}
