-- puzzles/two-phase-commit.yaml for rumur.
type
  manager: 1..3;
  decision: enum {open, tocommit, toabort};
  line: enum {working, prepared, committed, aborted};
var
  is: array [manager] of line;
  decided: decision;
  heard, said: array [manager] of boolean;

startstate begin
  for m: manager do is[m] := working; heard[m] := false; said[m] := false; end;
  decided := open;
end;

ruleset m: manager do
  rule "prepares" is[m] = working ==> begin is[m] := prepared; said[m] := true; end;
  rule "chooses to abort" is[m] = working ==> begin is[m] := aborted; end;
  rule "is heard" decided = open & said[m] ==> begin heard[m] := true; end;
  rule "commits" decided = tocommit ==> begin is[m] := committed; end;
  rule "aborts" decided = toabort ==> begin is[m] := aborted; end;
end;
rule "decide to commit" decided = open & forall m: manager do heard[m] end ==> begin decided := tocommit; end;
rule "decide to abort" decided = open ==> begin decided := toabort; end;

invariant "consistent"
  !((exists m: manager do is[m] = committed end) & (exists m: manager do is[m] = aborted end));
