/*
 * format_yaml.c - a node as one line of YAML that reads back as the same node.
 *
 * Values of parameters are stored in a trace this way.  What could be read as anything but the same
 * scalar is quoted.  A block scalar, which may be a text map as no quoted one is, is quoted behind
 * the tag !!str.
 */
#include <string.h>

#include "base/strbuf.h"
#include "base/utf8.h"
#include "puzzle/source/yaml.h"

enum { KEY_MOST = 1000 }; /* longer keys need a '?': libyaml looks for the colon in 1,024 */

/* Characters that yaml_read rejects unless they are escaped. */
static bool must_be_escaped(uint32_t c)
{
    return c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

static bool is_plain_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Whether it can be written plain anywhere in a line. */
static bool is_safe_plain(const node *n)
{
    static const char others[] = "_.+-*/%()<=>! ";
    const char *t = n->text;
    if (!n->length || n->length > KEY_MOST)
        return false;
    if (!is_plain_letter(t[0]) && !(t[0] == '-' && is_plain_letter(t[1])))
        return false;
    for (size_t at = 0, bytes; at < n->length; at += bytes) {
        uint32_t c = 0;
        bytes = utf8_decode(t + at, n->length - at, &c);
        if (!bytes || must_be_escaped(c) || (!is_plain_letter(t[at]) && !strchr(others, t[at])))
            return false;
    }
    return t[n->length - 1] != ' ';
}

static void format_character(strbuf *out, const char *at, size_t bytes, uint32_t c)
{
    if (c == '\n')
        strbuf_put(out, "\\n");
    else if (c == '\t')
        strbuf_put(out, "\\t");
    else if (c == '"' || c == '\\')
        strbuf_printf(out, "\\%c", (char)c);
    else if (must_be_escaped(c))
        strbuf_printf(out, "\\u%04X", (unsigned)c);
    else
        strbuf_add(out, at, bytes);
}

static void format_quoted(strbuf *out, const node *n)
{
    strbuf_char(out, '"');
    for (size_t at = 0, bytes; at < n->length && out->length <= YAML_FORMATTED_MOST; at += bytes) {
        uint32_t c = 0;
        bytes = utf8_decode(n->text + at, n->length - at, &c);
        bytes = bytes ? bytes : 1;
        format_character(out, n->text + at, bytes, c);
    }
    strbuf_char(out, '"');
}

static void format_scalar(strbuf *out, const node *n)
{
    if (n->style == STYLE_LITERAL || n->style == STYLE_FOLDED)
        strbuf_put(out, "!!str ");
    if (n->style == STYLE_PLAIN && is_safe_plain(n))
        strbuf_add(out, n->text, n->length);
    else
        format_quoted(out, n);
}

static void format_yaml_key(strbuf *out, const node *key)
{
    strbuf one = {0};
    format_scalar(&one, key);
    out->failed = out->failed || one.failed;
    strbuf_printf(out, "%s%s: ", one.length > KEY_MOST ? "? " : "", strbuf_string(&one));
    strbuf_free(&one);
}

void yaml_format(strbuf *out, const node *n)
{
    if (n->form == NODE_SCALAR) {
        format_scalar(out, n);
        return;
    }
    strbuf_char(out, n->form == NODE_LIST ? '[' : '{');
    for (size_t i = 0; i < n->count && out->length <= YAML_FORMATTED_MOST; i++) {
        if (i)
            strbuf_put(out, ", ");
        if (n->form == NODE_MAP)
            format_yaml_key(out, n->entries[i].key);
        yaml_format(out, n->form == NODE_LIST ? n->items[i] : n->entries[i].value);
    }
    strbuf_char(out, n->form == NODE_LIST ? ']' : '}');
}
