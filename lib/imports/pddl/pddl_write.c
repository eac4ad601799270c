/* pddl_write.c - the puzzle: types, constants, state, start, moves, goal. */
#include "imports/pddl/pddl.h"

#include <stdlib.h>
#include <string.h>

/* ---- types ---------------------------------------------------------------------------------- */

static size_t pddl_find_root(size_t *of, size_t i)
{
    while (of[i] != i)
        i = of[i] = of[of[i]];
    return i;
}

/* Objects that one variable or argument may be are of one enumeration. */
static void make_groups(pddl *p)
{
    size_t *root = arena_array(p->memory, p->object_count + 1, sizeof *root);
    for (size_t i = 0; i < p->object_count; i++)
        root[i] = i;
    for (size_t d = 0; d < p->domain_count; d++)
        for (size_t i = 0; i < p->object_count; i++)
            if (p->domains[d]->used && pddl_has(p->domains[d]->bits, i))
                root[pddl_find_root(root, i)] = pddl_find_root(root, p->domains[d]->first);
    for (size_t i = 0; i < p->object_count; i++) {
        if (p->objects[i].group)
            continue;
        uint64_t *bits = arena_array(p->memory, pddl_bit_words(p), sizeof *bits);
        for (size_t k = i; k < p->object_count; k++)
            if (pddl_find_root(root, k) == pddl_find_root(root, i))
                bits[k / 64] |= UINT64_C(1) << k % 64;
        pddl_domain *group = pddl_domain_with(p, bits, "object");
        group->group = true;
        for (size_t k = i; k < p->object_count; k++)
            if (pddl_has(bits, k))
                p->objects[k].group = group;
    }
}

/* `[a, b]` over several lines where it is long. */
typedef struct pddl_listing {
    strbuf *out;
    size_t line;
    bool any;
} pddl_listing;

static void list_item(pddl_listing *l, const char *text)
{
    const bool breaks = l->any && l->out->length - l->line > 110;
    if (l->any)
        strbuf_put(l->out, breaks ? ",\n    " : ", ");
    if (breaks)
        l->line = l->out->length - 4;
    strbuf_put(l->out, text);
    l->any = true;
}

static void pddl_put_type(pddl *p, const pddl_domain *d)
{
    bool glyphs = false;
    pddl_listing l = {.out = p->out, .line = p->out->length};
    for (size_t i = 0; i < p->object_count && d->group; i++)
        glyphs = glyphs ||
                 (pddl_has(d->bits, i) && strcmp(p->objects[i].name, p->objects[i].written) != 0);
    strbuf_printf(p->out, "  %s: %c", d->name, glyphs ? '{' : '[');
    for (size_t i = 0; i < p->object_count; i++)
        if (pddl_has(d->bits, i))
            list_item(&l, glyphs ? arena_printf(p->memory, "%s: \"%s\"", p->objects[i].name,
                                                p->objects[i].written)
                                 : p->objects[i].name);
    strbuf_put(p->out, glyphs ? "}\n" : "]\n");
}

static void put_types(pddl *p)
{
    strbuf_put(p->out, "types:\n");
    for (int part = 0; part < 2; part++)
        for (size_t i = 0; i < p->domain_count; i++)
            if (p->domains[i]->size && p->domains[i]->group == !part &&
                (p->domains[i]->used || p->domains[i]->group))
                pddl_put_type(p, p->domains[i]);
}

/* ---- constants ------------------------------------------------------------------------------ */

static int compare_row_pointers(const void *a, const void *b)
{
    return pddl_compare_rows(a, b, PDDL_ARITY_MOST);
}

/* What init says of a predicate, in order, each row once. */
static void pddl_sort_rows(pddl_symbol *s)
{
    if (s->function || !s->row_count)
        return;
    qsort(s->rows, s->row_count, sizeof *s->rows, compare_row_pointers);
    size_t kept = 1;
    for (size_t i = 1; i < s->row_count; i++)
        if (pddl_compare_rows(s->rows[i], s->rows[kept - 1], s->count))
            memmove(s->rows[kept++], s->rows[i], sizeof *s->rows);
    s->row_count = kept;
}

static void put_row_list(pddl *p, const pddl_symbol *s, size_t from, size_t to)
{
    pddl_listing l = {.out = p->out, .line = p->out->length};
    strbuf_char(p->out, '[');
    for (size_t i = from; i < to; i++)
        list_item(&l, p->objects[s->rows[i][s->count - 1]].name);
    strbuf_put(p->out, "]\n");
}

