/*
 * yaml.c - libyaml's events into nodes, within limits.
 *
 * libyaml has no limits of its own, so the reader counts per event and stops the parser in time:
 * the text's size before parsing, then nesting, nodes, anchors, and aliases as the nodes they stand
 * for. Open collections are on a stack of fixed depth.
 *
 * The arena jumps when memory runs out, and libyaml's parser must be freed then: read_guarded
 * catches the jump, and read_document repeats it when everything is freed.
 */
#include "puzzle/source/yaml.h"

#include "base/utf8.h"
#include "puzzle/source/yaml_internal.h"

#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
    TEXT_MOST = 1024 * 1024, /* bytes */
    DEPTH_MOST = 64,
    NODES_MOST = 100000,  /* aliases counted as what they stand for */
    ALIASED_MOST = 10000, /* nodes that aliases stand for     */
    ANCHORS_MOST = 1000
};

typedef struct anchor {
    const char *name;
    node *stands_for;
    size_t nodes;   /* in it, with itself                  */
    unsigned depth; /* of it                                   */
    source_span at; /* of its name                           */
    bool used;
    bool open; /* still being read: no alias may refer to it */
} anchor;

/* A collection being read. */
typedef struct collection_frame {
    node *node;
    size_t room;
    node *key;        /* of the entry whose value comes next */
    int column;       /* from 0: what indentation in it counts from */
    size_t before;    /* number of nodes before it             */
    unsigned deepest; /* depth below it                         */
    anchor *named;
} collection_frame;

typedef struct reader {
    arena *a;
    diagnostics *to;
    const line_index *in;
    yaml_parser_t parser;
    yaml_event_t event;
    bool parsing, holding; /* parser and event must be deleted */
    bool failed;           /* an error was reported        */
    bool memory;           /* out of memory              */
    bool formatted;        /* the text is yaml_format's                      */
    node *root;
    collection_frame frames[DEPTH_MOST];
    unsigned depth;
    size_t nodes, aliased;
    size_t last_from, last_to; /* of the last scalar, for yaml_error_explain      */
    bool last_cut;             /* reported: a comment cuts it short */
    size_t flow_end;           /* where a [ ] or { } that was reported ends; 0: none */
    anchor **anchors;
    size_t anchor_count, anchor_room;
} reader;

/* ---- places ---- */

static size_t offset_of(const reader *r, yaml_mark_t mark)
{
    return line_index_offset(r->in, mark.index);
}

static size_t event_begin(const reader *r)
{
    return offset_of(r, r->event.start_mark);
}

static size_t event_end(const reader *r)
{
    return offset_of(r, r->event.end_mark);
}

static source_span event_span(const reader *r)
{
    return line_index_span(r->in, event_begin(r), event_end(r));
}

/* Reports an error after which reading stops. */
static bool reject_event(reader *r, source_span at, const char *message)
{
    r->failed = true;
    return diagnostic_add(r->to, WGCQ_DIAGNOSTIC_YAML, at, "%s", message);
}

/* Reading continues, to find more errors. */
static void note_result(reader *r, bool fine)
{
    if (!fine)
        r->failed = true;
}

/* Reading stops if not fine. */
static bool stop_unless(reader *r, bool fine)
{
    note_result(r, fine);
    return fine;
}

/* ---- a node and its properties ---- */

static size_t skip_space(const reader *r, size_t at)
{
    for (;;) {
        while (yaml_is_space(line_index_byte(r->in, at)))
            at++;
        if (line_index_byte(r->in, at) != '#')
            return at;
        while (at < r->in->length && line_index_byte(r->in, at) != '\n')
            at++;
    }
}

static size_t skip_word(const reader *r, size_t at)
{
    while (at < r->in->length && !yaml_is_space(line_index_byte(r->in, at)))
        at++;
    return at;
}

/* The tag that yaml_format puts before a text that was a block scalar. */
static bool is_text_tag(const reader *r, size_t from, size_t to)
{
    static const char tag[] = "!!str";
    return r->formatted && r->event.type == YAML_SCALAR_EVENT && to - from == strlen(tag) &&
           !memcmp(r->in->text + from, tag, to - from);
}

/* libyaml's marks include a node's tag and anchor.  Reports the tag, and returns the offset of the
   node itself. */
