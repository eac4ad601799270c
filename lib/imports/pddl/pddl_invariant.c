/*
 * pddl_invariant.c - predicates of which at most one atom holds for each choice of other arguments.
 *
 * A candidate counts atoms of one or several predicates: of `at(x, place)` and `in(x, truck)` with
 * the key x at most one is true.  It is an invariant if init has at most one for each key, and each
 * effect that adds one deletes another of the same key, which the action needs.  An add without
 * such a delete makes new candidates, with the predicate of some delete added (Helmert, Concise
 * finite-domain representations for PDDL planning tasks, Artificial Intelligence 173, 2009).
 */
#include "imports/pddl/pddl.h"

#include <stdlib.h>

enum {
    INVARIANT_PARTS_MOST = 5,
    CANDIDATES_MOST = 300,
    NOT_COUNTED = PDDL_ARITY_MOST,
    TESTS_MOST = 2000 /* of a definition, for all its arguments */
};

typedef struct invariant_part {
    const pddl_symbol *symbol;
    size_t arg[PDDL_ARITY_MOST]; /* of each key */
    size_t counted;              /* the argument that is no key, or NOT_COUNTED */
} invariant_part;

typedef struct invariant {
    invariant_part parts[INVARIANT_PARTS_MOST];
    size_t part_count, key_count;
    bool holds; /* at most one of each key */
} invariant;

typedef struct invariant_search {
    pddl *p;
    invariant *found;
    size_t count, room;
} invariant_search;

static const invariant_part *pddl_part_of(const invariant *of, const pddl_symbol *s)
{
    for (size_t i = 0; i < of->part_count; i++)
        if (of->parts[i].symbol == s)
            return &of->parts[i];
    return NULL;
}

/* ---- effects of one key --------------------------------------------------------------------- */

static bool same_key(const invariant *of, const pddl_atom *a, const pddl_atom *b)
{
    const invariant_part *pa = pddl_part_of(of, a->symbol), *pb = pddl_part_of(of, b->symbol);
    for (size_t i = 0; i < of->key_count; i++)
        if (!pddl_same_term(&a->terms[pa->arg[i]], &b->terms[pb->arg[i]]))
            return false;
    return true;
}

static bool keys_may_meet(const invariant_search *s, const invariant *of, const pddl_action *a,
                          const pddl_atom *x, const pddl_atom *y)
{
    const invariant_part *px = pddl_part_of(of, x->symbol), *py = pddl_part_of(of, y->symbol);
    for (size_t i = 0; i < of->key_count; i++)
        if (!pddl_terms_may_meet(s->p, a->needs, &x->terms[px->arg[i]], &y->terms[py->arg[i]]))
            return false;
    return true;
}

bool pddl_same_atom(const pddl_atom *a, const pddl_atom *b)
{
    bool same = a->symbol == b->symbol;
    for (size_t i = 0; same && i < a->symbol->count; i++)
        same = pddl_same_term(&a->terms[i], &b->terms[i]);
    return same;
}

static bool is_add_of(const invariant *of, const pddl_effect *e)
{
    return !e->amount && e->adds && pddl_part_of(of, e->atom.symbol);
}

/* Whether an effect adds one atom of a key at most: each variable of forall is part of it. */
static bool vars_are_keys(const invariant *of, const pddl_effect *e)
{
    const invariant_part *part = pddl_part_of(of, e->atom.symbol);
    size_t found = 0;
    for (size_t i = 0; i < e->var_count; i++) {
        bool key = false;
        for (size_t k = 0; k < of->key_count; k++)
            key = key || e->atom.terms[part->arg[k]].var == e->vars[i];
        found += key;
    }
    return found == e->var_count;
}

