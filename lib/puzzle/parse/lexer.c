/* lexer.c - the tokens of an expression, one at a time. */
#include "puzzle/parse/lexer.h"

#include <assert.h>
#include <string.h>

static const struct keyword {
    const char *text;
    token_form form;
} keywords[] = {{"and", TOKEN_AND},   {"or", TOKEN_OR}, {"not", TOKEN_NOT}, {"if", TOKEN_IF},
                {"else", TOKEN_ELSE}, {"in", TOKEN_IN}, {"for", TOKEN_FOR}};

/* Longer signs first, so that the first match is the right one.  Signs of other languages and of
   typography are listed with a hint at what to write. */
static const struct sign {
    const char *text;
    token_form form;
    const char *hint;
} signs[] = {
    {"..", TOKEN_RANGE, NULL},
    {"//", TOKEN_DIVIDE, NULL},
    {"==", TOKEN_EQUAL, NULL},
    {"!=", TOKEN_NOT_EQUAL, NULL},
    {"<=", TOKEN_LESS_EQUAL, NULL},
    {">=", TOKEN_GREATER_EQUAL, NULL},
    {"&&", TOKEN_INVALID, "did you mean 'and'?"},
    {"||", TOKEN_INVALID, "did you mean 'or'?"},
    {"<>", TOKEN_INVALID, "did you mean '!='?"},
    {"**", TOKEN_INVALID, "write a product: a * a"},
    {"=<", TOKEN_INVALID, "did you mean '<='?"},
    {"=>", TOKEN_INVALID, "at least is '>='; 'A implies B' is 'B if A else true'"},
    {"->", TOKEN_INVALID, "'A implies B' is 'B if A else true'"},
    {":=", TOKEN_INVALID, "did you mean '='?"},
    {"++", TOKEN_INVALID, "write it out: x = x + 1"},
    {"+=", TOKEN_INVALID, "write it out: x = x + ..."},
    {"-=", TOKEN_INVALID, "write it out: x = x - ..."},
    {"*=", TOKEN_INVALID, "write it out: x = x * ..."},
    {"(", TOKEN_OPEN_PAREN, NULL},
    {")", TOKEN_CLOSE_PAREN, NULL},
    {"[", TOKEN_OPEN_BRACKET, NULL},
    {"]", TOKEN_CLOSE_BRACKET, NULL},
    {",", TOKEN_COMMA, NULL},
    {".", TOKEN_DOT, NULL},
    {"+", TOKEN_PLUS, NULL},
    {"-", TOKEN_MINUS, NULL},
    {"*", TOKEN_STAR, NULL},
    {"%", TOKEN_MODULO, NULL},
    {"<", TOKEN_LESS, NULL},
    {">", TOKEN_GREATER, NULL},
    {"=", TOKEN_ASSIGN, NULL},
    {";", TOKEN_INVALID,
     "one expression stands here; several assignments are a mapping, as in `{a: a + 1, b: 2}`"},
    {"!", TOKEN_INVALID, "did you mean 'not'?"},
    {"/", TOKEN_INVALID, "'//' divides, and rounds down"},
    {"&", TOKEN_MEET, NULL},
    {"|", TOKEN_UNITE, NULL},
    {":", TOKEN_COLON, NULL},
    {"^", TOKEN_INVALID, "a power is written as a product: a * a"},
    {"?", TOKEN_INVALID, "write 'A if C else B'"},
    {"{", TOKEN_INVALID, "a list is written [a, b]"},
    {"≤", TOKEN_INVALID, "did you mean '<='?"},
    {"≥", TOKEN_INVALID, "did you mean '>='?"},
    {"≠", TOKEN_INVALID, "did you mean '!='?"},
    {"¬", TOKEN_INVALID, "did you mean 'not'?"},
    {"∧", TOKEN_INVALID, "did you mean 'and'?"},
    {"∨", TOKEN_INVALID, "did you mean 'or'?"},
    {"∈", TOKEN_INVALID, "did you mean 'in'?"},
    {"×", TOKEN_INVALID, "did you mean '*'?"},
    {"·", TOKEN_INVALID, "did you mean '*'?"},
    {"÷", TOKEN_INVALID, "'//' divides, and rounds down"},
    {"−", TOKEN_INVALID, "did you mean '-'?"},
    {"–", TOKEN_INVALID, "did you mean '-'?"},
    {"…", TOKEN_INVALID, "did you mean '..'?"},
    {"“", TOKEN_INVALID, "a character is written \"a\""},
    {"”", TOKEN_INVALID, "a character is written \"a\""},
    {"‘", TOKEN_INVALID, "a character is written \"a\""},
    {"’", TOKEN_INVALID, "a character is written \"a\""},
    {"\xC2\xA0", TOKEN_INVALID, "this is a no-break space: type an ordinary one"},
};

/* The sign at the start of the text, or NULL. */
static const struct sign *find_sign(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t n = strlen(signs[i].text);
        if (n <= length && !memcmp(signs[i].text, text, n))
            return &signs[i];
    }
    return NULL;
}

