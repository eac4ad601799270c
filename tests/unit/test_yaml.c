/* test_yaml.c - YAML into nodes: what is read, where it stands, what is rejected and in which
 * words.
 */
#include "puzzle/source/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

/* ---- reading ---- */

typedef struct reading {
    source_text from;
    arena memory;
    jmp_buf out;
    diagnostics *message;
    node *root;
    bool exhausted;
} reading;

static void start(reading *r, const char *text, size_t length, size_t most)
{
    *r = (reading){.from = {"in.yaml", text, length}};
    r->memory.out = &r->out;
    r->memory.max_bytes = most;
    r->message = diagnostics_new();
    assert_non_null(r->message);
    if (setjmp(r->out) == 0)
        r->root = yaml_read(&r->memory, &r->from, r->message);
    else
        r->exhausted = true;
}

static void stop(reading *r)
{
    wgcq_diagnostics_free(r->message);
    arena_free(&r->memory);
}

/* Reads what must be fine. */
static node *read_fine(reading *r, const char *text)
{
    start(r, text, strlen(text), 0);
    if (wgcq_diagnostics_count(r->message))
        fail_msg("<<%s>>: %s", text, wgcq_diagnostics_at(r->message, 0)->text);
    assert_non_null(r->root);
    return r->root;
}

static const wgcq_diagnostic *read_wrong(reading *r, const char *text, size_t length)
{
    start(r, text, length, 0);
    assert_false(r->exhausted);
    if (r->root || !wgcq_diagnostics_count(r->message))
        fail_msg("<<%.60s>> is taken", text);
    assert_true(diagnostics_error_count(r->message) > 0);
    return wgcq_diagnostics_at(r->message, 0);
}

/* A tree as text: {key: value}, [item], with scalars marked by style. */
static void spell(const node *n, char *out, size_t room)
{
    static const char *const open[] = {"", "q:", "|:", ">:"};
    size_t used = strlen(out);
    if (n->form == NODE_SCALAR) {
        assert_int_equal(strlen(n->text), n->length);
        snprintf(out + used, room - used, "%s<%s>", open[n->style], n->text);
        return;
    }
    snprintf(out + used, room - used, n->form == NODE_MAP ? "{" : "[");
    for (size_t i = 0; i < n->count; i++) {
        if (i)
            strncat(out, " ", room - strlen(out) - 1);
        spell(n->form == NODE_MAP ? n->entries[i].key : n->items[i], out, room);
        if (n->form == NODE_MAP)
            spell(n->entries[i].value, out, room);
    }
    strncat(out, n->form == NODE_MAP ? "}" : "]", room - strlen(out) - 1);
}

