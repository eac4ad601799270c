/*
 * send_more.c - SEND + MORE = MONEY, each letter a digit of its own.
 *
 * Shows one step a letter, and a context (wgcq_self) that says what there is to do: letters come in
 * the order of the columns from the right, and a column is guarded as soon as it is complete, so
 * that a wrong digit fails early.  send_more [WORD WORD SUM] takes other words.  The only solution
 * of SEND, MORE and MONEY is 9567 + 1085 = 10652.
 */
#include <stdio.h>
#include <string.h>
#include <wgcq.h>

enum { ALPHABET = 26, MOST = 20, NONE = ALPHABET };

typedef struct {
    const char *word[3];          /* addend, addend, sum: 1 to MOST capital letters */
    int column[MOST][3];          /* their letters from the right; or NONE          */
    uint32_t used, begins_number; /* letters, a bit each                            */
    int letter[ALPHABET];         /* in the order of the steps                      */
    unsigned completes[ALPHABET]; /* columns that the letter of each step completes */
    unsigned letters;
} puzzle;

typedef struct {
    uint16_t left;               /* digits that no letter has, a bit each       */
    uint8_t digit[ALPHABET + 1]; /* of a letter; 0 before it is chosen, of NONE */
    uint8_t carry, column, step;
} sum;

/* Whether the next column adds up. */
static bool adds_up(const puzzle *p, sum *s)
{
    const int *in = p->column[s->column++];
    unsigned total = (unsigned)s->carry + s->digit[in[0]] + s->digit[in[1]];
    s->carry = total >= 10;
    return total - 10u * s->carry == s->digit[in[2]];
}

static bool choose_digit(wgcq_journey *j, void *state)
{
    const puzzle *p = (const puzzle *)wgcq_self(j);
    sum *s = (sum *)state;
    int letter = p->letter[s->step];
    unsigned digit;
    if (!wgcq_choose_bit(j, s->left, &digit) ||
        !wgcq_guard(j, digit > 0 || !(p->begins_number >> letter & 1), "a number begins with 0"))
        return false;
    s->left = (uint16_t)(s->left & ~(1u << digit));
    s->digit[letter] = (uint8_t)digit;
    for (unsigned columns = p->completes[s->step++]; columns > 0; columns--)
        if (!wgcq_guard(j, adds_up(p, s), "a column does not add up"))
            return false;
    return true;
}

static bool add_up(wgcq_journey *j, void *state)
{
    const puzzle *p = (const puzzle *)wgcq_self(j);
    return wgcq_repeat(j, p->letters, choose_digit) &&
           wgcq_guard(j, ((sum *)state)->carry == 0, "a digit is missing");
}

static void read_column(puzzle *p, const size_t *length, size_t column)
{
    for (int i = 0; i < 3; i++) {
        int letter = column < length[i] ? p->word[i][length[i] - 1 - column] - 'A' : NONE;
        p->column[column][i] = letter;
        if (letter != NONE && !(p->used >> letter & 1)) {
            p->used |= 1u << letter;
            p->letter[p->letters++] = letter;
        }
    }
    p->completes[p->letters - 1]++;
}

/* False: something else than words of 1 to MOST capital letters. */
static bool read_words(puzzle *p, const char *const *words)
{
    size_t length[3], columns = 0;
    for (int i = 0; i < 3; i++) {
        length[i] = strspn(words[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (!length[i] || length[i] > MOST || words[i][length[i]])
            return false;
        p->word[i] = words[i];
        p->begins_number |= 1u << (words[i][0] - 'A');
        columns = length[i] > columns ? length[i] : columns;
    }
    for (size_t column = 0; column < columns; column++)
        read_column(p, length, column);
    return true;
}

static void print_sum(const puzzle *p, const sum *s)
{
    for (int i = 0; i < 3; i++) {
        for (size_t at = 0; p->word[i][at]; at++)
            printf("%d", s->digit[p->word[i][at] - 'A']);
        printf("%c", "+=\n"[i]);
    }
}

int main(int argument_count, char **arguments)
{
    static const char *const send_more[] = {"SEND", "MORE", "MONEY"};
    const char *const *words = argument_count > 1 ? (const char *const *)arguments + 1 : send_more;
    puzzle p = WGCQ_ZERO;
    sum s = WGCQ_ZERO;
    wgcq_iterator_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *sums;
    if ((argument_count != 1 && argument_count != 4) || !read_words(&p, words))
        return fprintf(stderr, "send_more: three words of 1 to %d capital letters\n", MOST), 2;
    s.left = 0x3ff;
    options.self = &p;
    int code = wgcq_iterator_new(&sums, add_up, &s, sizeof s, &options, &err);
    if (code == 0) {
        while ((code = wgcq_iterator_next(sums, &err)) == 0)
            print_sum(&p, &s);
        wgcq_iterator_free(sums);
    }
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
