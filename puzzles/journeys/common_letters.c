/*
 * common_letters.c - the longest common subsequence of two words, by tabling.
 *
 * Shows wgcq_tabled_best: from each pair of places in the words the best way to the end is found
 * once, however many ways lead to the pair; without tables their number is exponential.  A letter
 * that is passed over costs 1, one that both words share costs nothing and is the move.
 * common_letters [FIRST SECOND] prints the subsequence, as many letters as it has, and what is left
 * over; ABCBDAB and BDCABA have 4 letters in common.
 */
#include <stdio.h>
#include <string.h>
#include <wgcq.h>

enum { LETTERS_MOST = 100 };

typedef struct {
    const char *word[2];
    char text[256][2]; /* each letter as a text */
} pair_of_words;

typedef struct {
    uint32_t at[2]; /* in each word: the next letter */
} places;

static bool align(wgcq_journey *j, void *state)
{
    const pair_of_words *words = (const pair_of_words *)wgcq_self(j);
    places *p = (places *)state;
    char a = words->word[0][p->at[0]], b = words->word[1][p->at[1]];
    size_t which;
    if (!a && !b)
        return true;
    if (!wgcq_choose(j, a == b ? 3 : 2, &which))
        return false;
    if (which == 2) {
        p->at[0]++;
        p->at[1]++;
        return wgcq_move(j, words->text[(unsigned char)a], 0) && wgcq_tabled_best(j, align);
    }
    return wgcq_guard(j, words->word[which][p->at[which]++] != 0, "the word is at its end") &&
           wgcq_move(j, "", 1) && wgcq_tabled_best(j, align);
}

/* The first of the cheapest ways: the results of the table come cheapest first. */
static bool best(wgcq_journey *j, void *state)
{
    (void)state;
    return wgcq_tabled_best(j, align) && wgcq_cut(j);
}

int main(int argument_count, char **arguments)
{
    static pair_of_words words = {{"ABCBDAB", "BDCABA"}, {{0}}};
    places p = {{0, 0}};
    wgcq_iterator_options options = WGCQ_ZERO;
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *ways;
    for (int i = 0; i < 2 && argument_count == 3; i++)
        words.word[i] = arguments[i + 1];
    if ((argument_count != 1 && argument_count != 3) || strlen(words.word[0]) > LETTERS_MOST ||
        strlen(words.word[1]) > LETTERS_MOST)
        return fprintf(stderr, "common_letters: two words of at most %d letters\n", LETTERS_MOST),
               2;
    for (int letter = 0; letter < 256; letter++)
        words.text[letter][0] = (char)letter;
    options.self = &words;
    int code = wgcq_iterator_new(&ways, best, &p, sizeof p, &options, &err);
    if (code == 0 && (code = wgcq_iterator_next(ways, &err)) == 0) {
        size_t shared = 0;
        for (size_t i = 0; i < wgcq_iterator_move_count(ways); i++) {
            const char *letter = wgcq_iterator_move(ways, i);
            shared += *letter != 0;
            printf("%s", letter);
        }
        printf("\n%d in common, %d left over\n", (int)shared, (int)wgcq_iterator_cost(ways));
    }
    wgcq_iterator_free(ways);
    return code < 0 ? fprintf(stderr, "%s\n", err.text), 1 : 0;
}
