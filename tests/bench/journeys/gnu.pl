% gnu.pl - problems.pl under GNU Prolog, made a program of by gplc: gnu PROBLEM INPUT
:- include('problems.pl').
:- include('puzzles.pl').

sum(Problem, Input, _) :-
    g_assign(sum, 0), solution(Problem, Input, Value), g_read(sum, Before), Sum is Before + Value, g_assign(sum, Sum), fail.
sum(_, _, Sum) :- g_read(sum, Sum).

microseconds(M) :- cpu_time(Milliseconds), M is Milliseconds * 1000.

main :- argument_list([Problem, Text]), number_atom(Input, Text), answer(Problem, Input), halt.

:- initialization(main).
