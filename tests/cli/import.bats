#!/usr/bin/env bats
# wgcq import: boards of others as puzzles.
load common

levels() {
    cat <<'XSB'
; 1

####
# .#
#  ###
#*@  #
#  $ #
#  ###
####

-----
Three players wait

########
#@$.@$.#
########
Title: Two players
Author: Nobody
XSB
}

@test "a level of a collection by number and by title" {
    levels >two.xsb
    wgcq import two.xsb --level 1 -o one.yaml
    ends_with 0
    says out "solve one.yaml"
    wgcq solve one.yaml -o one.db
    says out "solved: shortest 33 moves"
    says out "pushes 8"
    wgcq show one.db --format json
    is "$(jq -r '.[0].shown' out | sed 's| *$||')" "$(sed -n 3,9p two.xsb)"
    wgcq import two.xsb --level 2
    ends_with 2
    levels | sed 's/@\$\.@/@$. /; s/\$\.#$/  #/' >fine.xsb
    wgcq import fine.xsb --level 'TWO PLAYERS'
    ends_with 0
    says out 'puzzle: "Two players"'
    says out 'about: "Nobody"'
}

@test "the puzzle on standard output, the file on standard input" {
    wgcq import - --level 1 < <(levels)
    ends_with 0
    cp out one.yaml
    wgcq check one.yaml
    ends_with 0
}

@test "what is wrong with a level, all at once" {
    levels >two.xsb
    wgcq import two.xsb
    ends_with 2
    says err "two.xsb:14:1: error: a second level: the file has 2, and a puzzle is one of them"
    says err "--level 1 to --level 2"
    wgcq import two.xsb --level 'Two player'
    ends_with 2
    says err "did you mean 'Two players'?"
    wgcq import two.xsb --level 3
    says err "no level '3': the file has 2"
    wgcq import two.xsb --level 2
    says err "two.xsb:15:5: error: a second player: a level has one"
    says err "the first one is here"
    printf '####\n# .#\n#$\n####\n' >bad.xsb
    wgcq import bad.xsb
    ends_with 2
    says err "the level has no player"
    printf '######\n#@$..#\n##\n######\n' >bad.xsb
    wgcq import bad.xsb
    says err "the level has 1 boxes and 2 targets"
    printf '######\n#@$. \n######\n' >bad.xsb
    wgcq import bad.xsb
    says err "bad.xsb:2:5: error: the walls are open here"
    { printf '%065d\n' 0 | tr 0 '#'; echo '#@$.#'; } >bad.xsb
    wgcq import bad.xsb
    says err "a board of 2 rows and 65 columns; 64 of each are the most"
}

@test "boards of Rush Hour: one, and a list with a parameter" {
    printf '60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n# easy\n\nooooooooooooooAAooBBBoooooooCCoooooo\n' >cards.txt
    wgcq import cards.txt --level 1 -o one.yaml -q
    ends_with 0
    empty out
    wgcq solve one.yaml -o one.db
    says out "solved: shortest 60 moves"
    wgcq show one.db --format json
    is "$(jq -r '.[0].shown' out | tr -d '\n')" "$(sed -n 's/60 //; s/ 2332//; y/o/./; 1p' cards.txt)"
    wgcq import cards.txt -o all.yaml
    ends_with 0
    wgcq solve all.yaml --set board=1..2 --trace none --format csv
    ends_with 0
    is "$(cut -d, -f1,9 out | tr '\n' ' ')" "board,shortest_length 1,60 2,1 "
}

@test "boards of any rectangle, with a given exit" {
    printf 'oo^oo/ooooC/oBAoC/oBAoC/oooDD\n<ooAA/BBoC/oooC\n' >any.txt
    wgcq import any.txt --level 1 -o one.yaml
    ends_with 0
    says one.yaml "leave at the top"
    wgcq solve one.yaml --trace none
    says out "shortest 1 move"
    wgcq import any.txt --level 2
    says out "goal: at[A] == 0"
    wgcq import any.txt
    ends_with 2
    says err "any.txt:2:1: error: this board has another size or another exit than the first one"
    says err "--level 2 takes it alone"
}

