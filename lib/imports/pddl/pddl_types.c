/* pddl_types.c - enumerations and their parts: what variables and arguments run over. */
#include "imports/pddl/pddl.h"

#include <string.h>

static size_t pddl_find_root(size_t *of, size_t i)
{
    while (of[i] != i)
        i = of[i] = of[of[i]];
    return i;
}

void pddl_make_groups(pddl *p)
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

void pddl_list_item(pddl_listing *l, const char *text)
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
            pddl_list_item(&l, glyphs ? arena_printf(p->memory, "%s: \"%s\"", p->objects[i].name,
                                                     p->objects[i].written)
                                      : p->objects[i].name);
    strbuf_put(p->out, glyphs ? "}\n" : "]\n");
}

void pddl_put_types(pddl *p)
{
    strbuf_put(p->out, "types:\n");
    for (int part = 0; part < 2; part++)
        for (size_t i = 0; i < p->domain_count; i++)
            if (p->domains[i]->size && p->domains[i]->group == !part &&
                (p->domains[i]->used || p->domains[i]->group))
                pddl_put_type(p, p->domains[i]);
}
