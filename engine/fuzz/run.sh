#!/usr/bin/env bash
# Fuzzes every target for a number of seconds, from the records, boards, decks, weights and networks of the repository.
#
#   run.sh SECONDS [TARGET...]
#
# Needs cargo-fuzz and a C++ compiler; a stable toolchain is enough. Failing inputs are kept in artifacts/.
set -euo pipefail
cd "$(dirname "$0")"
seconds=$1
shift
targets=("$@")
[ $# -gt 0 ] || targets=(record wongar_board tongiaki_deck round_trip agent_spec rules weights network bot_lines manifest journal)

# The same versions as the workspace.
cp ../../Cargo.lock Cargo.lock

# Adds the lines of the files to what a target begins with: seed TARGET FILE...
seed() {
    local folder=corpus/$1 file
    shift
    for file in "$@"; do
        split --lines 1 --additional-suffix "-$(basename "$file")" "$file" "$folder/"
    done
}
# Does the same with whole files of games: copy TARGET FILE...
copy() {
    local folder=corpus/$1 file
    shift
    for file in "$@"; do
        cp "$file" "$folder/$(tr / - <<<"${file#../games/}")"
    done
}
mkdir -p corpus/{record,wongar_board,tongiaki_deck,round_trip,agent_spec,rules,weights,network,bot_lines,manifest,journal}
mapfile -t records < <(find .. ../../docs -name '*.jsonl' -not -path '*/fuzz/*' -not -path '*/target/*')
mapfile -t boards < <(find .. -name '*board*.toml' -not -path '*/fuzz/*')
mapfile -t decks < <(find .. -name '*deck*.json' -not -path '*/fuzz/*')
seed record "${records[@]}"
cp "${boards[@]}" corpus/wongar_board
cp "${decks[@]}" corpus/tongiaki_deck
copy weights ../games/*/weights/*.toml
copy network ../games/*/data/*.safetensors
# The lists of agents in the guide, and tables for every game.
grep --no-filename --only-matching --extended-regexp -e '--agents [^ `]+' -r ../../docs/guide | sed 's/^--agents //' |
    sort --unique >corpus/lists
seed agent_spec corpus/lists
printf '4\nedition=dutch\nturn-limit=30\n' >corpus/rules/tongiaki
printf '3\nedition=advanced\n' >corpus/rules/wongar
printf '2\n' >corpus/rules/poker
# Lines of a bot.
printf '%s\n' '{"type":"ready","protocol":1,"name":"N","version":"1"}' '{"type":"ready"}' '{"move":"take B"}' \
    >corpus/bot_lines/game
# The run that tests compare: its manifest without a checksum, and all rows of its first game.
shots=../../tournament/program/tests/end_to_end/snapshots/end_to_end__play__
sed '1,/^---$/{/^---$/!d}; /^---$/d; /"files": {/,/^  },*$/d; /"checksum"/d; s/"finished": true,/"finished": true/' \
    "${shots}manifest.json.snap" >corpus/manifest/run
for table in games seats kings islands; do
    sed --quiet '/^0,/p' "$shots$table.csv.snap"
    [ "$table" = islands ] || echo
done >corpus/journal/rows
printf '2,10,%064d,7,%064d\n4,20,%064d,9,%064d\n' 1 2 3 4 >corpus/journal/checkpoints
# The words that records, boards and decks are made of.
cat "${records[@]}" "${boards[@]}" "${decks[@]}" | grep --only-matching --extended-regexp '"[a-z0-9 _-]+"|^[a-z_]+' |
    sort --unique | sed 's/["]//g; s/.*/"\\x22&\\x22"/' >corpus/words

host=$(rustc --print host-tuple)
cargo fuzz build --sanitizer none --target "$host"
for target in "${targets[@]}"; do
    echo "$target: $seconds seconds"
    cargo fuzz run "$target" --sanitizer none --target "$host" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=65536 -dict=corpus/words \
        -print_final_stats=1 -print_funcs=0 -verbosity=0
done
