#!/usr/bin/env bats
# Names out of puzzles that mean something to SQL: they work or are refused, and harm nothing.
load common

# A puzzle whose variable, cost and array are called $1 (as YAML has it in quotes).
named() {
    cat >named.yaml <<YAML
puzzle: Named
types:
  place: [here, there]
  thing: [one, two]
state:
  '$1': place
  at[thing]: place
start: {'$1': here, at: here}
moves:
  go:
    - set: {'$1': 'there if $1 == here else here'}
  carry {c}:
    - choose: c in thing
    - set: 'at[c] = there'
never:
  nothing: 'false'
goal: {'$1': there, at: there}
YAML
}

# What is in it is what was meant.
holds() { # NAME: named.db has a column of that name, and nothing more than it should
    is "$(sqlite3 named.db 'PRAGMA integrity_check')" ok
    is "$(sqlite3 named.db "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\\'")" 20
    column=$(sqlite3 named.db "SELECT \"column\" FROM field WHERE id = 0")
    is "$(sqlite3 named.db "SELECT name FROM field WHERE id = 0")" "$1"
    quoted=$(printf '%s' "$column" | sed 's/"/""/g')
    is "$(sqlite3 named.db "SELECT group_concat(DISTINCT \"$quoted\") FROM states")" here,there
    is "$(sqlite3 named.db "SELECT count(*) FROM states WHERE \"$quoted\" = 'there'")" 4
    is "$(sqlite3 named.db "SELECT count(*) FROM pragma_table_info('states')")" 9
    wgcq verify named.db
    ends_with 0
    wgcq query named.db shortest --count
    is "$(cat out)" 6
}

@test "variables that are words of SQL, or columns that are there already" {
    for name in select from where order group table index drop values null rowid _rowid_ oid id depth \
        to_goal shown is_start is_goal states edges main temp sqlite_master sqlite_schema old new; do
        rm -f named.db
        named "$name"
        wgcq solve named.yaml
        if [ "$status" = 2 ]; then # a word of the language itself
            nothing_written
            continue
        fi
        ends_with 0
        holds "$name"
        wgcq why named.db "$name=there at_one=there at_two=there"
        ends_with 0
    done
    named select
    rm -f named.db
    wgcq solve named.yaml
    ends_with 0 # these are no words of the language
    named _rowid_
    rm -f named.db
    wgcq solve named.yaml
    ends_with 0
}

@test "names that no language would take are refused, or quoted" {
    for name in 'id"' 'états' 'a; drop table state' 'a"); drop table state_1; --' 'a b' 'a\nb' '' '1' 'a%s%n' \
        '../../x' 'a]' 'a`' '*' 'ünïcode' '状態' 'a.b'; do
        rm -f named.db
        named "$name"
        wgcq solve named.yaml
        case $status in
        2) nothing_written ;;
        0) holds "$name" ;;
        *) ends_with 2 ;;
        esac
    done
}

@test "values, moves, rules, titles and costs may be anything, and stay what they are" {
    cat >text.yaml <<'YAML'
puzzle: "Robert'); DROP TABLE run;-- \" `x` %s"
types:
  place: {here: "'", there: '"'}
state:
  at: place
  select: 0..3
start: {at: here, select: 0}
moves:
  "go'); DROP TABLE move_1;-- {at} \" %n":
    - set: {at: there}
  "x\"]; <script>":
    - guard: select < 3
      else: "it's \"full\"; DROP VIEW states"
    - set: select = select + 1
never:
  "'; DELETE FROM run; --": "select == 2 and at == here"
costs:
  order: select
  id: 1
goal: {at: there, select: 3}
show: "'{at}' \"{select}\" ; --"
YAML
    wgcq solve text.yaml -o text.db
    ends_with 0
    is "$(sqlite3 text.db "SELECT value FROM meta WHERE key = 'title'")" "Robert'); DROP TABLE run;-- \" \`x\` %s"
    is "$(sqlite3 text.db "SELECT DISTINCT rule FROM rejections ORDER BY rule" | tr '\n' '|')" "'; DELETE FROM run; --|it's \"full\"; DROP VIEW states|"
    is "$(sqlite3 text.db "SELECT count(*) FROM edges WHERE move = 'x\"]; <script>'")" "$(sqlite3 text.db "SELECT count(*) FROM edge_1 e JOIN move_1 m ON m.id = e.move WHERE m.text LIKE 'x%'")"
    is "$(sqlite3 text.db "SELECT shown FROM states WHERE id = 1")" "''' \"0\" ; --"
    is "$(sqlite3 text.db "SELECT sum(\"order\") > 0, sum(\"id_\") = count(*) FROM edges")" "1|1"
    is "$(sqlite3 text.db 'PRAGMA integrity_check')" ok
    for command in "verify text.db" "query text.db shortest" "query text.db cheapest --by order" "show text.db" \
        "graph text.db --format dot" "graph text.db --format graphml" "graph text.db --format mermaid" "runs text.db"; do
        wgcq $command
        ends_with 0
    done
    wgcq why text.db 1 "go'); DROP TABLE move_1;-- here \" %n"
    ends_with 0
}
