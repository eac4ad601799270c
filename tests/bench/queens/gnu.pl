% gnu.pl - queens.pl under GNU Prolog, made a program of by gplc: gnu plain|masks N
:- include('queens.pl').

count(Way, N, _) :- g_assign(ways, 0), queens(Way, N, _), g_inc(ways), fail.
count(_, _, Ways) :- g_read(ways, Ways).

microseconds(M) :- cpu_time(Milliseconds), M is Milliseconds * 1000.

main :- argument_list([Way, Number]), number_atom(N, Number), answer(Way, N), halt.

:- initialization(main).
