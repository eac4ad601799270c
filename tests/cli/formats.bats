#!/usr/bin/env bats
# The formats of rows: each read back by a reader that is not ours.
load common

SELECT="SELECT 1 AS number, -9223372036854775808 AS least, 0.1 AS real, NULL AS absent, '' AS void,
    'a,\"b\" | c' AS marks, 'two
lines' AS lines, 'tab' || char(9) || 'bell' || char(7) || 'esc' || char(27) || '[2J' AS control,
    '狼 é 🐐' AS wide, CAST(x'41FF42' AS TEXT) AS broken, 'back\\slash' AS slash, ' padded ' AS padded"

ask() {
    [ -f no-farmer.db ] || wgcq solve "$PUZZLES/no-farmer.yaml"
    wgcq sql no-farmer.db "$SELECT" --format "$1"
    ends_with 0
}

@test "the moves of a plan are a list in json and jsonl, one text elsewhere" {
    cat >joints.yaml <<'END'
puzzle: Moves whose texts hold what separates moves
state: {at: 0..2}
start: {at: 0}
moves:
  go; then "wait":
    - guard: at == 0
    - set: at = 1
  go on:
    - guard: at == 1
    - set: at = 2
goal: at == 2
invariant:
  not at the end: at < 2
END
    wgcq solve joints.yaml -q -o joints.db; ends_with 5
    wgcq plans joints.yaml 2 --format json
    is "$(jq -c 'map(.plan)' out)" '[["go; then \"wait\"","go on"]]'
    for question in shortest cheapest all "all --limit 1" "best --k 1" "plans --length 2" "classes --up-to moves" pareto violations; do
        wgcq query joints.db $question --format json
        is "$question $(jq -c 'map(.plan)' out)" "$question [[\"go; then \\\"wait\\\"\",\"go on\"]]"
        wgcq query joints.db $question --format jsonl
        is "$question $(jq -c .plan out)" "$question [\"go; then \\\"wait\\\"\",\"go on\"]"
        wgcq query joints.db $question --format tsv
        says out 'go; then "wait"; go on'
    done
    sed 's/^goal:.*/goal: at == 0/; /^invariant/,$d' joints.yaml >there.yaml
    wgcq solve there.yaml -q
    wgcq query there.db shortest --format json
    is "$(jq -c 'map(.plan)' out)" '[[]]'
}

@test "json" {
    ask json
    is "$(jq -c '.[0] | [.number, .real, .absent, .void, .marks, .lines, .wide, .slash, .padded]' out)" \
        '[1,0.1,null,"","a,\"b\" | c","two\nlines","狼 é 🐐","back\\slash"," padded "]'
    says out '"least": -9223372036854775808'
    is "$(jq -r '.[0].control' out | od -An -tx1 | tr -d ' \n')" 7461620962656c6c076573631b5b324a0a
    is "$(jq -r '.[0].broken' out)" "A�B"
    is "$(LC_ALL=C grep -c '[[:cntrl:]]' out)" 0
}

@test "jsonl: an object a line" {
    ask jsonl
    is "$(wc -l <out)" 1
    is "$(jq -r .wide out)" "狼 é 🐐"
}

@test "csv" {
    ask csv
    /usr/bin/python3 - <<'PYTHON'
import csv
rows = list(csv.reader(open("out", newline="", encoding="utf-8", errors="surrogateescape"), strict=True))
assert len(rows) == 2, rows
row = dict(zip(*rows))
assert row["number"] == "1" and row["least"] == "-9223372036854775808" and row["real"] == "0.1", row
assert row["absent"] == "" and row["void"] == "", row
assert row["marks"] == 'a,"b" | c' and row["lines"] == "two\nlines", row
assert row["wide"] == "狼 é 🐐" and row["padded"] == " padded ", row
assert row["control"] == "tab\tbell\aesc\033[2J", row
PYTHON
    is "$(grep -c "$(printf '\r')\$" out)" 2
}

@test "tsv" {
    ask tsv
    is "$(wc -l <out)" 2
    is "$(tail -n 1 out | awk -F'\t' '{ print NF }')" 12
    is "$(tail -n 1 out | cut -f7)" 'two\nlines'
    is "$(tail -n 1 out | cut -f8 | cut -c1-9)" 'tab\tbell'
    is "$(tail -n 1 out | cut -f11)" 'back\\slash'
}

@test "markdown" {
    ask markdown
    is "$(wc -l <out)" 3
    is "$(sed -n 2p out | grep -o -- '---' | wc -l)" 12
    says out 'a,"b" \| c'
    says out 'two<br>lines'
    is "$(LC_ALL=C grep -c "$(printf '\033')" out)" 0
}

@test "table: columns by what a terminal shows" {
    ask table
    is "$(LC_ALL=C grep -c "$(printf '\033')" out)" 0
    wgcq sql no-farmer.db "SELECT '狼' AS a, 'x' AS b UNION ALL SELECT 'wolf', 'y'"
    is "$(cat out)" "a     b
----  -
狼    x
wolf  y"
    wgcq sql no-farmer.db "SELECT 5 AS n, 'a' AS t UNION ALL SELECT 12345, 'b' UNION ALL SELECT NULL, 'c' ORDER BY 2"
    is "$(cat out)" "    n  t
-----  -
    5  a
12345  b
    -  c"
    is "$(grep -c ' $' out)" 0
}

@test "many rows keep coming, none is lost" {
    ask json
    rows="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i FROM n"
    for format in table csv tsv jsonl; do
        wgcq sql no-farmer.db "$rows" --format $format
        ends_with 0
        is "$(tr -dc '0-9\n' <out | awk '$1 { sum += $1 } END { print sum }')" 3126250
    done
    wgcq sql no-farmer.db "$rows" --format json
    is "$(jq 'map(.i) | add' out)" 3126250
}

@test "no rows are an empty whole in every format" {
    ask json
    for format in json jsonl csv tsv markdown; do
        wgcq sql no-farmer.db "SELECT 1 AS a WHERE 0" --format $format
        ends_with 1
        cp out "none.$format"
    done
    is "$(jq -c . none.json)" '[]'
    empty none.jsonl
    is "$(tr -d '\r' <none.csv)" a
    is "$(cat none.tsv)" a
}

@test "an answer cut short does not pass for whole" {
    ask json
    wgcq sql no-farmer.db "SELECT abs(i) FROM (SELECT 1 AS i UNION ALL SELECT -9223372036854775808)" --format json
    [ "$status" = 2 ] || [ "$status" = 4 ]
    not jq . out 2>jq
    [ -s err ]
}

@test "csv: a row of one absent cell is a row to any reader" {
    ask json
    wgcq sql no-farmer.db "SELECT NULL AS a UNION ALL SELECT ''" --format csv
    ends_with 0
    is "$(/usr/bin/python3 -c 'import csv; print(list(csv.reader(open("out", newline=""))))')" "[['a'], [''], ['']]"
}

@test "what a terminal or a spreadsheet would act on: raw in csv and tsv alone, as the manual says" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o w.db -q
    for format in table markdown json jsonl csv tsv; do
        wgcq sql w.db "SELECT '=1+1' AS a, char(0x202e) || char(27) || 'x' AS b" --format $format
        ends_with 0
        case $format in
        csv | tsv)
            says out "$(printf '=1+1')"
            says out "$(printf '\u202e\e')x"
            ;;
        *)
            lacks out "$(printf '\u202e')"
            lacks out "$(printf '\e')"
            ;;
        esac
    done
    "$WGCQ" help --man | tr '\n' ' ' >page
    says page "control characters and bidirectional marks are raw"
    says page "a spreadsheet takes it for a formula"
}

@test "a field a line, and a box" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    wgcq sql no-farmer.db "SELECT 7 AS n, 'ab' || char(10) || 'é' AS text UNION ALL SELECT 12, NULL" --format line
    ends_with 0
    is "$(cat out)" "n     7
text  ab
      é

n     12
text  -"
    wgcq sql no-farmer.db "SELECT 7 AS n, 'é' AS text UNION ALL SELECT 12, NULL" --format box
    ends_with 0
    is "$(cat out)" "┌────┬──────┐
│  n │ text │
├────┼──────┤
│  7 │ é    │
│ 12 │ -    │
└────┴──────┘"
    wgcq sql no-farmer.db "SELECT 'a' || char(10) || 'b' AS x UNION ALL SELECT 'c'" --format box
    is "$(cat out)" "┌───┐
│ x │
├───┤
│ a │
│ b │
├───┤
│ c │
└───┘"
}