/* An atom that the action needs, of the invariant and of that one's key, and not of `but`. */
static const pddl_symbol *needs_of_key(const invariant *of, const pddl_action *a,
                                       const pddl_atom *key, const pddl_symbol *but)
{
    for (size_t i = 0; i < (a->needs->kind == SAYS_AND ? a->needs->count : 1); i++) {
        const pddl_formula *f = a->needs->kind == SAYS_AND ? a->needs->parts[i] : a->needs;
        if (f->kind == SAYS_ATOM && f->atom.symbol != but && pddl_part_of(of, f->atom.symbol) &&
            same_key(of, &f->atom, key))
            return f->atom.symbol;
    }
    return NULL;
}

/* Whether two keys differ because the action needs an atom of each: of one key there is one. */
static bool needs_two_keys(const invariant *of, const pddl_action *a, const pddl_atom *x,
                           const pddl_atom *y)
{
    const pddl_symbol *first = needs_of_key(of, a, x, NULL);
    return first && needs_of_key(of, a, y, first);
}

/* Two atoms of one key that an action may add. */
static bool adds_two(const invariant_search *s, const invariant *of, const pddl_action *a)
{
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *x = &a->effects[i];
        if (!is_add_of(of, x))
            continue;
        if (!vars_are_keys(of, x))
            return true;
        for (size_t k = i + 1; k < a->effect_count; k++) {
            const pddl_effect *y = &a->effects[k];
            if (is_add_of(of, y) && !pddl_same_atom(&x->atom, &y->atom) &&
                keys_may_meet(s, of, a, &x->atom, &y->atom) &&
                !needs_two_keys(of, a, &x->atom, &y->atom))
                return true;
        }
    }
    return false;
}

/* Whether the delete takes away what certainly holds, whenever the add comes about. */
static bool takes_away(const pddl_action *a, const pddl_effect *add, const pddl_effect *e)
{
    if (e->amount || e->adds || !pddl_same_vars(add, e) || (e->when && e->said != add->said))
        return false;
    return pddl_needs_atom(a->needs, &e->atom) ||
           (add->when && pddl_needs_atom(add->when, &e->atom));
}

static bool is_balanced(const invariant *of, const pddl_action *a, const pddl_effect *add)
{
    if (pddl_needs_atom(a->needs, &add->atom))
        return true;
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *e = &a->effects[i];
        if (!e->amount && pddl_part_of(of, e->atom.symbol) && takes_away(a, add, e) &&
            same_key(of, &add->atom, &e->atom))
            return true;
    }
    return false;
}

/* ---- candidates ----------------------------------------------------------------------------- */

static void pddl_add_candidate(invariant_search *s, const invariant *made)
{
    if (s->count < CANDIDATES_MOST)
        ARENA_PUSH(s->p->memory, s->found, s->count, s->room, *made);
}

/* Which arguments of the delete are the keys of the add; false: not all of them are there. */
static bool map_keys(const invariant *of, const pddl_atom *add, const pddl_atom *e,
                     invariant_part *part)
{
    const invariant_part *known = pddl_part_of(of, add->symbol);
    bool used[PDDL_ARITY_MOST] = {false};
    *part = (invariant_part){.symbol = e->symbol, .counted = NOT_COUNTED};
    if (e->symbol->count > of->key_count + 1)
        return false;
    for (size_t i = 0; i < of->key_count; i++) {
        size_t k = 0;
        while (k < e->symbol->count &&
               (used[k] || !pddl_same_term(&e->terms[k], &add->terms[known->arg[i]])))
            k++;
        if (k == e->symbol->count)
            return false;
        used[k] = true;
        part->arg[i] = k;
    }
    for (size_t k = 0; k < e->symbol->count; k++)
        if (!used[k])
            part->counted = k;
    return true;
}

/* New candidates that count what the action takes away for the add, too. */
static void refine(invariant_search *s, invariant of, const pddl_action *a, const pddl_effect *add)
{
    if (of.part_count == INVARIANT_PARTS_MOST)
        return;
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *e = &a->effects[i];
        if (!takes_away(a, add, e) || pddl_part_of(&of, e->atom.symbol))
            continue;
        invariant made = of;
        if (map_keys(&of, &add->atom, &e->atom, &made.parts[of.part_count])) {
            made.part_count++;
            pddl_add_candidate(s, &made);
        }
    }
}

