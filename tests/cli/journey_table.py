#!/usr/bin/env python3
"""journey_table.py PAGE CC FLAG... - runs the table of wgcq-journey(3): each row in C, by swipl and by runghc.

A row is `title: results` and the same journey in three languages, `  Prolog  ...`, `  Haskell  ...`, `  here  ...`,
the last with its options behind `with`.  Where swipl, or runghc with LogicT, is not there, it is said.  Prints every
row that gives something else than the page says.
"""
import re
import subprocess
import sys

HERE = r"""
#include <stdio.h>
#include <wgcq.h>
typedef struct { int64_t x; } one;
static const int64_t list[] = {7, 5};
static bool small(wgcq_journey *j, void *state) { return wgcq_choose_from(j, 1, 3, &((one *)state)->x); }
static bool large(wgcq_journey *j, void *state) { return small(j, state) && wgcq_guard(j, ((one *)state)->x > 3, NULL); }
static bool nine(wgcq_journey *j, void *state) { (void)j; return ((one *)state)->x = 9, true; }
static bool digit(wgcq_journey *j, void *state)
{
    size_t bit;
    return wgcq_choose(j, 2, &bit) && (((one *)state)->x = 10 * ((one *)state)->x + (int64_t)bit, true);
}
static bool ever(wgcq_journey *j, void *state)
{
    size_t more;
    return wgcq_choose(j, SIZE_MAX, &more) && nine(j, state);
}
static bool ring(wgcq_journey *j, void *state)
{
    one *s = state;
    size_t on;
    if (!wgcq_choose(j, 2, &on) || (on && !wgcq_tabled(j, ring)))
        return false;
    s->x = on ? (s->x + 1) % 3 : 0;
    return true;
}
static bool far(wgcq_journey *j, void *state)
{
    one *s = state;
    size_t end;
    if (!wgcq_choose(j, 2, &end) || (!end && !far(j, state)))
        return false;
    s->x = end ? 0 : s->x + 1;
    return true;
}
static bool add(void *sum, const void *state) { *(int64_t *)sum += ((const one *)state)->x; return true; }
static int64_t value(const void *state) { return ((const one *)state)->x; }
static int descending(const void *a, const void *b) { return (int)(((const one *)b)->x - ((const one *)a)->x); }
static void give(wgcq_journey_fn *fn, const wgcq_iterator_options *options)
{
    one s = {0};
    wgcq_error err = WGCQ_ZERO;
    wgcq_iterator *results;
    int code = wgcq_iterator_new(&results, fn, &s, sizeof s, options, &err);
    while (!code && !(code = wgcq_iterator_next(results, &err)))
        printf(" %d", (int)s.x);
    puts(code < 0 ? err.text : "");
    wgcq_iterator_free(results);
}
"""
ROW = """static bool row_{0}(wgcq_journey *j, void *state)
{{
    one *s = state;
    size_t i = 0;
    uint64_t n = 0;
    int64_t sum = 0, least = 0;
    bool yes = false;
    (void)s, (void)i, (void)n, (void)sum, (void)least, (void)yes, (void)value, (void)list, (void)add, (void)descending, (void)ever, (void)ring, (void)far;
    return {1};
}}
"""
PROLOG = """
:- use_module(library(yall)). :- use_module(library(solution_sequences)). :- use_module(library(aggregate)).
small(X) :- between(1, 3, X).
large(X) :- small(X), X > 3.
nine(9).
ever(9) :- repeat.
:- table ring/1.
ring(0).
ring(X) :- ring(Y), X is (Y + 1) mod 3.
far([], 0).
far([_|L], X) :- far(L, Y), X is Y + 1.
digit(_, A, B) :- member(D, [0, 1]), B is 10 * A + D.
give(X, Goal) :- findall(X, Goal, L), forall(member(A, L), (write(' '), write(A))), nl.
"""
HASKELL = """
import Control.Applicative
import Control.Monad
import Control.Monad.Logic
import Data.Foldable (asum)
import Data.List (nub, sortOn)
choose :: [Int] -> Logic Int
choose = asum . map pure
small, large, nine :: Logic Int
small = choose [1 .. 3]
large = mfilter (> 3) small
nine = pure 9
digit :: Int -> Int -> Logic Int
digit a _ = fmap (10 * a +) (choose [0, 1])
ever :: Logic Int
ever = pure 9 <|> ever
far :: Int -> Logic Int
far = pure
closed :: (Int -> Int) -> [Int] -> [Int]
closed next list = let more = nub (list ++ map next list) in if length more == length list then list else closed next more
give :: Logic Int -> IO ()
give = putStrLn . concatMap ((' ' :) . show) . observeAll
main :: IO ()
"""


def rows(page):
    text = page.split(".Sh IN PROLOG, IN HASKELL, HERE", 1)[1].split("\n.Sh ", 1)[0]
    table = "".join(re.findall(r"^\.Bd -literal\n(.*?)^\.Ed", text, flags=re.DOTALL | re.MULTILINE)).replace("\\e", "\\")
    for row in table.strip("\n").split("\n\n"):
        title, *lines = re.sub(r"\n {4,}", " ", row).split("\n")
        languages = dict(line.split(None, 1) for line in lines)
        assert list(languages) == ["Prolog", "Haskell", "here"], row
        yield title.split(":")[0], title.split(":")[1].split(), languages


def output(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    return done.stdout if done.returncode == 0 else sys.exit(f"{command[0]}: {done.stdout}{done.stderr}")


def here(table, compiler):
    functions, calls = "", ""
    for number, row in enumerate(table):
        journey, _, options = row.partition(" with ")
        functions += ROW.format(number, journey)
        calls += f"    {{ wgcq_iterator_options options = WGCQ_ZERO; {options}; give(row_{number}, &options); }}\n"
    with open("rows.c", "w", encoding="utf-8") as file:
        file.write(f"{HERE}{functions}int main(void)\n{{\n{calls}    return 0;\n}}\n")
    output(compiler[0], "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", "rows", "rows.c", *compiler[1:])
    return output("./rows")


def prolog(table, _):
    with open("rows.pl", "w", encoding="utf-8") as file:
        file.write(PROLOG + "".join(f":- give(X, ({row})).\n" for row in table))
    return output("swipl", "-q", "-g", "halt", "rows.pl")


def haskell(table, _):
    with open("rows.hs", "w", encoding="utf-8") as file:
        file.write(HASKELL + "main = do\n" + "".join(f"    give ({row})\n" for row in table))
    return output("runghc", "rows.hs")


def is_there(*command):
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def main(page, *compiler):
    with open(page, encoding="utf-8") as file:
        table, wrong = list(rows(file.read())), []
    for language, run, there in (("here", here, True), ("Prolog", prolog, is_there("swipl", "--version")),
                                 ("Haskell", haskell, is_there("ghc", "-package", "logict", "-e", "()"))):
        if not there:
            print(f"{language} is not there")
            continue
        printed = run([languages[language] for _, _, languages in table], compiler).split("\n")
        wrong += [f"{title}, {language}: {' '.join(line.split())}, not {' '.join(expected)}"
                  for (title, expected, _), line in zip(table, printed) if line.split() != expected]
    print("\n".join(wrong) if wrong else f"{len(table)} rows")
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
