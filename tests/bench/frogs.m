-- frogs.m - leaping frogs, N a side, for the Murphi family; `gap` follows from `on`.
const
  N: 14; -- another number is put here before it is compiled

type
  stone: 0 .. 2 * N;
  frog: enum { empty, green, brown };

var
  on: array [stone] of frog;
  gap: stone;

startstate begin
  for s: stone do
    on[s] := s < N ? green : (s = N ? empty : brown);
  end;
  gap := N;
end;

ruleset d: 1 .. 2 do
  rule gap >= d & on[gap - d] = green ==>
  begin
    on[gap] := green;
    on[gap - d] := empty;
    gap := gap - d;
  end;
  rule gap + d <= 2 * N & on[gap + d] = brown ==>
  begin
    on[gap] := brown;
    on[gap + d] := empty;
    gap := gap + d;
  end;
end;
