#!/usr/bin/env bats
# Manuals and completions: made from the same tables as --help, so that none of them falls behind.
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

complete_bash() { # words so far; the last is begun
    bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wgcq; printf "%s\n" "${COMPREPLY[@]}"' \
        "$BUILD/completion/wgcq" wgcq "$@"
}

@test "bash completes commands, options, their words and files" {
    is "$(complete_bash so)" solve
    is "$(complete_bash solve --tr)" --trace
    is "$(complete_bash solve --trace '' | sort | paste -sd' ')" "all edges none solutions states"
    is "$(complete_bash graph a.db --format '' | sort | paste -sd' ')" "dot graphml mermaid"
    is "$(complete_bash query a.db short)" shortest
    touch one.yaml
    is "$(complete_bash solve one)" one.yaml
    for command in $(commands); do
        wgcq "$command" --help
        complete_bash "$command" -- >words
        for name in $(grep -oE -- '^ +(-[a-z], )?--[a-z-]+' out | grep -oE -- '--[a-z-]+'); do
            grep -qx -- "$name" words
        done
    done
}

@test "zsh and fish can read theirs" {
    grep -q '^#compdef wgcq' "$BUILD/completion/_wgcq"
    ! command -v zsh >/dev/null || zsh -n "$BUILD/completion/_wgcq"
    ! command -v fish >/dev/null || fish -n "$BUILD/completion/wgcq.fish"
}
