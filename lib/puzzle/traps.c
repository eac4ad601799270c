/* traps.c - what is good YAML, and yet not what was meant. */
#include "puzzle/reader.h"

#include <string.h>

bool trap_tag(const places *in, complaints *to, size_t from, size_t to_byte, bool empty)
{
    complain(to, WGCQ_COMPLAINT_YAML, places_stretch(in, from, to_byte),
             empty ? "'%.*s' is a tag to YAML, and leaves an empty text"
                   : "'%.*s' is a tag to YAML, and tags are not read",
             (int)(to_byte - from), in->text + from);
    return false;
}

bool trap_scalar(const written *w, complaints *to, const char *text, size_t length)
{
    (void)w, (void)to, (void)text, (void)length;
    return true;
}

bool trap_flow(const node *collection, complaints *to)
{
    (void)collection, (void)to;
    return true;
}
