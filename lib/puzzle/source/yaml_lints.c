/* yaml_lints.c - valid YAML that was not meant. */
#include "puzzle/source/yaml_internal.h"

#include <assert.h>
#include <string.h>

/* ---- tags and anchors ---- */

bool yaml_lint_tag(const line_index *in, diagnostics *to, size_t from, size_t end, bool empty)
{
    assert(from <= end && end <= in->length);
    const char *tag = in->text + from;
    int length = (int)(end - from);
    source_span at = line_index_span(in, from, end);
    if (empty)
        diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, at,
                       "'%.*s' is a tag to YAML, and leaves an empty text", length, tag);
    else
        diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, at,
                       "'%.*s' is a tag to YAML, and tags are not supported", length, tag);
    if (empty && length > 1 && tag[1] != '!')
        diagnostic_hint(to, "write 'not %.*s', or put it in quotes", length - 1, tag + 1);
    else if (length > 1 && tag[1] == '(')
        diagnostic_hint(to, "write 'not' for '!', or put the whole text in quotes");
    else if (length > 1 && tag[1] == '!')
        diagnostic_hint(to, "leave it out: the kind of value is known without it");
    else
        diagnostic_hint(to, "a text that begins with '!' must be quoted");
    return false;
}

bool yaml_lint_anchor(source_span at, diagnostics *to, const char *name, bool empty)
{
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, at,
                   empty ? "'&%s' is an anchor to YAML, and leaves an empty text"
                         : "'&%s' is an anchor to YAML, and no alias stands for it",
                   name);
    diagnostic_hint(to, "a text that begins with '&' must be quoted");
    return false;
}

/* ---- keys ---- */

/* The ':' that ends the key, or the end of the line. */
static size_t key_end(const line_index *in, size_t from)
{
    size_t end = line_index_line_end(in, line_index_line(in, from));
    for (size_t at = from; at < end; at++)
        if (in->text[at] == ':' && (at + 1 == end || yaml_is_blank(in->text[at + 1])))
            return at;
    return end;
}

bool yaml_lint_key(const line_index *in, diagnostics *to, size_t from)
{
    size_t end = key_end(in, from);
    char first = line_index_byte(in, from);
    if (first != '{' && first != '[')
        return diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, from, end),
                              "a key must be a text, not a list or a mapping");
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, from, end),
                   "a key that begins with '%c' must be quoted", first);
    if (!memchr(in->text + from, '"', end - from))
        diagnostic_hint(to, "write \"%.*s\"", (int)(end - from), in->text + from);
    return false;
}

/* ---- comments ---- */

static const char *const operators[] = {
    "==", "!=", "<=", ">=", "<",   ">",  "+",   "-",  "*",  "/",    "//",
    "%",  ",",  "=",  "..", "and", "or", "not", "if", "in", "else", "for",
};

/* Does the text end in an operator, which something must follow?  A text of one word is a glyph or
   a name. */
static bool ends_in_operator(const char *text, size_t length)
{
    size_t begin = length;
    while (begin && !yaml_is_space(text[begin - 1]))
        begin--;
    if (!begin)
        return false;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strlen(operators[i]) == length - begin &&
            !memcmp(operators[i], text + begin, length - begin))
            return true;
    return text[length - 1] == ',';
}

/* Unmatched brackets and quotes of a text. */
typedef struct balance {
    int unclosed, unopened; /* of ( */
    int square;             /* of [, less those of ] */
    bool quote;             /* a " is open           */
} balance;

static balance bracket_balance(const char *text, size_t length)
{
    balance b = {0};
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"')
            b.quote = !b.quote;
        if (b.quote)
            continue;
        if (text[i] == '(')
            b.unclosed++;
        else if (text[i] == ')' && b.unclosed)
            b.unclosed--;
        else if (text[i] == ')')
            b.unopened++;
        else if (text[i] == '[' || text[i] == ']')
            b.square += text[i] == '[' ? 1 : -1;
    }
    return b;
}

static bool is_unfinished(const char *text, size_t length)
{
    balance b = bracket_balance(text, length);
    return length > 1 && (b.quote || b.unclosed || b.square > 0 || ends_in_operator(text, length));
}

/* `wall: #` or `wall: #,`: a comment has a blank behind its # as a rule. */
static bool is_bare_glyph(const line_index *in, size_t hash, size_t line_end)
{
    return hash + 1 == line_end || !yaml_is_blank(line_index_byte(in, hash + 1));
}

