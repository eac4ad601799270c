/* pddl_expression.c - conditions, simplified, as expressions of the puzzle language. */
#include "imports/pddl/pddl.h"

#include <string.h>

/* ---- what is known beforehand --------------------------------------------------------------- */

int pddl_compare_rows(const uint32_t *a, const uint32_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The rows are in order. */
static bool pddl_holds_at_first(const pddl_symbol *s, const uint32_t *row)
{
    size_t low = 0, high = s->row_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = pddl_compare_rows(s->rows[mid], row, s->count);
        if (!order)
            return true;
        if (order < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}

static pddl_formula *known(pddl *p, const pddl_formula *f, bool holds)
{
    return pddl_formula_new(p, holds ? SAYS_TRUE : SAYS_FALSE, f->at);
}

static bool holds_of_all(const pddl *p, const pddl_symbol *s, const pddl_domain *over)
{
    for (uint32_t i = 0; i < p->object_count; i++)
        if (pddl_has(over->bits, i) && !pddl_holds_at_first(s, &i))
            return false;
    return over->size > 0;
}

static pddl_formula *simplify_atom(pddl *p, const pddl_formula *f)
{
    const pddl_symbol *s = f->atom.symbol;
    uint32_t row[PDDL_ARITY_MOST] = {0};
    pddl_formula *same = pddl_formula_new(p, SAYS_ATOM, f->at);
    *same = *f;
    if (s->form != FORM_STATIC)
        return same;
    if (!s->row_count)
        return known(p, f, false);
    if (s->count == 1 && f->atom.terms[0].var && holds_of_all(p, s, f->atom.terms[0].var->over))
        return known(p, f, true);
    for (size_t i = 0; i < s->count; i++) {
        if (f->atom.terms[i].var)
            return same;
        row[i] = (uint32_t)f->atom.terms[i].object;
    }
    return known(p, f, pddl_holds_at_first(s, row));
}

static bool may_be_equal(const pddl *p, const pddl_term *a, const pddl_term *b)
{
    if (!a->var && !b->var)
        return a->object == b->object;
    if (!a->var)
        return pddl_has(b->var->over->bits, a->object);
    if (!b->var)
        return pddl_has(a->var->over->bits, b->object);
    bool some = false;
    for (size_t w = 0; w < pddl_bit_words(p); w++)
        some = some || (a->var->over->bits[w] & b->var->over->bits[w]);
    return some;
}

static pddl_formula *simplify_equality(pddl *p, const pddl_formula *f)
{
    const pddl_term *a = &f->atom.terms[0], *b = &f->atom.terms[1];
    if (!may_be_equal(p, a, b))
        return known(p, f, false);
    if (pddl_same_term(a, b))
        return known(p, f, true);
    pddl_formula *same = pddl_formula_new(p, SAYS_EQUAL, f->at);
    *same = *f;
    return same;
}

static pddl_formula *simplify_parts(pddl *p, const pddl_formula *f)
{
    formula_kind stops = f->kind == SAYS_AND ? SAYS_FALSE : SAYS_TRUE;
    pddl_formula *made = pddl_formula_new(p, f->kind, f->at);
    for (size_t i = 0; i < f->count; i++) {
        pddl_formula *part = pddl_simplify(p, f->parts[i]);
        if (part->kind == stops)
            return part;
        if (part->kind == f->kind)
            for (size_t k = 0; k < part->count; k++)
                pddl_formula_add(p, made, part->parts[k]);
        else if (part->kind != SAYS_TRUE && part->kind != SAYS_FALSE)
            pddl_formula_add(p, made, part);
    }
    return !made->count       ? known(p, f, f->kind == SAYS_AND)
           : made->count == 1 ? made->parts[0]
                              : made;
}

static pddl_formula *simplify_quantified(pddl *p, const pddl_formula *f)
{
    for (size_t i = 0; i < f->var_count; i++)
        if (!f->vars[i]->over->size)
            return known(p, f, f->kind == SAYS_ALL);
    pddl_formula *part = pddl_simplify(p, f->parts[0]);
    if (part->kind == SAYS_TRUE || part->kind == SAYS_FALSE || !f->var_count)
        return part;
    pddl_formula *made = pddl_formula_new(p, f->kind, f->at);
    made->vars = f->vars;
    made->var_count = f->var_count;
    pddl_formula_add(p, made, part);
    return made;
}

static pddl_formula *simplify_not(pddl *p, const pddl_formula *f)
{
    pddl_formula *part = pddl_simplify(p, f->parts[0]);
    if (part->kind == SAYS_TRUE || part->kind == SAYS_FALSE)
        return known(p, f, part->kind == SAYS_FALSE);
    if (part->kind == SAYS_NOT)
        return part->parts[0];
    pddl_formula *made = pddl_formula_new(p, SAYS_NOT, f->at);
    pddl_formula_add(p, made, part);
    return made;
}

pddl_formula *pddl_simplify(pddl *p, const pddl_formula *f)
{
    pddl_formula *same;
    switch (f->kind) {
    case SAYS_ATOM: return simplify_atom(p, f);
    case SAYS_EQUAL: return simplify_equality(p, f);
    case SAYS_NOT: return simplify_not(p, f);
    case SAYS_AND:
    case SAYS_OR: return simplify_parts(p, f);
    case SAYS_ALL:
    case SAYS_ANY: return simplify_quantified(p, f);
    default:
        same = pddl_formula_new(p, f->kind, f->at);
        *same = *f;
        return same;
    }
}

/* ---- as text -------------------------------------------------------------------------------- */

void pddl_put_term(const pddl *p, strbuf *out, const pddl_term *t)
{
    strbuf_put(out, t->var ? t->var->name : p->objects[t->object].name);
}

void pddl_put_place(const pddl *p, strbuf *out, const pddl_atom *atom)
{
    const pddl_symbol *s = pddl_variable_of(atom->symbol);
    const char *before = "[";
    strbuf_put(out, s->name);
    for (size_t i = 0; i < s->count; i++) {
        if (s->form == FORM_VALUE && i == s->value)
            continue;
        strbuf_put(out, before);
        pddl_put_term(p, out, pddl_index_term(atom, i));
        before = ", ";
    }
    if (*before == ',')
        strbuf_char(out, ']');
}

/* `at[x] == y`, or != */
static void put_value_test(const pddl *p, strbuf *out, const pddl_atom *atom, const char *order)
{
    pddl_put_place(p, out, atom);
    strbuf_put(out, order);
    pddl_put_term(p, out, &atom->terms[atom->symbol->value]);
}

static bool is_value_test(const pddl_formula *f)
{
    return f->kind == SAYS_ATOM && f->atom.symbol->form == FORM_VALUE;
}

static void put_atom(const pddl *p, strbuf *out, const pddl_atom *atom)
{
    const pddl_symbol *s = atom->symbol;
    if (s->form == FORM_VALUE) {
        put_value_test(p, out, atom, " == ");
    } else if (s->form == FORM_DEFINED) {
        strbuf_put(out, s->name);
        for (size_t i = 0; i < s->count; i++) {
            strbuf_put(out, i ? ", " : "(");
            pddl_put_term(p, out, &atom->terms[i]);
        }
        strbuf_put(out, s->count ? ")" : "");
    } else if (s->form == FORM_STATIC && (s->count == 1 || s->count == 2)) {
        pddl_put_term(p, out, &atom->terms[s->count - 1]);
        strbuf_printf(out, " in %s", s->name);
        if (s->count == 1)
            return;
        strbuf_char(out, '[');
        pddl_put_term(p, out, &atom->terms[0]);
        strbuf_char(out, ']');
    } else {
        pddl_put_place(p, out, atom);
    }
}

void pddl_put_summand(pddl *p, strbuf *out, const pddl_amount *a)
{
    strbuf_put(out, a->kind == AMOUNT_SUM ? "(" : "");
    pddl_put_amount(p, out, a);
    strbuf_put(out, a->kind == AMOUNT_SUM ? ")" : "");
}

void pddl_put_amount(pddl *p, strbuf *out, const pddl_amount *a)
{
    if (a->kind == AMOUNT_NUMBER) {
        strbuf_int(out, a->number);
    } else if (a->kind == AMOUNT_FUNCTION) {
        pddl_put_place(p, out, &a->atom);
    } else {
        pddl_put_summand(p, out, a->left);
        strbuf_printf(out, " %c ", a->sign);
        pddl_put_summand(p, out, a->right);
    }
}

void pddl_add_known(pddl *p, pddl_formula *to, pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM) {
        pddl_add_known(p, to, a->left);
        pddl_add_known(p, to, a->right);
    } else if (a->kind == AMOUNT_FUNCTION && a->atom.symbol->partial) {
        pddl_formula *f = pddl_formula_new(p, SAYS_COMPARE, a->atom.at);
        f->order = ">=";
        f->left = a;
        f->right = arena_take(p->memory, sizeof *f->right);
        pddl_formula_add(p, to, f);
    }
}

void pddl_put_vars(strbuf *out, pddl_var *const *vars, size_t count)
{
    for (size_t i = 0; i < count; i++)
        strbuf_printf(out, " for %s in %s", vars[i]->name, vars[i]->over->name);
}

/* Parts in parentheses where they have words of their own; long rows in groups, as the language
   takes no longer ones. */
static void put_parts(pddl *p, strbuf *out, const pddl_formula *f, size_t from, size_t to)
{
    const char *word = f->kind == SAYS_AND ? " and " : " or ";
    size_t group = 1;
    while ((to - from + group - 1) / group > 100)
        group *= 100;
    for (size_t i = from; i < to; i += group) {
        size_t end = i + group < to ? i + group : to;
        strbuf_put(out, i > from ? word : "");
        if (end - i == 1) {
            pddl_put_formula(p, out, f->parts[i]);
            continue;
        }
        strbuf_char(out, '(');
        put_parts(p, out, f, i, end);
        strbuf_char(out, ')');
    }
}

static void put_comparison(pddl *p, strbuf *out, const pddl_formula *f)
{
    pddl_formula *checks = pddl_formula_new(p, SAYS_AND, f->at);
    bool check = f->right->kind != AMOUNT_NUMBER || f->right->number || strcmp(f->order, ">=") != 0;
    if (check) {
        pddl_add_known(p, checks, f->left);
        pddl_add_known(p, checks, f->right);
    }
    strbuf_put(out, checks->count ? "(" : "");
    for (size_t i = 0; i < checks->count; i++) {
        pddl_put_formula(p, out, checks->parts[i]);
        strbuf_put(out, " and ");
    }
    pddl_put_amount(p, out, f->left);
    strbuf_printf(out, " %s ", f->order);
    pddl_put_amount(p, out, f->right);
    strbuf_put(out, checks->count ? ")" : "");
}

static bool is_simple(const pddl_formula *f)
{
    return f->kind == SAYS_ATOM &&
           (f->atom.symbol->form == FORM_BOOL || f->atom.symbol->form == FORM_DEFINED ||
            (f->atom.symbol->form == FORM_STATIC && f->atom.symbol->count > 2));
}

/* `not x in s` and `not a == b` as people write them. */
static void put_not(pddl *p, strbuf *out, const pddl_formula *part)
{
    if (part->kind == SAYS_EQUAL) {
        pddl_put_term(p, out, &part->atom.terms[0]);
        strbuf_put(out, " != ");
        pddl_put_term(p, out, &part->atom.terms[1]);
        return;
    }
    if (is_value_test(part)) {
        put_value_test(p, out, &part->atom, " != ");
        return;
    }
    strbuf_put(out, is_simple(part) ? "not " : "not (");
    pddl_put_formula(p, out, part);
    strbuf_put(out, is_simple(part) ? "" : ")");
}

static void put_quantified(pddl *p, strbuf *out, const pddl_formula *f)
{
    strbuf_put(out, f->kind == SAYS_ALL ? "all(" : "any(");
    pddl_put_formula(p, out, f->parts[0]);
    pddl_put_vars(out, f->vars, f->var_count);
    strbuf_char(out, ')');
}

void pddl_put_formula(pddl *p, strbuf *out, const pddl_formula *f)
{
    if (f->kind == SAYS_TRUE || f->kind == SAYS_FALSE) {
        strbuf_put(out, f->kind == SAYS_TRUE ? "true" : "false");
    } else if (f->kind == SAYS_ATOM) {
        put_atom(p, out, &f->atom);
    } else if (f->kind == SAYS_EQUAL) {
        pddl_put_term(p, out, &f->atom.terms[0]);
        strbuf_put(out, " == ");
        pddl_put_term(p, out, &f->atom.terms[1]);
    } else if (f->kind == SAYS_NOT) {
        put_not(p, out, f->parts[0]);
    } else if (f->kind == SAYS_AND || f->kind == SAYS_OR) {
        strbuf_char(out, '(');
        put_parts(p, out, f, 0, f->count);
        strbuf_char(out, ')');
    } else if (f->kind == SAYS_COMPARE) {
        put_comparison(p, out, f);
    } else {
        put_quantified(p, out, f);
    }
}
