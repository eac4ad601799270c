# fish completion of wgcq: asks the program for each word (wgcq help --completion fish prints this file).

# Files that the word $argv[1] begins, as far as a line can name them.
function __wgcq_existing
    for file in (complete -C "'' $argv[1]" | string replace -r '\t.*' '')
        test -e (string replace -r '^~/' "$HOME/" -- $file); and printf '%s\n' $file
    end
end

# Directories, and files that end in one of $argv[2..]; $argv[1] is what is before the name in the word
# that is begun. A name that looks like an option gets a ./.
function __wgcq_files
    set -l begun (string sub -s (math 1 + (string length -- $argv[1])) -- (__wgcq_begun))
    set -l endings
    test -z "$argv[2]"; or set endings (string join '|' -- (string escape --style=regex -- $argv[2..]))
    set -l files (__wgcq_existing (string escape -- $begun | string replace -r "^'~/" "~/'") | string match -r -- ".*(?:/|$endings)\$")
    test -n "$begun$argv[1]"; or set files (string replace -r '^-' './-' -- $files)
    for file in $files
        printf '%s%s\n' $argv[1] $file
    end
end

# The word that is begun, as the program would get it.
function __wgcq_begun
    commandline -ct | string replace -r -- '^(--[a-z-]+=)?["\']' '$1' | string unescape
end

function __wgcq_ask
    set -l words (commandline -opc)
    set words[1] (string replace -r -- '^~/' "$HOME/" $words[1])
    for line in (command $words[1] --complete (__wgcq_begun) $words[2..] 2>/dev/null)
        if string match -q -- \t'*' $line
            set -l fields (string split \t -- $line)
            __wgcq_files (string sub -s 2 -- $fields[3]) $fields[4..]
        else
            printf '%s\n' $line
        end
    end
end

complete -c wgcq -f -a '(__wgcq_ask)'
