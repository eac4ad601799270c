/* intern.c - a string interner: a hash table over strings that never move. */
#include "base/containers/intern.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "wgcq_base.h"

enum { HEAP = 8, ALIGNED = 16 }; /* malloc's overhead and rounding, estimated */
enum { FIRST_SLOTS = 64, FIRST_BITS = 6, PIECES = 24 }; /* 2^30 texts */

struct interner {
    pthread_mutex_t lock;
    uint32_t count;
    size_t bytes;          /* of the texts themselves */
    uint32_t slots;        /* a power of two  */
    uint32_t *table;       /* number + 1, or 0 */
    char **pieces[PIECES]; /* each twice as long as the one before; they never move, so that
                              interner_at needs no lock */
};

/* The piece that holds a number, and how many numbers stand before it. */
static unsigned interner_piece(uint32_t number)
{
    return 31 - (unsigned)__builtin_clz((number >> FIRST_BITS) + 1);
}

static uint32_t first_of_piece(unsigned piece)
{
    return ((UINT32_C(1) << piece) - 1) << FIRST_BITS;
}

interner *interner_new(void)
{
    interner *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->slots = FIRST_SLOTS;
    all->table = calloc(all->slots, sizeof *all->table);
    if (all->table && !pthread_mutex_init(&all->lock, NULL))
        return all;
    free(all->table);
    free(all);
    return NULL;
}

void interner_free(interner *all)
{
    if (!all)
        return;
    for (uint32_t i = 0; i < all->count; i++)
        free(all->pieces[interner_piece(i)][i - first_of_piece(interner_piece(i))]);
    for (unsigned i = 0; i < PIECES; i++)
        free(all->pieces[i]);
    free(all->table);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

const char *interner_at(const interner *all, uint32_t number)
{
    unsigned piece = interner_piece(number);
    return all->pieces[piece][number - first_of_piece(piece)];
}

/* Eight bytes at a time, then the others.  The last product brings what differs in the last bytes
   of eight, as numbers at the end of a label do, to the low bits, of which slots are made. */
static uint32_t hash_text(const char *line, size_t length)
{
    uint64_t h = HASH_FIRST, word;
    size_t i = 0;
    for (; i + sizeof word <= length; i += sizeof word) {
        memcpy(&word, line + i, sizeof word);
        h = hash_word(h, word);
    }
    return (uint32_t)hash_word(hash_bytes(h, line + i, length - i), 0);
}

/* The slot where the text is or belongs. */
static uint32_t find_text(const interner *all, const char *line, size_t length)
{
    uint32_t at = hash_text(line, length) & (all->slots - 1);
    for (; all->table[at]; at = (at + 1) & (all->slots - 1)) {
        const char *other = interner_at(all, all->table[at] - 1);
        if (!strncmp(other, line, length) && !other[length])
            break;
    }
    return at;
}

static bool rehash_texts(interner *all)
{
    uint32_t *old = all->table;
    uint32_t *larger = calloc((size_t)all->slots * 2, sizeof *larger);
    if (!larger)
        return false;
    all->table = larger;
    all->slots *= 2;
    for (uint32_t i = 0; i < all->count; i++) {
        const char *stored = interner_at(all, i);
        all->table[find_text(all, stored, strlen(stored))] = i + 1;
    }
    free(old);
    return true;
}

static bool add_new_text(interner *all, const char *line, size_t length, uint32_t *number)
{
    uint32_t n = all->count;
    assert((all->slots & (all->slots - 1)) == 0);
    unsigned piece = interner_piece(n);
    if (piece >= PIECES || ((n + 1) * 2 > all->slots && !rehash_texts(all)))
        return false;
    char ***shelf = &all->pieces[piece];
    if (!*shelf && !(*shelf = malloc((sizeof **shelf << FIRST_BITS) << piece)))
        return false;
    char *copy = malloc(length + 1);
    if (!copy)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    all->bytes += (length + 1 + HEAP) / ALIGNED * ALIGNED + ALIGNED;
    (*shelf)[n - first_of_piece(piece)] = copy;
    all->table[find_text(all, copy, length)] = n + 1;
    all->count++;
    *number = n;
    return true;
}

int interner_id(void *texts_of, const char *line, size_t length, uint32_t *number)
{
    interner *all = texts_of;
    bool fine = true;
    pthread_mutex_lock(&all->lock);
    uint32_t found = all->table[find_text(all, line, length)];
    if (found)
        *number = found - 1;
    else
        fine = add_new_text(all, line, length, number);
    pthread_mutex_unlock(&all->lock);
    return fine ? 0 : WGCQ_EMEMORY;
}

int interner_known(void *texts_of, const char *line, size_t length, uint32_t *number)
{
    interner *all = texts_of;
    pthread_mutex_lock(&all->lock);
    uint32_t found = all->table[find_text(all, line, length)];
    pthread_mutex_unlock(&all->lock);
    *number = found - 1;
    return found ? 0 : WGCQ_EREQUEST;
}

uint32_t interner_count(const interner *all)
{
    interner *lockable = (interner *)(uintptr_t)all;
    pthread_mutex_lock(&lockable->lock);
    uint32_t count = all->count;
    pthread_mutex_unlock(&lockable->lock);
    return count;
}

size_t interner_memory(const interner *all)
{
    interner *lockable = (interner *)(uintptr_t)all;
    pthread_mutex_lock(&lockable->lock);
    size_t bytes = all->bytes + all->slots * sizeof *all->table + all->count * sizeof **all->pieces;
    pthread_mutex_unlock(&lockable->lock);
    return bytes;
}
