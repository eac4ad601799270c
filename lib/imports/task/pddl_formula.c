/* pddl_formula.c - conditions and amounts, with the types of their arguments checked. */
#include "imports/task/task.h"

#include "base/suggest.h"

#include <string.h>

static pddl_scope *pddl_scope_with(pddl *p, pddl_var *var, const pddl_scope *up)
{
    pddl_scope *s = arena_take(p->memory, sizeof *s);
    *s = (pddl_scope){var, up};
    return s;
}

pddl_formula *pddl_formula_new(pddl *p, formula_kind kind, const sexp *at)
{
    pddl_formula *f = arena_take(p->memory, sizeof *f);
    f->kind = kind;
    f->at = at;
    return f;
}

void pddl_formula_add(pddl *p, pddl_formula *to, pddl_formula *part)
{
    ARENA_PUSH(p->memory, to->parts, to->count, to->room, part);
}

/* ---- atoms ---------------------------------------------------------------------------------- */

static bool pddl_read_variable(pddl *p, pddl_term *out, const sexp *s, const pddl_scope *scope)
{
    for (const pddl_scope *at = scope; at; at = at->up)
        if (!strcmp(at->var->written, s->word)) {
            out->var = at->var;
            return true;
        }
    return pddl_error(p, s, "unknown variable '%s'", s->word);
}

static bool report_unknown_object(pddl *p, const sexp *s)
{
    pddl_error(p, s, "unknown object '%s'", s->word);
    const char **words = arena_array(p->memory, p->object_count + 1, sizeof *words);
    for (size_t i = 0; i < p->object_count; i++)
        words[i] = p->objects[i].written;
    const char *near = suggest_nearest(s->word, words, p->object_count);
    if (near)
        diagnostic_hint(p->to, "did you mean '%s'?", near);
    return false;
}

static bool read_term(pddl *p, pddl_term *out, const sexp *s, const pddl_scope *scope)
{
    *out = (pddl_term){0};
    if (!s->word)
        return pddl_error(p, s, "a variable or an object is expected here");
    if (s->word[0] == '?')
        return pddl_read_variable(p, out, s, scope);
    const pddl_object *o = pddl_object_find(p, s->word);
    if (!o)
        return report_unknown_object(p, s);
    out->object = (size_t)(o - p->objects);
    return true;
}

/* All that the term may be is of the argument's type. */
static bool check_term(pddl *p, const pddl_symbol *of, size_t i, const pddl_term *t, const sexp *s)
{
    const uint64_t *wanted = of->args[i]->bits;
    bool fits = t->var || pddl_has(wanted, t->object);
    for (size_t w = 0; t->var && w < pddl_bit_words(p); w++)
        fits = fits && !(t->var->over->bits[w] & ~wanted[w]);
    if (fits)
        return true;
    pddl_error(p, s, "%s is not always a %s, which '%s' takes here", s->word, of->args[i]->base,
               of->written);
    diagnostic_note(p->to, sexp_span(of->at->kids[0]), "'%s' is declared here", of->written);
    return false;
}

static bool report_unknown_symbol(pddl *p, const sexp *s, const char *name, bool function)
{
    pddl_error(p, s, "unknown %s '%s'", function ? "function" : "predicate", name);
    const char **words = arena_array(p->memory, p->symbol_count + 1, sizeof *words);
    size_t count = 0;
    for (size_t i = 0; i < p->symbol_count; i++)
        if (p->symbols[i].function == function)
            words[count++] = p->symbols[i].written;
    const char *near = suggest_nearest(name, words, count);
    if (near)
        diagnostic_hint(p->to, "did you mean '%s'?", near);
    return false;
}

bool pddl_atom_read(pddl *p, pddl_atom *atom, const sexp *s, bool function, const pddl_scope *scope)
{
    *atom = (pddl_atom){.at = s};
    bool bare = s->word && function; /* total-cost for (total-cost) */
    if (!bare && (s->word || !s->count || !s->kids[0]->word))
        return pddl_error(p, s, "a list such as (at ?x home) is expected here");
    const char *name = bare ? s->word : s->kids[0]->word;
    atom->symbol = pddl_symbol_find(p, name, function);
    if (!atom->symbol)
        return report_unknown_symbol(p, s, name, function);
    size_t count = bare ? 0 : s->count - 1;
    if (count != atom->symbol->count) {
        pddl_error(p, s, "'%s' takes %zu arguments, not %zu", atom->symbol->written,
                   atom->symbol->count, count);
        diagnostic_note(p->to, sexp_span(atom->symbol->at->kids[0]), "'%s' is declared here",
                        atom->symbol->written);
        return false;
    }
    bool fine = true;
    for (size_t i = 0; i < count; i++)
        fine = read_term(p, &atom->terms[i], s->kids[i + 1], scope) &&
               check_term(p, atom->symbol, i, &atom->terms[i], s->kids[i + 1]) && fine;
    return fine;
}

