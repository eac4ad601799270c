-- puzzles/dining-philosophers.yaml for rumur.
const n: 5;
type
  seat: 0..n - 1;
  mood: enum {thinking, waiting, eating};
var
  is: array [seat] of mood;

startstate begin
  for p: seat do is[p] := thinking; end;
end;

ruleset p: seat do
  rule "takes the left fork" is[p] = thinking & is[(p + n - 1) % n] != eating ==> begin is[p] := waiting; end;
  rule "takes the right fork" is[p] = waiting & is[(p + 1) % n] = thinking ==> begin is[p] := eating; end;
  rule "puts both down" is[p] = eating ==> begin is[p] := thinking; end;
end;

invariant "nobody eats beside an eater"
  forall p: seat do is[p] != eating | is[(p + 1) % n] != eating end;