static void good_yaml_is_read(void **state)
{
    (void)state;
    static const struct {
        const char *yaml, *tree;
    } cases[] = {
        {"a", "<a>"},
        {"a: b\n", "{<a><b>}"},
        {"a: b", "{<a><b>}"},
        {"a:\n- b\n- c\n", "{<a>[<b> <c>]}"},
        {"a: {b: c, d: [e, f]}\n", "{<a>{<b><c> <d>[<e> <f>]}}"},
        {"a: {\n  b: c,   # words\n  d: e    # more, {words}\n}\n", "{<a>{<b><c> <d><e>}}"},
        {"{}", "{}"},
        {"[]", "[]"},
        /* plain text is text */
        {"[no, on, 012, 0x1F, ~, null, 1_000, 12:30, 1e3, .5, =]",
         "[<no> <on> <012> <0x1F> <~> <null> <1_000> <12:30> <1e3> <.5> <=>]"},
        {"a:\nb: # words\nc: ''\n", "{<a><> <b><> <c>q:<>}"},
        {"goal: at[c] == a and\n  b != c  # words\n", "{<goal><at[c] == a and b != c>}"},
        {"land {to}:\n- x\n", "{<land {to}>[<x>]}"},
        {"on[s] for s in [a, b]: c\n", "{<on[s] for s in [a, b]><c>}"},
        {"t: {open: (, close: )}\n", "{<t>{<open><(> <close><)>}}"},
        {"t: {a: -, b: ~, c: =, d: x#y}\n", "{<t>{<a><-> <b><~> <c><=> <d><x#y>}}"},
        {"t:\n  plus: +   # words\n  minus: -x\n", "{<t>{<plus><+> <minus><-x>}}"},
        {"title: Frogs (green) # words (more\n", "{<title><Frogs (green)>}"},
        /* quotes */
        {"a: 'it''s'\nb: \"x\\\"\\x41\\u00e9\"\n", "{<a>q:<it's> <b>q:<x\"A\xC3\xA9>}"},
        {"\"{p} boards\": '#'\n", "{q:<{p} boards>q:<#>}"},
        {"'<<': a\n", "{q:<<<><a>}"},
        /* rows */
        {"l: |\n  ##.\n  #.\n\ng: x\n", "{<l>|:<##.\n#.\n> <g><x>}"},
        {"l: |2\n    ##\n  #.\n", "{<l>|:<  ##\n#.\n>}"},
        {"l: |-\n  a\n    \n  b\n", "{<l>|:<a\n  \nb>}"},
        {"l: >\n  a\n  b\n\n  c\n", "{<l>>:<a b\nc\n>}"},
        {"c:\n  l: |\n    ##\n  # words\n# words\n  d: e\n", "{<c>{<l>|:<##\n> <d><e>}}"},
        {"l: |\n  #.#\n# ----\n\ng: x\n", "{<l>|:<#.#\n> <g><x>}"},
        {"- |\n  a\n- |\n  b\n...\n", "[|:<a\n> |:<b\n>]"},
        {"- a: |\n    x\n  b: y\n", "[{<a>|:<x\n> <b><y>}]"},
        {"- - |\n   a\n  - b\n", "[[|:<a\n> <b>]]"},
        /* aliases */
        {"a: &x [b]\nc: *x\n", "{<a>[<b>] <c>[<b>]}"},
        {"a: &x b\n*x : c\n", "{<a><b> <b><c>}"},
        {"a: &x b\nc: *x\nd: &x e\nf: *x\n", "{<a><b> <c><b> <d><e> <f><e>}"},
        /* the file around it */
        {"\xEF\xBB\xBF"
         "a: b\n",
         "{<a><b>}"},
        {"a: b\r\nc: |\r\n  d\r\n", "{<a><b> <c>|:<d\n>}"},
        {"---\na: b\n...\n", "{<a><b>}"},
        {"%YAML 1.2\n---\na: b\n", "{<a><b>}"},
        {"|\n  a\n...\n", "|:<a\n>"},
        {"a: [b,\n\t\n c]\n", "{<a>[<b> <c>]}"},
        {"? a\n: b\n", "{<a><b>}"},
        {"# words\n\n  a: b\n", "{<a><b>}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        char tree[500] = "";
        spell(read_fine(&r, cases[i].yaml), tree, sizeof tree);
        assert_string_equal(tree, cases[i].tree);
        stop(&r);
    }
}

static void nesting_up_to_the_limit_is_read(void **state)
{
    (void)state;
    char text[200] = "";
    for (int i = 0; i < 64; i++)
        strcat(text, "[");
    strcat(text, "x");
    for (int i = 0; i < 64; i++)
        strcat(text, "]");
    reading r;
    const node *n = read_fine(&r, text);
    int depth = 0;
    for (; n->form == NODE_LIST; n = n->items[0])
        depth++;
    assert_int_equal(depth, 64);
    stop(&r);
}

/* ---- places ---- */

/* The scalar at a path of entries and items: the value of the last key, or the item. */
static const node *last_scalar(const node *n)
{
    while (n->form != NODE_SCALAR)
        n = n->form == NODE_MAP ? n->entries[n->count - 1].value : n->items[n->count - 1];
    return n;
}

static void check_place(const char *yaml, source_span p, int line, int column, int end_line,
                        int end_column)
{
    if (p.line != line || p.column != column || p.end_line != end_line ||
        p.end_column != end_column)
        fail_msg("<<%s>>: %d:%d-%d:%d, not %d:%d-%d:%d", yaml, p.line, p.column, p.end_line,
                 p.end_column, line, column, end_line, end_column);
}

static void bytes_of_a_text_are_found_in_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        const char *piece; /* of the last scalar's text */
        int line, column, end_line, end_column;
    } cases[] = {
        /* plain */
        {"goal: at[c] == b", "c", 1, 10, 1, 11},
        {"goal: at[c] == b", "at[c] == b", 1, 7, 1, 17},
        {"\xC3\xA9: \xE6\xB0\xB4 = \xF0\x9F\x98\x80!", "!", 1, 9, 1, 10},
        {"\xEF\xBB\xBFg: abc", "b", 1, 5, 1, 6},
        {"- [x, aby]", "b", 1, 8, 1, 9},
        {"g: a and\n   b or\n\n   c", "b", 2, 4, 2, 5},
        {"g: a and\n   b or\n\n   c", "or\nc", 2, 6, 4, 5},
        {"g: a and  \n   b", " ", 1, 5, 1, 6},
        {"g: a and  \n   b", "d b", 1, 8, 2, 5},
        {"g:\r\n  a\r\n  b", "b", 3, 3, 3, 4},
        /* single quotes */
        {"g: 'it''s x'", "s x", 1, 9, 1, 12},
        {"g: 'it''s x'", "'", 1, 7, 1, 9},
        {"g: 'a\n\n  b c'", "c", 3, 5, 3, 6},
        {"g: 'a\n\n  b c'", "\n", 2, 1, 3, 1},
        {"g: ' a'", "a", 1, 6, 1, 7},
        /* double quotes */
        {"g: \"a\\tb\\x41c\\u00e9d\\U0001F600e\"", "b", 1, 8, 1, 9},
        {"g: \"a\\tb\\x41c\\u00e9d\\U0001F600e\"", "A", 1, 9, 1, 13},
        {"g: \"a\\tb\\x41c\\u00e9d\\U0001F600e\"", "\xC3\xA9", 1, 14, 1, 20},
        {"g: \"a\\tb\\x41c\\u00e9d\\U0001F600e\"", "e", 1, 31, 1, 32},
        {"g: \"a \\\n   b\"", "b", 2, 4, 2, 5},
        {"g: \"a\\\n\n   b\"", "b", 3, 4, 3, 5},
        {"g: \"a  \n  b\"", "a b", 1, 5, 2, 4},
        {"g: \"\\\"x\"", "x", 1, 7, 1, 8},
        /* rows */
        {"l: |\n  ab\n\n  cd\n", "d", 4, 4, 4, 5},
        {"l: |\n  ab\n\n  cd\n", "b", 2, 4, 2, 5},
        {"l: |\n  ab\n\n  cd\n", "\nc", 3, 1, 4, 4},
        {"l: |2 # words\n    ab\n  cd\n", "ab", 2, 5, 2, 7},
        {"l: |2 # words\n    ab\n  cd\n", "cd", 3, 3, 3, 5},
        {"l: |-\r\n  ab\r\n  cd\r\n", "cd", 3, 3, 3, 5},
        {"l: |\n\n\n   ab\n", "ab", 4, 4, 4, 6},
        {"c:\n  - x\n  - |+\n   \xC3\xA9x\n\n", "x", 4, 5, 4, 6},
        {"- k: |\n   a\n   b", "b", 3, 4, 3, 5},
        /* folded rows */
        {"l: >\n  ab\n  cd\n\n  ef\n", "cd", 3, 3, 3, 5},
        {"l: >\n  ab\n  cd\n\n  ef\n", "ef", 5, 3, 5, 5},
        {"l: >\n  ab\n  cd\n\n  ef\n", "b c", 2, 4, 3, 4},
        {"l: >-\n  ab\n    cd\n  ef\n", "cd", 3, 5, 3, 7},
        {"l: >-\n  ab\n    cd\n  ef\n", "ef", 4, 3, 4, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        const node *n = last_scalar(read_fine(&r, cases[i].yaml));
        const char *found = strstr(n->text, cases[i].piece);
        assert_non_null(found);
        size_t from = (size_t)(found - n->text);
        check_place(cases[i].yaml, node_span(n, from, from + strlen(cases[i].piece)), cases[i].line,
                    cases[i].column, cases[i].end_line, cases[i].end_column);
        stop(&r);
    }
}

