-- lights.m - lights out, 4x5, over the whole space, for the Murphi family.
const
  H: 5;
  W: 4;

type
  row: 0 .. H - 1;
  col: 0 .. W - 1;

var
  lit: array [row] of array [col] of boolean;

startstate begin
  for r: row do for c: col do lit[r][c] := true; end; end;
end;

ruleset r: row; c: col do
  rule begin
    lit[r][c] := !lit[r][c];
    if r > 0 then lit[r - 1][c] := !lit[r - 1][c]; end;
    if r < H - 1 then lit[r + 1][c] := !lit[r + 1][c]; end;
    if c > 0 then lit[r][c - 1] := !lit[r][c - 1]; end;
    if c < W - 1 then lit[r][c + 1] := !lit[r][c + 1]; end;
  end;
end;
