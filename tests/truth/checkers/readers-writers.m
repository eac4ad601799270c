-- puzzles/readers-writers.yaml for rumur.
type
  reader: 1..2;
  writer: 1..2;
  reads: enum {raway, counted, reading, leaving};
  writes: enum {waway, writing};
var
  r: array [reader] of reads;
  w: array [writer] of writes;
  many: 0..2;
  locked: boolean;

startstate begin
  for i: reader do r[i] := raway; end;
  for i: writer do w[i] := waway; end;
  many := 0; locked := false;
end;

ruleset i: reader do
  rule "counts itself" r[i] = raway ==> begin many := many + 1; r[i] := counted; end;
  rule "takes the lock" r[i] = counted & many = 1 & !locked ==> begin locked := true; r[i] := reading; end;
  rule "follows" r[i] = counted & many > 1 ==> begin r[i] := reading; end;
  rule "ends" r[i] = reading ==> begin many := many - 1; r[i] := leaving; end;
  rule "leaves" r[i] = leaving ==> begin
    r[i] := raway;
    if many = 0 then locked := false; end;
  end;
end;
ruleset i: writer do
  rule "a writer takes the lock" w[i] = waway & !locked ==> begin locked := true; w[i] := writing; end;
  rule "a writer leaves" w[i] = writing ==> begin locked := false; w[i] := waway; end;
end;

invariant "writers are alone" !(w[1] = writing & w[2] = writing);
invariant "nobody reads while one writes"
  !((exists i: reader do r[i] = reading end) & (exists i: writer do w[i] = writing end));