@test "what is wrong with a board" {
    for wrong in 'AAB/ooo:car B has one cell' 'AAo/oAo:car A is not one line of cells' 'BBo/ooo:no car A or X' \
        'AAo/oo:row 2 has 2 cells' 'AAo>/ooo>:a second exit' 'AAo/ooo>:car A never comes to this exit' 'A>o/ooo:an exit inside of a row'; do
        printf '%s\n' "${wrong%%:*}" >wrong.txt
        wgcq import wrong.txt
        ends_with 2
        says err "${wrong#*:}"
    done
    printf 'AAo/ooo\nhello\n' >wrong.txt
    wgcq import wrong.txt
    says err "wrong.txt:2:1: error: no board of 36 characters"
}

@test "PDDL: both files in any order, costs, and names of its own" {
    P=$ROOT/tests/truth/pddl
    wgcq import "$P/logistics-1.pddl" "$P/logistics-domain.pddl" -o l.yaml -q
    ends_with 0
    says l.yaml '# in PDDL: obj_1 is obj-1'
    says l.yaml 'minimize: total_cost'
    says l.yaml '  at[thing]: place_or_vehicle'
    wgcq solve l.yaml -o l.db
    says out "solved: shortest 15 moves"
    says out "cheapest    total_cost 61"
    wgcq import "$P/blocks-domain.pddl" "$P/blocks-4.pddl" -o b.yaml
    wgcq solve b.yaml -o b.db
    says out "states      125"
    wgcq why b.db 1 'stack a b'
    says out "needs (holding ?x)"
}

@test "PDDL: predicates become types, variables and parameters that are read" {
    P=$ROOT/tests/truth/pddl
    wgcq import "$P/gripper-domain.pddl" "$P/gripper-4.pddl" -o g.yaml -q
    for line in '  ball: [ball1, ball2, ball3, ball4]' '  at_robby: room' '  at[ball]: room or none' '  carry[gripper]: ball or none' \
        '  free(g): carry[g] == none' '    - let: room_2 = at_robby'; do
        grep -qxF -- "$line" g.yaml || { echo "no line $line"; cat g.yaml; false; }
    done
    wgcq solve g.yaml --trace none
    says out "solved: shortest 11 moves"
}

@test "PDDL: what other predicates imply is defined, not stored" {
    P=$ROOT/tests/truth/pddl
    wgcq import "$P/blocks-domain.pddl" "$P/blocks-4.pddl" -o b.yaml -q
    for line in '  clear(x): holding != x and all(on[x_2] != x for x_2 in block)' '  ontable(x): holding != x and on[x] == none' '  handempty: holding == none'; do
        grep -qxF -- "$line" b.yaml || { echo "no line $line"; cat b.yaml; false; }
    done
}

@test "PDDL: forall with a condition changes many variables at once" {
    P=$ROOT/tests/truth/pddl
    wgcq import "$P/bus-domain.pddl" "$P/bus-1.pddl" -o b.yaml -q
    for line in '  sits[person]: bus_or_place' '        sits[x] for x in person if sits[x] == b: p'; do
        grep -qxF -- "$line" b.yaml || { echo "no line $line"; cat b.yaml; false; }
    done
    wgcq solve b.yaml --trace none
    says out "solved: shortest 11 moves"
}

