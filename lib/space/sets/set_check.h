/*
 * set_check.h - a second set beside one without numbers, which must give the same answers.
 *
 * It keeps the states' own words, so that it also finds two states with the same key.  The parts of
 * a set that was divided have one check together, and its lock.
 */
#ifndef SPACE_SET_CHECK_H
#define SPACE_SET_CHECK_H

#include <pthread.h>

#include "space/sets/plain_set.h"

typedef struct set_check {
    pthread_mutex_t lock; /* held by the caller while an answer is made and checked */
    state_keys keys;
    plain_set set;
    uint64_t *key_room;
    uint32_t *fresh_room;
    size_t keys_held, fresh_held;
} set_check;

set_check *set_check_new(const state_set_shape *shape); /* NULL: no memory */
void set_check_free(set_check *c);
/* Adds `count` states; asserts that new are those with the indices fresh[0..fresh_count).  False:
   no memory. */
bool set_check_add(set_check *c, const uint64_t *states, size_t count, const uint32_t *fresh,
                   size_t fresh_count);

#endif