/* ---- amounts -------------------------------------------------------------------------------- */

/* An integer, also one written 5.0. */
bool pddl_number(const sexp *s, int64_t *out)
{
    const char *at = s->word;
    bool negative = at && *at == '-';
    if (negative)
        at++;
    if (!at || *at < '0' || *at > '9')
        return false;
    int64_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (value > INT64_C(100000000000000))
            return false;
        value = value * 10 + (*at - '0');
    }
    if (*at == '.')
        for (at++; *at == '0'; at++)
            ;
    *out = negative ? -value : value;
    return !*at;
}

static pddl_amount *amount_of_sum(pddl *p, const sexp *s, const pddl_scope *scope)
{
    pddl_amount *a = arena_take(p->memory, sizeof *a);
    *a = (pddl_amount){.kind = AMOUNT_SUM, .sign = s->kids[0]->word[0]};
    a->left = pddl_amount_read(p, s->kids[1], scope);
    a->right = pddl_amount_read(p, s->kids[2], scope);
    return a->left && a->right ? a : NULL;
}

pddl_amount *pddl_amount_read(pddl *p, const sexp *s, const pddl_scope *scope)
{
    pddl_amount *a = arena_take(p->memory, sizeof *a);
    if (s->word && pddl_number(s, &a->number))
        return a;
    if (s->word && !pddl_symbol_find(p, s->word, true)) {
        pddl_error(p, s, "an integer is expected here, or a function");
        return NULL;
    }
    if (sexp_begins(s, "/")) {
        pddl_refuse(p, s, "a division", "numbers are integers");
        return NULL;
    }
    bool sum = sexp_begins(s, "+") || sexp_begins(s, "-") || sexp_begins(s, "*");
    if (sum && s->count == 3)
        return amount_of_sum(p, s, scope);
    if (sum) {
        pddl_error(p, s, "%s takes two amounts", s->kids[0]->word);
        return NULL;
    }
    a->kind = AMOUNT_FUNCTION;
    if (!pddl_atom_read(p, &a->atom, s, true, scope))
        return NULL;
    a->atom.symbol->read = true;
    return a;
}

/* ---- formulas ------------------------------------------------------------------------------- */

bool pddl_vars_read(pddl *p, const sexp *list, pddl_var ***vars, size_t *count,
                    const pddl_scope **scope)
{
    typed_word *words;
    if (list->word)
        return pddl_error(p, list, "a list of variables is expected here");
    size_t found = pddl_typed_words(p, list, 0, &words);
    *vars = arena_array(p->memory, found + 1, sizeof **vars);
    *count = 0;
    for (size_t i = 0; i < found; i++) {
        pddl_var *v = pddl_var_new(p, &words[i]);
        for (size_t k = 0; k < *count; k++)
            if (!strcmp((*vars)[k]->written, v->written))
                return pddl_error(p, words[i].word, "'%s' is declared twice", v->written);
        (*vars)[(*count)++] = v;
        *scope = pddl_scope_with(p, v, *scope);
    }
    return true;
}

static pddl_formula *pddl_read_parts(pddl *p, const sexp *s, formula_kind kind,
                                     const pddl_scope *scope)
{
    pddl_formula *f = pddl_formula_new(p, kind, s);
    bool fine = true;
    for (size_t i = 1; i < s->count; i++) {
        pddl_formula *part = pddl_formula_read(p, s->kids[i], scope);
        fine = fine && part;
        pddl_formula_add(p, f, part);
    }
    return fine ? f : NULL;
}

static pddl_formula *negate(pddl *p, pddl_formula *of)
{
    if (!of)
        return NULL;
    pddl_formula *f = pddl_formula_new(p, SAYS_NOT, of->at);
    pddl_formula_add(p, f, of);
    return f;
}

static bool has_parts(pddl *p, const sexp *s, size_t count)
{
    if (s->count == count + 1)
        return true;
    return pddl_error(p, s, "%s takes %zu parts, not %zu", s->kids[0]->word, count, s->count - 1);
}

static pddl_formula *read_not(pddl *p, const sexp *s, const pddl_scope *scope)
{
    if (!has_parts(p, s, 1))
        return NULL;
    pddl_formula *f = negate(p, pddl_formula_read(p, s->kids[1], scope));
    if (f)
        f->at = s;
    return f;
}