static size_t node_begin(reader *r, bool empty)
{
    size_t at = event_begin(r), end = event_end(r);
    while (at < end && (line_index_byte(r->in, at) == '&' || line_index_byte(r->in, at) == '!')) {
        size_t after = skip_word(r, at);
        if (line_index_byte(r->in, at) == '!' && !is_text_tag(r, at, after))
            note_result(r, yaml_lint_tag(r->in, r->to, at, after, empty));
        if (after >= end)
            return end;
        at = skip_space(r, after);
    }
    return at < end ? at : end;
}

static bool count_node(reader *r)
{
    if (++r->nodes > NODES_MOST)
        return reject_event(r, event_span(r), "more than 100,000 nodes, which is the limit");
    return true;
}

/* ---- anchors ---- */

static anchor *find_anchor(const reader *r, const char *name)
{
    for (size_t i = r->anchor_count; i-- > 0;)
        if (!strcmp(r->anchors[i]->name, name))
            return r->anchors[i];
    return NULL;
}

static source_span anchor_span(const reader *r)
{
    size_t at = event_begin(r);
    while (line_index_byte(r->in, at) != '&' && at < event_end(r))
        at++;
    return line_index_span(r->in, at, skip_word(r, at));
}

/* *made is NULL where the node has no anchor.  A name defined again refers to the newer node. */
static bool add_anchor(reader *r, const yaml_char_t *name, node *of, anchor **made)
{
    *made = NULL;
    if (!name)
        return true;
    if (r->anchor_count == ANCHORS_MOST)
        return reject_event(r, event_span(r), "more than 1,000 anchors, which is the limit");
    const char *spelled = (const char *)name;
    anchor *a = arena_take(r->a, sizeof *a);
    a->name = arena_text(r->a, spelled, strlen(spelled));
    a->stands_for = of;
    a->nodes = 1;
    a->at = anchor_span(r);
    ARENA_PUSH(r->a, r->anchors, r->anchor_count, r->anchor_room, a);
    *made = a;
    return true;
}

/* A text that begins with & is an anchor to YAML, and would be dropped silently. */
static void check_anchors(reader *r)
{
    for (size_t i = 0; i < r->anchor_count; i++) {
        const anchor *a = r->anchors[i];
        const node *n = a->stands_for;
        bool empty = n->form == NODE_SCALAR && n->style == STYLE_PLAIN && !n->length;
        if (empty || !a->used)
            note_result(r, yaml_lint_anchor(a->at, r->to, a->name, empty));
    }
}

/* ---- attaching nodes ---- */

static collection_frame *innermost(reader *r)
{
    return r->depth ? &r->frames[r->depth - 1] : NULL;
}

static bool is_key_next(const collection_frame *f)
{
    return f && f->node->form == NODE_MAP && !f->key;
}

static void check_key(reader *r, const node *key)
{
    bool plain = key->style == STYLE_PLAIN;
    if (plain && !key->length)
        note_result(r,
                    diagnostic_add(r->to, WGCQ_DIAGNOSTIC_YAML, key->at, "there is no key here"));
    if (plain && key->length == 2 && !memcmp(key->text, "<<", 2))
        note_result(
            r, diagnostic_add(r->to, WGCQ_DIAGNOSTIC_YAML, key->at,
                              "<< merges mappings, which is not supported: write the keys out"));
}

static void push_entry(reader *r, collection_frame *f, node *value)
{
    assert(f->node->form == NODE_MAP && f->key);
    node *of = f->node;
    map_entry e = {f->key, value};
    ARENA_PUSH(r->a, of->entries, of->count, f->room, e);
    f->key = NULL;
}

/* False: the reader must stop. */
static bool attach(reader *r, node *n)
{
    collection_frame *f = innermost(r);
    if (!f) {
        r->root = n;
    } else if (f->node->form == NODE_LIST) {
        ARENA_PUSH(r->a, f->node->items, f->node->count, f->room, n);
    } else if (!f->key) {
        f->key = n;
        check_key(r, n);
    } else {
        push_entry(r, f, n);
    }
    return true;
}

static bool note_depth(reader *r, unsigned below)
{
    if (r->depth + below > DEPTH_MOST)
        return reject_event(r, event_span(r), "nested more than 64 deep, which is the limit");
    collection_frame *f = innermost(r);
    if (f && f->deepest < below)
        f->deepest = below;
    return true;
}

/* ---- scalars and aliases ---- */