static void points_are_found_too(void **state)
{
    (void)state;
    reading r;
    const node *n = last_scalar(read_fine(&r, "g: 'a''b'\n"));
    check_place("start", node_span(n, 0, 0), 1, 5, 1, 5);
    check_place("middle", node_span(n, 2, 2), 1, 8, 1, 8);
    check_place("end", node_span(n, 3, 3), 1, 9, 1, 9);
    check_place("past the end", node_span(n, 7, 9), 1, 9, 1, 9);
    stop(&r);
    n = last_scalar(read_fine(&r, "a: b\ng:\n"));
    check_place("nothing", node_span(n, 0, 0), 2, 3, 2, 3);
    stop(&r);
    node made = {.form = NODE_SCALAR, .at = {NULL, 3, 7, 3, 9}, .text = "a\xC3\xA9z", .length = 4};
    check_place("by hand", node_span(&made, 3, 4), 3, 9, 3, 10);
}

static void nodes_stand_where_they_begin(void **state)
{
    (void)state;
    reading r;
    const node *root = read_fine(&r, "k:\n  - a\n  - {b: c}\nm: &x [d,\n e]\nn: *x\no:\n- p\n");
    check_place("root", root->at, 1, 1, 1, 2);
    check_place("block list", root->entries[0].value->at, 2, 3, 2, 3);
    check_place("flow map", root->entries[0].value->items[1]->at, 3, 5, 3, 11);
    check_place("anchored", root->entries[1].value->at, 4, 7, 5, 4);
    check_place("list in the key's column", root->entries[3].value->at, 8, 1, 8, 2);
    check_place("key", root->entries[3].key->at, 7, 1, 7, 2);
    assert_ptr_equal(root->entries[1].value->at.from, &r.from);
    stop(&r);
}

/* ---- what is rejected ---- */

typedef struct rejection {
    const char *yaml;
    int line, column, end_column;
    const char *text, *hint; /* pieces of them; hint NULL: none is wanted */
} rejection;

static void check_rejections(const rejection *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        reading r;
        const rejection *c = &cases[i];
        const wgcq_diagnostic *k = read_wrong(&r, c->yaml, strlen(c->yaml));
        bool hinted = c->hint ? k->hint && strstr(k->hint, c->hint) : !k->hint;
        if (k->line != c->line || k->column != c->column || k->end_column != c->end_column ||
            !strstr(k->text, c->text) || !hinted)
            fail_msg("<<%s>>: %d:%d-%d: %s (%s)", c->yaml, k->line, k->column, k->end_column,
                     k->text, k->hint ? k->hint : "no hint");
        assert_int_equal(k->kind, WGCQ_DIAGNOSTIC_YAML);
        stop(&r);
    }
}

#define CHECK(cases) check_rejections(cases, sizeof(cases) / sizeof *(cases))

static void one_line_collections_that_break(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"goal: {most: max(a, b)}", 1, 14, 23, "'max(a' and 'b)' are two texts",
         "over several lines, or in quotes"},
        {"goal: [max(a, b), c]", 1, 8, 17, "are two texts", "in quotes"},
        {"goal: {x: grid[r, c]}", 1, 15, 16, "inside of { } a text cannot hold '['",
         "over several lines"},
        {"goal: {at[x]: 1}", 1, 10, 11, "cannot hold '['", "over several lines"},
        {"goal: {x: \"a\" == b}", 1, 15, 16, "',' or '}' is missing", "quoted as a whole"},
        {"t: {a, b}", 1, 5, 6, "'a' has no value", "a list is written [...]"},
        {"show: {on}", 1, 8, 10, "'on' has no value", "begins with '{' must be quoted"},
        {"t: {a: x, q, b: c}", 1, 11, 12, "'q' has no value", "comma"},
        {"t: {a: }", 1, 5, 6, "'a' has no value", "\"\""},
        {"t: {a:}", 1, 6, 7, "no value behind it", "quote a literal"},
        {"t: [a, , b]", 1, 8, 9, "nothing before this comma", "quote a literal"},
        {"t: [a\nb: c", 1, 4, 5, "'[' is never closed", "quote a literal"},
        {"t: {a: b\nb: c", 1, 4, 5, "'{' is never closed", "quote a literal"},
        {"t: {a: b\n  c: d}", 2, 4, 5, "',' or '}' is missing", "line above"},
        {"t: [b]]", 1, 7, 8, "unmatched ']'", NULL},
        {"t: {a: b} c", 1, 11, 12, "ended the value before this", "'{' must be quoted"},
        {"t: [x]y", 1, 7, 8, "ended the value before this", "'[' must be quoted"},
    };
    CHECK(cases);
}

