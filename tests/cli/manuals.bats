#!/usr/bin/env bats
# Manuals: made from the same tables as --help, so that none of them falls behind.
load common

setup_file() {
    make -s -C "$BATS_TEST_DIRNAME/../.." BUILD="$BUILD" manuals >/dev/null
}

# A page as plain text: bold is a letter over itself.
page() { mandoc -Tascii "$1" | sed $'s/.\b//g'; }

commands() { sed -n 's/^COMMAND(\([a-z]*\),.*/\1/p' "$BATS_TEST_DIRNAME/../../cli/commands.def"; }

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
    pages=("$BUILD"/man/*.[135] "$BATS_TEST_DIRNAME"/../../schemas/*.[35])
    [ "${#pages[@]}" -ge 17 ]
    for file in "${pages[@]}"; do
        mandoc -Tlint -W warning "$file" >lint || { echo "$file"; cat lint; false; }
    done
    page "$BUILD/man/wgcq.1" >page
    for command in $(commands); do grep -qw -- "$command" page; done
    page "$BUILD/man/wgcq-db.5" | grep -q "CREATE TABLE meta"
    page "$BUILD/man/libwgcq.3" | grep -q "wgcq_puzzle_load"
}
