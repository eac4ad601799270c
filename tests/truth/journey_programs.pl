% journey_programs.pl - what the clauses of random_journey.py call, and how a program is run.

:- use_module(library(aggregate)).
:- use_module(library(solution_sequences)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- style_check(-singleton).
:- set_prolog_flag(generate_debug_info, false).

choose(Count, X) :- Last is Count - 1, between(0, Last, X).

from(Low, High, X) :- L is Low, H is High, between(L, H, X).

bit(Bits, X) :- B is Bits, between(0, 62, X), B /\ (1 << X) =\= 0.

% By size, then in the order of the members.
subset(Count, Least, Most, Bits) :-
    Last is Count - 1,
    numlist(0, Last, All),
    between(Least, Most, Size),
    length(Members, Size),
    members(Members, All),
    foldl(add_member, Members, 0, Bits).

add_member(I, B0, B) :- B is B0 + (1 << I).

members([], _).
members([X|Xs], All) :- append(_, [X|Behind], All), members(Xs, Behind).

ordering(Count, Code) :-
    Last is Count - 1,
    findall(I, between(0, Last, I), All),
    permuted(All, Order),
    foldl(add_place, Order, 0, Code).

add_place(I, C0, C) :- C is C0 * 4 + I.

permuted([], []).
permuted(All, [X|Xs]) :- select(X, All, Left), permuted(Left, Xs).

% The moves made: their cost, the last first, and of the journey that makes them j(Best, Bounded): the least cost of its
% results so far, or none, and whether it has come to a bound.
move(Label, Cost, m(C0, Moves, J), m(C, [Label|Moves], J)) :- C is C0 + Cost.

adopted(m(C1, Moves1, _), m(C0, Moves0, J), m(C, Moves, J)) :- C is C0 + C1, append(Moves1, Moves0, Moves).

bound(Least, m(Cost, _, J)) :-
    nb_setarg(2, J, yes),
    arg(1, J, Best),
    ( Best == none -> true ; Cost + Least < Best ).

% The results of a journey by itself; of one that bounds itself those that are cheaper than all before.
nested(P, S0, S, M) :-
    J = j(none, no),
    call(P, S0, S, m(0, [], J), M),
    M = m(Cost, _, _),
    arg(1, J, Best),
    ( Best \== none, Cost >= Best -> arg(2, J, no) ; nb_setarg(1, J, Cost) ).

% The first of the cheapest.
cheapest(Goal) :-
    Goal = nested(_, _, S, M),
    findall(r(Cost, S, M), ( Goal, M = m(Cost, _, _) ), Results),
    foldl(cheaper, Results, none, r(_, S, M)).

cheaper(r(C, S, M), Best, New) :- ( Best = r(B, _, _), B =< C -> New = Best ; New = r(C, S, M) ).

repeated(Count, P, S0, S, M0, M) :- N is Count, times(N, P, S0, S, M0, M).

times(0, _, S, S, M, M) :- !.
times(N, P, S0, S, M0, M) :- call(P, S0, S1, M0, M1), L is N - 1, times(L, P, S1, S, M1, M).

until(Test, _, S, S, M, M) :- ended(Test, S), !.
until(Test, P, S0, S, M0, M) :- call(P, S0, S1, M0, M1), until(Test, P, S1, S, M1, M).

ended(Test, s(_, _, _, T)) :- T > Test mod 6, !.
ended(Test, s(A, _, _, _)) :- Test >= 6, A =:= Test mod 3.

% Each result once, in the order of the first of each.
different(P, S0, S) :-
    findall(S1, nested(P, S0, S1, _), All),
    list_to_set(All, Different),
    member(S, Different).

% For each of them the first of the cheapest, cheapest first; then in the order of the states' first.
least(P, S0, S, M) :-
    findall(C-r(S1, M1), ( nested(P, S0, S1, M1), M1 = m(C, _, _) ), All),
    findall(S1, member(_-r(S1, _), All), States),
    list_to_set(States, Different),
    findall(Least, ( member(S1, Different), findall(C-M1, member(C-r(S1, M1), All), Ways), first_least(Ways, S1, Least) ), Leasts),
    keysort(Leasts, Sorted),
    member(_-r(S, M), Sorted).

first_least(Ways, S, C-r(S, M)) :- keysort(Ways, [C-M|_]).

hashed(States, Modulus, Hash) :-
    foldl(add_state, States, 0, Whole),
    Hash is Whole mod Modulus.

add_state(s(A, B, C, D), H0, H) :-
    foldl(add_number, [A, B, C, D], 0, Code),
    H is (H0 * 31 + Code + 1) mod 1000003.

add_number(X, C0, C) :- C is (C0 * 10 + X + 1) mod 1000003.

value(s(A, B, C, _), Value) :- Value is A * 3 - B * 2 + C.

% The states by their first number, in the order of the first of each; no more than Most groups.
grouped(States, Most, Modulus, Hash) :-
    findall(K, member(s(K, _, _, _), States), All),
    list_to_set(All, Keys),
    length(Keys, Count),
    Wanted is min(Count, Most),
    length(Some, Wanted),
    append(Some, _, Keys),
    foldl(add_group(States), Some, 0, Whole),
    Hash is Whole mod Modulus.

add_group(States, K, H0, H) :-
    H1 is (H0 * 31 + K + 1) mod 1000003,
    findall(s(K, B, C, D), member(s(K, B, C, D), States), Group),
    foldl(add_state, Group, H1, H).

% Every result of a program in order, as journey_programs.c prints it.
run(Name, Predicate, S0, Most) :-
    format("program ~w~nway plain~n", [Name]),
    catch(call_with_inference_limit(forall(nested(Predicate, S0, S, M), print_result(S, M)), Most, End), Error, true),
    ( nonvar(Error) -> format("error: ~q~n", [Error])
    ; true ),
    ( End == inference_limit_exceeded -> format("end 2~n") ; format("end 1~n") ).

print_result(s(A, B, C, D), m(Cost, Reversed, _)) :-
    reverse(Reversed, Moves),
    atomic_list_concat([A, B, C, D, Cost|Moves], ' ', Line),
    format("  ~w~n", [Line]).