/* `road: {a: [b, c]}`, a line for each a. */
static void put_pairs(pddl *p, const pddl_symbol *s)
{
    strbuf_printf(p->out, "  %s:\n", s->name);
    size_t at = 0;
    for (size_t i = 0; i < p->object_count; i++) {
        if (!pddl_has(s->args[0]->bits, i))
            continue;
        size_t from = at;
        while (at < s->row_count && s->rows[at][0] == i)
            at++;
        strbuf_printf(p->out, "    %s: ", p->objects[i].name);
        put_row_list(p, s, from, at);
    }
}

/* A table over all arguments, in the order of their types. */
typedef struct constant_table {
    pddl *p;
    const pddl_symbol *of;
    int64_t *cells;
} constant_table;

/* The place of a row in the table. */
static size_t cell_number(const constant_table *t, const uint32_t *row)
{
    size_t number = 0;
    for (size_t i = 0; i < t->of->count; i++) {
        size_t before = 0;
        for (size_t k = 0; k < row[i]; k++)
            before += pddl_has(t->of->args[i]->bits, k);
        number = number * t->of->args[i]->size + before;
    }
    return number;
}

static void put_table_level(constant_table *t, size_t level, size_t first)
{
    strbuf *out = t->p->out;
    if (level == t->of->count) {
        if (t->of->function)
            strbuf_int(out, t->cells[first]);
        else
            strbuf_put(out, t->cells[first] ? "true" : "false");
        return;
    }
    strbuf_char(out, '[');
    for (size_t i = 0; i < t->of->args[level]->size; i++) {
        strbuf_put(out, !i ? "" : level + 1 < t->of->count || i % 24 == 0 ? ",\n    " : ", ");
        put_table_level(t, level + 1, first * t->of->args[level]->size + i);
    }
    strbuf_char(out, ']');
}

static bool table_size(pddl *p, const pddl_symbol *s, size_t *cells)
{
    *cells = 1;
    for (size_t i = 0; i < s->count; i++) {
        *cells *= s->args[i]->size;
        if (*cells > PDDL_CELLS_MOST)
            return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_RANGE, sexp_span(s->at->kids[0]),
                                  "'%s' is a table of more than %d cells", s->written,
                                  PDDL_CELLS_MOST);
    }
    return true;
}

static void pddl_fill_table(constant_table *t, pddl_symbol *s, size_t cells)
{
    bool *set = arena_array(t->p->memory, cells + 1, sizeof *set);
    int64_t least = 0;
    for (size_t i = 0; i < s->row_count; i++) {
        size_t cell = cell_number(t, s->rows[i]);
        t->cells[cell] = s->function ? s->amounts[i] : 1;
        least = t->cells[cell] < least ? t->cells[cell] : least;
        set[cell] = true;
    }
    for (size_t i = 0; i < cells && s->function; i++)
        if (!set[i]) {
            t->cells[i] = -1;
            s->partial = true;
        }
    if (s->partial && least < 0)
        pddl_refuse(t->p, s->at, "a function with negative values and without some value",
                    "-1 stands for no value");
}

static void put_table(pddl *p, pddl_symbol *s)
{
    size_t cells;
    if (!table_size(p, s, &cells))
        return;
    constant_table t = {p, s, arena_array(p->memory, cells + 1, sizeof(int64_t))};
    pddl_fill_table(&t, s, cells);
    strbuf_printf(p->out, "  %s", s->name);
    for (size_t i = 0; i < s->count; i++)
        strbuf_printf(p->out, "%s%s%s", i ? ", " : "[", s->args[i]->name,
                      i + 1 == s->count ? "]" : "");
    strbuf_put(p->out, ": ");
    put_table_level(&t, 0, 0);
    strbuf_put(p->out, s->partial ? "  # -1: no value\n" : "\n");
}

static bool has_empty_argument(const pddl_symbol *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->args[i]->size)
            return true;
    return false;
}

static bool pddl_is_constant(const pddl_symbol *s)
{
    return s->form == FORM_STATIC && s->used && (s->row_count || s->function) &&
           !has_empty_argument(s) && strcmp(s->written, "total-cost") && (s->function || s->count);
}