/* Whether no action makes a count larger; else better candidates follow. */
static bool never_grows(invariant_search *s, invariant of)
{
    for (size_t i = 0; i < s->p->action_count; i++) {
        const pddl_action *a = &s->p->actions[i];
        if (adds_two(s, &of, a))
            return false;
        for (size_t k = 0; k < a->effect_count; k++)
            if (is_add_of(&of, &a->effects[k]) && !is_balanced(&of, a, &a->effects[k])) {
                refine(s, of, a, &a->effects[k]);
                return false;
            }
    }
    return true;
}

/* ---- what holds at first -------------------------------------------------------------------- */

static int pddl_compare_keys(const void *a, const void *b)
{
    return pddl_compare_rows(a, b, PDDL_ARITY_MOST);
}

/* The keys of what init says, in order. */
static size_t take_keys(const invariant_search *s, const invariant *of,
                        uint32_t (**out)[PDDL_ARITY_MOST])
{
    size_t rows = 0;
    for (size_t i = 0; i < of->part_count; i++)
        rows += of->parts[i].symbol->row_count;
    uint32_t(*keys)[PDDL_ARITY_MOST] = arena_array(s->p->memory, rows + 1, sizeof *keys);
    rows = 0;
    for (size_t i = 0; i < of->part_count; i++)
        for (size_t r = 0; r < of->parts[i].symbol->row_count; r++, rows++)
            for (size_t k = 0; k < of->key_count; k++)
                keys[rows][k] = of->parts[i].symbol->rows[r][of->parts[i].arg[k]];
    qsort(keys, rows, sizeof *keys, pddl_compare_keys);
    *out = keys;
    return rows;
}

/* Whether init has at most one atom for each key. */
static bool begins_with_one(const invariant_search *s, const invariant *of)
{
    uint32_t(*keys)[PDDL_ARITY_MOST];
    size_t rows = take_keys(s, of, &keys);
    for (size_t r = 1; r < rows; r++)
        if (!pddl_compare_keys(keys[r - 1], keys[r]))
            return false;
    return true;
}

/* Whether each delete comes with an add of the same key. */
static bool never_shrinks(const invariant_search *s, const invariant *of)
{
    for (size_t i = 0; i < s->p->action_count; i++) {
        const pddl_action *a = &s->p->actions[i];
        for (size_t k = 0; k < a->effect_count; k++) {
            const pddl_effect *e = &a->effects[k];
            if (e->amount || e->adds || !pddl_part_of(of, e->atom.symbol))
                continue;
            bool replaced = false;
            for (size_t m = 0; m < a->effect_count; m++) {
                const pddl_effect *add = &a->effects[m];
                replaced = replaced || (is_add_of(of, add) && pddl_same_vars(add, e) &&
                                        (!add->when || add->said == e->said) &&
                                        same_key(of, &add->atom, &e->atom));
            }
            if (!replaced)
                return false;
        }
    }
    return true;
}

/* Whether one atom holds always, for each key among the part's arguments. */
static bool is_exact(const invariant_search *s, const invariant *of, const invariant_part *part)
{
    uint32_t(*keys)[PDDL_ARITY_MOST];
    size_t rows = take_keys(s, of, &keys), found = 0, all = 1;
    for (size_t r = 0; r < rows; r++) {
        bool within = true;
        for (size_t i = 0; i < of->key_count; i++)
            within = within && pddl_has(part->symbol->args[part->arg[i]]->bits, keys[r][i]);
        found += within;
    }
    for (size_t i = 0; i < of->key_count && all <= found; i++)
        all *= part->symbol->args[part->arg[i]]->size;
    return all == found && never_shrinks(s, of);
}

/* ---- the variables -------------------------------------------------------------------------- */

