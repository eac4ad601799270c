"""The text of an expression into a tree of tuples: tokens, then a Pratt parser.

    ("number", 7)  ("string", "a")  ("name", "goat")  ("dotted", "frog", "empty")
    ("index", "at", [..])  ("call", "other", [..])  ("over", "sum", body, clauses)
    ("not", a)  ("negate", a)  ("and", a, b)  ("or", a, b)  ("+", a, b) and so on
    ("compare", first, [("==", next), ...])  ("if", condition, then, otherwise)
    ("range", low, high)  ("list", [..])  ("at", a, index)  ("slice", a, low or None, high or None)
    and in `show` alone ("sequence", item, clauses)

A clause is (names, domain, filter or None): `a, b in roads if a < b`.
"""

import re

RESERVED = {"and", "or", "not", "if", "else", "in", "for"}
TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?![^\W\d]))|(?P<name>[^\W\d]\w*)|(?P<string>"[^"]*"|'[^']*')"""
    r"""|(?P<sign>\.\.|==|!=|<=|>=|//|[-+*%<>=()\[\],.|&:]))"""
)
COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "in", "not in"}
# How strongly a sign binds to what stands left of it.
POWER = {"or": 1, "and": 2, **{c: 4 for c in COMPARISONS}, "|": 5, "&": 6, "..": 7, "+": 8, "-": 8}
POWER.update({"*": 9, "//": 9, "%": 9})
NOT, DOMAIN, UNARY = 3, 5, 10


class Mistake(Exception):
    """The puzzle's text is wrong."""


def tokens(text):
    """[(form, text)], with ("end", "") for ever after."""
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match or match.end() == at:
            raise Mistake(f"cannot read {text[at:]!r} in {text!r}")
        form, word = match.lastgroup, match.group(match.lastgroup)
        found.append(("sign" if word in RESERVED else form, word))
        at = match.end()
    return found