static void pddl_put_constants(pddl *p)
{
    bool begun = false;
    for (size_t i = 0; i < p->symbol_count; i++) {
        pddl_symbol *s = &p->symbols[i];
        if (!pddl_is_constant(s))
            continue;
        strbuf_put(p->out, begun ? "" : "constants:\n");
        begun = true;
        if (s->function || s->count > 2) {
            put_table(p, s);
        } else if (s->count == 2) {
            put_pairs(p, s);
        } else {
            strbuf_printf(p->out, "  %s: ", s->name);
            put_row_list(p, s, 0, s->row_count);
        }
    }
}

/* ---- state and start ------------------------------------------------------------------------ */

static bool is_variable(const pddl_symbol *s)
{
    return s->form != FORM_STATIC && !has_empty_argument(s);
}

static void put_state(pddl *p)
{
    strbuf_put(p->out, "state:\n");
    size_t variables = 0;
    for (size_t i = 0; i < p->symbol_count; i++) {
        const pddl_symbol *s = &p->symbols[i];
        if (!is_variable(s))
            continue;
        const char *before = "[";
        strbuf_printf(p->out, "  %s", s->name);
        variables++;
        for (size_t k = 0; k < s->count; k++) {
            if (s->form == FORM_VALUE && k == s->value)
                continue;
            strbuf_printf(p->out, "%s%s", before, s->args[k]->name);
            before = ", ";
        }
        strbuf_put(p->out, *before == ',' ? "]: " : ": ");
        strbuf_put(p->out, s->form == FORM_VALUE ? s->args[s->value]->name : "bool");
        strbuf_put(p->out, s->form == FORM_VALUE && s->optional ? " or none\n" : "\n");
    }
    if (!variables)
        strbuf_put(p->out, "  nothing_changes: bool\n");
}

static const char *default_value(const pddl *p, const pddl_symbol *s)
{
    return s->form == FORM_BOOL ? "false"
           : s->optional        ? "none"
                                : p->objects[s->args[s->value]->first].name;
}

static void put_start_of(pddl *p, const pddl_symbol *s)
{
    bool array = s->count > (s->form == FORM_VALUE);
    if (array || !s->row_count)
        strbuf_printf(p->out, "  %s: %s\n", s->name, default_value(p, s));
    for (size_t i = 0; i < s->row_count; i++) {
        pddl_atom atom = {.symbol = &p->symbols[s - p->symbols]};
        for (size_t k = 0; k < s->count; k++)
            atom.terms[k].object = s->rows[i][k];
        strbuf_put(p->out, "  ");
        pddl_put_place(p, p->out, &atom);
        strbuf_printf(p->out, ": %s\n",
                      s->form == FORM_BOOL ? "true" : p->objects[s->rows[i][s->value]].name);
    }
}