@test "PDDL: numbers get their bounds from the actions" {
    P=$ROOT/tests/truth/pddl
    wgcq import "$P/jugs-domain.pddl" "$P/jugs-1.pddl" -o j.yaml -q
    grep -qxF '  water[jug]: 0..5' j.yaml
    grep -qxF 'minimize: poured' j.yaml
    wgcq solve j.yaml --trace none
    says out "solved: shortest 6 moves"
    says out "cheapest    poured 9"
    refused() { # SED, the message
        sed "$1" "$P/jugs-domain.pddl" >d.pddl
        wgcq import d.pddl "$P/jugs-1.pddl"
        ends_with 2
        says err "$2"
    }
    refused 's/(<= (+ (water ?from) (water ?to)) (room ?to))//' \
        'd.pddl:18:44: error: a puzzle cannot say a number without a greatest value: no precondition bounds what this makes of it'
    refused 's/(> (+ (water ?from) (water ?to)) (room ?to))//' 'a number without a least value'
    says err 'such as (>= (water ...) AMOUNT)'
    refused 's/(not (= ?from ?to)) (> (water/(> (water/' 'two changes of one number, of which one assigns it'
    sed 's/(= (water small) 0)//' "$P/jugs-1.pddl" >p.pddl
    wgcq import "$P/jugs-domain.pddl" p.pddl
    ends_with 2
    says err "a number that changes and has no first value somewhere"
}

@test "PDDL: what a puzzle cannot say is refused with its place" {
    P=$ROOT/tests/truth/pddl
    refused() { # SED, the message
        sed "$1" "$P/logistics-domain.pddl" >d.pddl
        wgcq import d.pddl "$P/logistics-1.pddl"
        ends_with 2
        says err "$2"
    }
    refused 's/(:action fly/(:durative-action fly/' 'd.pddl:15:4: error: a puzzle cannot say durative actions: a move takes no time'
    refused 's/(:action fly/(:derived fly/' 'a puzzle cannot say derived predicates'
    refused 's/:typing/:typing :preferences/' 'd.pddl:2:34: error: a puzzle cannot say :preferences: the requirement has no counterpart'
    refused 's/(increase (total-cost) 1)/(scale-up (total-cost) 1)/' 'a puzzle cannot say scale-up: increase, decrease and assign are read'
    refused 's/(increase (total-cost) 1)/(increase (far ?loc ?loc) 1)/' 'a number that changes and has no first value somewhere'
    refused 's/(increase (total-cost) 1)/(when (at ?pkg ?loc) (increase (total-cost) (far ?loc ?loc)))/' 'an amount without a value somewhere, under a condition'
    refused 's/(increase (total-cost) 1)/(assign (total-cost) 1)/' 'a puzzle cannot say this metric: a cost begins with 0, increases, and no condition reads it'
    refused 's/(in-city ?to ?city)/(preference p (in-city ?to ?city))/' 'a puzzle cannot say preferences'
    refused 's/(\* 2/(\/ 2/' 'a puzzle cannot say a division'
    problem() {
        sed "$1" "$P/logistics-1.pddl" >p.pddl
        wgcq import "$P/logistics-domain.pddl" p.pddl
        ends_with 2
        says err "$2"
    }
    problem 's/minimize (total-cost)/maximize (total-cost)/' 'a puzzle cannot say this metric'
    problem 's/(at apn1 apt2)/(at 5 (at apn1 apt2))/' 'what holds from some time on'
    problem 's/ 10)/ 10.5)/' 'a puzzle cannot say this number: numbers are integers'
    problem 's/apn1 - airplane/apn1 - (either airplane truck)/' 'an object of several types'
    problem 's/^  (:metric/  (:constraints (always (at apn1 apt2))) (:metric/' 'a puzzle cannot say constraints on plans'
}

