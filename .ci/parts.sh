# Sourced by the gates: what is built goes to $target; `part NAME` begins a part, `end_of_parts` says how long each took.
target=${CARGO_TARGET_DIR:-target}
cargo --version

names=() times=()
part() {
    times+=($SECONDS) names+=("$*")
    printf '\n== %s\n' "$*"
}

end_of_parts() {
    local number
    times+=($SECONDS)
    printf '\n%8s  part\n' seconds
    for number in "${!names[@]}"; do
        printf '%8d  %s\n' $((times[number + 1] - times[number])) "${names[number]}"
    done
    printf '%8d  all of it\n' "$SECONDS"
}
