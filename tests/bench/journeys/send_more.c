/*
 * send_more.c - SEND + MORE = MONEY, a letter after the other, column by column from the right:
 * choose its digit, guard the sum of the column that it completes.  The answer is the sum of MONEY
 * over all solutions; INPUT is ignored.
 */
#include "race.h"

enum { S, E, N, D, M, O, R, Y, LETTERS };

typedef struct {
    uint16_t left;          /* digits that no letter has, a bit each */
    uint8_t digit[LETTERS]; /* 0 before it is chosen                 */
    uint8_t carry, step, unused[2];
} sum;

typedef struct {
    int letter;
    bool completes; /* the column of these: */
    int addend[2], digit;
} letter_step;

/* The last column is M alone: the carry of the one before. */
static const letter_step steps[LETTERS] = {
    {.letter = D},        {.letter = E},        {Y, true, {D, E}, Y}, {.letter = N},
    {R, true, {N, R}, E}, {O, true, {E, O}, N}, {.letter = S},        {M, true, {S, M}, O}};

static void begin(sum *s)
{
    memset(s, 0, sizeof *s);
    s->left = 0x3ff;
}

static bool may_be(int letter, unsigned digit)
{
    return digit > 0 || (letter != S && letter != M);
}

/* Whether the column of the step adds up, if it completes one. */
static bool give(sum *s, unsigned digit)
{
    const letter_step *at = &steps[s->step++];
    s->left = (uint16_t)(s->left & ~(1u << digit));
    s->digit[at->letter] = (uint8_t)digit;
    if (!at->completes)
        return true;
    unsigned total = (unsigned)s->carry + s->digit[at->addend[0]] + s->digit[at->addend[1]];
    s->carry = total >= 10;
    return total - 10u * s->carry == s->digit[at->digit];
}

static long long money(const void *state)
{
    static const int word[] = {M, O, N, E, Y};
    long long value = 0;
    for (int i = 0; i < 5; i++)
        value = 10 * value + ((const sum *)state)->digit[word[i]];
    return value;
}

static bool adds_up(const sum *s)
{
    return s->carry == s->digit[M];
}

static bool choose_digit(wgcq_journey *j, void *state)
{
    sum *s = state;
    unsigned digit;
    return wgcq_choose_bit(j, s->left, &digit) &&
           wgcq_guard(j, may_be(steps[s->step].letter, digit), "begins with 0") &&
           wgcq_guard(j, give(s, digit), "does not add up");
}

static bool choose_digits(wgcq_journey *j, void *state)
{
    return wgcq_repeat(j, LETTERS, choose_digit) && wgcq_guard(j, adds_up(state), NULL);
}

static long long journey(const char *input)
{
    sum s;
    (void)input;
    begin(&s);
    return sum_of_results(choose_digits, &s, sizeof s, NULL, money);
}

static long long by_hand(const sum *s)
{
    long long found = 0;
    if (s->step == LETTERS)
        return adds_up(s) ? money(s) : 0;
    for (unsigned left = s->left; left; left &= left - 1) {
        unsigned digit = (unsigned)__builtin_ctz(left);
        sum next = *s;
        if (may_be(steps[s->step].letter, digit) && give(&next, digit))
            found += by_hand(&next);
    }
    return found;
}

static long long hand(const char *input)
{
    sum s;
    (void)input;
    begin(&s);
    return by_hand(&s);
}

int main(int count, char **words)
{
    static const problem problems[] = {{"send-more", journey, hand}};
    return race(problems, 1, count, words);
}
