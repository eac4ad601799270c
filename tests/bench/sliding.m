-- sliding.m - the sliding tiles of 2x5, for the Murphi family; `gap` follows from `at`.
const
  W: 5;
  N: 10;

type
  place: 0 .. N - 1;

var
  at: array [place] of place;
  gap: place;

procedure slide(from: place);
begin
  at[gap] := at[from];
  at[from] := 0;
  gap := from;
end;

startstate begin
  for p: place do at[p] := (p + 1) % N; end;
  gap := N - 1;
end;

rule gap % W > 0 ==> begin slide(gap - 1); end;
rule gap % W < W - 1 ==> begin slide(gap + 1); end;
rule gap >= W ==> begin slide(gap - W); end;
rule gap < N - W ==> begin slide(gap + W); end;
