/* hanoi.c - the towers of Hanoi, 13 disks, as a model in C; with an argument its moves are written as
 * a journey. */
#include "explore.h"

#include <stdint.h>

enum { DISKS = 13, PEGS = 3 };

typedef struct {
    unsigned char on[DISKS];
} tower;

static char texts[DISKS][PEGS][20];

static void start(const void *self, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_add(to, NULL, &(tower){{0}}, NULL);
}

/* A disk moves that no smaller one lies on, to where none lies. */
static void moves(const void *self, const void *state, wgcq_moves *to)
{
    tower t = *(const tower *)state;
    unsigned covered = 0;
    (void)self;
    for (unsigned d = 0; d < DISKS && covered != (1u << PEGS) - 1; d++) {
        unsigned char home = t.on[d];
        if (!(covered >> home & 1))
            for (unsigned char p = 0; p < PEGS; p++)
                if (p != home && !(covered >> p & 1)) {
                    t.on[d] = p;
                    wgcq_moves_add(to, texts[d][p], &t, NULL);
                }
        t.on[d] = home;
        covered |= 1u << home;
    }
}

static bool move_a_disk(wgcq_journey *j, void *state)
{
    tower *t = state;
    unsigned top = 0, from, to;
    unsigned disk[PEGS];
    for (unsigned d = DISKS; d-- > 0;) {
        disk[t->on[d]] = d;
        top |= 1u << t->on[d];
    }
    if (!wgcq_choose_bit(j, top, &from))
        return false;
    unsigned free = 0;
    for (unsigned p = 0; p < PEGS; p++)
        free |= (unsigned)(p != from && (!(top >> p & 1) || disk[p] > disk[from])) << p;
    if (!wgcq_choose_bit(j, free, &to))
        return false;
    t->on[disk[from]] = (unsigned char)to;
    return wgcq_move(j, texts[disk[from]][to], 1);
}

static void journey_moves(const void *self, const void *state, wgcq_moves *to)
{
    (void)self;
    wgcq_moves_run(to, NULL, state, move_a_disk);
}

int main(int count, char **arguments)
{
    const wgcq_field on = {.name = "on", .count = DISKS, .high = PEGS - 1};
    (void)arguments;
    for (int d = 0; d < DISKS; d++)
        for (int p = 0; p < PEGS; p++)
            snprintf(texts[d][p], sizeof texts[d][p], "disk %d to %d", d + 1, p + 1);
    return explore(&(wgcq_description){.title = "Towers of Hanoi",
                                       .size = sizeof(tower),
                                       .fields = &on,
                                       .field_count = 1,
                                       .start = start,
                                       .moves = count > 1 ? journey_moves : moves});
}
