-- puzzles/german-cache.yaml for rumur.
const n: 3;
type
  node: scalarset(n);
  line: enum {invalid, have_shared, have_exclusive};
  request: enum {no_request, ask_shared, ask_exclusive};
  order: enum {no_order, invalidate, give_shared, give_exclusive};
var
  cache: array [node] of line;
  asks: array [node] of request;
  told: array [node] of order;
  acknowledges: array [node] of boolean;
  sharer: array [node] of boolean;
  pending: array [node] of boolean;
  granted: boolean;
  serving: request;
  client: node;

ruleset first: node do
  startstate begin
    for i: node do
      cache[i] := invalid; asks[i] := no_request; told[i] := no_order;
      acknowledges[i] := false; sharer[i] := false; pending[i] := false;
    end;
    granted := false; serving := no_request; client := first;
  end;
end;

ruleset i: node do
  rule "asks to share" cache[i] = invalid & asks[i] = no_request ==> begin asks[i] := ask_shared; end;
  rule "asks for itself" cache[i] != have_exclusive & asks[i] = no_request ==> begin asks[i] := ask_exclusive; end;
  rule "is served" serving = no_request & asks[i] != no_request ==> begin
    serving := asks[i]; client := i; asks[i] := no_request;
    for k: node do pending[k] := sharer[k]; end;
  end;
  rule "is told to invalidate"
    told[i] = no_order & pending[i] & (serving = ask_exclusive | (serving = ask_shared & granted)) ==>
  begin told[i] := invalidate; pending[i] := false; end;
  rule "invalidates" told[i] = invalidate & !acknowledges[i] ==>
  begin told[i] := no_order; acknowledges[i] := true; cache[i] := invalid; end;
  rule "acknowledgement arrives" serving != no_request & acknowledges[i] ==>
  begin acknowledges[i] := false; sharer[i] := false; granted := false; end;
  rule "shares" told[i] = give_shared ==> begin cache[i] := have_shared; told[i] := no_order; end;
  rule "owns" told[i] = give_exclusive ==> begin cache[i] := have_exclusive; told[i] := no_order; end;
end;

rule "share a line" serving = ask_shared & !granted & told[client] = no_order ==>
begin sharer[client] := true; serving := no_request; told[client] := give_shared; end;

rule "grant a line" serving = ask_exclusive & told[client] = no_order & (forall i: node do !sharer[i] end) ==>
begin sharer[client] := true; serving := no_request; granted := true; told[client] := give_exclusive; end;

invariant "an owner is alone"
  forall i: node do forall j: node do i = j | cache[i] != have_exclusive | cache[j] = invalid end end;
