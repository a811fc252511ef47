#!/usr/bin/env bash
# Plays a tournament on a Slurm cluster: an array of shards, then a job that merges them.
#
#   slurm_submit.sh --out results/big --minutes 10 -- --agents mcts,greedy --games 1000000
#
# Options before `--` are those of `plan.py make`. Account, partition and the like come from Slurm's own
# variables (SBATCH_ACCOUNT, SBATCH_PARTITION, SBATCH_TIMELIMIT). Again, the same command submits what is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
    echo "error: $*" >&2
    exit 2
}

command -v sbatch >/dev/null || fail "there is no sbatch: this is no machine of a Slurm cluster"
parts=$(python3 "$here/plan.py" make "$@")
cores=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["cores"])' "$parts/plan.json")
mkdir -p "$parts/log"

# Slurm numbers the tasks of an array below this, and shards count from 1.
limit=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
[ -n "$limit" ] || fail "Slurm does not say how long a job array may be"
arrays=$(python3 "$here/plan.py" arrays "$parts" "$((limit - 1))")

submit() { sbatch --parsable --job-name=tournament "$@" || fail "Slurm does not take the job"; }

after=()
while read -r offset indices; do
    [ -n "$indices" ] || continue
    job=$(submit --array="$indices" --cpus-per-task="$cores" --output="$parts/log/shard-%A-%a.txt" \
        "$here/slurm_shard.sbatch" "$here" "$parts" "$offset")
    after+=("${job%%;*}")
    echo "job ${job%%;*}: shards $indices, counted from $((offset + 1))"
done <<<"$arrays"

dependency=()
if [ ${#after[@]} -gt 0 ]; then
    dependency=(--dependency="afterok:$(IFS=:; echo "${after[*]}")" --kill-on-invalid-dep=yes)
fi
job=$(submit "${dependency[@]}" --output="$parts/log/merge-%j.txt" "$here/slurm_merge.sbatch" "$here" "$parts")
echo "job ${job%%;*}: merges them to ${parts%.parts}"
