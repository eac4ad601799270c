% queens.pl - all ways to place N queens, for SWI-Prolog and GNU Prolog, two ways as in queens.c.
% swi.pl and gnu.pl have counting and the clock.

% A column for each row, that no earlier queen is in reach of; they are in a list, the latest first.
plain(N, Queens) :- plain(N, N, [], Queens).

plain(0, _, Queens, Queens) :- !.
plain(Left, N, Placed, Queens) :-
    between(1, N, Column),
    safe(Placed, 1, Column),
    Less is Left - 1,
    plain(Less, N, [Column|Placed], Queens).

safe([], _, _).
safe([Other|Earlier], Apart, Column) :-
    Other =\= Column,
    Other =\= Column + Apart,
    Other =\= Column - Apart,
    Further is Apart + 1,
    safe(Earlier, Further, Column).

% The columns that are free are bits of an integer.
masks(N, Queens) :- All is (1 << N) - 1, masks(N, All, 0, 0, 0, [], Queens).

masks(0, _, _, _, _, Queens, Queens) :- !.
masks(Left, All, Columns, Rising, Falling, Placed, Queens) :-
    Free is All /\ \ (Columns \/ Rising \/ Falling),
    Free =\= 0,
    bit(Free, Bit),
    Columns1 is Columns \/ Bit,
    Rising1 is (Rising \/ Bit) << 1,
    Falling1 is (Falling \/ Bit) >> 1,
    Less is Left - 1,
    masks(Less, All, Columns1, Rising1, Falling1, [Bit|Placed], Queens).

% Each bit that is set, the lowest first; no choice is left behind the last.
bit(Bits, Bit) :-
    Low is Bits /\ - Bits,
    Rest is Bits - Low,
    bit(Rest, Low, Bit).

bit(0, Low, Low) :- !.
bit(_, Low, Low).
bit(Rest, _, Bit) :- bit(Rest, Bit).

queens(plain, N, Queens) :- plain(N, Queens).
queens(masks, N, Queens) :- masks(N, Queens).

% As many counts as fill half a second: how many ways, in how many microseconds, how many times over.
answer(Way, N) :-
    microseconds(Begun),
    repeated(Way, N, Begun, 1, Ways, Spent, Times),
    write(Ways), write(' '), write(Spent), write(' '), write(Times), nl.

repeated(Way, N, Begun, Times, Ways, Spent, Last) :-
    count(Way, N, Found),
    microseconds(Now),
    (   Now - Begun >= 500000
    ->  Ways = Found, Spent is Now - Begun, Last = Times
    ;   More is Times + 1,
        repeated(Way, N, Begun, More, Ways, Spent, Last)
    ).
