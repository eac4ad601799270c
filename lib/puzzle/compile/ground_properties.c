/* ground_properties.c - the conditions of properties over time, of each combination of names. */
#include "puzzle/compile/ground.h"

typedef struct property_grounding {
    grounding g;
    const property *of; /* the current one */
    ground_property *all;
    size_t count, room;
} property_grounding;

/* The names are bound. */
static void ground_property_named(lowering *s, void *self, ref passes)
{
    property_grounding *p = self;
    (void)s;
    (void)passes; /* the names read no state */
    ground_property one = {.of = p->of};
    p->g.two_states = p->of->form == MODEL_STEP;
    one.value = ground_condition(&p->g, p->of->value, &one.interpreted);
    if (!one.interpreted)
        one.reached = ground_condition(&p->g, p->of->reached, &one.interpreted);
    ground_set_limits(&p->g); /* the others are compiled */
    ARENA_PUSH(p->g.memory, p->all, p->count, p->room, one);
}

int ground_properties(ground_property **out, size_t *count, dag *d, const packing *p,
                      strbuf *scratch, arena *memory)
{
    grounded unused;
    property_grounding all = {.count = 0};
    grounding_start(&all.g, &unused, d, p, NULL, scratch, memory);
    for (size_t i = 0; i < p->tree->property_count; i++) {
        all.of = &p->tree->properties[i];
        ground_set_limits(&all.g);
        quantifier_expansion u = {
            .loop = all.of->loop, .visit = ground_property_named, .self = &all};
        if (u.loop)
            expand_quantifier(&all.g.lowering, &u);
        else
            ground_property_named(&all.g.lowering, &all, REF_TRUE);
    }
    *out = all.all;
    *count = all.count;
    return all.g.failed ? WGCQ_EMEMORY : 0;
}
