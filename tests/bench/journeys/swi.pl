% swi.pl - problems.pl under SWI-Prolog: swipl -O swi.pl PROBLEM INPUT
:- include(problems).
:- include(puzzles).

sum(Problem, Input, Sum) :- aggregate_all(sum(Value), solution(Problem, Input, Value), Sum).

microseconds(M) :- statistics(process_cputime, S), M is truncate(S * 1000000).

main :- current_prolog_flag(argv, [Problem, Text|_]), atom_number(Text, Input), answer(Problem, Input).

:- initialization((main, halt), main).
