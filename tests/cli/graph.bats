#!/usr/bin/env bats
# wgcq graph: for drawing programs.
load common

@test "all of a small one, in every format" {
    wgcq solve "$PUZZLES/wolf-goat-cabbage.yaml"
    wgcq graph wolf-goat-cabbage.db
    ends_with 0
    is "$(grep -c ' -> ' out)" 20
    is "$(grep -c 'peripheries=2' out)" 1
    is "$(grep -c 'constraint=false' out)" 10 # there and back, moves that lead up again shape nothing
    dot -Tsvg out >svg
    is "$(grep -c 'class="node"' svg) $(grep -c 'class="edge"' svg)" "10 20"
    wgcq graph wolf-goat-cabbage.db --format mermaid
    is "$(grep -c -- '-->' out)" 20
    wgcq graph wolf-goat-cabbage.db --format graphml
    /usr/bin/python3 -c 'import xml.dom.minidom as m
d = m.parse("out"); assert [len(d.getElementsByTagName(t)) for t in ("node", "edge")] == [10, 20]'
}

@test "a slice of a large one" {
    wgcq solve "$PUZZLES/family.yaml"
    wgcq graph family.db
    ends_with 2
    empty out
    says err "--only shortest"
    wgcq graph family.db --around 1
    ends_with 0
    is "$(grep -c 'label=' out)" "$(($(grep -c ' -> ' out) + 63))"
    wgcq graph family.db --around 1 --radius 1
    ends_with 0
    wgcq graph family.db --only shortest
    ends_with 0
    wgcq graph family.db --format table
    ends_with 2
    wgcq graph family.db --radius 2
    ends_with 2
    wgcq graph family.db --around 1000
    ends_with 2
}

@test "dead ends are grey" {
    wgcq solve "$PUZZLES/frogs.yaml" --set n=2
    wgcq graph frogs.db
    is "$(grep -c 'fontcolor="#777777"' out)" "$(sqlite3 frogs.db 'SELECT count(*) FROM states WHERE to_goal IS NULL')"
}
