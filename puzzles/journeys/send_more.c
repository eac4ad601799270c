/*
 * send_more.c - SEND + MORE = MONEY, each letter a digit of its own.
 *
 * Shows one step a column: from the right, choose the digits of unassigned letters and guard the
 * sum of the column, so that a wrong digit fails early.  The only solution is 9567 + 1085 = 10652.
 */
#include <stdio.h>
#include <string.h>
#include <wgcq.h>

enum { S, E, N, D, M, O, R, Y, LETTERS, NONE = LETTERS };

typedef struct {
    uint16_t left;          /* digits that no letter has, a bit each */
    uint8_t digit[LETTERS]; /* 0xff: unassigned                      */
    uint8_t carry, column;
} sum;

/* addend, addend, digit of the sum */
static const int columns[][3] = {{D, E, Y}, {N, R, E}, {E, O, N}, {S, M, O}, {NONE, NONE, M}};

static bool assign(wgcq_journey *j, sum *s, int letter)
{
    unsigned digit;
    if (letter == NONE || s->digit[letter] != 0xff)
        return true;
    if (!wgcq_choose_bit(j, s->left, &digit) ||
        !wgcq_guard(j, digit > 0 || (letter != S && letter != M), "a number begins with 0"))
        return false;
    s->left = (uint16_t)(s->left & ~(1u << digit));
    s->digit[letter] = (uint8_t)digit;
    return true;
}

static bool add_column(wgcq_journey *j, void *state)
{
    sum *s = (sum *)state;
    const int *letters = columns[s->column++];
    if (!assign(j, s, letters[0]) || !assign(j, s, letters[1]) || !assign(j, s, letters[2]))
        return false;
    unsigned total = s->carry;
    for (int i = 0; i < 2; i++)
        total += letters[i] == NONE ? 0 : s->digit[letters[i]];
    s->carry = (uint8_t)(total / 10);
    return wgcq_guard(j, total % 10 == s->digit[letters[2]], "the column does not add up");
}

static bool send_more(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, 5, add_column) && wgcq_guard(j, ((sum *)state)->carry == 0, NULL);
}

int main(void)
{
    sum s = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *sums;
    memset(s.digit, 0xff, sizeof s.digit);
    s.left = 0x3ff;
    int code = wgcq_iterator_new(&sums, send_more, &s, sizeof s, NULL, &err);
    if (code == 0) {
        const uint8_t *d = s.digit;
        while ((code = wgcq_iterator_next(sums, &err)) == 0)
            printf("%d%d%d%d+%d%d%d%d=%d%d%d%d%d\n", d[S], d[E], d[N], d[D], d[M], d[O], d[R], d[E],
                   d[M], d[O], d[N], d[E], d[Y]);
        wgcq_iterator_free(sums);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