bool yaml_lint_comment(const written_scalar *w, diagnostics *to, const char *text, size_t length)
{
    const line_index *in = w->in;
    size_t hash = w->to;
    while (yaml_is_blank(line_index_byte(in, hash)))
        hash++;
    if (line_index_byte(in, hash) != '#')
        return true;
    size_t end = line_index_line_end(in, line_index_line(in, hash));
    if (!length && is_bare_glyph(in, hash, end)) {
        diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, hash, end),
                       "'#' begins a comment here, so that there is no value before it");
        diagnostic_hint(to, "quote a literal '#': \"#\"");
        return false;
    }
    if (!is_unfinished(text, length))
        return true;
    diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, line_index_span(in, hash, end),
                   "'#' begins a comment here, and the text before it is cut short");
    diagnostic_hint(to, "put the whole text in quotes, or the comment in a line of its own");
    return false;
}

/* ---- { } and [ ] ---- */

static size_t flow_item_count(const node *n)
{
    return n->form == NODE_MAP ? 2 * n->count : n->count;
}

/* Keys and values, or items, in the order of the file. */
static const node *flow_item(const node *n, size_t i)
{
    if (n->form == NODE_LIST)
        return n->items[i];
    return i % 2 ? n->entries[i / 2].value : n->entries[i / 2].key;
}

/* ( and ) by themselves are glyphs. */
static bool is_plain_text(const node *n)
{
    return n->form == NODE_SCALAR && n->style == STYLE_PLAIN && n->length > 1;
}

static bool opens(const node *n)
{
    return is_plain_text(n) && bracket_balance(n->text, n->length).unclosed > 0;
}

static bool closes(const node *n)
{
    return is_plain_text(n) && bracket_balance(n->text, n->length).unopened > 0;
}

static source_span join_spans(source_span from, source_span to)
{
    from.end_line = to.end_line;
    from.end_column = to.end_column;
    return from;
}

/* {most: max(a, b)} is {"most": "max(a", "b)": nothing}. */
static bool check_commas(const node *n, diagnostics *to)
{
    const node *open = NULL;
    for (size_t i = 0; i < flow_item_count(n); i++) {
        const node *p = flow_item(n, i);
        if (open && closes(p)) {
            diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, join_spans(open->at, p->at),
                           "'%s' and '%s' are two texts to YAML, which ends a text at a comma here",
                           open->text, p->text);
            diagnostic_hint(to, "write it over several lines, or in quotes");
            return false;
        }
        if (opens(p))
            open = p;
    }
    return true;
}

static bool is_empty_plain(const node *value)
{
    return value->form == NODE_SCALAR && value->style == STYLE_PLAIN && !value->length;
}

static size_t count_missing(const node *map)
{
    size_t count = 0;
    for (size_t i = 0; i < map->count; i++)
        count += is_empty_plain(map->entries[i].value);
    return count;
}

/* {c: ,} has a ':' without a value, {c} has none.  Returns the first character behind the ':',
   perhaps in the next line; '\0' where there is no ':'. */
static char behind_colon(const node *key)
{
    const line_index *in;
    size_t at = source_map_end(key->map, &in);
    while (yaml_is_space(line_index_byte(in, at)))
        at++;
    if (line_index_byte(in, at) != ':')
        return '\0';
    at++;
    while (yaml_is_space(line_index_byte(in, at)))
        at++;
    return line_index_byte(in, at);
}

static void hint_missing(const node *map, const node *key, diagnostics *to)
{
    char next = behind_colon(key);
    if (next == ',' || next == '#')
        diagnostic_hint(to, "quote a literal '%c': \"%c\"", next, next);
    else if (next)
        diagnostic_hint(to, "an empty text is written \"\"");
    else if (count_missing(map) == map->count)
        diagnostic_hint(to, "a list is written [...]; a text that begins with '{' must be quoted");
    else
        diagnostic_hint(to, "if a text with a comma is meant, write it over several lines, or in "
                            "quotes");
}

static bool check_missing(const node *map, diagnostics *to)
{
    for (size_t i = 0; i < map->count; i++) {
        const node *key = map->entries[i].key, *value = map->entries[i].value;
        if (!is_empty_plain(value))
            continue;
        diagnostic_add(to, WGCQ_DIAGNOSTIC_YAML, key->at, "'%s' has no value", key->text);
        hint_missing(map, key, to);
        return false;
    }
    return true;
}

bool yaml_lint_flow(const node *collection, diagnostics *to)
{
    assert(collection->form != NODE_SCALAR && collection->style == STYLE_FLOW);
    return check_commas(collection, to) &&
           (collection->form == NODE_LIST || check_missing(collection, to));
}
