/* pddl_import.c - a domain and a problem, from text to puzzle. */
#include "imports/pddl/pddl.h"

/* `(define (domain x) ...)` or `(define (problem x) ...)`. */
static bool take_definition(pddl *p, const sexp *s)
{
    bool domain = s->count > 1 && sexp_begins(s->kids[1], "domain");
    bool problem = s->count > 1 && sexp_begins(s->kids[1], "problem");
    if (!sexp_begins(s, "define") || (!domain && !problem))
        return pddl_error(p, s, "(define (domain NAME) or (define (problem NAME) is expected here");
    if (domain ? p->domain != NULL : p->problem != NULL)
        return pddl_error(p, s, "a second %s", domain ? "domain" : "problem");
    *(domain ? &p->domain : &p->problem) = s;
    return true;
}

static bool take_file(pddl *p, pddl_file *file, const source_text *text)
{
    file->text = text;
    file->lines = line_index_new(p->memory, text);
    const sexp *all = sexp_read(p, file);
    bool fine = all != NULL;
    for (size_t i = 0; all && i < all->count; i++)
        fine = take_definition(p, all->kids[i]) && fine;
    return fine;
}

static bool has_both(pddl *p)
{
    if (p->domain && p->problem)
        return true;
    source_span first = line_index_span(p->domain_file.lines, 0, 1);
    diagnostic_add(p->to, WGCQ_DIAGNOSTIC_SHAPE, first, "no %s of PDDL is in what was given",
                   p->domain ? "problem" : "domain");
    diagnostic_hint(p->to, "give both files: DOMAIN.pddl PROBLEM.pddl");
    return false;
}

bool pddl_import(arena *memory, diagnostics *to, const source_text *texts, size_t count,
                 strbuf *out)
{
    pddl *p = arena_take(memory, sizeof *p);
    *p = (pddl){.memory = memory, .to = to, .out = out};
    bool fine = take_file(p, &p->domain_file, &texts[0]);
    if (count > 1)
        fine = take_file(p, &p->problem_file, &texts[1]) && fine;
    if (!fine || !has_both(p) || !pddl_declare(p))
        return false;
    fine = pddl_actions_read(p);
    fine = pddl_problem_read(p) && fine;
    return fine && pddl_write(p);
}