static void put_start(pddl *p)
{
    size_t variables = 0;
    strbuf_put(p->out, "start:\n");
    for (size_t i = 0; i < p->symbol_count; i++)
        if (is_variable(&p->symbols[i])) {
            put_start_of(p, &p->symbols[i]);
            variables++;
        }
    if (!variables)
        strbuf_put(p->out, "  nothing_changes: false\n");
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* The conjuncts of a condition, of which some become domains of choices, and some values that
   parameters are read from. */
typedef struct move_writing {
    pddl *p;
    pddl_action *action;
    pddl_formula *needs; /* SAYS_AND of conjuncts */
    bool *done;
    const pddl_formula *read[PDDL_PARAMS_MOST]; /* `at[x] == to` gives the parameter `to` */
    size_t order[PDDL_PARAMS_MOST], read_count; /* of those that are read, as they depend */
} move_writing;

static size_t param_number(const move_writing *w, const pddl_var *v)
{
    size_t i = 0;
    while (i < w->action->param_count && w->action->params[i] != v)
        i++;
    return i;
}

/* Whether a parameter's value is read by way of that of another one. */
static bool depends_on(const move_writing *w, size_t param, size_t other)
{
    if (param == other)
        return true;
    const pddl_formula *f = param < w->action->param_count ? w->read[param] : NULL;
    for (size_t i = 0; f && i < f->atom.symbol->count; i++)
        if (i != f->atom.symbol->value && f->atom.terms[i].var &&
            depends_on(w, param_number(w, f->atom.terms[i].var), other))
            return true;
    return false;
}

/* A value that is the parameter's wherever the action can be taken; one that is always there is
   better. */
static void find_read(move_writing *w, size_t param)
{
    for (size_t i = 0; i < w->needs->count; i++) {
        const pddl_formula *f = w->needs->parts[i];
        if (f->kind != SAYS_ATOM || f->atom.symbol->form != FORM_VALUE ||
            f->atom.terms[f->atom.symbol->value].var != w->action->params[param] ||
            (w->read[param] &&
             (f->atom.symbol->optional || !w->read[param]->atom.symbol->optional)))
            continue;
        bool fits = true;
        for (size_t k = 0; k < f->atom.symbol->count; k++)
            if (k != f->atom.symbol->value && f->atom.terms[k].var)
                fits = fits && !depends_on(w, param_number(w, f->atom.terms[k].var), param);
        if (fits)
            w->read[param] = f;
    }
}

static bool is_ordered(const move_writing *w, size_t param)
{
    for (size_t i = 0; i < w->read_count; i++)
        if (w->order[i] == param)
            return true;
    return false;
}

static void order_read(move_writing *w, size_t param)
{
    const pddl_formula *f = param < w->action->param_count ? w->read[param] : NULL;
    if (!f || is_ordered(w, param))
        return;
    for (size_t i = 0; i < f->atom.symbol->count; i++)
        if (i != f->atom.symbol->value && f->atom.terms[i].var)
            order_read(w, param_number(w, f->atom.terms[i].var));
    w->order[w->read_count++] = param;
}

static void find_all_read(move_writing *w)
{
    for (size_t i = 0; i < w->action->param_count; i++)
        find_read(w, i);
    for (size_t i = 0; i < w->action->param_count; i++)
        order_read(w, i);
    for (size_t i = 0; i < w->needs->count; i++)
        for (size_t k = 0; k < w->action->param_count; k++)
            w->done[i] = w->done[i] || w->needs->parts[i] == w->read[k];
}

/* Whether a parameter that is read occurs in it. */
static bool needs_read(const move_writing *w, const pddl_formula *f);

static bool atom_needs_read(const move_writing *w, const pddl_atom *atom, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t param = atom->terms[i].var ? param_number(w, atom->terms[i].var) : SIZE_MAX;
        if (param < w->action->param_count && w->read[param])
            return true;
    }
    return false;
}

static bool amount_needs_read(const move_writing *w, const pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM)
        return amount_needs_read(w, a->left) || amount_needs_read(w, a->right);
    return a->kind == AMOUNT_FUNCTION && atom_needs_read(w, &a->atom, a->atom.symbol->count);
}

static bool needs_read(const move_writing *w, const pddl_formula *f)
{
    bool needs = false;
    if (f->kind == SAYS_ATOM)
        needs = atom_needs_read(w, &f->atom, f->atom.symbol->count);
    else if (f->kind == SAYS_EQUAL)
        needs = atom_needs_read(w, &f->atom, 2);
    else if (f->kind == SAYS_COMPARE)
        needs = amount_needs_read(w, f->left) || amount_needs_read(w, f->right);
    for (size_t i = 0; i < f->count; i++)
        needs = needs || needs_read(w, f->parts[i]);
    return needs;
}

static bool is_chosen(const move_writing *w, const pddl_term *t, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (w->action->params[i] == t->var)
            return !w->read[i];
    return !t->var;
}

/* Whether all last arguments of a predicate's rows are among the variable's objects. */
static bool rows_are_within(const pddl_symbol *s, const pddl_domain *over)
{
    for (size_t i = 0; i < s->row_count; i++)
        if (!pddl_has(over->bits, s->rows[i][s->count - 1]))
            return false;
    return true;
}

/* A static predicate whose last argument is the variable, and whose first one is known: its rows
   are the domain. */
static const pddl_formula *pddl_find_rows(move_writing *w, size_t param)
{
    const pddl_formula *found = NULL;
    size_t at = 0;
    for (size_t i = 0; i < w->needs->count; i++) {
        const pddl_formula *f = w->needs->parts[i];
        if (w->done[i] || f->kind != SAYS_ATOM || f->atom.symbol->form != FORM_STATIC ||
            f->atom.symbol->count > 2 || !f->atom.symbol->count ||
            f->atom.terms[f->atom.symbol->count - 1].var != w->action->params[param])
            continue;
        bool fits = rows_are_within(f->atom.symbol, w->action->params[param]->over);
        fits = fits && (f->atom.symbol->count == 1 || is_chosen(w, &f->atom.terms[0], param));
        if (fits && (!found || f->atom.symbol->count > found->atom.symbol->count)) {
            found = f;
            at = i;
        }
    }
    if (found)
        w->done[at] = true;
    return found;
}

