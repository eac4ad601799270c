-- puzzles/peterson.yaml for rumur.
type
  process: 0..1;
  line: enum {idle, flagged, waiting, critical};
var
  at: array [process] of line;
  flag: array [process] of boolean;
  turn: process;

ruleset first: process do
  startstate begin
    for i: process do at[i] := idle; flag[i] := false; end;
    turn := first;
  end;
end;

ruleset i: process do
  rule "raises its flag" at[i] = idle ==> begin flag[i] := true; at[i] := flagged; end;
  rule "gives way" at[i] = flagged ==> begin turn := 1 - i; at[i] := waiting; end;
  rule "enters" at[i] = waiting & (!flag[1 - i] | turn = i) ==> begin at[i] := critical; end;
  rule "leaves" at[i] = critical ==> begin flag[i] := false; at[i] := idle; end;
end;

invariant "mutual exclusion" !(at[0] = critical & at[1] = critical);
