#!/usr/bin/env bats
# wgcq sql, and the same views read by a stock sqlite3.
load common

columns() { sqlite3 "$1" "SELECT group_concat(name, ' ') FROM pragma_table_info('$2')"; }

@test "a question" {
    wgcq solve "$PUZZLES/frogs.yaml"
    wgcq sql frogs.db "SELECT count(*) AS dead FROM states WHERE to_goal IS NULL" --format json
    ends_with 0
    is "$(jq -c . out)" '[{"dead":147}]'
}

@test "no rows: exit 1" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    wgcq sql no-farmer.db "SELECT * FROM states WHERE depth > 99"
    ends_with 1
    wgcq sql no-farmer.db "SELECT * FROM states WHERE depth > 99" --format json
    ends_with 1
    is "$(jq -c . out)" '[]'
}

@test "it can only read" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    before=$(sha256sum <no-farmer.db)
    for sql in "DROP VIEW states" "DELETE FROM runs" "PRAGMA user_version = 7" \
        "ATTACH 'x.db' AS x" "VACUUM INTO 'x.db'" "CREATE TEMP TABLE t(x)" \
        "SELECT 1; DELETE FROM runs" "SELEC 1" ""; do
        wgcq sql no-farmer.db "$sql"
        [ "$status" = 2 ] || [ "$status" = 4 ] || { echo "$sql: $status"; false; }
        empty out
    done
    is "$(sha256sum <no-farmer.db)" "$before"
    [ ! -e x.db ]
}

@test "the views and their columns, by stock SQLite" {
    wgcq solve "$PUZZLES/family.yaml"
    is "$(columns family.db states)" "id depth to_goal is_start is_goal shown raft at_mother at_father at_daughter1 at_daughter2 at_son1 at_son2 at_policeman at_prisoner"
    is "$(columns family.db edges)" "src dst move moves noise"
    is "$(columns family.db rejections)" "src move rule"
    is "$(columns family.db solutions)" "id length moves noise"
    is "$(columns family.db steps)" "solution step move src dst shown moves noise"
    is "$(columns family.db runs | cut -d' ' -f1-8)" "id order options started seconds states edges status"
    is "$(sqlite3 family.db "SELECT view || '.' || name FROM columns EXCEPT
        SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'view'")" ""
    is "$(sqlite3 family.db "SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
        WHERE m.name IN ('states', 'edges', 'rejections', 'solutions', 'steps', 'violations',
          'properties', 'lassos')
        EXCEPT SELECT view || '.' || name FROM columns")" ""
    is "$(sqlite3 family.db "PRAGMA foreign_key_check")" ""
    is "$(sqlite3 family.db "SELECT count(DISTINCT \"table\") FROM pragma_foreign_key_list('edge_1')")" 2
    is "$(sqlite3 family.db "SELECT count(*) FROM states_1, columns WHERE view = 'states' AND
        typeof(raft) <> lower((SELECT type FROM columns WHERE view = 'states' AND name = 'raft'))")" 0
    is "$(sqlite3 family.db "SELECT typeof(count_approx), count_approx = CAST(count AS REAL) FROM cheapest LIMIT 1")" "real|1"
}

@test "the views hold what solve printed" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" --format json
    db=wolf-goat-cabbage.db
    is "$(sqlite3 $db 'SELECT count(*), max(depth), sum(is_goal), sum(is_start) FROM states')" "10|7|1|1"
    is "$(sqlite3 $db 'SELECT count(*) FROM edges')" 20
    is "$(sqlite3 $db 'SELECT count(*), min(length), max(length) FROM solutions')" "2|7|7"
    is "$(sqlite3 $db 'SELECT count(*) FROM rejections')" "$(jq .rejections out)"
    is "$(sqlite3 $db 'SELECT states, edges, status FROM runs')" "10|20|complete"
    is "$(sqlite3 $db "SELECT farmer, at_wolf, at_goat FROM states WHERE is_start")" "west|west|west"
    is "$(sqlite3 $db "SELECT count(*) FROM edges WHERE move = 'take goat'")" \
        "$(sqlite3 $db "SELECT count(*) FROM edges e JOIN states a ON a.id = e.src JOIN states b ON b.id = e.dst WHERE a.at_goat <> b.at_goat")"
    is "$(sqlite3 $db "SELECT DISTINCT rule FROM rejections ORDER BY 1")" "the goat eats the cabbage
