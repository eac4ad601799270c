/*
 * embedded_file.h - a file inside of an HTML page: compressed, and in letters that are no markup.
 *
 * It is an element `script` of a type that no browser runs: its text is the file, deflated (zlib's
 * format, which browsers decompress by themselves), in base64; its attribute `data-name` is the
 * file's name in base64, since names may hold anything.
 */
#ifndef CLI_EMBED_EMBEDDED_FILE_H
#define CLI_EMBED_EMBEDDED_FILE_H

#include <stddef.h>

/* Text that grows; the caller frees its bytes. */
typedef struct page_text {
    char *bytes;
    size_t length, room;
} page_text;

void page_text_add(page_text *text, const char *bytes, size_t length);
/* These end the program if there is no memory.  A kind is "database" or "puzzle". */
void page_text_add_file(page_text *text, const char *kind, const char *name, const void *bytes,
                        size_t length);
/* Bytes of another kind, without a name. */
void page_text_add_data(page_text *text, const char *kind, const char *bytes, size_t length);

#endif