static void glyphs_that_yaml_reads_as_something_else(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"t: {c: ,}", 1, 5, 6, "'c' has no value", "\",\""},
        {"t: {c: #, d: x}\ng: y", 1, 8, 16, "'#' begins a comment", "\"#\""},
        {"t: {\n  c: #,\n  d: x\n}", 2, 6, 8, "'#' begins a comment", "\"#\""},
        {"t: {\n  c: #\n  }", 2, 3, 4, "'c' has no value", "\"#\""},
        {"t: [#, .]\ng: y", 1, 5, 10, "'#' begins a comment", "\"#\""},
        {"t: {c: *}", 1, 8, 9, "cannot begin with '*'", "\"*\""},
        {"t: {c: &}", 1, 8, 9, "cannot begin with '&'", "\"&\""},
        {"t: {c: !}", 1, 8, 9, "cannot begin with '!'", "\"!\""},
        {"t: {c: @}", 1, 8, 9, "cannot begin with '@'", "\"@\""},
        {"t: {c: `}", 1, 8, 9, "cannot begin with '`'", "\"`\""},
        {"t: {c: %}", 1, 8, 9, "cannot begin with '%'", "\"%\""},
        {"t: {c: |}", 1, 8, 9, "cannot begin with '|'", "\"|\""},
        {"t: {c: >}", 1, 8, 9, "cannot begin with '>'", "\">\""},
        {"t: {c: ?}", 1, 8, 9, "cannot begin with '?'", "\"?\""},
        {"t: {c: :}", 1, 8, 9, "cannot begin with ':'", "\":\""},
        {"t: {c: - , d: x}", 1, 8, 9, "cannot begin with '-'", "\"-\""},
        {"t: {c: [}", 1, 8, 9, "cannot begin with '['", "\"[\""},
        {"t: {c: ]}", 1, 8, 9, "cannot begin with ']'", "\"]\""},
        {"t: {c: {}", 1, 4, 5, "'{' is never closed", "\"{\""},
        {"t: {c: '}", 1, 8, 9, "quote is never closed", "\"'\""},
        {"t: {c: \"}", 1, 8, 9, "quote is never closed", "'\"'"},
        {"t:\n  c: #\n  d: x", 2, 6, 7, "no value before it", "\"#\""},
        {"t:\n  c: #,\n  d: x", 2, 6, 8, "no value before it", "\"#\""},
        {"t:\n  c: ,", 2, 6, 7, "cannot begin with ','", "\",\""},
        {"t:\n  c: -", 2, 6, 7, "cannot begin with '-'", "\"-\""},
        {"t:\n  c: ?", 2, 6, 7, "cannot begin with '?'", "\"?\""},
        {"t:\n  c: :", 2, 6, 7, "cannot begin with ':'", "\":\""},
        {"t:\n  c: |\n  d: x", 2, 6, 7, "no row follows", "\"|\""},
        {"t:\n  c: >\n  d: x", 2, 6, 7, "no row follows", "\">\""},
        {"t:\n  c: [\n  d: x", 2, 6, 7, "'[' is never closed", "\"[\""},
        {"t:\n  c: !\n  d: x", 2, 6, 7, "'!' is a tag", "quoted"},
        {"t:\n  c: &a\n  d: x", 2, 6, 8, "'&a' is an anchor", "quoted"},
        {"t:\n  c: *", 2, 6, 7, "cannot begin with '*'", "\"*\""},
    };
    CHECK(cases);
}

static void tags_anchors_and_aliases(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"goal: !won", 1, 7, 11, "'!won' is a tag to YAML, and leaves an empty text", "'not won'"},
        {"goal: !won(x)\n", 1, 7, 14, "leaves an empty text", "'not won(x)'"},
        {"goal: ! won", 1, 7, 8, "'!' is a tag", "quoted"},
        {"goal: !!str x", 1, 7, 12, "'!!str' is a tag", "leave it out"},
        {"goal: !a!won", 1, 7, 13, "'!a!won' is a tag", "quoted"},
        {"goal: &a !b c\nx: *a", 1, 10, 12, "'!b' is a tag", "quoted"},
        {"goal: !b [c]", 1, 7, 9, "'!b' is a tag", "quoted"},
        {"goal: !b\n  c: d", 1, 7, 9, "'!b' is a tag", "quoted"},
        {"!b x: c", 1, 1, 3, "'!b' is a tag", "quoted"},
        {"goal: &a == b", 1, 7, 9, "'&a' is an anchor to YAML, and no alias", "quoted"},
        {"goal: *a", 1, 7, 9, "'*a' is an alias to YAML, and there is no '&a'", "quoted"},
        {"goal: *a*2", 1, 7, 8, "cannot begin with '*'", "whole text"},
        {"a: &x b\nc: *x + 1", 2, 7, 10, "ended the value", "quotes"},
        {"a: &x [*x]", 1, 8, 10, "inside of the node that it stands for", NULL},
        {"a: &x\n  b: *x", 2, 6, 8, "inside of the node that it stands for", NULL},
        {"a: &x [b]\n*x : c", 2, 1, 3, "a key must be a text", NULL},
        {"%TAG ! x\n---\na: b", 1, 1, 9, "%TAG", NULL},
    };
    CHECK(cases);
}

static void keys(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"moves:\n  {p} boards:\n    - a", 2, 3, 13, "a key that begins with '{' must be quoted",
         "\"{p} boards\""},
        {"moves:\n  {p}: x", 2, 3, 6, "begins with '{' must be quoted", "\"{p}\""},
        {"moves:\n  {g[r, c]} falls: x", 2, 3, 18, "begins with '{' must be quoted",
         "\"{g[r, c]} falls\""},
        {"[a]: b", 1, 1, 4, "begins with '[' must be quoted", "\"[a]\""},
        {"? - a\n: b", 1, 3, 6, "a key must be a text", NULL},
        {"a: b\nc: d\na: e", 3, 1, 2, "the key 'a' appears twice", NULL},
        {"a: {b: c, b: d}", 1, 11, 12, "the key 'b' appears twice", NULL},
        {"a: b\n'a': c", 2, 1, 4, "the key 'a' appears twice", NULL},
        {"a: &x {b: c}\nd:\n  <<: *x", 3, 3, 5, "merges mappings", NULL},
        {": b", 1, 1, 2, "no key before this ':'", NULL},
        {"?", 1, 2, 3, "there is no key here", NULL},
        {"a:\n- b\nc", 3, 1, 2, "no ':' behind a key", NULL},
        {"moves:\n  a\n  b: c", 2, 3, 4, "no ':' behind a key", NULL},
        {"state:\n  farmer:bank\n  at: bank", 2, 9, 10, "needs a blank behind it", NULL},
        {"state:\n  at: bank\n  farmer:bank", 3, 9, 10, "needs a blank behind it", NULL},
        {"goal: a: b", 1, 8, 9, "cannot hold ': '", "quote the text"},
        {"- guard: x  else: y", 1, 17, 18, "cannot hold ': '", "a line of its own"},
        {"a: b\n  c: d", 2, 3, 4, "deeper than the line above", "as line 1"},
    };
    CHECK(cases);
}

