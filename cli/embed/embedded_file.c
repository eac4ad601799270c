/* embedded_file.c - a file inside of an HTML page: compressed, and in letters that are no markup.
 */
#include "embed/embedded_file.h"

#include "output/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void make_page_room(page_text *text, size_t more)
{
    if (text->room - text->length >= more)
        return;
    text->room = text->length + more > 2 * text->room ? text->length + more : 2 * text->room;
    text->bytes = memory_realloc(text->bytes, text->room);
}

void page_text_add(page_text *text, const char *bytes, size_t length)
{
    if (!length)
        return;
    make_page_room(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

static void add_markup(page_text *text, const char *word)
{
    page_text_add(text, word, strlen(word));
}

/* Up to three bytes as four letters. */
static void encode_group(char letters[4], const uint8_t *bytes, size_t length)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned b1 = length > 1 ? bytes[1] : 0, b2 = length > 2 ? bytes[2] : 0;
    unsigned bits = (unsigned)bytes[0] << 16 | b1 << 8 | b2;
    letters[0] = alphabet[bits >> 18];
    letters[1] = alphabet[bits >> 12 & 63];
    letters[2] = length > 1 ? alphabet[bits >> 6 & 63] : '=';
    letters[3] = length > 2 ? alphabet[bits & 63] : '=';
}

static void add_base64(page_text *text, const uint8_t *bytes, size_t length)
{
    make_page_room(text, (length + 2) / 3 * 4);
    for (size_t i = 0; i < length; i += 3, text->length += 4)
        encode_group(text->bytes + text->length, bytes + i, length - i);
}

static void add_deflated(page_text *text, const uint8_t *bytes, size_t size)
{
    uLong length = compressBound(size);
    uint8_t *deflated = memory_alloc(length);
    if (compress2(deflated, &length, bytes, size, Z_DEFAULT_COMPRESSION) != Z_OK)
        message_no_memory();
    add_base64(text, deflated, length);
    free(deflated);
}

static void begin_element(page_text *text, const char *kind)
{
    add_markup(text, "<script type=\"application/x-wgcq-");
    add_markup(text, kind);
    add_markup(text, "\"");
}

static void end_element(page_text *text, const uint8_t *bytes, size_t size)
{
    add_markup(text, ">");
    add_deflated(text, bytes, size);
    add_markup(text, "</script>\n");
}

void page_text_add_file(page_text *text, const char *kind, const char *name, const void *bytes,
                        size_t length)
{
    char size[40];
    snprintf(size, sizeof size, "%zu", length);
    begin_element(text, kind);
    add_markup(text, " data-name=\"");
    add_base64(text, (const uint8_t *)name, strlen(name));
    add_markup(text, "\" data-size=\"");
    add_markup(text, size);
    add_markup(text, "\"");
    end_element(text, bytes, length);
}

void page_text_add_data(page_text *text, const char *kind, const char *bytes, size_t length)
{
    begin_element(text, kind);
    end_element(text, (const uint8_t *)bytes, length);
}
