/*
 * random_order.h - a journey takes the alternatives of each choice in an order given by a seed.
 *
 * The order at a choice depends on the seed, the pass and what was chosen before it, so a run that
 * is repeated meets the same.  `index` of a choice is the position within that order.
 */
#ifndef JOURNEY_RANDOM_ORDER_H
#define JOURNEY_RANDOM_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wgcq_journey.h"

typedef struct random_order random_order;

/* The random order that the options ask for, into *out, NULL for another one; false: no memory. */
bool random_order_new(random_order **out, const wgcq_iterator_options *wanted);
void random_order_free(random_order *r);

/* These are called where the journey has a random order. */

/* The alternative of choice `n`, which the run comes to; false: no memory, an error of the journey.
 */
bool random_order_take(wgcq_journey *j, size_t n, uint64_t *which);
/* The alternative that the present run has taken there. */
uint64_t random_order_taken(const wgcq_journey *j, size_t n);
/* After a choice has advanced: whether the pass is to end here. */
bool random_order_ends_pass(wgcq_journey *j);
/* Whether it ends: the run fails. */
bool random_order_is_over(const random_order *r);
/* A pass has ended, and the next one begins. */
void random_order_restart(wgcq_journey *j);
/* Whether a run that has arrived is a result: it is none where an earlier pass gave it.  False,
   too, where there is no memory. */
bool random_order_accepts(wgcq_journey *j);

#endif
