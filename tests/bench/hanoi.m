-- hanoi.m - the towers of Hanoi, 13 disks on 3 pegs, for the Murphi family.
const
  DISKS: 13;

type
  disk: 0 .. DISKS - 1; -- 0 is the smallest
  peg: 0 .. 2;

var
  on: array [disk] of peg;

startstate begin
  for d: disk do on[d] := 0; end;
end;

ruleset d: disk; p: peg do
  rule on[d] != p & forall s: disk do s < d -> on[s] != on[d] & on[s] != p end ==>
  begin
    on[d] := p;
  end;
end;