/* Whether each variable of forall is an index of the array that the predicate would be. */
static bool vars_are_indices(const pddl_effect *e, size_t value)
{
    size_t found = 0;
    for (size_t i = 0; i < e->var_count; i++) {
        bool index = false;
        for (size_t k = 0; k < e->atom.symbol->count; k++)
            index = index || (k != value && e->atom.terms[k].var == e->vars[i]);
        found += index;
    }
    return found == e->var_count;
}

/* Whether another effect would have to be written before or after this one, which has a condition
   of the state before: of one element, and not a delete that the add of the same condition
   overrules. */
static bool stands_alone(const invariant_search *s, const invariant *of, const pddl_action *a,
                         const pddl_effect *e)
{
    for (size_t i = 0; i < a->effect_count; i++) {
        const pddl_effect *other = &a->effects[i];
        if (other->amount || other == e || !pddl_part_of(of, other->atom.symbol))
            continue;
        bool same = other->adds != e->adds && other->said == e->said && pddl_same_vars(e, other) &&
                    same_key(of, &e->atom, &other->atom);
        if (!same && keys_may_meet(s, of, a, &e->atom, &other->atom))
            return false;
    }
    return true;
}

/* Whether the invariant's predicates may be written as one variable. */
static bool may_be_values(const invariant_search *s, const invariant *of)
{
    for (size_t i = 0; i < s->p->action_count; i++)
        for (size_t k = 0; k < s->p->actions[i].effect_count; k++) {
            const pddl_effect *e = &s->p->actions[i].effects[k];
            const invariant_part *part = pddl_part_of(of, e->atom.symbol);
            if (!e->amount && part && e->var_count && (e->when || e->adds) &&
                !(vars_are_indices(e, part->counted) && stands_alone(s, of, &s->p->actions[i], e)))
                return false;
        }
    return true;
}

/* The invariant of one of its predicates alone. */
static invariant alone(const invariant *of, size_t part)
{
    invariant made = {.part_count = 1, .key_count = of->key_count};
    made.parts[0] = of->parts[part];
    return made;
}

/* Roughly the bits of the variables, times 64. */
static size_t weigh_value(const pddl_symbol *s, size_t value, bool optional)
{
    size_t cells = 64, bits = 0;
    for (size_t i = 0; i < s->count; i++)
        if (i != value)
            cells = cells < SIZE_MAX >> 20 ? cells * s->args[i]->size : cells;
    while ((size_t)1 << bits < s->args[value]->size + optional)
        bits++;
    return cells * bits;
}

static bool is_better(const pddl_symbol *s, size_t value, bool optional)
{
    if (s->form != FORM_VALUE)
        return true;
    if (s->optional != optional)
        return s->optional;
    return weigh_value(s, value, optional) <= weigh_value(s, s->value, s->optional);
}

static void use_invariant(invariant_search *s, invariant *of)
{
    of->holds = begins_with_one(s, of);
    if (!of->holds)
        return;
    bool exact = of->part_count == 1 && is_exact(s, of, &of->parts[0]);
    for (size_t i = 0; i < of->part_count; i++) {
        size_t value = of->parts[i].counted;
        pddl_symbol *symbol = &s->p->symbols[of->parts[i].symbol - s->p->symbols];
        if (value == NOT_COUNTED || symbol->args[value]->size < 2 ||
            !is_better(symbol, value, !exact))
            continue;
        invariant one = alone(of, i);
        if (!may_be_values(s, &one))
            continue;
        symbol->form = FORM_VALUE;
        symbol->value = value;
        symbol->optional = !exact;
    }
}

/* ---- definitions ---------------------------------------------------------------------------- */

static bool is_subset(const pddl *p, const pddl_domain *small, const pddl_domain *large)
{
    bool within = true;
    for (size_t w = 0; within && w < pddl_bit_words(p); w++)
        within = !(small->bits[w] & ~large->bits[w]);
    return within;
}