static void a_second_key_points_at_the_first(void **state)
{
    (void)state;
    const char *text = "x: 1\ny: 2\nx: 3\nx: 4\ny: 5\n";
    reading r;
    read_wrong(&r, text, strlen(text));
    static const struct {
        int line;
        bool note;
    } wanted[] = {{3, false}, {1, true}, {4, false}, {1, true}, {5, false}, {2, true}};
    assert_int_equal(wgcq_diagnostics_count(r.message), 6);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(wgcq_diagnostics_at(r.message, i)->line, wanted[i].line);
        assert_int_equal(wgcq_diagnostics_at(r.message, i)->note, wanted[i].note);
    }
    stop(&r);
}

static void comments_that_cut(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"goal: c == \" #\"", 1, 14, 16, "cut short", "quotes"},
        {"goal: max(a, # x\n  b)\ng: h", 1, 14, 17, "cut short", "quotes"},
        {"goal: a and # x\ng: h", 1, 13, 16, "cut short", "quotes"},
        {"goal: a[b # x\ng: h", 1, 11, 14, "cut short", "quotes"},
        {"goal: a == # x", 1, 12, 15, "cut short", "quotes"},
        {"goal: [a, max(b # x\n ]", 1, 17, 20, "cut short", "quotes"},
        {"goal: a\n  # x\n  and b\ng: h", 2, 3, 6, "line 3 cannot continue", "quotes"},
        {"goal: a # x\n  and b\ng: h", 1, 9, 12, "line 2 cannot continue", "quotes"},
    };
    CHECK(cases);
}

static void a_cut_is_told_once(void **state)
{
    (void)state;
    const char *text = "goal: max(a, # x\n  b)\ng: h";
    reading r;
    read_wrong(&r, text, strlen(text));
    assert_int_equal(diagnostics_error_count(r.message), 1);
    stop(&r);
}

static void rows_that_are_lost(void **state)
{
    (void)state;
    static const char more[] = "as the text's first row begins with more blanks";
    static const rejection cases[] = {
        /* the first row begins with blanks */
        {"l: |\n     ##\n   ####\n  #    #\ng: x", 3, 4, 8, more, "'|2'"},
        {"l: |\n      ..\n  ......\ng: x", 3, 3, 9, more, "'|2'"},
        {"c:\n  l[r]: |\n      ..\n    ....\n  d: e", 4, 5, 9, more, "'|2'"},
        {"c:\n    l[r]: |\n         ..\n       ....\n    d: e", 4, 8, 12, more, "'|3'"},
        {"c:\n  - |\n      #\n    ##\n  - x", 4, 5, 7, more, "'|2'"},
        {"c:\n- |\n   #\n  ##\n- x", 4, 3, 5, more, "'|2'"},
        {"- k: |\n      #\n    ##\n  j: x", 3, 5, 7, more, "'|2'"},
        {"- - |\n     #\n    ##\n  - x", 3, 5, 7, more, "'|2'"},
        {"c: &a\n  - |\n      #\n    ##\nd: *a", 4, 5, 7, more, "'|2'"},
        {"|\n   #\n ##", 3, 2, 4, more, "'|1'"},
        {"l: >\n   a\n  b", 3, 3, 4, more, "'>2'"},
        /* a first row of blanks alone, longer than the rest is indented */
        {"l: |\n      \n  ####\ng: x", 3, 3, 7, more, "'|2'"},
        /* only the last row is further left, and might be a comment */
        {"l: |\n  ####\n # x\ng: x", 3, 2, 5, "takes it for a comment",
         "a comment: begin it in column 1"},
        {"l: |\r\n   #\r\n  ##\r\n", 3, 3, 5, more, "'|2'"},
        /* the number is too large */
        {"l: |4\n    ##\n  ##", 3, 3, 5, "less than '|4' says", "'|2'"},
        /* a comment between the rows */
        {"l: |\n  ##\n# x\n  ##", 4, 3, 5, "at the comment in line 3", "cannot hold comments"},
        /* nothing is deep enough */
        {"l: |\n####\n#..#\ng: x", 1, 4, 5, "no row follows", "line 2 begins with '#'"},
    };
    CHECK(cases);
}

static void lost_rows_point_at_their_text(void **state)
{
    (void)state;
    const char *text = "l: |\n   #\n  ##\n";
    reading r;
    read_wrong(&r, text, strlen(text));
    assert_int_equal(wgcq_diagnostics_count(r.message), 2);
    const wgcq_diagnostic *note = wgcq_diagnostics_at(r.message, 1);
    assert_true(note->note);
    assert_int_equal(note->line, 1);
    assert_int_equal(note->column, 4);
    stop(&r);
}

static void quotes_and_rows_that_break(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"a: 'it's'", 1, 8, 10, "ended the value before this", "''"},
        {"a: \"b\" == c", 1, 8, 12, "ended the value before this", "as a whole"},
        {"a: 'x\nb: c", 1, 4, 5, "never closed", "\"'\""},
        {"a: \"x\nb: \"c\"", 1, 4, 5, "closed in line 2 only", "missing"},
        {"a: \"\\q\"", 1, 5, 7, "no escape", "\\\\"},
        {"a: \"\\x4g\"", 1, 7, 8, "hexadecimal", NULL},
        {"a: \"\\ud800\"", 1, 7, 8, "not a Unicode character", NULL},
        {"a: \"b\\0\"", 1, 6, 8, "U+0000", NULL},
        {"a: \"b\\e[31m\"", 1, 6, 8, "U+001B", NULL},
        {"a: | x\n  b", 1, 4, 7, "rows in the lines below", "quoted"},
        {"a: |0\n  b", 1, 4, 6, "1 to 9", NULL},
    };
    CHECK(cases);
}