@test "PDDL: mistakes, all at once, each with its place" {
    P=$ROOT/tests/truth/pddl
    sed 's/(in-city ?to ?city)/(in-citi ?to ?city)/; s/(at ?plane ?from)$/(at ?plan ?from)/; s/(in ?pkg ?veh) (increase/(in ?veh ?veh) (increase/' \
        "$P/logistics-domain.pddl" >d.pddl
    sed 's/pos1)/posi1)/' "$P/logistics-1.pddl" >p.pddl
    wgcq import d.pddl p.pddl
    ends_with 2
    says err "d.pddl:13:65: error: unknown predicate 'in-citi'"
    says err "did you mean 'in-city'?"
    says err "unknown variable '?plan'"
    says err "d.pddl:8:43: error: ?veh is not always a package, which 'in' takes here"
    says err "p.pddl:4:34: error: unknown object 'posi1'"
    for wrong in '(define (domain d) (:action a :effect (p' '(define (domain d)))' '(a (b))'; do
        echo "$wrong" >d.pddl
        wgcq import d.pddl p.pddl
        ends_with 2
    done
    wgcq import p.pddl
    ends_with 2
    says err "no domain of PDDL is in what was given"
    { yes '(' || true; } | head -n 100 >d.pddl
    wgcq import d.pddl p.pddl
    says err "more than 64 lists within each other"
}

@test "solve imports and solves in one step" {
    P=$ROOT/tests/truth/pddl
    wgcq solve "$P/blocks-domain.pddl" "$P/blocks-4.pddl"
    ends_with 0
    says out "solved: shortest 6 moves"
    wgcq show blocks-4.db
    says out "stack d c"
    wgcq verify blocks-4.db
    ends_with 0
    wgcq solve "$P/blocks-domain.pddl" "$P/blocks-4.pddl"
    ends_with 0
    levels >two.xsb
    wgcq solve two.xsb --level 1 -o one.db
    says out "solved: shortest 33 moves"
    printf 'AAo/ooo\nAAoo/oooo\n' >cards
    wgcq solve cards --level 2 --trace none
    says out "solved: shortest 1 move"
    wgcq solve "$P/blocks-domain.pddl"
    ends_with 2
    says err "no problem of PDDL"
    wgcq solve one.yaml two.yaml
    ends_with 2
    says err "'two.yaml' is one operand too many"
    wgcq solve two.xsb --level 1 --watch
    ends_with 2
    says err "--watch is for puzzles"
}

@test "a plan as validators read it" {
    P=$ROOT/tests/truth/pddl
    wgcq solve "$P/logistics-domain.pddl" "$P/logistics-1.pddl" -q
    ends_with 0
    wgcq show logistics-1.db --format pddl
    ends_with 0
    is "$(grep -c '^([a-z0-9 -]*)$' out)" 15
    grep -qE '^\(load obj-1 tru1 pos1\)$' out
    is "$(tail -n 1 out)" '; cost = 61 (general cost)'
    wgcq show logistics-1.db 200 --format pddl
    ends_with 1
    empty out
    wgcq solve "$P/gripper-domain.pddl" "$P/gripper-4.pddl" -q
    wgcq show gripper-4.db 2 --format pddl
    is "$(tail -n 1 out)" '; cost = 11 (unit cost)'
    wgcq show gripper-4.db 2 --format json
    is "$(jq length out)" 12
    wgcq sql gripper-4.db 'SELECT 1' --format pddl
    ends_with 2
}

@test "neither: any other file is refused" {
    printf 'puzzle: x\n' >no.txt
    wgcq import no.txt
    ends_with 2
    says err "neither a Sokoban level nor a row of Rush Hour"
    wgcq import missing.txt
    ends_with 4
    : >empty.txt
    wgcq import empty.txt
    ends_with 2
    levels >two.xsb
    wgcq import two.xsb two.xsb --level 1
    ends_with 2
    says err "one file at a time"
}

@test "titles in Latin-1 and with quotes are titles in UTF-8" {
    printf '#####\n#@$.#\n#####\nTitle: Tr\366t "x" \\ {y}: #\t1\n' >latin.xsb
    wgcq import latin.xsb -o one.yaml
    ends_with 0
    wgcq check one.yaml
    ends_with 0
    says out 'Tröt "x" \ {y}: # 1'
}