static void put_domain(move_writing *w, size_t param)
{
    const pddl_formula *rows = pddl_find_rows(w, param);
    strbuf_printf(w->p->out, "%s in ", w->action->params[param]->name);
    if (!rows) {
        strbuf_put(w->p->out, w->action->params[param]->over->name);
        return;
    }
    strbuf_put(w->p->out, rows->atom.symbol->name);
    if (rows->atom.symbol->count == 2) {
        strbuf_char(w->p->out, '[');
        pddl_put_term(w->p, w->p->out, &rows->atom.terms[0]);
        strbuf_char(w->p->out, ']');
    }
}

static void put_filter(move_writing *w)
{
    const char *before = " if ";
    for (size_t i = 0; i < w->needs->count; i++) {
        if (w->done[i] || pddl_formula_changes(w->needs->parts[i]) ||
            needs_read(w, w->needs->parts[i]))
            continue;
        strbuf_put(w->p->out, before);
        pddl_put_formula(w->p, w->p->out, w->needs->parts[i]);
        w->done[i] = true;
        before = " and ";
    }
}

/* The condition as it is written, on one line. */
static void put_written(pddl *p, const sexp *s)
{
    const char *text = s->file->text->text;
    bool blank = false;
    size_t room = 100;
    for (size_t i = s->from; i < s->to; i++) {
        char c = text[i];
        if (c == ';')
            while (i < s->to && text[i] != '\n')
                i++;
        if (c == ';' || c == ' ' || (c >= '\t' && c <= '\r')) {
            blank = true;
            continue;
        }
        if (!room--) {
            strbuf_put(p->out, " ...");
            return;
        }
        if (blank && c != ')')
            strbuf_char(p->out, ' ');
        blank = false;
        strbuf_char(p->out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
}

static void put_else(move_writing *w, const pddl_formula *f)
{
    strbuf_put(w->p->out, "\n      else: \"needs ");
    put_written(w->p, f->at);
    strbuf_put(w->p->out, "\"\n");
}

/* `let: to = at[x]`, where at[x] is something that the parameter may be. */
static void put_read(move_writing *w, size_t param)
{
    const pddl_formula *f = w->read[param];
    const pddl_symbol *s = f->atom.symbol;
    const pddl_var *v = w->action->params[param];
    if (s->optional) {
        strbuf_put(w->p->out, "    - guard: ");
        pddl_put_place(w->p, w->p->out, &f->atom);
        strbuf_put(w->p->out, " != none");
        put_else(w, f);
    }
    strbuf_printf(w->p->out, "    - let: %s = ", v->name);
    pddl_put_place(w->p, w->p->out, &f->atom);
    strbuf_char(w->p->out, '\n');
    if (s->args[s->value] == v->over)
        return;
    strbuf_printf(w->p->out, "    - guard: %s in %s", v->name, v->over->name);
    put_else(w, f);
}

static void put_guards(move_writing *w)
{
    for (size_t i = 0; i < w->read_count; i++)
        put_read(w, w->order[i]);
    for (int changing = 0; changing < 2; changing++)
        for (size_t i = 0; i < w->needs->count; i++) {
            const pddl_formula *f = w->needs->parts[i];
            if (w->done[i] || pddl_formula_changes(f) != (bool)changing)
                continue;
            strbuf_put(w->p->out, "    - guard: ");
            pddl_put_formula(w->p, w->p->out, f);
            if (changing)
                put_else(w, f);
            else
                strbuf_char(w->p->out, '\n');
        }
}

static void put_choices(move_writing *w)
{
    const char *before = "    - choose: ";
    for (size_t i = 0; i < w->action->param_count; i++) {
        if (w->read[i])
            continue;
        strbuf_put(w->p->out, before);
        put_domain(w, i);
        before = ", ";
    }
    if (*before != ',')
        return;
    put_filter(w);
    strbuf_char(w->p->out, '\n');
}

static void put_label(pddl *p, const pddl_action *a)
{
    strbuf_printf(p->out, "  \"%s", a->written);
    for (size_t i = 0; i < a->param_count; i++)
        strbuf_printf(p->out, " {%s}", a->params[i]->name);
    strbuf_put(p->out, "\":\n");
}

/* The needs with the checks of partial functions in costs, as one conjunction; NULL: never. */
static pddl_formula *whole_needs(pddl *p, const pddl_action *a)
{
    pddl_formula *all = pddl_formula_new(p, SAYS_AND, a->at),
                 *out = pddl_formula_new(p, SAYS_AND, a->at);
    pddl_formula_add(p, all, a->needs);
    for (size_t i = 0; i < a->effect_count; i++)
        if (a->effects[i].cost)
            pddl_add_known(p, all, a->effects[i].cost);
    for (size_t i = 0; i < a->param_count; i++)
        if (!a->params[i]->over->size)
            return NULL;
    pddl_formula *simple = pddl_simplify(p, all);
    if (simple->kind == SAYS_FALSE)
        return NULL;
    if (simple->kind == SAYS_AND)
        return simple;
    if (simple->kind != SAYS_TRUE)
        pddl_formula_add(p, out, simple);
    return out;
}

static void put_move(pddl *p, pddl_action *a)
{
    move_writing w = {.p = p, .action = a, .needs = whole_needs(p, a)};
    if (!w.needs) {
        strbuf_printf(p->out, "  \"%s\":\n    - guard: false\n      else: no objects fit\n",
                      a->written);
        return;
    }
    w.done = arena_array(p->memory, w.needs->count + 1, sizeof *w.done);
    put_label(p, a);
    size_t before = p->out->length;
    find_all_read(&w);
    put_choices(&w);
    put_guards(&w);
    pddl_put_effects(p, a, w.needs);
    if (p->out->length == before)
        strbuf_put(p->out, "    - guard: true\n");
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void put_names_of_pddl(pddl *p)
{
    for (size_t i = 0; i < p->object_count; i++)
        if (strcmp(p->objects[i].name, p->objects[i].written) != 0)
            strbuf_printf(p->out, "# in PDDL: %s is %s\n", p->objects[i].name,
                          p->objects[i].written);
}

static const char *title_word(const sexp *file, const char *key)
{
    for (size_t i = 1; i < file->count; i++)
        if (sexp_begins(file->kids[i], key) && file->kids[i]->count == 2 &&
            file->kids[i]->kids[1]->word)
            return file->kids[i]->kids[1]->word;
    return "unnamed";
}

static void put_pddl_head(pddl *p)
{
    strbuf_printf(p->out, "puzzle: \"%s, %s\"\n", title_word(p->domain, "domain"),
                  title_word(p->problem, "problem"));
    strbuf_printf(p->out, "about: \"The problem %s of the PDDL domain %s.\"\n",
                  title_word(p->problem, "problem"), title_word(p->domain, "domain"));
    put_names_of_pddl(p);
}

static void put_goal(pddl *p)
{
    strbuf_put(p->out, "goal: ");
    pddl_put_formula(p, p->out, pddl_simplify(p, p->goal));
    strbuf_char(p->out, '\n');
    if (p->minimizes || p->costs)
        strbuf_put(p->out, "costs: {total_cost: 0}\n");
    if (p->minimizes)
        strbuf_put(p->out, "minimize: total_cost\n");
}

bool pddl_write(pddl *p)
{
    for (size_t i = 0; i < p->symbol_count; i++)
        pddl_sort_rows(&p->symbols[i]);
    pddl_narrow(p);
    pddl_find_values(p);
    make_groups(p);
    pddl_name_all(p);
    put_pddl_head(p);
    put_types(p);
    pddl_put_constants(p);
    put_state(p);
    put_start(p);
    strbuf_put(p->out, "moves:\n");
    for (size_t i = 0; i < p->action_count; i++)
        put_move(p, &p->actions[i]);
    put_goal(p);
    if (p->out->length > PDDL_TEXT_MOST)
        return diagnostic_add(p->to, WGCQ_DIAGNOSTIC_RANGE, sexp_span(p->problem->kids[0]),
                              "the puzzle would have %zu bytes; %d are the most", p->out->length,
                              PDDL_TEXT_MOST);
    return !diagnostics_error_count(p->to);
}
