/* template.c - a journey function that compiles and does nothing; start from a copy of it. */
#include <stdio.h>
#include <wgcq.h>

typedef struct {
    int64_t last; /* what the journey reads: numbers, tables */
} region;

typedef struct {
    int64_t
        where; /* what it changes; flat bytes: no pointers into the state, no uninitialized bytes */
} place;

static bool visit(wgcq_journey *j, void *state)
{
    const region *r = (const region *)wgcq_self(j);
    place *p = (place *)state;
    return wgcq_choose_from(j, 1, r->last, &p->where) && wgcq_guard(j, p->where > 0, "lost") &&
           wgcq_move(j, "nothing", 0);
}

int main(void)
{
    const region r = {1};
    place p = WGCQ_ZERO;
    wgcq_iterator_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *places;
    options.self = &r;
    int code = wgcq_iterator_new(&places, visit, &p, sizeof p, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(places, &err)) == 0)
            printf("%d\n", (int)p.where);
        wgcq_iterator_free(places);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
