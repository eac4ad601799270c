/* same_source.c - whether two texts are the same puzzle. */
#include "puzzle/same_source.h"

#include <setjmp.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/sections/same_meaning.h"

enum { MEMORY_MOST = 256 << 20 }; /* bytes of both trees */

/* An arena that runs out of memory jumps back here. */
static int compare_trees(bool *same, arena *memory, diagnostics *to, const char *a, const char *b,
                         wgcq_error *err)
{
    source_text one = {"a", a, strlen(a)}, other = {"b", b, strlen(b)};
    jmp_buf out;
    if (setjmp(out))
        return memory->limit_hit ? 0 : error_set_memory(err);
    memory->out = &out;
    const node *first = yaml_read(memory, &one, to);
    const node *second = first ? yaml_read(memory, &other, to) : NULL;
    *same = second && !diagnostics_error_count(to) && same_meaning(first, second);
    return diagnostics_failed(to) ? error_set_memory(err) : 0;
}

int same_source(bool *same, const char *a, const char *b, wgcq_error *err)
{
    arena memory = {.max_bytes = MEMORY_MOST};
    *same = !strcmp(a, b);
    if (*same)
        return 0;
    diagnostics *to = diagnostics_new();
    int code = to ? compare_trees(same, &memory, to, a, b, err) : error_set_memory(err);
    wgcq_diagnostics_free(to);
    arena_free(&memory);
    return code;
}
