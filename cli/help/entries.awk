# Makes entries of tables, TOPIC(...), DETAIL(...) and EXAMPLE(...), out of topics.text and examples.text.
function quoted(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }
function end_topic() { if (between != "") print ")"; between = "" }
/^%/ { next }
/^(#|##|\$) / {
    end_topic()
    command = substr($2, 1, length($2) - 1)
    rest = substr($0, length($1) + length($2) + 3)
}
/^\$ / { getline phrase; printf "EXAMPLE(%s, %s, %s)\n", command, quoted(rest), quoted(phrase); next }
/^##? / { printf "%s(%s, %s, ", $1 == "#" ? "TOPIC" : "DETAIL", command, quoted(rest); between = "begun"; next }
/^$/ { if (between == " ") between = "\\n"; next }
between != "" { printf "\"%s\" %s\n", between == "begun" ? "" : between, quoted($0); between = " " }
END { end_topic() }
