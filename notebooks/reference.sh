#!/usr/bin/env bash
# Makes the runs that the notebooks draw; `bash notebooks/reference.sh --help` explains how.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${RUNS:-results}
small=${SMALL:-}
jobs=${JOBS:-1}
if [ -n "$small" ]; then jobs=${JOBS:-2} THREADS=${THREADS:-1}; fi
weights=engine/games/tongiaki/weights
if [ ! -d "$weights" ]; then weights=agents/weights; fi

help() {
    cat <<END
Makes the runs that the notebooks draw, each in $folder/NAME.

    bash notebooks/reference.sh NAME...     the families or single runs of these names, such as \`kings\` or \`kings-net-4\`
    bash notebooks/reference.sh all         all of them
    bash notebooks/reference.sh --publish NAME...
                                            these; then what the notebooks read of them into results/reference/, the
                                            weights into $weights/, and all notebooks executed on the published runs

Families, with the time that they take on two idle cores:

$(printf '%b' "$families")

A finished run stays as it is, and an interrupted one goes on. Environment variables: RUNS is the folder of the runs,
THREADS limits the cores, JOBS is the number of runs at a time, EXTRA is more arguments of every run, TOURNAMENT names
another program than cargo's, PYTHON the Python that has the package, derives tables and executes the notebooks. SMALL=1 plays few games, enough to see that everything works.
END
}

tournament() {
    if [ -n "${TOURNAMENT:-}" ]; then "$TOURNAMENT" "$@"; else cargo run --release --locked --quiet -- "$@"; fi
}

# The value in a full run, and the one in a small run.
pick() { if [ -n "$small" ]; then echo "$2"; else echo "$1"; fi; }

# The runs that follow are a family: family NAME TIME WHAT
families=''
family() { families+=$(printf '    %-12s %8s   %s' "$1" "$2" "$3")'\n'; }

# Notes the run NAME with its number of games, in a small run SMALL: run NAME GAMES SMALL ARGUMENT...
names=() commands=()
run() {
    local name=$1 games
    games=$(pick "$2" "$3")
    shift 3
    names+=("$name")
    commands+=("$* --games $games")
}

# Notes that a run is compared with another one, game by game: compare FIRST SECOND
compared=()
compare() { compared+=("$1 $2"); }

many="2 3 4 5 6"
hasty=greedy:samples=2:nodes=200
mcts=$(pick mcts mcts:iterations=4:plans=2)

family main "3 min" "the tournament of the README: mcts against greedy, 2 players"
run main 10000 60 --agents "$(pick mcts,greedy "mcts=$mcts,greedy=$hasty")"

family agents "1.5 min" "three agents against each other, 3 players"
run agents 10000 90 --agents "mcts=mcts:iterations=$(pick 10 4:plans=2),greedy=$hasty,random" --players 3

family seats "15 min" "one agent on all seats, with records: seats-random-2 to -6, seats-greedy-2 to -6; without: seats-net-2 to -6, seats-mcts-2 to -6"
for players in $many; do
    run "seats-net-$players" "$((players < 4 ? 1000 : 400))" 20 --agents "net=greedy:evaluation=net$(pick '' :nodes=100)" --players "$players"
    run "seats-mcts-$players" 400 12 --agents "mcts=$mcts" --players "$players"
    run "seats-random-$players" 4000 60 --agents random --players "$players"
    run "seats-greedy-$players" 2000 30 --agents "greedy=$hasty" --players "$players" --records
done

family editions "3 min" "the two rule sets on the same decks: editions-schmidt-2 to -6, editions-hungarian-2 to -6"
for players in $many; do
    for edition in schmidt hungarian; do
        run "editions-$edition-$players" 2000 20 --agents "greedy=$hasty" --players "$players" --edition "$edition"
    done
    compare "editions-schmidt-$players" "editions-hungarian-$players"
done

family stalls "2 min" "house rules against stalls, on the decks of editions-schmidt: stalls-rounds2-2 and so on, stalls-turns100-2 and -turns200-2"
stalls() {
    local name=$1 players=$2
    shift 2
    run "stalls-$name-$players" 2000 20 --agents "greedy=$hasty" --players "$players" --edition schmidt "$@"
    compare "editions-schmidt-$players" "stalls-$name-$players"
}
for rounds in 2 4 8 16; do stalls "rounds$rounds" 2 --rule "stall=$rounds"; done
for turns in 100 200; do stalls "turns$turns" 2 --turn-limit "$turns"; done
stalls rounds8 3 --rule stall=8

family openings "10 min" "what a ship of the setup is worth by who is on the beach already: openings-2 to -6"
for players in $many; do
    run "openings-$players" "$((players == 2 ? 1000 : 300))" 6 study moves --opening --policy "$hasty" --players "$players" --decks "$(pick 4 2)"
done

family draws "10 min" "what a tile is worth to the seat that draws it: draws-2 to -6"
for players in $many; do
    run "draws-$players" 300 6 study draws --policy "$hasty" --players "$players" --decks "$(pick 2 1)"
done

family moves "5 min" "what a move is worth by its kind: moves-2 and -4"
for players in 2 4; do
    run "moves-$players" 400 6 study moves --policy "$hasty" --players "$players" --decks "$(pick 4 2)"
done

# Few decks and many positions: positions differ more than decks do.
branching="--decks $(pick 4 2) --players"
family kings "10 h" "what founding a king island causes: kings-greedy-2 to -6, kings-net-2 to -6, kings-mcts-2 to -4"
for players in $many; do
    run "kings-greedy-$players" 2000 8 study king-value --policy "$(pick greedy "$hasty")" $branching "$players"
    run "kings-net-$players" 2000 8 study king-value --policy "greedy:evaluation=net$(pick '' :nodes=20)" $branching "$players"
done
for players in 2 3 4; do
    run "kings-mcts-$players" 1000 4 study king-value --policy "mcts=$mcts" $branching "$players"
done

family tempo "15 min" "what a turn is worth: tempo-2 to -6"
for players in $many; do
    run "tempo-$players" 500 12 study tempo --policy "$(pick greedy "$hasty")" $branching "$players"
done

family search "6 min" "mcts with brief and thorough rollouts against greedy, 2 players: search-48, -200, -100"
run search-48 800 12 --agents mcts,greedy
run search-200 800 12 --agents mcts=mcts:iterations=200:second_look=600:nodes=300,greedy
thorough=$(pick thorough brief)
run search-100 400 4 --agents "mcts=mcts:iterations=100:effort=$thorough,greedy"

# Every two agents meet in 480 games and more. `tree`, with the network, gets as many iterations as take about the time of mcts,
# and `uct`, with everything off, as take about twice that time.
family ladder "15 min" "seven agents against each other: ladder-2 to -6"
ladder() {
    local players=$1 games=$2 least=$3 uct=$4 tree=$5
    shift 5
    uct=uct=ismcts:rollout=full:rollout_policy=1:opponent_policy=1:prior_visits=0:iterations=$(pick "$uct" 20)
    local agents=random,greedy,net=greedy:evaluation=net:nodes=100,$uct,mcts=mcts:iterations=10:plans=4
    if [ -z "$small" ]; then
        agents=random,untuned=greedy:weights=untuned:temperature=0,greedy,net=greedy:evaluation=net
        agents+=,$uct,tree=ismcts:evaluation=net:exploration=0.05:iterations=$tree,mcts
    fi
    run "ladder-$players" "$games" "$least" --players "$players" "$@" --agents "$agents"
}
ladder 2 12600 20 500 300
ladder 3 4200 30 800 350
ladder 4 1680 20 1200 450 --design williams
ladder 5 1260 10 1600 500
ladder 6 840 6 2500 700

family strong "2.5 h" "mcts with thorough rollouts alone among copies of greedy: strong-3 to -6"
for players in 3 4 5 6; do
    run "strong-$players" 420 6 --players "$players" --design cyclic \
        --agents "mcts=mcts:iterations=$(pick 100 20):effort=$thorough$(printf ',%s=greedy' $(echo a b c d e | cut -d' ' -f"-$((players - 1))"))"
done

family tuning "1 min" "a search for weights, and its confirmation"
run tuning 4000 64 tune "$hasty:weights=$weights/points.toml" --pool "greedy=$hasty" --confirm "$(pick 600 20)"

family training "30 min" "a network that learns from games against itself"
run training 40000 60 train "$(pick '--players 2,3,2,4,2,5,2,3,2,4,2,6 --hidden 64 --nodes 1000 --test-games 400 --seed 2027' \
    '--players 2,3 --generation 10 --warm-up 2 --hidden 16 --nodes 5 --test-every 2 --test-games 12')"

# The weights that greedy and mcts take by themselves, tuned from points against the untuned ones.
family weights "20 min" "the tuned weights of the agents, not drawn by any notebook: weights-2 to -6"
tuned() {
    local players=$1 games=$2 least=$3
    shift 3
    run "weights-$players" "$games" "$least" tune "greedy:samples=2:weights=$weights/points.toml" \
        --pool untuned=greedy:samples=2:weights=untuned:temperature=0 --players "$players" --turn-limit 100 --confirm 0 "$@"
}
tuned 2 80000 16 --margin 5
tuned 3 40000 24 --payoff win --seed 2
tuned 4 40000 32 --margin 5
tuned 5 40000 40 --margin 5
tuned 6 40000 48 --margin 5

family wongar "10 min" "three agents in Wongar, 3 players"
run wongar 3000 48 --game wongar --agents "mcts=mcts:iterations=$(pick 200 8),greedy,random"

family deciders "5 min" "one agent on all seats of Wongar: deciders-3 and -4"
for players in 3 4; do
    run "deciders-$players" 1000 30 --game wongar --agents greedy --players "$players"
done

family ladder-wongar "15 min" "five agents against each other in Wongar: ladder-wongar-3 to -5"
wongar=random,greedy,net=greedy:evaluation=net,linear=mcts:evaluation=linear:iterations=$(pick 200 4),mcts=mcts:iterations=$(pick 200 4)
run ladder-wongar-3 1500 30 --game wongar --players 3 --agents "$wongar"
run ladder-wongar-4 720 20 --game wongar --players 4 --agents "$wongar" --design williams
run ladder-wongar-5 500 10 --game wongar --players 5 --agents "$wongar"

family shares "10 min" "what decides games: agent, seat, deck or play, each game played twice: shares-2 and -4, shares-wongar"
shared=mcts,greedy
shared_wongar=mcts=mcts:iterations=200,greedy,random
if [ -n "$small" ]; then shared=greedy=$hasty,random shared_wongar=greedy=$hasty,hasty=greedy:samples=1:nodes=20,random; fi
run shares-2 2000 24 --agents "$shared" --players 2 --repeats 2
run shares-4 576 216 --agents "$shared" --players 4 --repeats 2
run shares-wongar 600 48 --game wongar --agents "$shared_wongar" --players 3 --repeats 2

family luck "45 min" "how much variance luck saves: luck-2 to -4, luck-wongar-3 and -4"
measured=$(pick mcts "$hasty") measured_wongar=$(pick mcts:iterations=200 random)
for players in 2 3 4; do
    games=$((players == 2 ? 2000 : players == 3 ? 1200 : 960))
    run "luck-$players" "$games" 4 --agents "mcts=$measured,greedy=$(pick greedy random)" --players "$players" --seed 31001 --luck
    if [ "$players" != 2 ]; then
        run "luck-wongar-$players" "$games" 4 --game wongar --agents "mcts=$measured_wongar,greedy" \
            --players "$players" --seed 31101 --luck
    fi
done

# The chosen runs: their positions in `names`.
publish=false
chosen=()
for argument in "$@"; do
    found=false
    for number in "${!names[@]}"; do
        case ${names[number]} in "$argument" | "$argument"-*) chosen+=("$number") found=true ;; esac
    done
    case $argument in
    -h | --help) help && exit ;;
    all) chosen=("${!names[@]}") && found=true ;;
    --publish) publish=true && found=true ;;
    esac
    if ! $found; then
        echo "reference.sh: there is no run or family '$argument'; the families are:" >&2
        printf '%b' "$families" >&2
        exit 2
    fi
done
if [ ${#chosen[@]} = 0 ]; then
    help
    echo
    echo "Nothing was asked for, nothing was run. 'all' is ${#names[@]} runs and takes most of a day."
    exit
fi

if [ -z "${TOURNAMENT:-}" ]; then cargo build --release --locked --quiet; fi
export -f tournament
export TOURNAMENT
todo=()
for number in $(printf '%s\n' "${chosen[@]}" | sort -nu); do
    name=${names[number]} extra=${THREADS:+ --threads $THREADS}${EXTRA:+ $EXTRA}
    if [ -e "$folder/$name/manifest.json" ]; then
        if grep -q '"finished": true' "$folder/$name/manifest.json"; then continue; fi
        extra+=' --resume'
    fi
    command="tournament ${commands[number]} --out '$folder/$name'$extra"
    todo+=("echo \"$name: $command\"; $command --quiet >/dev/null")
done
if [ ${#todo[@]} -gt 0 ]; then printf '%s\0' "${todo[@]}" | xargs -0 -n 1 -P "$jobs" bash -euc; fi

# Notes that a method of Run in Python computes a table from the rows of runs: derive FILE METHOD RUN [OTHER]
derived=()
derive() {
    if [ ! -e "$1" ] && [ -e "$3/seats.csv" ] && [ -e "${4:-$3}/seats.csv" ]; then derived+=("$(printf '%s\t' "$@")"); fi
}

# Tables that follow from the rows of finished runs. One process writes all tables, because Python takes a second to start.
for pair in "${compared[@]}"; do
    read -r first second <<<"$pair"
    derive "$folder/$second/comparison.csv" compare "$folder/$first" "$folder/$second"
done
for name in "${names[@]}"; do
    if [[ $name == shares-* ]]; then derive "$folder/$name/summary_variance.csv" variance "$folder/$name"; fi
done
if [ ${#derived[@]} -gt 0 ]; then
    printf '%s\n' "${derived[@]}" | "${PYTHON:-python3}" -c '
import sys
from hidden_decks import open_run
for line in sys.stdin:
    file, method, *folders = line.rstrip().split("\t")
    run, *others = map(open_run, folders)
    getattr(run, method)(*others).to_csv(file, index=False, lineterminator="\n")'
fi
for name in "${names[@]}"; do
    if [[ $name == stalls-rounds* && -e $folder/$name/comparison.csv && ! -e $folder/$name/leaders.csv ]]; then
        "${PYTHON:-python3}" notebooks/leaders.py "$folder/editions-schmidt-${name##*-}" "$folder/$name"
    fi
    if [[ $name == deciders-* && -e $folder/$name/seats.csv && ! -e $folder/$name/deciders.csv ]]; then
        "${PYTHON:-python3}" notebooks/deciders.py "$folder/$name"
    fi
done

if $publish; then
    for number in $(printf '%s\n' "${chosen[@]}" | sort -nu); do
        # The files that notebooks and science.py read: tables, and compressed rows.
        name=${names[number]} rows=
        case $name in
        main) tables="summary_agents summary_seats seat_effects" rows="kings islands seats" ;;
        agents) tables="summary_agents summary_seats payoffs" ;;
        seats-greedy-*) tables="summary_seats seat_effects" rows="games islands" ;;
        seats-*) tables="summary_seats seat_effects" ;;
        editions-schmidt-*) tables="summary_seats" ;;
        editions-hungarian-* | stalls-turns*) tables="comparison" ;;
        stalls-*) tables="comparison leaders" ;;
        openings-* | moves-*) tables="summary_moves" ;;
        draws-*) tables="summary_draws" ;;
        deciders-*) tables="deciders" ;;
        kings-*) tables="summary_king_value summary_king_model" rows=king_value ;;
        tempo-*) tables="summary_tempo summary_tempo_model" rows=tempo ;;
        search-*) tables="summary_agents timing" rows=timing_histogram ;;
        ladder-* | strong-*) tables="summary_agents payoffs timing" ;;
        tuning) tables="trace parameters confirmation" ;;
        training) tables="curve tests" ;;
        shares-*) tables="summary_variance" ;;
        luck-*) tables="summary_luck" ;;
        wongar) tables="summary_agents summary_seats summary_ceremonies summary_tokens" ;;
        weights-*) cp "$folder/$name/weights.toml" "$weights/tongiaki-${name#weights-}.toml" && continue ;;
        *) continue ;;
        esac
        mkdir -p "results/reference/$name"
        cp "$folder/$name/manifest.json" "results/reference/$name"
        for table in $tables; do cp "$folder/$name/$table.csv" "results/reference/$name"; done
        for table in $rows; do gzip -9 -n -c "$folder/$name/$table.csv" >"results/reference/$name/$table.csv.gz"; done
    done
    "${PYTHON:-python3}" notebooks/check.py --publish
fi
