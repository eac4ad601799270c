/*
 * change.c - an amount paid with the fewest coins, by branch and bound.
 *
 * Shows wgcq_bound: every payment that is found has fewer coins than those before it, so the last
 * one has the fewest; a payment that cannot become so good is left as soon as that is known.  The
 * coins are the context (wgcq_self), the greatest first, and each is a move of cost 1.
 * change [AMOUNT COIN...] prints the payments found; 63 of 25, 21, 10, 5 and 1 takes 3, not 6.
 */
#include <stdio.h>
#include <stdlib.h>
#include <wgcq.h>

enum { MOST = 10000, KINDS = 16 };

typedef struct {
    const char *name[KINDS]; /* as it is printed */
    int32_t worth[KINDS];    /* falling          */
    size_t kinds;
} currency;

typedef struct {
    int32_t left;  /* to be paid                          */
    uint32_t kind; /* of the last coin: no greater follows */
} payment;

static bool is_paid(const void *state)
{
    return ((const payment *)state)->left == 0;
}

static bool pay_coin(wgcq_journey *j, void *state)
{
    const currency *c = (const currency *)wgcq_self(j);
    payment *p = (payment *)state;
    size_t further;
    if (!wgcq_choose(j, c->kinds - p->kind, &further))
        return false;
    p->kind += (uint32_t)further;
    int32_t worth = c->worth[p->kind];
    p->left -= worth;
    return wgcq_guard(j, p->left >= 0, "too much") && wgcq_move(j, c->name[p->kind], 1) &&
           wgcq_bound(j, (p->left + worth - 1) / worth);
}

static bool pay(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_until(j, is_paid, pay_coin);
}

/* A number from 1 to MOST; 0: something else. */
static int32_t number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value >= 1 && value <= MOST ? (int32_t)value : 0;
}

static bool read_coins(currency *c, const char *const *coins, size_t count)
{
    if (count > KINDS)
        return false;
    for (size_t i = 0; i < count; i++) {
        int32_t worth = number(coins[i]);
        size_t at = c->kinds++;
        for (; at > 0 && c->worth[at - 1] < worth; at--) {
            c->worth[at] = c->worth[at - 1];
            c->name[at] = c->name[at - 1];
        }
        c->worth[at] = worth;
        c->name[at] = coins[i];
        if (!worth)
            return false;
    }
    return true;
}

int main(int argument_count, char **arguments)
{
    static const char *const usual[] = {"25", "21", "10", "5", "1"};
    bool given = argument_count > 2;
    const char *const *coins = given ? (const char *const *)arguments + 2 : usual;
    currency c = WGCQ_ZERO;
    payment p = {argument_count > 1 ? number(arguments[1]) : 63, 0};
    wgcq_iterator_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *payments;
    if (!p.left || !read_coins(&c, coins, given ? (size_t)argument_count - 2 : 5))
        return fprintf(stderr, "change: numbers from 1 to %d, at most %d coins\n", MOST, KINDS), 2;
    options.self = &c;
    int code = wgcq_iterator_new(&payments, pay, &p, sizeof p, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(payments, &err)) == 0) {
            printf("%d coins:", (int)wgcq_iterator_cost(payments));
            for (size_t i = 0; i < wgcq_iterator_move_count(payments); i++)
                printf(" %s", wgcq_iterator_move(payments, i));
            printf("\n");
        }
        wgcq_iterator_free(payments);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
