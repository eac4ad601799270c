/* spelled.c - the texts of new states, spelled by all threads at once. */
#include "search/engine/spelled.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/progress_clock.h"
#include "search/engine/limits.h"

enum {
    FIRST_STATES = 32,     /* are spelled to know how long it takes       */
    SHARES_A_THREAD = 4,   /* so that no thread waits long for the last one */
    BYTES_MOST = 16 << 20, /* of all texts, or                            */
    MEMORY_SHARE = 16,     /* such a part of what is left of --max-memory */
};

static const double WORTH_SECONDS = 100e-6; /* of spelling, for threads to be woken */

/* Until a state's text fails, or there are too many bytes.  The share is filled in at the end:
   while they spell, threads that wrote to shares beside each other would take turns at one cache
   line. */
static void spell_share(void *self, size_t task, unsigned thread)
{
    spelled *s = self;
    spelled_share to = {.texts = s->share[task].texts};
    const wgcq_model *model = s->workers->r->model;
    wgcq_error none = {0};
    strbuf_clear(&to.texts);
    const size_t first = share_begin(s->rows->count, s->shares, task),
                 count = share_begin(s->rows->count, s->shares, task + 1) - first;
    for (; to.done < count && to.texts.length < s->most; to.done++) {
        const size_t i = first + to.done, before = to.texts.length;
        if (model_spell(model, s->workers->worker[thread], s->rows->state + i * s->rows->words,
                        &to.texts, &none) ||
            to.texts.failed)
            break;
        s->length[i] = to.texts.length - before;
    }
    s->share[task] = to;
}

/* How many states have a text before the first that has none. */
static size_t collect_texts(spelled *s)
{
    size_t texts = 0;
    s->bytes = s->text_room * sizeof *s->text + s->length_room * sizeof *s->length;
    for (size_t i = 0; i < s->shares; i++)
        s->bytes += s->share[i].texts.room;
    for (size_t i = 0; i < s->shares; i++) {
        const char *at = strbuf_string(&s->share[i].texts);
        for (size_t k = 0; k < s->share[i].done; k++, texts++) {
            s->text[texts] = at;
            at += s->length[texts];
        }
        if (texts < share_begin(s->rows->count, s->shares, i + 1))
            break;
    }
    return texts;
}

static size_t bytes_most(const engine *r)
{
    const size_t left = limits_memory_left(r) / MEMORY_SHARE;
    return left < BYTES_MOST ? left : BYTES_MOST;
}

bool is_spelling_worth_it(const spelled *s, const engine *r, size_t states)
{
    if (r->stopped || !states || r->options->hooks.wide_level)
        return !r->stopped && states;
    return s->seconds_a_text > 0 ? (double)states * s->seconds_a_text >= WORTH_SECONDS
                                 : states >= FIRST_STATES;
}

static bool reserve_texts(spelled *s, size_t count)
{
    return array_renew(&s->text, &s->text_room, count, sizeof *s->text) &&
           array_renew(&s->length, &s->length_room, count, sizeof *s->length);
}

void spell_together(spelled *s, workers *w, state_rows *rows)
{
    const size_t threads = w->r->options->threads, each = SHARES_A_THREAD * threads,
                 most = each < SPELLED_SHARES ? each : SPELLED_SHARES,
                 shares = rows->count < most ? rows->count : most;
    struct timespec began;
    if (!reserve_texts(s, rows->count))
        return;
    s->workers = w;
    s->rows = rows;
    s->shares = shares;
    s->most = bytes_most(w->r) / shares;
    clock_gettime(CLOCK_MONOTONIC, &began);
    thread_pool_run(w->pool, spell_share, s, shares);
    s->seconds_a_text = seconds_since(&began) * (double)threads / (double)rows->count;
    rows->texts = collect_texts(s);
    rows->text = s->text;
    rows->length = s->length;
}

void spelled_close(spelled *s)
{
    for (size_t i = 0; i < SPELLED_SHARES; i++)
        strbuf_free(&s->share[i].texts);
    free(s->text);
    free(s->length);
}
