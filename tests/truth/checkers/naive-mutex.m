-- puzzles/naive-mutex.yaml for rumur.
type
  process: 0..1;
  line: enum {idle, looked, critical};
var
  at: array [process] of line;
  flag: array [process] of boolean;

startstate begin
  for i: process do at[i] := idle; flag[i] := false; end;
end;

ruleset i: process do
  rule "looks" at[i] = idle & !flag[1 - i] ==> begin at[i] := looked; end;
  rule "enters" at[i] = looked ==> begin flag[i] := true; at[i] := critical; end;
  rule "leaves" at[i] = critical ==> begin flag[i] := false; at[i] := idle; end;
end;

invariant "mutual exclusion" !(at[0] = critical & at[1] = critical);
