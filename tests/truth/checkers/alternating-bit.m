-- puzzles/alternating-bit.yaml for rumur.
type
  bit: 0..1;
  wire: 0..2;
var
  sending, expecting: bit;
  message, answer: wire;
  ahead: -2..2;

startstate begin
  sending := 0; expecting := 0; message := 2; answer := 2; ahead := 0;
end;

rule "send" true ==> begin message := sending; end;
rule "lose the message" message != 2 ==> begin message := 2; end;
rule "receive" message != 2 ==> begin
  answer := message;
  if message = expecting then expecting := 1 - expecting; ahead := ahead + 1; end;
  message := 2;
end;
rule "lose the answer" answer != 2 ==> begin answer := 2; end;
rule "hear" answer != 2 ==> begin
  if answer = sending then sending := 1 - sending; ahead := ahead - 1; end;
  answer := 2;
end;

invariant "in step" ahead >= 0 & ahead <= 1;