static node_style scalar_style(yaml_scalar_style_t style)
{
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return STYLE_QUOTED;
    case YAML_LITERAL_SCALAR_STYLE: return STYLE_LITERAL;
    case YAML_FOLDED_SCALAR_STYLE: return STYLE_FOLDED;
    default: return STYLE_PLAIN;
    }
}

static node *new_node(reader *r, node_form form, node_style style, size_t from, size_t to)
{
    assert(from <= to);
    node *n = arena_take(r->a, sizeof *n);
    n->form = form;
    n->style = style;
    n->at = line_index_span(r->in, from, to);
    return n;
}

/* Escapes can stand for characters that validate_utf8 rejects. */
static void check_escaped(reader *r, const node *n)
{
    for (size_t at = 0; at < n->length;) {
        uint32_t c = 0;
        size_t bytes = utf8_decode(n->text + at, n->length - at, &c);
        if (utf8_is_control(c) && c != '\n' && c != '\t')
            note_result(r, diagnostic_add(r->to, WGCQ_DIAGNOSTIC_YAML, node_span(n, at, at + bytes),
                                          "the character U+%04X is not allowed in a text",
                                          (unsigned)c));
        at += bytes ? bytes : 1;
    }
}

/* False: the reader must stop. */
static bool check_scalar(reader *r, const written_scalar *w, const node *n)
{
    switch (n->style) {
    case STYLE_QUOTED: check_escaped(r, n); return true;
    case STYLE_LITERAL:
    case STYLE_FOLDED: return stop_unless(r, yaml_lint_block_scalar(w, r->to));
    default:
        r->last_cut = !yaml_lint_comment(w, r->to, n->text, n->length);
        note_result(r, !r->last_cut);
        return true;
    }
}

static bool read_scalar_event(reader *r)
{
    const collection_frame *f = innermost(r);
    size_t length = r->event.data.scalar.length;
    node_style style = scalar_style(r->event.data.scalar.style);
    size_t from = node_begin(r, !length && style == STYLE_PLAIN);
    written_scalar w = {r->in, from, event_end(r), style, f ? f->column : -1};
    node *n = new_node(r, NODE_SCALAR, style, from, w.to);
    n->text = arena_text(r->a, (const char *)r->event.data.scalar.value, length);
    n->length = length;
    n->map = source_map_new(r->a, &w, n->text, length);
    if (w.to > from) { /* an empty scalar explains nothing */
        r->last_from = from;
        r->last_to = w.to;
    }
    r->last_cut = false;
    anchor *named;
    bool fine = check_scalar(r, &w, n);
    if (r->event.data.scalar.tag && style == STYLE_QUOTED) /* any other tag is an error */
        n->style = STYLE_LITERAL;
    return fine && add_anchor(r, r->event.data.scalar.anchor, n, &named) && note_depth(r, 0) &&
           attach(r, n);
}

static bool reject_key(reader *r)
{
    return reject_event(r, event_span(r), "a key must be a text, not a list or a mapping");
}

static bool read_alias(reader *r)
{
    const char *name = (const char *)r->event.data.alias.anchor;
    anchor *of = find_anchor(r, name);
    if (!of) {
        r->failed = true;
        diagnostic_add(r->to, WGCQ_DIAGNOSTIC_YAML, event_span(r),
                       "'*%s' is an alias to YAML, and there is no '&%s' before it", name, name);
        diagnostic_hint(r->to, "a text that begins with * must be quoted");
        return false;
    }
    if (of->open)
        return reject_event(r, event_span(r),
                            "an alias cannot be inside of the node that it stands for");
    r->aliased += of->nodes;
    if (r->aliased > ALIASED_MOST)
        return reject_event(r, event_span(r),
                            "aliases stand for more than 10,000 nodes here, which is the limit");
    if (is_key_next(innermost(r)) && of->stands_for->form != NODE_SCALAR)
        return reject_key(r);
    of->used = true;
    r->nodes += of->nodes - 1;
    return count_node(r) && note_depth(r, of->depth) && attach(r, of->stands_for);
}

/* ---- collections ---- */

/* The column of a block collection's keys or dashes.  libyaml's mark of a list is at its first dash
   or behind it. */
static int block_column(const reader *r, bool list)
{
    size_t at = event_end(r);
    int column = (int)line_index_column(r->in, at);
    return list && line_index_byte(r->in, at) != '-' && column ? column - 1 : column;
}

