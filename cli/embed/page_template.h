/* page_template.h - the page without data, as `make page` builds it. */
#ifndef CLI_EMBED_PAGE_TEMPLATE_H
#define CLI_EMBED_PAGE_TEMPLATE_H

#include "embed/whole_file.h"

#include <stdbool.h>

typedef struct page_template {
    whole_file page;
    size_t data; /* where data go in */
} page_template;

/* Finds page.html, or with the engine playground.html, beside the program, or where it is
   installed.  Reports how to build it if there is none, and returns the exit status; free with
   page_template_free in any case. */
int page_template_read(page_template *t, bool with_engine);
void page_template_free(page_template *t);

#endif
