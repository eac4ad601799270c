/* sealed_text.c - a text with its checksum in the last line. */
#include "base/files/sealed_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"

enum { SEAL = 21 }; /* "sum ", 16 digits, a line's end */

uint64_t sealed_text_sum(const char *text, size_t length)
{
    return hash_bytes(HASH_FIRST, text, length);
}

static void put_seal(char seal[SEAL + 1], const char *text, size_t length)
{
    snprintf(seal, SEAL + 1, "sum %016" PRIx64 "\n", sealed_text_sum(text, length));
}

void sealed_text_end(strbuf *text)
{
    char seal[SEAL + 1];
    if (text->failed)
        return;
    put_seal(seal, strbuf_string(text), text->length);
    strbuf_put(text, seal);
}

bool sealed_text_begin(char *text, size_t length)
{
    char seal[SEAL + 1];
    if (length < SEAL)
        return false;
    put_seal(seal, text, length - SEAL);
    const bool fits = !memcmp(text + length - SEAL, seal, SEAL);
    text[length - SEAL] = '\0';
    return fits;
}
