#!/usr/bin/env bats
# Manuals: made from the same tables as --help, so that none of them falls behind.
load common

setup_file() {
    make -s -C "$BATS_TEST_DIRNAME/../.." BUILD="$BUILD" manuals >/dev/null
}

# A page as plain text: bold is a letter over itself.
page() { mandoc -Tascii "$1" | sed $'s/.\b//g'; }

commands() { sed -n 's/^COMMAND(\([a-z]*\),.*/\1/p' "$BATS_TEST_DIRNAME/../../cli/args/commands.def"; }

@test "every command has a page, with every option of its --help" {
    for command in $(commands); do
        page "$BUILD/man/wgcq-$command.1" >page
        wgcq "$command" --help
        for name in $(grep -oE -- ' --[a-z-]+( |$)' out | sort -u); do
            grep -q -- "$name" page || { echo "$command: no $name in its page"; false; }
        done
    done
}

@test "the pages are clean, and name each command" {
    pages=("$BUILD"/man/*.[135] "$BATS_TEST_DIRNAME"/../../schemas/*.[357])
    [ "${#pages[@]}" -ge 17 ]
    for file in "${pages[@]}"; do
        mandoc -Tlint -W warning "$file" >lint || { echo "$file"; cat lint; false; }
    done
    page "$BUILD/man/wgcq.1" >page
    for command in $(commands); do grep -qw -- "$command" page; done
    page "$BUILD/man/wgcq-db.5" | grep -q "CREATE TABLE meta"
}

@test "libwgcq(3) and wgcq-journey(3) have every function as the header has it, and no other" {
    local at=$ROOT/schemas
    cat "$ROOT"/lib/wgcq*.h >wgcq.h
    /usr/bin/python3 "$BATS_TEST_DIRNAME/prototypes.py" wgcq.h "$at/libwgcq.3" "$at/wgcq-journey.3" >out || { cat out; false; }
    [ "$(grep -oE '^[0-9]+' out)" -gt 100 ]
    sed '/^.Fn wgcq_cut "/d; s/^\(.Fn wgcq_fail\) "wgcq_journey /\1 "int /; s/^.Fn wgcq_self$/.Fn wgcq_selfish/' "$at/wgcq-journey.3" >wrong.3
    not /usr/bin/python3 "$BATS_TEST_DIRNAME/prototypes.py" wgcq.h "$at/libwgcq.3" wrong.3 >out
    is "$(wc -l <out)" 3
}

@test "libwgcq(3) has every field of every struct and every constant of the header, and no other" {
    local header=$PWD/wgcq.h at=$ROOT/schemas/libwgcq.3
    cat "$ROOT"/lib/wgcq*.h >"$header"
    fields() { /usr/bin/python3 "$BATS_TEST_DIRNAME/fields.py" "$@" >out; }
    fields "$header" "$at" || { cat out; false; }
    is "$(grep -oE '[0-9]+ structs' out)" "$(grep -cE '^(typedef )?struct .*\{' "$header") structs"
    sed -E 's|^    bool never;|&\n    unsigned weight, *heights[2]; /* new; */\n    int (*compare)(int a, int b);|; s|^    WGCQ_FAILS$|&, WGCQ_SLEEPS = 9|' "$header" >more.h
    not fields more.h "$at"
    is "$(paste -sd'|' out)" "wgcq_rule.weight is not described|wgcq_rule.heights is not described|wgcq_rule.compare is not described|WGCQ_SLEEPS is not named"
    sed -E 's/^(\.It Va low) , high/\1 , low/; s/^\.Ss Fields of wgcq_way/.Ss Of a way/; /^\.It Va project/,/^\.It Va mark/{/^\.It/!d}' "$at" >wrong.3
    not fields "$header" wrong.3
    is "$(paste -sd'|' out)" "wgcq_way has no section|wgcq_draw_options.project has no text|wgcq_field.high is not described|wgcq_field.low is there twice"
}

@test "the puzzles in wgcq-puzzle(5) are solved as the page says" {
    awk '/^\.Ed/ { inside = 0 } /^puzzle:/ { inside = 1; n++ } inside { print >"example" n ".yaml" }' "$ROOT/schemas/wgcq-puzzle.5"
    is "$(echo example*)" "example1.yaml example2.yaml"
    for n in 1 2; do
        wgcq check example$n.yaml
        ends_with 0
        wgcq solve example$n.yaml
        ends_with 0
        cp out out$n
    done
    says out1 "shortest 6 moves"
    says out1 "cheapest    spilt 3"
    says out2 "shortest 11 moves"
}

@test "the examples of wgcq-protocols(7) print what the page says" {
    sessions() { PATH=$(dirname "$WGCQ"):$PATH /usr/bin/python3 "$BATS_TEST_DIRNAME/sessions.py" "$@" >out; }
    mkdir page wrong
    (cd page && sessions "$ROOT/schemas/wgcq-protocols.7") || { cat page/out; false; }
    is "$(cat page/out)" "$(grep -c '^\$ ' "$ROOT/schemas/wgcq-protocols.7") commands"
    # a model that is right where the page says it is wrong, a figure, and a step
    sed 's/at\[i\] == asking and not flag\[other(i)\]$/at[i] == asking/; s/^states      20$/states      21/; s/  q steps back   /  q goes back    /' \
        "$ROOT/schemas/wgcq-protocols.7" >wrong.7
    not eval '(cd wrong && sessions ../wrong.7)'
    says wrong/out "the page has 'states      21'"
    says wrong/out "the page has 'violated: deadlock, after 2 moves'"
    says wrong/out "  q goes back  "
}

# Libwgcq(3) and the pages of the language are read by chapters; the rest at a glance.
@test "no paragraph is too long to be read at once" {
    mkdir help
    for command in $(commands); do "$WGCQ" "$command" --help >"help/$command"; done
    /usr/bin/python3 "$BATS_TEST_DIRNAME/paragraphs.py" help help/* >long || { cat long; false; }
    is "$(cat long)" ""
    /usr/bin/python3 "$BATS_TEST_DIRNAME/paragraphs.py" manual "$BUILD"/man/*.1 "$ROOT"/schemas/*.[1357] >long
    is "$(cat long)" ""
    { printf 'usage\n\n'; printf 'one line too many\n%.0s' 1 2 3 4 5; printf '\nFiles\n'; printf '  a line\n%.0s' {1..7}; } >long-help
    /usr/bin/python3 "$BATS_TEST_DIRNAME/paragraphs.py" help long-help >long
    is "$(wc -l <long)" 2
}

@test "a command has the same titles in its help and its manual" {
    for command in $(commands); do
        page "$BUILD/man/wgcq-$command.1" >page
        sed -n "s/^# $command: //p" "$ROOT/cli/help/topics.text" | while read -r title; do
            "$WGCQ" "$command" --help | grep -qxF "$title"
            grep -qE "^( +$title|${title^^})$" page || { echo "$command: no $title"; false; }
        done
    done
}

@test "what a page of wgcq names as a question, can be asked" {
    page "$BUILD/man/wgcq-query.1" >page
    "$WGCQ" solve "$PUZZLES/wolf-goat-cabbage.yaml" -q -o wolf.db >/dev/null
    for question in $(sed -nE 's/^QUESTION\("([a-z-]+)".*/\1/p' "$ROOT/lib/answers/query/questions.def"); do
        grep -qE "^ +$question( |\$)" page
        wgcq query wolf.db "$question"
        lacks err unknown
    done
    for item in ENVIRONMENT FILES "EXIT STATUS" EXAMPLES "SEE ALSO"; do
        for file in "$BUILD"/man/wgcq*.1; do page "$file" | grep -qx "$item" || { echo "$file: no $item"; false; }; done
    done
}

@test "every page that a page points to is there" {
    local pages=("$BUILD"/man/*.[135] "$ROOT"/schemas/*.[1357])
    sed -nE 's/^\.Xr ([a-z-]+) ([0-9]).*/\1.\2/p' "${pages[@]}" | sort -u >meant
    printf '%s\n' "${pages[@]##*/}" | sort -u >there
    is "$(comm -23 meant there | paste -sd' ')" ""
}
