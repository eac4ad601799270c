/* template.c - a journey function that compiles and does nothing; start from a copy of it. */
#include <stdio.h>
#include <wgcq.h>

typedef struct {
    int where; /* flat bytes: no pointers into the state, no uninitialized bytes */
} place;

static bool visit(wgcq_journey *j, void *state)
{
    place *p = (place *)state;
    int64_t next;
    if (!wgcq_choose_from(j, 1, 1, &next))
        return false;
    p->where = (int)next;
    return wgcq_guard(j, p->where == 1, "lost") && wgcq_move(j, "nothing", 0);
}

int main(void)
{
    place p = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *places;
    int code = wgcq_iterator_new(&places, visit, &p, sizeof p, NULL, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(places, &err)) == 0)
            printf("%d\n", p.where);
        wgcq_iterator_free(places);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
