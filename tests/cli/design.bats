#!/usr/bin/env bats
# wgcq design: what it asks for, says and leaves; truth/design.py compares its figures.

load common

SWEPT=(--vary n=1..4 --want 'length >= 8 and plans == 2')

@test "results as they are found, with a command that solves each" {
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --count 3
    ends_with 0
    is "$(grep -c '^result ' out)" 3
    says out 'result 1, step 1: states 195, length 24, plans 2'
    says out "solve $PUZZLES/frogs.yaml --set 'n=4'"
    says err '3 of 3 found'
    is "$(sqlite3 frogs.design.db 'SELECT result, n, length, settings FROM results')" "1|4|24|--set 'n=4'
2|3|15|--set 'n=3'
3|2|8|--set 'n=2'"
    cp out before
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --count 3 # from the file
    ends_with 0
    cmp before out
}

@test "fewer than wanted: all were tried, or a limit came first" {
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --count 4 --format csv -o f.db
    ends_with 1
    is "$(wc -l <out)" 4
    says err '3 of 4 found in 4 candidates'
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --count 4 --max-states 100 -o cut.db
    ends_with 3
    says err '1 cut short by a limit'
    is "$(sqlite3 cut.db "SELECT n, length, wanted FROM candidates WHERE status = 'cut short'")" "4||0"
    wgcq design "$PUZZLES/sokoban.yaml" --vary level --want 'length > 1000' --max-time 1 -o long.db
    ends_with 3
    is "$(sqlite3 long.db 'SELECT count(*) > 0 FROM candidates')" 1
}

@test "another question is refused, and --replace begins again" {
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --count 1 -o f.db
    ends_with 0
    cp f.db before.db
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --seed 7 -o f.db
    ends_with 4
    says err "f.db holds another search: its seed is '0', not '7'"
    wgcq design "$PUZZLES/sokoban.yaml" --vary level --want 'length > 3' -o f.db
    ends_with 4
    says err 'f.db holds a search of another puzzle'
    cmp f.db before.db
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" --seed 7 --replace --count 1 -o f.db
    ends_with 0
    is "$(sqlite3 f.db "SELECT value FROM design WHERE key = 'seed'")" 7
    wgcq solve "$PUZZLES/frogs.yaml" -o run.db
    wgcq design "$PUZZLES/frogs.yaml" "${SWEPT[@]}" -o run.db
    ends_with 4
    says err 'run.db is no file of a search'
}

@test "walls stay, and a map is given on as it is" {
    wgcq design "$PUZZLES/sokoban.yaml" --vary 'level=.$@ ' --want 'length >= 5' --count 3 -o s.db --seed 3
    ends_with 0
    is "$(sqlite3 s.db "SELECT count(DISTINCT replace(replace(replace(replace(level, '.', ' '), '\$', ' '), '@', ' '), '*', '*')) FROM candidates")" 1
    settings=$(sqlite3 s.db 'SELECT settings FROM results LIMIT 1')
    eval "wgcq solve \"$PUZZLES/sokoban.yaml\" -o again.db $settings"
    ends_with 0
    is "$(sqlite3 again.db 'SELECT shortest_length FROM runs')" "$(sqlite3 s.db 'SELECT length FROM results LIMIT 1')"
}

@test "what is asked for is checked first" {
    wgcq design "$PUZZLES/frogs.yaml"
    ends_with 2
    says err 'needs --vary'
    says err 'needs --want'
    wgcq design "$PUZZLES/frogs.yaml" --vary m=1..3 --want 'length > 3'
    ends_with 2
    says err "the puzzle has no parameter 'm'"
    wgcq design "$PUZZLES/frogs.yaml" --vary n --want 'length > 3'
    ends_with 2
    says err 'n is one value'
    wgcq design "$PUZZLES/frogs.yaml" --vary n=1..3 --vary n=2 --want 'length > 3'
    ends_with 2
    says err 'n is there twice'
    wgcq design "$PUZZLES/frogs.yaml" --vary n=1..3 --want 'lenght > 3' --best 'plans +'
    ends_with 2
    says err "--want:1:1: error: unknown name 'lenght'"
    says err "did you mean 'length'?"
    wgcq design "$PUZZLES/sokoban.yaml" --vary level=xyz --want 'length > 3'
    ends_with 2
    says err 'level has none of these values'
    wgcq design - --vary n=1..3 --want 'length > 3' <"$PUZZLES/frogs.yaml"
    ends_with 2
    says err 'needs -o FILE.db'
    nothing_written
}
