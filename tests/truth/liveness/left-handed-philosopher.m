-- puzzles/left-handed-philosopher.yaml for rumur, whose liveness is that from each state such a state can be reached
const n: 3;
type
  seat: 0..n - 1;
var
  is: array [seat] of enum {thinking, hungry, holding, eating};
  taken: array [seat] of boolean;
function first(p: seat): seat; begin if p = n - 1 then return 0; end; return p; end;
function second(p: seat): seat; begin if p = n - 1 then return p; end; return p + 1; end;
startstate begin
  for p: seat do is[p] := thinking; taken[p] := false; end;
end;
ruleset p: seat do
  rule "gets hungry" is[p] = thinking ==> begin is[p] := hungry; end;
  rule "takes a fork" is[p] = hungry & !taken[first(p)] ==> begin is[p] := holding; taken[first(p)] := true; end;
  rule "takes the other" is[p] = holding & !taken[second(p)] ==> begin is[p] := eating; taken[second(p)] := true; end;
  rule "thinks" is[p] = eating ==> begin is[p] := thinking; taken[first(p)] := false; taken[second(p)] := false; end;
end;
liveness "all may think" forall p: seat do is[p] = thinking end;
liveness "all may eat" forall p: seat do is[p] = eating end;
