-- puzzles/dekker.yaml for rumur, whose liveness is that from each state such a state can be reached
type
  process: 0..1;
  place: enum {idle, asking, waiting, critical};
var
  at: array [process] of place;
  flag: array [process] of boolean;
  turn: process;
startstate begin
  for i: process do at[i] := idle; flag[i] := false; end;
  turn := 0;
end;
ruleset i: process do
  rule "asks" at[i] = idle ==> begin at[i] := asking; flag[i] := true; end;
  rule "enters" at[i] = asking & !flag[1 - i] ==> begin at[i] := critical; end;
  rule "gives way" at[i] = asking & flag[1 - i] & turn != i ==> begin at[i] := waiting; flag[i] := false; end;
  rule "asks again" at[i] = waiting & turn = i ==> begin at[i] := asking; flag[i] := true; end;
  rule "leaves" at[i] = critical ==> begin at[i] := idle; flag[i] := false; turn := 1 - i; end;
end;
liveness "both may rest" at[0] = idle & at[1] = idle;
liveness "both may be in" at[0] = critical & at[1] = critical;
