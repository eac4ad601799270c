/* choice_source.c - given choices, before those that a journey makes by itself. */
#include "journey/choice_source.h"

#include "journey/journey.h"

static bool is_given(wgcq_journey *j, choice *next)
{
    choice_source *s = j->source;
    next->index = s->given[s->taken++];
    if (next->index < next->count)
        return true;
    j->failed = true;
    if (!s->lenient)
        journey_error(j, WGCQ_EREQUEST,
                      "the given choice number %zu is %llu, and the journey chooses there from 0 "
                      "to %llu",
                      j->choice_count + 1, (unsigned long long)next->index,
                      (unsigned long long)next->count - 1);
    return false;
}

bool choice_source_take(wgcq_journey *j, choice *next)
{
    choice_source *s = j->source;
    if (s->taken == s->count || s->taken != j->choice_count)
        next->index = s->pick ? s->pick(s, next->count) : 0;
    else if (!is_given(j, next))
        return false;
    if (j->choice_count < s->fixed)
        next->bound = next->index + 1;
    return true;
}

bool choice_source_followed(const wgcq_journey *j)
{
    const choice_source *s = j->source;
    for (size_t i = 0; i < j->choice_count; i++)
        if (j->choices[i].index != (i < s->count ? s->given[i] : 0))
            return false;
    return j->choice_count >= s->count;
}
