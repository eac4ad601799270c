% problems.pl - the problems of this folder for SWI-Prolog and GNU Prolog, each as in the C file of its name.
% swi.pl and gnu.pl have the sum over all solutions and the clock.

% solution(Problem, Input, Value): what each solution adds to the answer.
solution(plain, N, 1) :- plain(N, N, [], _).
solution(masks, N, 1) :- All is (1 << N) - 1, masks(N, All, 0, 0, 0, [], _).
solution('send-more', _, Money) :- send_more(Money).
solution(sudoku, _, Row) :- puzzle(Cells), sudoku(Cells, Row).
solution(essay, N, 1) :- walk(N, p(w, w, w, w), _).

% ---- queens, plain: a column for each row, that no earlier queen is in reach of, the latest first in a list ----

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

% ---- queens, masks: the columns that are free are bits of an integer ----

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

% ---- SEND + MORE = MONEY: a column after the other, the digits that no letter has in a list ----

send_more(Money) :-
    Digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    select(D, Digits, L1), select(E, L1, L2), select(Y, L2, L3),
    adds_up(0, D, E, Y, C1),
    select(N, L3, L4), select(R, L4, L5),
    adds_up(C1, N, R, E, C2),
    select(O, L5, L6),
    adds_up(C2, E, O, N, C3),
    select(S, L6, L7), S > 0, select(M, L7, _), M > 0,
    adds_up(C3, S, M, O, C4),
    adds_up(C4, 0, 0, M, 0),
    Money is 10000 * M + 1000 * O + 100 * N + 10 * E + Y.

adds_up(Carry, A, B, Digit, Next) :-
    Total is Carry + A + B,
    Digit =:= Total mod 10,
    Next is Total // 10.

% ---- sudoku: the digits used in rows (1-9), columns (10-18) and boxes (19-27) are bits, changed in place and put
% back on backtracking; empty cells are a list of cell(Row, Column, Box, Bit) ----

sudoku(Digits, Value) :-
    functor(Used, used, 27),
    none_used(27, Used),
    cells(Digits, 0, Used, Cells, Empty),
    fill(Empty, Used),
    value(9, Cells, 0, Value).

none_used(0, _) :- !.
none_used(I, Used) :- arg(I, Used, 0), Less is I - 1, none_used(Less, Used).

cells([], _, _, [], []).
cells([Digit|Digits], At, Used, [Bit|Cells], Empty) :-
    Row is At // 9 + 1,
    Column is At mod 9 + 10,
    Box is At // 27 * 3 + At mod 9 // 3 + 19,
    (   Digit =:= 0
    ->  Empty = [cell(Row, Column, Box, Bit)|Others]
    ;   Bit is 1 << (Digit - 1),
        use(Row, Bit, Used), use(Column, Bit, Used), use(Box, Bit, Used),
        Empty = Others
    ),
    Next is At + 1,
    cells(Digits, Next, Used, Cells, Others).

use(I, Bit, Used) :- arg(I, Used, Bits), More is Bits \/ Bit, setarg(I, Used, More).

fill([], _) :- !.
fill(Empty, Used) :-
    narrowest(Empty, Used, 10, none, 0, Cell, Free),
    Free =\= 0,
    without(Empty, Cell, Others),
    Cell = cell(Row, Column, Box, Bit),
    bit(Free, Bit),
    use(Row, Bit, Used), use(Column, Bit, Used), use(Box, Bit, Used),
    fill(Others, Used).

% The first cell with the fewest candidates, and these.
narrowest([], _, _, Cell, Free, Cell, Free).
narrowest([This|Cells], Used, Fewest, Best, Bits, Cell, Free) :-
    This = cell(Row, Column, Box, _),
    arg(Row, Used, R), arg(Column, Used, C), arg(Box, Used, B),
    Left is 511 /\ \ (R \/ C \/ B),
    Count is popcount(Left),
    (   Count >= Fewest
    ->  narrowest(Cells, Used, Fewest, Best, Bits, Cell, Free)
    ;   Count =< 1
    ->  Cell = This, Free = Left
    ;   narrowest(Cells, Used, Count, This, Left, Cell, Free)
    ).

without([This|Cells], Cell, Others) :-
    (   This == Cell
    ->  Others = Cells
    ;   Others = [This|More],
        without(Cells, Cell, More)
    ).

% The first N cells as a number.
value(0, _, Value, Value) :- !.
value(N, [Bit|Cells], Before, Value) :-
    Digit is msb(Bit) + 1,
    Now is 10 * Before + Digit,
    Less is N - 1,
    value(Less, Cells, Now, Value).

% ---- the essay: p(Farmer, Wolf, Goat, Cabbage), the banks they are on ----

move(farmer,  p(F, W, G, C), p(E, W, G, C)) :- over(F, E).
move(wolf,    p(F, F, G, C), p(E, E, G, C)) :- over(F, E).
move(goat,    p(F, W, F, C), p(E, W, E, C)) :- over(F, E).
move(cabbage, p(F, W, G, F), p(E, W, G, E)) :- over(F, E).

over(w, e).
over(e, w).

nothing_is_eaten(p(F, _, F, _)) :- !.
nothing_is_eaten(p(_, W, G, C)) :- W \== G, G \== C.

walk(0, p(e, e, e, e), []) :- !.
walk(N, P, [Who|Plan]) :-
    N > 0,
    move(Who, P, Q),
    nothing_is_eaten(Q),
    M is N - 1,
    walk(M, Q, Plan).

% ---- as many sums as fill half a second: the answer, the microseconds, how many times over ----

answer(Problem, Input) :-
    microseconds(Begun),
    repeated(Problem, Input, Begun, 1, Answer, Spent, Times),
    write(Answer), write(' '), write(Spent), write(' '), write(Times), nl.

repeated(Problem, Input, Begun, Times, Answer, Spent, Last) :-
    sum(Problem, Input, Found),
    microseconds(Now),
    (   Now - Begun >= 500000
    ->  Answer = Found, Spent is Now - Begun, Last = Times
    ;   More is Times + 1,
        repeated(Problem, Input, Begun, More, Answer, Spent, Last)
    ).