/* Bytes from 0x80 up are parts of letters: the text is valid UTF-8. */
static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t lexer_name_length(const char *text, size_t length)
{
    size_t n = 0;
    if (!length || !is_name_letter(text[0]))
        return 0;
    while (n < length && (is_name_letter(text[n]) || is_digit(text[n])) &&
           !((unsigned char)text[n] >= 0x80 && find_sign(text + n, length - n)))
        n++;
    return n;
}

static const struct keyword *find_keyword(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (strlen(keywords[i].text) == length && !memcmp(keywords[i].text, text, length))
            return &keywords[i];
    return NULL;
}

bool lexer_is_keyword(const char *text, size_t length)
{
    return find_keyword(text, length) != NULL;
}

static lexer_token invalid_token(lexer_token t)
{
    t.form = TOKEN_INVALID;
    return t;
}

static source_span token_span(const lexer *l, lexer_token t)
{
    return node_span(l->in, t.from, t.to);
}

/* Adds digits to the value; true: it overflows. */
static bool lex_digits(lexer *l, int64_t *value)
{
    const char *text = l->in->text;
    bool over = false;
    for (; l->at < l->end && is_digit(text[l->at]); l->at++) {
        over |= __builtin_mul_overflow(*value, 10, value);
        over |= __builtin_add_overflow(*value, text[l->at] - '0', value);
    }
    return over;
}

static bool is_fraction(const lexer *l)
{
    const char *text = l->in->text;
    return l->at + 1 < l->end && text[l->at] == '.' && is_digit(text[l->at + 1]);
}

static bool lex_fraction(lexer *l, lexer_token *t)
{
    const size_t from = ++l->at;
    const bool over = lex_digits(l, &t->value);
    t->places = (unsigned)(l->at - from);
    t->to = l->at;
    return over;
}

static lexer_token lex_number(lexer *l, lexer_token t)
{
    const char *text = l->in->text;
    bool over = lex_digits(l, &t.value);
    if (l->fractions && is_fraction(l))
        over |= lex_fraction(l, &t);
    t.to = l->at;
    if (l->at < l->end && is_name_letter(text[l->at])) {
        l->at += lexer_name_length(text + l->at, l->end - l->at);
        t.to = l->at;
        diagnostic_add(l->to, WGCQ_DIAGNOSTIC_SHAPE, token_span(l, t),
                       "'%.*s' is neither a number nor a name", (int)(t.to - t.from),
                       text + t.from);
        diagnostic_hint(l->to, "numbers are decimal: 12; names begin with a letter");
        return invalid_token(t);
    }
    if (!l->fractions && is_fraction(l)) {
        lex_fraction(l, &t);
        diagnostic_add(l->to, WGCQ_DIAGNOSTIC_SHAPE, token_span(l, t), "numbers are integers");
        diagnostic_hint(l->to, "count in a smaller unit, so that every number is an integer");
        return invalid_token(t);
    }
    if (over) {
        diagnostic_add(l->to, WGCQ_DIAGNOSTIC_RANGE, token_span(l, t),
                       "the number does not fit 64 bits");
        return invalid_token(t);
    }
    t.form = TOKEN_NUMBER;
    return t;
}

static lexer_token lex_string(lexer *l, lexer_token t)
{
    const char *text = l->in->text;
    char quote = text[l->at++];
    while (l->at < l->end && text[l->at] != quote)
        l->at++;
    t.to = l->at;
    if (l->at == l->end) {
        diagnostic_add(l->to, WGCQ_DIAGNOSTIC_SHAPE, token_span(l, t), "the string is not closed");
        return invalid_token(t);
    }
    t.to = ++l->at;
    t.form = TOKEN_STRING;
    return t;
}

static lexer_token lex_sign(lexer *l, lexer_token t)
{
    const char *text = l->in->text + l->at;
    const struct sign *found = find_sign(text, l->end - l->at);
    size_t length = found ? strlen(found->text) : 1;
    l->at += length;
    t.to = l->at;
    t.form = found ? found->form : TOKEN_INVALID;
    if (t.form != TOKEN_INVALID)
        return t;
    diagnostic_add(l->to, WGCQ_DIAGNOSTIC_SHAPE, token_span(l, t),
                   found ? "there is no '%.*s' in an expression"
                         : "'%.*s' has no meaning in an expression",
                   (int)length, text);
    if (found)
        diagnostic_hint(l->to, "%s", found->hint);
    return t;
}

lexer_token lexer_next(lexer *l)
{
    assert(l->at <= l->end && l->end <= l->in->length);
    const char *text = l->in->text;
    while (l->at < l->end && strchr(" \t\n\r", text[l->at]) && text[l->at])
        l->at++;
    lexer_token t = {.form = TOKEN_END, .from = l->at, .to = l->at};
    if (l->at >= l->end)
        return t;
    if (is_digit(text[l->at]))
        return lex_number(l, t);
    if (text[l->at] == '"' || text[l->at] == '\'')
        return lex_string(l, t);
    size_t name = lexer_name_length(text + l->at, l->end - l->at);
    if (!name)
        return lex_sign(l, t);
    l->at += name;
    t.to = l->at;
    const struct keyword *word = find_keyword(text + t.from, name);
    t.form = word ? word->form : TOKEN_NAME;
    return t;
}