class Parser:
    def __init__(self, text):
        self.text, self.tokens, self.at = text, tokens(text), 0

    # ---- one token at a time ----

    def peek(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ("end", "")

    def next(self):
        token = self.peek()
        self.at += 1
        return token

    def sees(self, sign):
        return self.peek() == ("sign", sign)

    def takes(self, sign):
        if not self.sees(sign):
            return False
        self.at += 1
        return True

    def expect(self, sign):
        if not self.takes(sign):
            raise Mistake(f"{sign!r} expected before {self.peek()[1]!r} in {self.text!r}")

    def name(self):
        form, word = self.next()
        if form != "name":
            raise Mistake(f"a name expected, not {word!r}, in {self.text!r}")
        return word

    def end(self, result):
        if self.peek()[0] != "end":
            raise Mistake(f"{self.peek()[1]!r} is too much in {self.text!r}")
        return result

    # ---- expressions ----

    def expression(self):
        value = self.binary(1)
        if not self.takes("if"):
            return value
        condition = self.binary(1)
        self.expect("else")
        return "if", condition, value, self.expression()

    def infix(self):
        """The sign that joins what was read with what follows, or None."""
        form, word = self.peek()
        if form == "sign" and word == "not" and self.peek(1) == ("sign", "in"):
            return "not in"
        return word if form == "sign" and word in POWER else None

    def binary(self, least):
        left = self.prefix(least)
        while True:
            sign = self.infix()
            if sign is None or POWER[sign] < least:
                return left
            if sign in COMPARISONS:
                left = self.comparison(left)
                continue
            self.next()
            right = self.binary(POWER[sign] + 1)
            left = ("range", left, right) if sign == ".." else (sign, left, right)

    def comparison(self, first):
        links = []
        while self.infix() in COMPARISONS:
            sign = self.infix()
            self.at += 2 if sign == "not in" else 1
            links.append((sign, self.binary(POWER[sign] + 1)))
        return "compare", first, links

    def prefix(self, least):
        if self.sees("not"):
            if least > NOT:
                raise Mistake(f"`not` cannot stand here in {self.text!r}")
            self.next()
            return "not", self.binary(NOT)
        if self.takes("-"):
            return "negate", self.binary(UNARY)
        return self.primary()

    def primary(self):
        value = self.simple()
        while self.sees("["):
            value = self.bracketed(value)
        return value

    def bracketed(self, value):
        """One place of a list, or some that follow one another."""
        self.expect("[")
        low = None if self.sees(":") else self.expression()
        if not self.takes(":"):
            self.expect("]")
            return "at", value, low
        high = None if self.sees("]") else self.expression()
        self.expect("]")
        return "slice", value, low, high

    def is_slice(self):
        """Whether the brackets that begin here have a colon of their own."""
        depth, at = 0, self.at
        while at < len(self.tokens):
            word = self.tokens[at][1] if self.tokens[at][0] == "sign" else ""
            depth += (word in ("[", "(")) - (word in ("]", ")"))
            if depth == 0 or (depth == 1 and word == ":"):
                return depth == 1
            at += 1
        return False

    def simple(self):
        form, word = self.next()
        if form == "number":
            return "number", int(word)
        if form == "string":
            return "string", word[1:-1]
        if form == "name":
            return self.after_name(word)
        if word == "(":
            inside = self.sequence(self.expression())
            self.expect(")")
            return inside
        if word == "[":
            return "list", self.items("]")
        raise Mistake(f"a value expected, not {word!r}, in {self.text!r}")

    def after_name(self, name):
        if self.takes("."):
            return "dotted", name, self.name()
        if self.sees("[") and not self.is_slice():
            self.next()
            return "index", name, self.items("]")
        if not self.takes("("):
            return "name", name
        if self.takes(")"):
            return "call", name, []
        first = self.expression()
        if self.sees("for"):
            clauses = self.fors()
            self.expect(")")
            return "over", name, first, clauses
        arguments = [first]
        while self.takes(","):
            arguments.append(self.expression())
        self.expect(")")
        return "call", name, arguments

    def sequence(self, item):
        """What `show` repeats: (X for ...)"""
        return ("sequence", item, self.fors()) if self.sees("for") else item

    def items(self, close):
        found = []
        while not self.takes(close):
            found.append(self.expression())
            if not self.sees(close):
                self.expect(",")
        return found

    # ---- clauses ----

    def clause(self):
        names = [self.name()]
        while self.takes(","):
            names.append(self.name())
        self.expect("in")
        domain = self.binary(DOMAIN)
        condition = None
        while self.takes("if"):
            more = self.binary(1)
            condition = more if condition is None else ("and", condition, more)
        return names, domain, condition

    def fors(self):
        found = []
        while self.takes("for") or (found and self.takes(",")):
            found.append(self.clause())
        return found

    def index(self):
        return self.items("]") if self.takes("[") else None


def expression(text):
    p = Parser(text)
    return p.end(p.expression())


def choose(text):
    """(whether only the first fit is meant, clauses)"""
    p = Parser(text)
    first = p.peek() == ("name", "first") and p.peek(1)[0] == "name"
    if first:
        p.next()
    clauses = [p.clause()]
    while p.takes(","):
        clauses.append(p.clause())
    return p.end((first, clauses))


def target(text):
    """(name, indices or None, clauses, condition or None): a left side that is a key."""
    p = Parser(text)
    name, index = p.name(), p.index()
    clauses = p.fors()
    condition = p.expression() if not clauses and p.takes("if") else None
    return p.end((name, index, clauses, condition))


def assignment(text):
    """A target and its value: `at[p] = far for p in group`."""
    p = Parser(text)
    name, index = p.name(), p.index()
    p.expect("=")
    value = p.expression()
    return p.end(((name, index, p.fors(), None), value))


def heading(text):
    """(name, index terms or None, parameters or None) of what a key declares."""
    p = Parser(text)
    name, index, parameters = p.name(), p.index(), None
    if index is None and p.takes("("):
        parameters = [word for _, word in p.items(")")]
    return p.end((name, index, parameters))


def template(text):
    """Texts and expressions by turns: ["take ", ("name", "c"), ""]"""
    pieces = re.split(r"\{([^{}]*)\}", text)
    return [expression(p) if i % 2 else p for i, p in enumerate(pieces)]


SHOWN = re.compile(r"""\{\{|\}\}|\{((?:[^{}"':]|"[^"]*"|'[^']*')*)(?::\s*([<>^]?)(0?)(\d+))?\}|[^{}]+|.""", re.S)


def shows(text):
    """What `show` has: texts, and (tree, (align, zero, width) or None) for what is in braces.  A line end at the end is none of it."""
    found, text = [], text[:-1] if text.endswith("\n") else text
    for match in SHOWN.finditer(text):
        word, inside = match.group(), match.group(1)
        if inside is None:
            found.append(word[:1] if word in ("{{", "}}") else word)
            continue
        p = Parser(inside)
        pad = (match.group(2), match.group(3), int(match.group(4))) if match.group(4) else None
        found.append((p.end(p.sequence(p.expression())), pad))
    return found


def free_names(tree):
    """The names an expression speaks of, those that it binds itself left out."""
    if isinstance(tree, list):
        return set().union(*map(free_names, tree)) if tree else set()
    if not isinstance(tree, tuple):
        return set()
    form = tree[0]
    if form == "name":
        return {tree[1]}
    if form in ("index", "call"):
        return {tree[1]} | free_names(tree[2])
    if form == "over":
        inside = free_names(tree[2])
        for names, domain, condition in reversed(tree[3]):
            inside = ((inside | free_names(condition)) - set(names)) | free_names(domain)
        return inside
    return set().union(*(free_names(part) for part in tree[1:]))
