/* guard_counts.c - how often each guard was tried and failed, at each depth. */
#include "journey/trace/guard_counts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

enum { SLOTS_AT_FIRST = 64 };

bool guard_counts_open(guard_counts *g)
{
    *g = (guard_counts){0};
    g->slots = calloc(SLOTS_AT_FIRST, sizeof *g->slots);
    g->slot_count = g->slots ? SLOTS_AT_FIRST : 0;
    return g->slots && array_reserve_zeros(&g->counts, &g->counts_room, 1, sizeof *g->counts);
}

void guard_counts_free(guard_counts *g)
{
    for (size_t i = 0; i < g->text_count; i++)
        free(g->texts[i]);
    for (size_t i = 0; g->counts && i <= g->text_count; i++)
        free(g->counts[i].at);
    free(g->texts);
    free(g->counts);
    free(g->slots);
    *g = (guard_counts){0};
}

/* The slot of that address, or the empty one where it belongs. */
static text_address *address_slot(const guard_counts *g, const char *text)
{
    size_t mask = g->slot_count - 1, at = (size_t)hash_word(HASH_FIRST, (uintptr_t)text) & mask;
    while (g->slots[at].text && g->slots[at].text != text)
        at = (at + 1) & mask;
    return &g->slots[at];
}

static bool grow_address_slots(guard_counts *g)
{
    guard_counts larger = {.slot_count = 2 * g->slot_count};
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < g->slot_count; i++)
        if (g->slots[i].text)
            *address_slot(&larger, g->slots[i].text) = g->slots[i];
    free(g->slots);
    g->slots = larger.slots;
    g->slot_count = larger.slot_count;
    return true;
}

static bool add_guard_text(guard_counts *g, const char *text)
{
    if (!array_reserve(&g->texts, &g->text_room, g->text_count + 1, sizeof *g->texts) ||
        !array_reserve_zeros(&g->counts, &g->counts_room, g->text_count + 2, sizeof *g->counts))
        return false;
    g->texts[g->text_count] = strdup(text);
    return g->texts[g->text_count] && ++g->text_count;
}

bool guard_counts_find(guard_counts *g, const char *text, uint32_t *number)
{
    *number = 0;
    if (!text)
        return true;
    if (2 * g->slots_used >= g->slot_count && !grow_address_slots(g))
        return false;
    text_address *slot = address_slot(g, text);
    if (!slot->text) {
        size_t i = 0;
        while (i < g->text_count && strcmp(g->texts[i], text) != 0)
            i++;
        if (i == g->text_count && !add_guard_text(g, text))
            return false;
        *slot = (text_address){text, (uint32_t)i + 1};
        g->slots_used++;
    }
    g->latest = text;
    *number = g->latest_number = slot->number;
    return true;
}

void guard_counts_forget(guard_counts *g)
{
    memset(g->slots, 0, g->slot_count * sizeof *g->slots);
    g->slots_used = 0;
    g->latest = NULL;
    g->latest_number = 0;
}

bool guard_counts_reserve(depth_counts *c, size_t depth)
{
    return array_reserve_zeros(&c->at, &c->room, depth + 1, sizeof *c->at);
}