static void lines_that_do_not_fit(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"a:\n   b: c\n  d: e", 3, 3, 7, "begins in column 3", NULL},
        {"m:\n  - a: b\n   c: d", 3, 4, 8, "begins in column 4; the entries", NULL},
        {"- a\nb: c", 2, 1, 5, "among the entries of a list", "begin it with '- '"},
        {"a: b\n- c", 2, 1, 4, "an entry of a list among keys", "deeper"},
        {"a: - b", 1, 4, 5, "cannot begin in the line of its key", "next line"},
        {" a: b\nc: d", 2, 1, 5, "indented less than the first", NULL},
        {"a:\n\tb: c", 2, 1, 2, "a tab cannot indent", NULL},
        {"a: |\n  b\n \tc", 3, 2, 3, "a tab cannot indent", NULL},
    };
    CHECK(cases);
}

static void documents_and_directives(void **state)
{
    (void)state;
    static const rejection cases[] = {
        {"", 1, 1, 2, "the text is empty", NULL},
        {"# words\n", 1, 1, 2, "the text is empty", NULL},
        {"---\n...\n", 1, 1, 2, "the text is empty", NULL},
        {"a: b\n---\nc: d", 2, 1, 4, "a second document", NULL},
        {"a: b\n...\nc: d", 3, 1, 5, "behind the end of the document", NULL},
        {"%YAML 2.0\n---\na: b", 1, 1, 10, "1.1 and 1.2", NULL},
        {"%YAML 1.1\na: b", 1, 1, 10, "'---'", NULL},
        {"%x: y", 1, 1, 6, "begins with '%'", "quoted"},
        {"@a: b", 1, 1, 2, "cannot begin with '@'", "quotes"},
    };
    CHECK(cases);
}

static void bytes_that_have_no_place_in_a_text(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        size_t length;
        int line, column;
        const char *text;
    } cases[] = {
        {"a: \0b", 5, 1, 4, "U+0000"},
        {"a: b\n\xC3\xA9: \xC3", 10, 2, 4, "the byte C3 is not UTF-8"},
        {"a: \xC0\x80", 5, 1, 4, "the byte C0"},
        {"a: \xED\xA0\x80", 6, 1, 4, "the byte ED"},
        {"a: \xF5\x80\x80\x80", 7, 1, 4, "the byte F5"},
        {"a: \x80", 4, 1, 4, "the byte 80"},
        {"a: \x1B[m", 6, 1, 4, "U+001B"},
        {"a: \x7F", 4, 1, 4, "U+007F"},
        {"a: \xC2\x85"
         "b",
         6, 1, 4, "U+0085"},
        {"a: \xE2\x80\xA8"
         "b",
         7, 1, 4, "U+2028"},
        {"a: \xEF\xBB\xBF"
         "b",
         7, 1, 4, "U+FEFF"},
        {"a: b\rc: d", 9, 1, 5, "carriage return"},
        {"\xFF\xFE"
         "a\0:\0",
         6, 1, 1, "UTF-16"},
        {"\xFE\xFF\0a\0:", 6, 1, 1, "UTF-16"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r;
        const wgcq_diagnostic *k = read_wrong(&r, cases[i].yaml, cases[i].length);
        if (k->line != cases[i].line || k->column != cases[i].column ||
            !strstr(k->text, cases[i].text))
            fail_msg("case %zu: %d:%d: %s", i, k->line, k->column, k->text);
        stop(&r);
    }
}

static void all_mistakes_come_in_one_go(void **state)
{
    (void)state;
    const char *text = "a: !x\nb: [max(c, d)]\ne: &y f\na: g and # h\nl: {q}\n";
    reading r;
    read_wrong(&r, text, strlen(text));
    assert_int_equal(diagnostics_error_count(r.message), 6);
    stop(&r);
}

/* ---- hostile texts ---- */

enum { MEBIBYTE = 1024 * 1024 };

/* head, then as many units as fit into `length` bytes, then tail. */
static char *fill(const char *head, const char *unit, const char *tail, size_t length)
{
    char *text = malloc(length + 1);
    assert_non_null(text);
    size_t used = strlen(head), step = strlen(unit);
    memcpy(text, head, used);
    for (; used + step + strlen(tail) <= length; used += step)
        memcpy(text + used, unit, step);
    memcpy(text + used, tail, strlen(tail));
    text[used + strlen(tail)] = '\0';
    return text;
}

