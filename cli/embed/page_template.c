/* page_template.c - the page without data, as `make page` builds it. */
#include "embed/page_template.h"

#include "output/exit_status.h"
#include "output/messages.h"
#include "output/program_name.h"

#include <stdlib.h>
#include <string.h>

static const char data_mark[] = "<!--wgcq:databases-->";

static char *find_page(bool with_engine)
{
    char *path = program_find_beside(with_engine ? "playground.html" : "page.html");
    return path ? path
                : program_find_beside(with_engine ? "../share/wgcq/playground.html"
                                                  : "../share/wgcq/page.html");
}

static int find_data_mark(page_template *t, const char *path)
{
    const char *text = (const char *)t->page.bytes, *mark = strstr(text, data_mark);
    if (!mark || strstr(mark + 1, data_mark)) {
        message_error("%s is no page of wgcq: `make page` builds it", path);
        return STATUS_FILE;
    }
    t->data = (size_t)(mark - text);
    return STATUS_FOUND;
}

int page_template_read(page_template *t, bool with_engine)
{
    *t = (page_template){0};
    char *path = find_page(with_engine);
    if (!path) {
        message_error("there is no %s beside this program, nor in ../share/wgcq: in the sources of "
                      "wgcq `make page` builds it (with node%s, which it installs), then `make "
                      "install` puts it there",
                      with_engine ? "playground.html" : "page.html",
                      with_engine ? ", npm and emscripten" : " and npm");
        return STATUS_FILE;
    }
    int status = whole_file_read(&t->page, path);
    if (status == STATUS_FOUND)
        status = find_data_mark(t, path);
    free(path);
    return status;
}

void page_template_free(page_template *t)
{
    whole_file_free(&t->page);
}
