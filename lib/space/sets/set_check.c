/* set_check.c - a second set beside one without numbers, which must give the same answers. */
#include "space/sets/set_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

set_check *set_check_new(const state_set_shape *shape)
{
    const state_set_shape without_fields = {.words = shape->words, .bits = shape->bits};
    set_check *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    pthread_mutex_init(&c->lock, NULL);
    c->keys = state_keys_hashed(&without_fields);
    c->set = plain_set_make(c->keys.key_words, 0, 0);
    return c;
}

void set_check_free(set_check *c)
{
    if (!c)
        return;
    pthread_mutex_destroy(&c->lock);
    plain_set_free(&c->set);
    state_keys_free(&c->keys);
    free(c->key_room);
    free(c->fresh_room);
    free(c);
}

bool set_check_add(set_check *c, const uint64_t *states, size_t count, const uint32_t *fresh,
                   size_t fresh_count)
{
    const unsigned words = c->keys.key_words;
    if (!array_renew(&c->key_room, &c->keys_held, count * words, sizeof *c->key_room) ||
        !array_renew(&c->fresh_room, &c->fresh_held, count, sizeof *c->fresh_room) ||
        !plain_set_reserve(&c->set, count))
        return false;
    state_keys_make(&c->keys, states, count, c->key_room);
    key_batch b = {.keys = c->key_room, .to = count, .fresh = c->fresh_room};
    plain_set_add(&c->set, &b);
    assert(b.from == count);
    assert(b.fresh_count == fresh_count);
    assert(!fresh_count || !memcmp(b.fresh, fresh, fresh_count * sizeof *fresh));
    (void)fresh, (void)fresh_count;
    return true;
}