/* Whether the part's atom can be written for each key of another one; *tests: how many atoms. */
static bool may_define(const pddl *p, const invariant *of, const invariant_part *defined,
                       const invariant_part *part, size_t *tests)
{
    const pddl_symbol *s = part->symbol;
    bool may = s->form == FORM_BOOL || s->form == FORM_VALUE;
    may = may && !(s->form == FORM_VALUE && s->value == part->counted && !s->optional);
    for (size_t i = 0; may && i < of->key_count; i++)
        may = (s->form == FORM_VALUE && s->value == part->arg[i]) ||
              is_subset(p, defined->symbol->args[defined->arg[i]], s->args[part->arg[i]]);
    bool all =
        part->counted != NOT_COUNTED && !(s->form == FORM_VALUE && s->value == part->counted);
    *tests += all ? s->args[part->counted]->size : 1;
    return may;
}

static pddl_var **vars_of_symbol(pddl *p, const pddl_symbol *s)
{
    typed_word *words;
    pddl_typed_words(p, s->at, 1, &words);
    pddl_var **vars = arena_array(p->memory, s->count + 1, sizeof *vars);
    for (size_t i = 0; i < s->count; i++) {
        vars[i] = pddl_var_new(p, &words[i]);
        vars[i]->over = s->args[i];
    }
    return vars;
}

static void add_definition(pddl *p, const invariant *of, size_t defined)
{
    const invariant_part *part = &of->parts[defined];
    pddl_symbol *symbol = &p->symbols[part->symbol - p->symbols];
    pddl_definition *d = arena_take(p->memory, sizeof *d);
    d->params = vars_of_symbol(p, symbol);
    d->atoms = arena_array(p->memory, of->part_count, sizeof *d->atoms);
    d->over = arena_array(p->memory, of->part_count, sizeof(pddl_var *));
    for (size_t i = 0; i < of->part_count; i++) {
        const invariant_part *other = &of->parts[i];
        if (i == defined)
            continue;
        pddl_atom *atom = &d->atoms[d->count];
        atom->at = symbol->at;
        atom->symbol = &p->symbols[other->symbol - p->symbols];
        atom->symbol->defines = true;
        for (size_t k = 0; k < of->key_count; k++)
            atom->terms[other->arg[k]].var = d->params[part->arg[k]];
        if (other->counted != NOT_COUNTED) {
            d->over[d->count] = vars_of_symbol(p, other->symbol)[other->counted];
            atom->terms[other->counted].var = d->over[d->count];
        }
        d->count++;
    }
    symbol->form = FORM_DEFINED;
    symbol->definition = d;
}

/* `free(g)` holds where no `carry(x, g)` does, if one of them holds always. */
static void try_definition(invariant_search *s, const invariant *of, size_t defined)
{
    const invariant_part *part = &of->parts[defined];
    size_t tests = 0, keys = 1;
    if (part->symbol->form != FORM_BOOL || part->counted != NOT_COUNTED || part->symbol->defines)
        return;
    for (size_t i = 0; i < of->part_count; i++)
        if (i != defined && !may_define(s->p, of, part, &of->parts[i], &tests))
            return;
    for (size_t i = 0; i < of->key_count; i++)
        keys *= part->symbol->args[part->arg[i]]->size;
    if (tests * keys <= TESTS_MOST && is_exact(s, of, part))
        add_definition(s->p, of, defined);
}

/* ---- several predicates as one variable ----------------------------------------------------- */

const pddl_symbol *pddl_variable_of(const pddl_symbol *s)
{
    return s->host ? s->host : s;
}

const pddl_domain *pddl_range_of(const pddl_symbol *s)
{
    const pddl_symbol *of = pddl_variable_of(s);
    return of->range ? of->range : of->args[of->value];
}

const pddl_term *pddl_index_term(const pddl_atom *atom, size_t i)
{
    return &atom->terms[atom->symbol->host ? atom->symbol->host_arg[i] : i];
}