static bool open_collection(reader *r, node_form form, bool flow, const yaml_char_t *named)
{
    collection_frame *outer = innermost(r);
    size_t from = node_begin(r, false);
    node *n = new_node(r, form, flow ? STYLE_FLOW : STYLE_BLOCK, from, event_end(r));
    if (is_key_next(outer))
        return stop_unless(r, yaml_lint_key(r->in, r->to, from));
    if (r->depth == DEPTH_MOST)
        return note_depth(r, 1);
    collection_frame *f = &r->frames[r->depth];
    *f = (collection_frame){.node = n, .before = r->nodes - 1};
    f->column = flow ? (outer ? outer->column : -1) : block_column(r, form == NODE_LIST);
    if (!add_anchor(r, named, n, &f->named))
        return false;
    if (f->named)
        f->named->open = true;
    r->depth++;
    return true;
}

static int compare_keys(const void *left, const void *right)
{
    const node *a = (*(const map_entry *const *)left)->key,
               *b = (*(const map_entry *const *)right)->key;
    size_t shared = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, shared);
    if (order)
        return order;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    const map_entry *x = *(const map_entry *const *)left, *y = *(const map_entry *const *)right;
    return x < y ? -1 : x > y;
}

static bool same_text(const node *a, const node *b)
{
    return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

/* By sorting, so in O(n log n); equal keys keep the file's order. */
static void check_duplicates(reader *r, const node *map)
{
    const map_entry **sorted = arena_array(r->a, map->count, sizeof *sorted);
    for (size_t i = 0; i < map->count; i++)
        sorted[i] = &map->entries[i];
    qsort(sorted, map->count, sizeof *sorted, compare_keys);
    const node *first = map->count ? sorted[0]->key : NULL;
    for (size_t i = 1; i < map->count; i++) {
        const node *key = sorted[i]->key;
        if (!same_text(first, key)) {
            first = key;
        } else {
            note_result(r, diagnostic_add(r->to, WGCQ_DIAGNOSTIC_YAML, key->at,
                                          "the key '%s' appears twice", key->text));
            diagnostic_note(r->to, first->at, "the first one is here");
        }
    }
}

static bool close_collection(reader *r)
{
    collection_frame *f = innermost(r);
    assert(f && !f->key && r->nodes > f->before);
    node *n = f->node;
    size_t nodes = r->nodes - f->before;
    unsigned depth = f->deepest + 1;
    if (n->style == STYLE_FLOW) {
        source_span end = event_span(r);
        n->at.end_line = end.end_line;
        n->at.end_column = end.end_column;
        if (!yaml_lint_flow(n, r->to)) {
            r->failed = true;
            r->flow_end = event_end(r);
        }
    } else if (n->form == NODE_MAP && n->count) {
        n->at = n->entries[0].key->at;
    }
    if (n->form == NODE_MAP)
        check_duplicates(r, n);
    if (f->named) {
        f->named->open = false;
        f->named->nodes = nodes;
        f->named->depth = depth;
    }
    r->depth--;
    return note_depth(r, depth) && attach(r, n);
}

/* ---- the document ---- */

static bool open_document(reader *r)
{
    if (r->root)
        return reject_event(r, event_span(r), "a second document begins here: only one is read");
    if (r->event.data.document_start.tag_directives.start !=
        r->event.data.document_start.tag_directives.end)
        return reject_event(r, event_span(r), "%TAG directives are not supported");
    return true;
}

/* False: the end, or an error after which the reader must stop. */
static bool handle_event(reader *r)
{
    switch (r->event.type) {
    case YAML_DOCUMENT_START_EVENT: return open_document(r);
    case YAML_SCALAR_EVENT: return count_node(r) && read_scalar_event(r);
    case YAML_ALIAS_EVENT: return read_alias(r);
    case YAML_SEQUENCE_START_EVENT:
        return count_node(r) &&
               open_collection(r, NODE_LIST,
                               r->event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE,
                               r->event.data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return count_node(r) &&
               open_collection(r, NODE_MAP,
                               r->event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE,
                               r->event.data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: return close_collection(r);
    case YAML_STREAM_END_EVENT: check_anchors(r); return false;
    default: return true;
    }
}

static void explain_failure(reader *r)
{
    const yaml_parser_t *p = &r->parser;
    r->memory = p->error == YAML_MEMORY_ERROR;
    r->failed = true;
    size_t at = line_index_offset(r->in, p->problem_mark.index);
    size_t since = p->context ? line_index_offset(r->in, p->context_mark.index) : at;
    bool follows =
        r->flow_end && (line_index_line(r->in, at) == line_index_line(r->in, r->flow_end) ||
                        line_index_line(r->in, since) == line_index_line(r->in, r->flow_end));
    if (r->memory || r->last_cut || follows)
        return;
    yaml_error f = {.in = r->in,
                    .context = p->context ? p->context : "",
                    .problem = p->problem ? p->problem : "",
                    .at = at,
                    .since = since,
                    .last_from = r->last_from,
                    .last_to = r->last_to};
    yaml_error_explain(&f, r->to);
}

static void read_events(reader *r)
{
    bool more = true;
    while (more) {
        if (!yaml_parser_parse(&r->parser, &r->event)) {
            explain_failure(r);
            return;
        }
        r->holding = true;
        more = handle_event(r);
        yaml_event_delete(&r->event);
        r->holding = false;
    }
}

static void check_root(reader *r)
{
    const node *root = r->root;
    if (r->failed ||
        (root && (root->form != NODE_SCALAR || root->style != STYLE_PLAIN || root->length)))
        return;
    size_t begin = r->in->begin;
    reject_event(r, line_index_span(r->in, begin, begin), "the text is empty");
}

static void read_stream(reader *r)
{
    r->in = line_index_new(r->a, r->in->from);
    if (!validate_utf8(r->in, r->to)) {
        r->failed = true;
        return;
    }
    r->parsing = yaml_parser_initialize(&r->parser) != 0;
    r->memory = !r->parsing;
    if (r->memory)
        return;
    yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r->parser, (const unsigned char *)r->in->text + r->in->begin,
                                 r->in->length - r->in->begin);
    read_events(r);
    if (!r->memory)
        check_root(r);
}

/* Catches the arena's jump. */
static void read_guarded(reader *r)
{
    jmp_buf *outer = r->a->out;
    jmp_buf here;
    if (setjmp(here) == 0) {
        r->a->out = &here;
        read_stream(r);
    } else {
        r->memory = true;
    }
    r->a->out = outer;
}

/* A text that is too long is not read at all; the error is at its start. */
static bool check_size(const source_text *from, size_t most, diagnostics *to)
{
    if (from->length <= most)
        return true;
    source_span start = {from, 1, 1, 1, 1};
    diagnostic_add(
        to, WGCQ_DIAGNOSTIC_YAML, start,
        "this text of %zu bytes is longer than 1 MiB (1,048,576 bytes), which is the limit",
        from->length);
    return false;
}

static node *read_document(arena *a, const source_text *from, bool spelled, diagnostics *to)
{
    if (!check_size(from, spelled ? YAML_FORMATTED_MOST : TEXT_MOST, to))
        return NULL;
    line_index unread = {.from = from};
    reader r = {.a = a, .to = to, .in = &unread, .formatted = spelled};
    read_guarded(&r);
    if (r.holding)
        yaml_event_delete(&r.event);
    if (r.parsing)
        yaml_parser_delete(&r.parser);
    if (r.memory)
        longjmp(*a->out, 1);
    return r.failed ? NULL : r.root;
}

node *yaml_read(arena *a, const source_text *from, diagnostics *to)
{
    return read_document(a, from, false, to);
}

node *yaml_read_formatted(arena *a, const source_text *from, diagnostics *to)
{
    return read_document(a, from, true, to);
}

/* A node made without a source map is one line, written as its text. */
static source_span unfolded_span(const node *scalar, size_t from, size_t to)
{
    source_span at = scalar->at;
    at.column += (int)utf8_count(scalar->text, from);
    at.end_line = at.line;
    at.end_column = at.column + (int)utf8_count(scalar->text + from, to - from);
    return at;
}

source_span node_span(const node *scalar, size_t from, size_t to)
{
    assert(scalar->form == NODE_SCALAR);
    if (to > scalar->length)
        to = scalar->length;
    if (from > to)
        from = to;
    return scalar->map ? source_map_span(scalar->map, from, to) : unfolded_span(scalar, from, to);
}

bool node_is_block_scalar(const node *n)
{
    return n->form == NODE_SCALAR && (n->style == STYLE_LITERAL || n->style == STYLE_FOLDED);
}
