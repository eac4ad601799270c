% essay.pl - the essay's makeMove and findSolutions: every plan of N moves, by plain backtracking.

% plan(Farmer, Wolf, Goat, Cabbage): the banks they are on.
move(farmer,  p(F, W, G, C), p(E, W, G, C)) :- over(F, E).
move(wolf,    p(F, F, G, C), p(E, E, G, C)) :- over(F, E).
move(goat,    p(F, W, F, C), p(E, W, E, C)) :- over(F, E).
move(cabbage, p(F, W, G, F), p(E, W, G, E)) :- over(F, E).

over(w, e).
over(e, w).

safe(p(F, _, F, _)) :- !.
safe(p(_, W, G, C)) :- W \== G, G \== C.

walk(0, p(e, e, e, e), []) :- !.
walk(N, P, [Who|Plan]) :-
    N > 0,
    move(Who, P, Q),
    safe(Q),
    M is N - 1,
    walk(M, Q, Plan).

count(N, Count) :-
    nb_setval(found, 0),
    (   walk(N, p(w, w, w, w), _),
        nb_getval(found, F), G is F + 1, nb_setval(found, G),
        fail
    ;   nb_getval(found, Count)
    ).
