% swi.pl - queens.pl under SWI-Prolog: swipl -O swi.pl plain|masks N
:- include(queens).

count(Way, N, Ways) :- aggregate_all(count, queens(Way, N, _), Ways).

microseconds(M) :- statistics(process_cputime, S), M is truncate(S * 1000000).

main :- current_prolog_flag(argv, [Way, Number|_]), atom_number(Number, N), answer(Way, N).

:- initialization((main, halt), main).
