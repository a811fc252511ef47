#!/usr/bin/env bash
# Makes the runs that the notebooks draw.
#
#     bash notebooks/reference.sh             all of them, in results/
#     bash notebooks/reference.sh kings-2     one of them; or a family, such as `kings` or `ladder`
#     bash notebooks/reference.sh --publish   all; then their summaries into results/reference/, the weights into
#                                             agents/weights/, and all notebooks executed
#
# A run that is there already stays. THREADS=N limits the cores, TOURNAMENT names another program than cargo's, RUNS
# another folder, PYTHON the Python that executes. SMALL=1 plays few games, enough to see that everything works.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${RUNS:-results}
publish=false
if [ "${1:-}" = --publish ]; then
    publish=true
    shift
fi
wanted=("$@")
names=()

tournament() {
    if [ -n "${TOURNAMENT:-}" ]; then "$TOURNAMENT" "$@"; else cargo run --release --locked --quiet -- "$@"; fi
}

is_wanted() {
    [ ${#wanted[@]} -eq 0 ] && return
    local one
    for one in "${wanted[@]}"; do
        if [ "$1" = "$one" ] || [[ "$1" =~ ^"$one"-[0-9]+$ ]]; then return; fi
    done
    return 1
}

# Makes the run NAME, with so many games, or with SMALL so many: run NAME GAMES SMALL ARGUMENT...
run() {
    local name=$1 games=$2
    if [ -n "${SMALL:-}" ]; then games=$3; fi
    shift 3
    names+=("$name")
    if ! is_wanted "$name" || [ -e "$folder/$name/manifest.json" ]; then return; fi
    echo "$name: tournament $* --games $games"
    tournament "$@" --games "$games" --out "$folder/$name" ${THREADS:+--threads "$THREADS"} --quiet >/dev/null
}

for players in 2 3 4 5 6; do
    run "seats-random-$players" 4000 60 --agents random --players "$players"
    run "seats-greedy-$players" 2000 30 --agents greedy=greedy:samples=2:nodes=200 --players "$players" --records
done
for players in 2 3 4 5 6; do
    run "kings-$players" 500 8 king-value --policy greedy:samples=2:nodes=200 --players "$players" --decks 16
done
confirm=600
if [ -n "${SMALL:-}" ]; then confirm=20; fi
run tuning 4000 64 tune greedy:samples=2:nodes=200:weights=agents/weights/points.toml \
    --pool greedy=greedy:samples=2:nodes=200 --confirm "$confirm"
# The weights that greedy and mcts take by themselves, tuned from points against the untuned ones.
weights() {
    local players=$1 games=$2 small=$3
    shift 3
    run "weights-$players" "$games" "$small" tune greedy:samples=2:weights=agents/weights/points.toml \
        --pool untuned=greedy:samples=2:weights=untuned:spread=0 --players "$players" --turn-limit 100 --confirm 0 "$@"
}
weights 2 80000 16 --margin 5
weights 3 40000 24 --payoff win --seed 2
weights 4 40000 32 --margin 5
weights 5 40000 40 --margin 5
weights 6 40000 48 --margin 5
run wongar 120 60 --game wongar --agents mcts=mcts:iterations=20,greedy=greedy:nodes=200,random
run search-30 800 12 --agents mcts=mcts:iterations=30,greedy
run search-100 800 12 --agents mcts=mcts:iterations=100,greedy
run search-300 100 4 --agents mcts=mcts:iterations=300,greedy
run search-1000 50 4 --agents mcts=mcts:iterations=1000,greedy
# The ladder: every two agents meet in at least 2,000 games at each table. `uct` is a tree with everything off, as
# fast as the default mcts.
uct=uct=mcts:search=tree:rollout=full:own=1:others=1:prior=0:reward=win:iterations=500
ladder=random,untuned=greedy:weights=untuned:spread=0,greedy,$uct,mcts
run ladder-2 20000 20 --agents "$ladder" --players 2
run ladder-3 6720 60 --agents "$ladder" --players 3
run ladder-4 3360 120 --agents "$ladder" --players 4
run ladder-5 2000 50 --agents "$ladder" --players 5
run ladder-6 2100 30 --agents "$ladder" --players 6
# The two searches of mcts against each other, at about equal time.
run planner-2 400 6 --agents plans=mcts,tree=mcts:search=tree:exploration=0.05:iterations=100 --players 2
for players in 3 4 5 6; do
    run "planner-$players" 240 6 --agents plans=mcts,tree=mcts:search=tree:exploration=0.05:iterations=100 --players "$players"
done
run agents 10000 120 --agents mcts=mcts:iterations=10,greedy=greedy:samples=2:nodes=200,random --players 3

if $publish; then
    for name in "${names[@]}"; do
        if [[ $name == weights-* ]]; then
            cp "$folder/$name/weights.toml" "agents/weights/tongiaki-${name#weights-}.toml"
            continue
        fi
        mkdir -p "results/reference/$name"
        for file in "$folder/$name"/{manifest.json,summary_*,{payoffs,seat_effects,timing,trace,parameters,confirmation}.csv}; do
            if [ -e "$file" ]; then cp "$file" "results/reference/$name"; fi
        done
    done
    RUNS=$(realpath "$folder") "${PYTHON:-python3}" -m jupyter nbconvert --to notebook --execute --inplace \
        --ExecutePreprocessor.record_timing=False --log-level WARN notebooks/*.ipynb
fi