static void hostile_texts_end_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *head, *unit, *tail;
        size_t length;
        const char *text;
        size_t memory; /* bytes of the arena at most */
    } cases[] = {
        {"", "[", "", 4 * MEBIBYTE, "longer than 1 MiB", 0},
        {"", "a", "", 10 * MEBIBYTE, "longer than 1 MiB", 0},
        {"", "a", "", MEBIBYTE + 1, "longer than 1 MiB", 0},
        {"", "[", "", MEBIBYTE, "more than 64 deep", MEBIBYTE},
        {"", "{a: ", "", MEBIBYTE, "more than 64 deep", MEBIBYTE},
        {"", "- ", "", MEBIBYTE, "more than 64 deep", MEBIBYTE},
        {"", "[\n", "", MEBIBYTE, "more than 64 deep", 8 * MEBIBYTE},
        {"[", "a,", "]", MEBIBYTE, "more than 100,000 nodes", 48 * MEBIBYTE},
        {"", "- {a: b}\n", "", MEBIBYTE, "more than 100,000 nodes", 48 * MEBIBYTE},
        {"", "- &a b\n", "", MEBIBYTE, "more than 1,000 anchors", 8 * MEBIBYTE},
        {"a: &a b\nc: [", "*a,", "]", MEBIBYTE, "more than 10,000 nodes", 8 * MEBIBYTE},
        {"", "\ta\n", "", MEBIBYTE, "a tab cannot indent", 8 * MEBIBYTE},
        {"- \"", "- a\n", "", MEBIBYTE, "never closed", 8 * MEBIBYTE},
        {"a", "a", ": b", MEBIBYTE, "1,024 characters", 8 * MEBIBYTE},
        {"", "#", "", MEBIBYTE, "the text is empty", MEBIBYTE},
        {"", "- !a b\n", "", MEBIBYTE, "'!a' is a tag", 48 * MEBIBYTE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = fill(cases[i].head, cases[i].unit, cases[i].tail, cases[i].length);
        reading r;
        const wgcq_diagnostic *k = read_wrong(&r, text, strlen(text));
        if (!strstr(k->text, cases[i].text))
            fail_msg("case %zu: %s", i, k->text);
        assert_true(r.memory.total <= cases[i].memory);
        assert_true(wgcq_diagnostics_count(r.message) <= 2 * DIAGNOSTICS_MOST);
        stop(&r);
        free(text);
    }
}

static void laughs_are_few(void **state)
{
    (void)state;
    char text[1000] = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
    for (char c = 'b'; c < 'k'; c++) {
        char line[100];
        snprintf(line, sizeof line, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c,
                 c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
        strcat(text, line);
    }
    reading r;
    const wgcq_diagnostic *k = read_wrong(&r, text, strlen(text));
    assert_non_null(strstr(k->text, "aliases stand for more than 10,000 nodes"));
    assert_true(r.memory.total < 200 * 1024);
    stop(&r);
}

static void aliases_nest_too(void **state)
{
    (void)state;
    char text[2000] = "a0: &a0 [[[[[[[[[[x]]]]]]]]]]\n";
    for (int i = 1; i < 8; i++) {
        char line[100];
        snprintf(line, sizeof line, "a%d: &a%d [[[[[[[[[*a%d]]]]]]]]]\n", i, i, i - 1);
        strcat(text, line);
    }
    strcat(text, "b: *a7\n");
    reading r;
    const wgcq_diagnostic *k = read_wrong(&r, text, strlen(text));
    assert_non_null(strstr(k->text, "more than 64 deep"));
    assert_int_equal(k->line, 7);
    stop(&r);
}

static void large_texts_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *head, *unit, *tail;
    } cases[] = {
        {"", "a", ""},          {"", "a ", "b"},      {"a:\n", " b\n", ""}, {"\"", "\\n", "\""},
        {"'", "''", "'"},       {"|\n", " a\n", ""},  {">\n", " a\n", ""},  {"|\n a\n", "\n", ""},
        {"'", "\xC3\xA9", "'"}, {"\"a", "\n", "b\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = fill(cases[i].head, cases[i].unit, cases[i].tail, MEBIBYTE);
        reading r;
        const node *n = last_scalar(read_fine(&r, text));
        assert_true(r.memory.total < 32 * MEBIBYTE);
        /* Places must not be searched for from the start. */
        for (size_t k = 0; k < 100000 && k < n->length; k++)
            assert_true(node_span(n, n->length - 1 - k, n->length - k).line >= 1);
        stop(&r);
        free(text);
    }
}

static void memory_that_runs_out_is_passed_on(void **state)
{
    (void)state;
    char *text = fill("a: &x [b, \"c\\td\"]\nz: *x\nk:\n", "- {l: m, n: [o, p]}\n", "", 40000);
    reading r;
    read_fine(&r, text);
    size_t needed = r.memory.total;
    stop(&r);
    for (size_t most = 1; most < needed; most = most * 5 / 4 + 1) {
        start(&r, text, strlen(text), most);
        assert_true(r.exhausted);
        assert_ptr_equal(r.memory.out, &r.out);
        assert_true(r.memory.total <= most);
        stop(&r);
    }
    free(text);
}

/* ---- anything at all ---- */

static uint64_t seed;

