% queens.pl - all ways to place N queens, for SWI-Prolog and GNU Prolog: a column a row, in order,
% against lists of the columns and diagonals in reach.
queens(N, Qs) :- numlist_(1, N, Cs), place(Cs, 1, [], [], Qs).

numlist_(I, N, []) :- I > N, !.
numlist_(I, N, [I|T]) :- I1 is I + 1, numlist_(I1, N, T).

place([], _, _, _, []).
place(Cs, R, Up, Down, [C|Qs]) :-
    Cs = [_|_],
    take(C, Cs, Rest),
    U is R + C, \+ member_(U, Up),
    D is R - C, \+ member_(D, Down),
    R1 is R + 1,
    place(Rest, R1, [U|Up], [D|Down], Qs).

take(X, [X|T], T).
take(X, [H|T], [H|R]) :- take(X, T, R).

member_(X, [X|_]) :- !.
member_(X, [_|T]) :- member_(X, T).

count(N, C) :- findall(x, queens(N, _), L), length(L, C).
