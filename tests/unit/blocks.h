/*
 * blocks.h - which blocks the library has: what it allocated itself and has not freed.
 *
 * For tests that wrap the functions that allocate, and free(): each block goes through block_taken
 * and block_freed, whichever thread it is of.  What the C library or SQLite allocate is not known
 * here, and freeing it changes nothing.
 */
#ifndef TESTS_BLOCKS_H
#define TESTS_BLOCKS_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { BLOCK_SLOTS = 1 << 16 };
static const void *blocks[BLOCK_SLOTS];
static long blocks_live, blocks_lost; /* lost: there was no slot for them */
static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t block_slot(const void *block)
{
    size_t slot = ((uintptr_t)block >> 4) * 0x9E3779B97F4A7C15u >> 48;
    for (size_t tries = 0; tries < BLOCK_SLOTS; tries++, slot = (slot + 1) % BLOCK_SLOTS)
        if (!blocks[slot] || blocks[slot] == block)
            return slot;
    return BLOCK_SLOTS;
}

static void *block_taken(void *block)
{
    pthread_mutex_lock(&blocks_lock);
    size_t slot = block ? block_slot(block) : BLOCK_SLOTS;
    if (slot < BLOCK_SLOTS) {
        blocks[slot] = block;
        blocks_live++;
    } else if (block) {
        blocks_lost++;
    }
    pthread_mutex_unlock(&blocks_lock);
    return block;
}

/* The blocks behind it move up, as far as they would have come to lie before. */
static void blocks_close_gap(size_t gap)
{
    for (size_t at = (gap + 1) % BLOCK_SLOTS; blocks[at]; at = (at + 1) % BLOCK_SLOTS) {
        const void *block = blocks[at];
        blocks[at] = NULL;
        blocks[block_slot(block)] = block;
    }
}

static void block_freed(const void *block)
{
    pthread_mutex_lock(&blocks_lock);
    size_t slot = block ? block_slot(block) : BLOCK_SLOTS;
    if (slot < BLOCK_SLOTS && blocks[slot]) {
        blocks[slot] = NULL;
        blocks_close_gap(slot);
        blocks_live--;
    }
    pthread_mutex_unlock(&blocks_lock);
}

#endif