static unsigned chance(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* The bytes of the file from a place on. */
static const char *bytes_at(const source_text *s, int line, int column)
{
    const char *at = s->text;
    for (int i = 1; i < line; i++)
        at = (const char *)memchr(at, '\n', s->length - (size_t)(at - s->text)) + 1;
    for (int i = 1; i < column; i++)
        for (at++; ((unsigned char)*at & 0xC0) == 0x80;)
            at++;
    return at;
}

/* Every character of a text stands in the file behind the one before it, as itself, as an escape or
   as the end of a line. */
static void check_scalar(const node *n, const source_text *s)
{
    source_span before = {.line = 0};
    for (size_t i = 0, bytes; i < n->length; i += bytes) {
        for (bytes = 1;
             i + bytes < n->length && ((unsigned char)n->text[i + bytes] & 0xC0) == 0x80;)
            bytes++;
        source_span p = node_span(n, i, i + bytes);
        const char *from = bytes_at(s, p.line, p.column);
        const char *to = bytes_at(s, p.end_line, p.end_column);
        bool itself = (size_t)(to - from) == bytes && !memcmp(from, n->text + i, bytes);
        bool folded = (*from == '\n' || *from == '\r') && (n->text[i] == ' ' || n->text[i] == '\n');
        bool escaped = *from == '\\' || !strncmp(from, "''", 2);
        bool later = p.line > before.line || (p.line == before.line && p.column > before.column);
        if (!later || !(itself || folded || escaped))
            fail_msg("byte %zu of <<%s>> in <<%s>> is at %d:%d", i, n->text, s->text, p.line,
                     p.column);
        before = p;
    }
}

static void check_tree(const node *n, const source_text *s)
{
    if (n->form == NODE_SCALAR)
        check_scalar(n, s);
    for (size_t i = 0; i < n->count; i++) {
        check_tree(n->form == NODE_MAP ? n->entries[i].key : n->items[i], s);
        if (n->form == NODE_MAP)
            check_tree(n->entries[i].value, s);
    }
}

static void check_complaints(const diagnostics *message)
{
    for (size_t i = 0; i < wgcq_diagnostics_count(message); i++) {
        const wgcq_diagnostic *k = wgcq_diagnostics_at(message, i);
        assert_true(k->line >= 1 && k->column >= 1 && k->end_column > k->column);
        assert_null(strstr(k->text, "not YAML")); /* a sentence of libyaml's without a rule */
    }
}

static void compose(char *text, const char *const *pieces, size_t count, unsigned most)
{
    for (unsigned i = chance(most); i > 0; i--)
        strcat(text, pieces[chance((unsigned)count)]);
}

static void anything_is_read_or_rejected(void **state)
{
    (void)state;
    static const char *const pieces[] = {"a",
                                         "b: ",
                                         "- ",
                                         "\n",
                                         "\n  ",
                                         "\n    ",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         ", ",
                                         ",",
                                         "#",
                                         " # ",
                                         "|\n",
                                         "|2\n",
                                         ">\n",
                                         ">-\n",
                                         "|+\n",
                                         "'",
                                         "''",
                                         "\"",
                                         "\\n",
                                         "\\\n",
                                         "\\x41",
                                         "\r\n",
                                         "\xC3\xA9",
                                         " ",
                                         "\t",
                                         "!",
                                         "&a ",
                                         "*a",
                                         "? ",
                                         ":",
                                         ": ",
                                         "%",
                                         "---\n",
                                         "...\n",
                                         "<<",
                                         "@",
                                         "\n\n",
                                         "(",
                                         ")",
                                         "==",
                                         "\"a b\"",
                                         ": |\n   x\n  y\n",
                                         ": >\n  x\n\n   z\n  w\n",
                                         "\x80"};
    size_t read = 0;
    for (seed = 1; seed < 8000; seed++) {
        uint64_t kept = seed;
        char text[600] = "";
        if (chance(3))
            strcpy(text, "k: ");
        compose(text, pieces, sizeof pieces / sizeof *pieces, 25);
        reading r;
        start(&r, text, strlen(text), 0);
        assert_int_equal(r.root == NULL, diagnostics_error_count(r.message) > 0);
        check_complaints(r.message);
        if (r.root) {
            check_tree(r.root, &r.from);
            read++;
        }
        stop(&r);
        seed = kept;
    }
    assert_true(read > 500);
}

static void every_style_is_followed(void **state)
{
    (void)state;
    static const char *const opened[] = {"k: \"",   "- '",       "k: |\n  ",  "k: >\n  ",
                                         "k: |2\n", "k: >+\n  ", "k: >-\n ",  "- - |+\n     ",
                                         "k:\n  ",  "k: >1-\n",  "k: |-\n   "};
    static const char *const closed[] = {"\"", "'", "", "", "", "", "", "", "", "", ""};
    static const char *const pieces[] = {"a",
                                         "b c",
                                         " ",
                                         "  ",
                                         "\n",
                                         "\n  ",
                                         "\n   ",
                                         "\n\n",
                                         " \n",
                                         "\r\n",
                                         "\xC3\xA9",
                                         "\xF0\x9F\x98\x80",
                                         "\n    ",
                                         "\\n",
                                         "\\\n",
                                         "\\x41",
                                         "\\u00e9",
                                         "''",
                                         "\\N",
                                         "\\L",
                                         "\\_",
                                         "\\U0001F600",
                                         "\\ ",
                                         "x\n  y\n",
                                         "x\n  y\n  z\n"};
    size_t read = 0;
    for (seed = 1; seed < 8000; seed++) {
        uint64_t kept = seed;
        char text[600] = "";
        unsigned style = chance(sizeof opened / sizeof *opened);
        strcpy(text, opened[style]);
        compose(text, pieces, sizeof pieces / sizeof *pieces, 20);
        strcat(text, closed[style]);
        reading r;
        start(&r, text, strlen(text), 0);
        if (r.root) {
            check_tree(r.root, &r.from);
            read++;
        }
        stop(&r);
        seed = kept;
    }
    assert_true(read > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_yaml_is_read),
        cmocka_unit_test(nesting_up_to_the_limit_is_read),
        cmocka_unit_test(bytes_of_a_text_are_found_in_the_file),
        cmocka_unit_test(points_are_found_too),
        cmocka_unit_test(nodes_stand_where_they_begin),
        cmocka_unit_test(one_line_collections_that_break),
        cmocka_unit_test(glyphs_that_yaml_reads_as_something_else),
        cmocka_unit_test(tags_anchors_and_aliases),
        cmocka_unit_test(keys),
        cmocka_unit_test(a_second_key_points_at_the_first),
        cmocka_unit_test(comments_that_cut),
        cmocka_unit_test(a_cut_is_told_once),
        cmocka_unit_test(rows_that_are_lost),
        cmocka_unit_test(lost_rows_point_at_their_text),
        cmocka_unit_test(quotes_and_rows_that_break),
        cmocka_unit_test(lines_that_do_not_fit),
        cmocka_unit_test(documents_and_directives),
        cmocka_unit_test(bytes_that_have_no_place_in_a_text),
        cmocka_unit_test(all_mistakes_come_in_one_go),
        cmocka_unit_test(hostile_texts_end_in_words),
        cmocka_unit_test(laughs_are_few),
        cmocka_unit_test(aliases_nest_too),
        cmocka_unit_test(large_texts_are_read),
        cmocka_unit_test(memory_that_runs_out_is_passed_on),
        cmocka_unit_test(anything_is_read_or_rejected),
        cmocka_unit_test(every_style_is_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