static pddl_formula *read_imply(pddl *p, const sexp *s, const pddl_scope *scope)
{
    pddl_formula *f = pddl_formula_new(p, SAYS_OR, s);
    pddl_formula *from = negate(p, pddl_formula_read(p, s->kids[1], scope));
    pddl_formula *to = pddl_formula_read(p, s->kids[2], scope);
    pddl_formula_add(p, f, from);
    pddl_formula_add(p, f, to);
    return from && to ? f : NULL;
}

static pddl_formula *read_quantified(pddl *p, const sexp *s, formula_kind kind,
                                     const pddl_scope *scope)
{
    pddl_formula *f = pddl_formula_new(p, kind, s);
    if (!pddl_vars_read(p, s->kids[1], &f->vars, &f->var_count, &scope))
        return NULL;
    pddl_formula *part = pddl_formula_read(p, s->kids[2], scope);
    pddl_formula_add(p, f, part);
    return part ? f : NULL;
}

static pddl_formula *read_equality(pddl *p, const sexp *s, const pddl_scope *scope)
{
    pddl_formula *f = pddl_formula_new(p, SAYS_EQUAL, s);
    bool fine = read_term(p, &f->atom.terms[0], s->kids[1], scope);
    return read_term(p, &f->atom.terms[1], s->kids[2], scope) && fine ? f : NULL;
}

static bool is_amount(const sexp *s)
{
    int64_t number;
    return s->word ? pddl_number(s, &number) : true;
}

static pddl_formula *read_comparison(pddl *p, const sexp *s, const pddl_scope *scope)
{
    pddl_formula *f = pddl_formula_new(p, SAYS_COMPARE, s);
    f->order = sexp_is(s->kids[0], "=") ? "==" : s->kids[0]->word;
    f->left = pddl_amount_read(p, s->kids[1], scope);
    f->right = pddl_amount_read(p, s->kids[2], scope);
    return f->left && f->right ? f : NULL;
}

static pddl_formula *read_atom_formula(pddl *p, const sexp *s, const pddl_scope *scope)
{
    pddl_formula *f = pddl_formula_new(p, SAYS_ATOM, s);
    return pddl_atom_read(p, &f->atom, s, false, scope) ? f : NULL;
}

static pddl_formula *read_of_two(pddl *p, const sexp *s, const pddl_scope *scope)
{
    const char *word = s->kids[0]->word;
    if (!has_parts(p, s, 2))
        return NULL;
    if (!strcmp(word, "imply"))
        return read_imply(p, s, scope);
    if (!strcmp(word, "forall"))
        return read_quantified(p, s, SAYS_ALL, scope);
    if (!strcmp(word, "exists"))
        return read_quantified(p, s, SAYS_ANY, scope);
    if (!strcmp(word, "=") && !(is_amount(s->kids[1]) && is_amount(s->kids[2])))
        return read_equality(p, s, scope);
    return read_comparison(p, s, scope);
}

static bool pddl_is_one_of(const sexp *s, const char *const *words)
{
    for (; *words; words++)
        if (sexp_begins(s, *words))
            return true;
    return false;
}

pddl_formula *pddl_formula_read(pddl *p, const sexp *s, const pddl_scope *scope)
{
    static const char *const of_two[] = {"imply", "forall", "exists", "=", "<",
                                         "<=",    ">",      ">=",     NULL};
    if (!s->word && !s->count)
        return pddl_formula_new(p, SAYS_TRUE, s);
    if (sexp_begins(s, "preference")) {
        pddl_refuse(p, s, "preferences", "a goal holds or it does not");
        return NULL;
    }
    if (sexp_begins(s, "and"))
        return pddl_read_parts(p, s, SAYS_AND, scope);
    if (sexp_begins(s, "or"))
        return pddl_read_parts(p, s, SAYS_OR, scope);
    if (sexp_begins(s, "not"))
        return read_not(p, s, scope);
    if (pddl_is_one_of(s, of_two))
        return read_of_two(p, s, scope);
    return read_atom_formula(p, s, scope);
}

bool pddl_amount_changes(const pddl_amount *a)
{
    if (a->kind == AMOUNT_SUM)
        return pddl_amount_changes(a->left) || pddl_amount_changes(a->right);
    return a->kind == AMOUNT_FUNCTION && a->atom.symbol->form == FORM_NUMBER;
}

bool pddl_formula_changes(const pddl_formula *f)
{
    bool changes = f->kind == SAYS_ATOM && f->atom.symbol->form != FORM_STATIC;
    if (f->kind == SAYS_COMPARE)
        changes = pddl_amount_changes(f->left) || pddl_amount_changes(f->right);
    for (size_t i = 0; i < f->count; i++)
        changes = changes || pddl_formula_changes(f->parts[i]);
    return changes;
}
