#!/usr/bin/env bats
# T or none: what it is everywhere that a value is shown, stored, asked for.

load common

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    cat >seats.yaml <<'END'
puzzle: Seats
types:
  actor: [ann, bob, cat]
  seat: 0..3
state:
  owner: actor or none
  chair: seat or none
  told[seat]: actor or none
start: {owner: none, chair: none, told: none}
symmetric: [actor, seat]
moves:
  "{a} takes it from {owner}":
    - choose: a in actor
    - guard: owner == none
      else: it is taken
    - set: owner = a
  "{owner} gives it back":
    - guard: owner != none
    - set: owner = none
  "sit on {s}":
    - choose: s in seat
    - guard: chair == none or chair != s
    - set: chair = s
  "tell {chair}":
    - guard: chair != none and owner != none and told[chair] != owner
    - set: told[chair] = owner
  "forget {chair}":
    - guard: chair != none
    - set:
        told[chair]: none
        chair: none
goal: all(told[s] != none for s in seat) and owner == none
END
    "$WGCQ" solve seats.yaml -o seats.db -q >solved
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR"/seats.* .
}

figures() {
    grep -E '^(solved|states|edges|depth|goals)' out | sed 's/ in [0-9]* orbits//'
}

@test "every order, orbits, files and threads come to the same" {
    wgcq solve seats.yaml --trace none -q --threads 1
    figures >due
    for how in "--order a-star" "--order cheapest" "--reduce symmetry" "--threads 3"; do
        wgcq solve seats.yaml --trace none -q $how
        ends_with 0
        diff due <(figures)
    done
    wgcq solve seats.yaml --trace none -q --order both-ends --stop shortest
    test "$(head -1 due)" = "$(sed -n '1s/; stopped.*//p' out)"
    wgcq verify seats.db
    ends_with 0
}

@test "the views have NULL, of numbers and of names" {
    test "$(sqlite3 seats.db "SELECT typeof(owner), typeof(chair), typeof(told_2) FROM states WHERE id = 1")" = "null|null|null"
    test "$(sqlite3 seats.db "SELECT group_concat(DISTINCT typeof(chair)) FROM states WHERE chair IS NOT NULL")" = integer
    test "$(sqlite3 seats.db "SELECT count(*) FROM states WHERE owner IS NULL")" = "$(sqlite3 seats.db "SELECT count(*) FROM states WHERE shown LIKE 'owner=none %'")"
    wgcq sql seats.db "SELECT owner, chair FROM states WHERE id = 1" --format json
    ends_with 0
    grep '"owner": *null' out
    wgcq export seats.db -o plain.db
    ends_with 0
    test "$(sqlite3 plain.db "SELECT count(*) FROM states WHERE chair IS NULL")" = "$(sqlite3 seats.db "SELECT count(*) FROM states WHERE chair IS NULL")"
}

@test "a state is named by its values, none among them" {
    wgcq why seats.db "owner=none chair=2 told_0=none told_1=none told_2=none told_3=none" "tell 2"
    ends_with 0
    says out "2 != none and none != none"
    wgcq why seats.db "owner=ann chair=none told_0=none told_1=none told_2=none told_3=none" "bob takes it from ann"
    says out "it is taken"
}

@test "plans, pictures and differences say none" {
    wgcq show seats.db 1
    says out "takes it from none"
    wgcq graph seats.db --depth 2
    ends_with 0
    wgcq compare seats.db 1 2
    ends_with 0
    wgcq query seats.db classes --up-to symmetry
    ends_with 0
}

@test "a file is resumed, asked and merged with what stands for none" {
    wgcq solve seats.yaml --max-states 300 -o cut.db -q
    ends_with 3
    wgcq resume cut.db -q
    ends_with 0
    test "$(sqlite3 cut.db "SELECT count(*), count(owner), sum(chair) FROM states")" = "$(sqlite3 seats.db "SELECT count(*), count(owner), sum(chair) FROM states")"
    sqlite3 seats.db "UPDATE meta SET value = '0 9' WHERE key = 'none'"
    wgcq query seats.db shortest
    ends_with 4
}
