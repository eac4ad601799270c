/* speedup.c - trials of threads together and one alone. */
#include "search/engine/speedup.h"

/* Chosen by the machines of tests/unit/test_speedup.c: trials take 1.6 % of a run, and other work
   on a processor seldom changes what they find. */
enum {
    PAIRS = 8, /* a trial has at most so many: a stretch as before it, one the other way */
    AGREE = 6, /* pairs that must favour a change: other work disturbs some             */
    REST = 32, /* times as long as a trial until the next one, which is not to be felt  */
};

static const double FIRST_SECONDS = 0.1, /* before the first trial: a short run has none */
    STRETCH_SECONDS = 0.003,             /* much longer than waking a thread takes       */
    WORTH = 1.1; /* times as quick as one: less is not worth their processor time        */

/* Whether this stretch goes the other way than the pieces before the trial. */
static bool is_other_stretch(const speedup *s)
{
    return s->trying && s->turns % 2;
}

bool speedup_together(speedup *s, double now)
{
    if (!s->began) {
        s->began = true;
        s->first = now;
        s->due = now + FIRST_SECONDS;
    }
    switch (s->kind) {
    case SPEEDUP_ALWAYS: return true;
    case SPEEDUP_NEVER: return false;
    case SPEEDUP_IN_TURN: return s->turns++ % 2;
    case SPEEDUP_MEASURED:
    case SPEEDUP_KINDS: break;
    }
    return s->alone == is_other_stretch(s);
}

bool speedup_may_share(const speedup *s, double now)
{
    return s->kind != SPEEDUP_MEASURED || !s->alone || s->trying || now >= s->due;
}

/* ---- a trial -------------------------------------------------------------------------------- */

static void begin_stretch(speedup *s)
{
    s->done = s->seconds = 0;
}

/* Pieces that take long make long trials, which wait until the run is long, too. */
static void begin_trial_where_due(speedup *s, double now, double piece)
{
    if (now < s->due || now - s->first < REST * piece)
        return;
    s->trying = true;
    s->turns = s->votes[false] = s->votes[true] = 0;
    s->took = 0;
    begin_stretch(s);
}

/* Ends the trial where its outcome is certain. */
static void count_votes(speedup *s, double now)
{
    const bool changes = s->votes[s->alone] >= AGREE;
    if (!changes && s->votes[!s->alone] <= PAIRS - AGREE)
        return;
    s->alone = s->alone != changes;
    s->trying = false;
    s->due = now + REST * s->took;
}

/* Each second stretch is compared with the one before. */
static void end_stretch(speedup *s, double now)
{
    const bool other = is_other_stretch(s);
    const double pace = s->done / s->seconds, together = s->alone ? pace : s->pace_before,
                 one = s->alone ? s->pace_before : pace;
    s->took += s->seconds;
    s->pace_before = pace;
    s->turns++;
    begin_stretch(s);
    if (!other)
        return;
    s->votes[together >= WORTH * one]++;
    count_votes(s, now);
}

void speedup_done(speedup *s, double began, double now, size_t states)
{
    if (s->kind != SPEEDUP_MEASURED)
        return;
    if (!s->trying) {
        begin_trial_where_due(s, now, now - began);
        return;
    }
    s->done += (double)states;
    s->seconds += now - began;
    if (s->seconds >= STRETCH_SECONDS)
        end_stretch(s, now);
}