/* Whether its values may stand in a variable of others. */
static bool may_join(const invariant_part *part)
{
    const pddl_symbol *s = part->symbol;
    return s->form == FORM_VALUE && s->value == part->counted && s->optional && !s->defines &&
           !s->host && !s->range;
}

static bool may_host(const pddl *p, const invariant *of, const invariant_part *host)
{
    for (size_t i = 0; i < of->part_count; i++) {
        const invariant_part *part = &of->parts[i];
        for (size_t k = 0; k < of->key_count; k++)
            if (!is_subset(p, part->symbol->args[part->arg[k]], host->symbol->args[host->arg[k]]))
                return false;
    }
    return true;
}

/* The values of all parts; NULL: one is of two parts. */
static pddl_domain *join_values(pddl *p, const invariant *of)
{
    uint64_t *bits = arena_array(p->memory, pddl_bit_words(p), sizeof *bits);
    const char *name = NULL;
    for (size_t i = 0; i < of->part_count; i++) {
        const pddl_domain *values = of->parts[i].symbol->args[of->parts[i].counted];
        for (size_t w = 0; w < pddl_bit_words(p); w++) {
            if (bits[w] & values->bits[w])
                return NULL;
            bits[w] |= values->bits[w];
        }
        name = name ? arena_printf(p->memory, "%s_or_%s", name, values->base) : values->base;
    }
    return pddl_domain_with(p, bits, name);
}

static void join(pddl *p, const invariant *of, size_t host, pddl_domain *range, bool optional)
{
    pddl_symbol *variable = &p->symbols[of->parts[host].symbol - p->symbols];
    range->used = true;
    variable->range = range;
    variable->optional = optional;
    for (size_t i = 0; i < of->part_count; i++) {
        pddl_symbol *s = &p->symbols[of->parts[i].symbol - p->symbols];
        if (i == host)
            continue;
        s->host = variable;
        s->optional = optional;
        for (size_t k = 0; k < of->key_count; k++)
            s->host_arg[of->parts[host].arg[k]] = of->parts[i].arg[k];
    }
}

/* `at(x, place)` and `in(x, truck)`, of which one holds, are one variable. */
static void try_join(invariant_search *s, const invariant *of)
{
    size_t host = 0;
    for (size_t i = 0; i < of->part_count; i++)
        if (of->parts[i].counted == NOT_COUNTED || !may_join(&of->parts[i]))
            return;
    while (host < of->part_count && !may_host(s->p, of, &of->parts[host]))
        host++;
    pddl_domain *range =
        host < of->part_count && may_be_values(s, of) ? join_values(s->p, of) : NULL;
    if (range)
        join(s->p, of, host, range, !is_exact(s, of, &of->parts[host]));
}

void pddl_find_values(pddl *p)
{
    invariant_search s = {.p = p};
    for (size_t i = 0; i < p->symbol_count; i++)
        for (size_t value = 0; value < p->symbols[i].count; value++) {
            if (p->symbols[i].form != FORM_BOOL)
                continue;
            invariant made = {.part_count = 1, .key_count = p->symbols[i].count - 1};
            made.parts[0] = (invariant_part){.symbol = &p->symbols[i], .counted = value};
            for (size_t k = 0; k < made.key_count; k++)
                made.parts[0].arg[k] = k + (k >= value);
            pddl_add_candidate(&s, &made);
        }
    for (size_t i = 0; i < s.count; i++)
        if (never_grows(&s, s.found[i]))
            use_invariant(&s, &s.found[i]);
    for (size_t i = 0; i < s.count; i++)
        for (size_t k = 0; s.found[i].holds && k < s.found[i].part_count; k++)
            try_definition(&s, &s.found[i], k);
    for (size_t i = 0; i < s.count; i++)
        if (s.found[i].holds && s.found[i].part_count > 1)
            try_join(&s, &s.found[i]);
}