the wolf eats the goat"
}

@test "steps are edges, one after the other" {
    wgcq solve "$PUZZLES/no-farmer.yaml"
    is "$(sqlite3 no-farmer.db 'SELECT count(*) FROM steps s WHERE s.move IS NOT NULL AND NOT EXISTS (SELECT 1 FROM edges e WHERE e.src = s.src AND e.dst = s.dst AND e.move = s.move)')" 0
    is "$(sqlite3 no-farmer.db 'SELECT count(*) FROM steps WHERE move IS NOT NULL')" 20
}

@test "one portable file, in order" {
    wgcq solve "$PUZZLES/family.yaml"
    is "$(ls family.db*)" family.db
    is "$(sqlite3 family.db 'PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA journal_mode')" "ok
delete"
}

@test "how much is kept" {
    wgcq solve "$PUZZLES/no-farmer.yaml" --trace solutions -o s.db
    ends_with 0
    is "$(sqlite3 s.db 'SELECT (SELECT count(*) FROM states), (SELECT count(*) FROM edges), (SELECT count(*) FROM solutions)')" "0|0|2"
    wgcq show s.db 2
    ends_with 0
    wgcq solve "$PUZZLES/no-farmer.yaml" --trace states -o t.db
    is "$(sqlite3 t.db 'SELECT (SELECT count(*) FROM states), (SELECT count(*) FROM edges)')" "16|0"
    wgcq solve "$PUZZLES/no-farmer.yaml" --trace edges -o e.db
    is "$(sqlite3 e.db 'SELECT (SELECT count(*) FROM edges), (SELECT count(*) FROM rejections)')" "32|0"
}

# bats test_tags=slow
@test "a limit of time also ends what SQLite does in one go" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o w.db -q
    local row i # many times as slow as the limit, on any machine
    for i in {10..29}; do row+="${row:+ + }length(printf('%.*c', 20000000$i, 'x'))"; done
    for sql in "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
                SELECT length(a) FROM (SELECT randomblob(3000000) AS a FROM n ORDER BY a) LIMIT 1" \
        "SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT $row"; do
        for format in table json csv; do
            wgcq sql w.db "$sql" --max-time 1 --format $format
            ends_with 3
            says err "stopped at --max-time 1; there may be more"
        done
    done
    # rows that were there before it are whole
    is "$(tr -d '\r' <out)" "$(printf 'a\n1\n2')"
}

@test "a text with a NUL in it is not cut short there" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml" -o w.db -q
    wgcq sql w.db "SELECT 'a' || char(0) || 'b', char(0), '', 'c' || char(0)" --format csv
    ends_with 0
    is "$(tail -n 1 out | tr -d '\r')" 'a�b,�,"",c�'
}

@test "every run has its indices; one of fewer than 256 states and edges no statistics" {
    local list="SELECT name FROM sqlite_schema WHERE type = 'index' OR name = 'sqlite_stat1' ORDER BY name"
    wgcq solve "$PUZZLES/hanoi.yaml" --set disks=3 -o small.db -q # 27 states, 78 edges
    ends_with 0
    is "$(sqlite3 small.db "$list" | paste -s -d ' ')" "edge_1_dst rejection_1_src state_1_depth"
    wgcq solve "$PUZZLES/hanoi.yaml" --set disks=4 -o large.db -q
    ends_with 0
    is "$(sqlite3 large.db "$list" | paste -s -d ' ')" "edge_1_dst rejection_1_src sqlite_stat1 state_1_depth"
    is "$(sqlite3 large.db "SELECT stat FROM sqlite_stat1 WHERE idx = 'edge_1_dst'")" "240 3"
}
