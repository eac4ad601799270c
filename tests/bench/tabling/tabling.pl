% tabling.pl - what tabling.c does, by SWI-Prolog's tabling: swipl -O tabling.pl fibonacci|edit|left|right N
:- use_module(library(aggregate)).
:- dynamic length_is/1.
:- table fibonacci/2, edit/3, left/2, right/2.

letter(I, Factor, L) :- L is (I * Factor + I * I mod 7) mod 4.

fibonacci(N, N) :- N < 2, !.
fibonacci(N, V) :- A is N - 1, B is N - 2, fibonacci(A, X), fibonacci(B, Y), V is (X + Y) mod 1000000007.

edit(I, K, D) :- length_is(N), (I =:= N ; K =:= N), !, D is 2 * N - I - K.
edit(I, K, D) :-
    letter(I, 3, A), letter(K, 5, B),
    ( A =:= B -> C = 0 ; C = 1 ),
    I1 is I + 1, K1 is K + 1,
    edit(I1, K1, X), edit(I1, K, Y), edit(I, K1, Z),
    D is min(X + C, min(Y + 1, Z + 1)).

edge(I, K) :- length_is(N), K is (I + 1) mod N.
edge(I, K) :- length_is(N), K is (7 * I + 3) mod N.

left(X, Y) :- edge(X, Y).
left(X, Y) :- left(X, Z), edge(Z, Y).
right(X, Y) :- edge(X, Y).
right(X, Y) :- edge(X, Z), right(Z, Y).

answer(fibonacci, N, V) :- fibonacci(N, V).
answer(edit, _, D) :- edit(0, 0, D).
answer(left, _, C) :- aggregate_all(count, left(0, _), C).
answer(right, _, C) :- aggregate_all(count, right(0, _), C).

% Until half a second is over; tables begin anew.
repeats(What, N, Began, Before, Repeats, V) :-
    abolish_all_tables, answer(What, N, V0), Now is Before + 1,
    statistics(process_cputime, T),
    ( T - Began >= 0.5 -> Repeats = Now, V = V0 ; repeats(What, N, Began, Now, Repeats, V) ).

main :-
    current_prolog_flag(argv, [What, Number|_]), atom_number(Number, N),
    assertz(length_is(N)), statistics(process_cputime, Began),
    repeats(What, N, Began, 0, Repeats, V),
    statistics(process_cputime, Ended), M is truncate((Ended - Began) * 1000000),
    format("~w ~w ~w~n", [V, M, Repeats]).

:- initialization((main, halt), main).
