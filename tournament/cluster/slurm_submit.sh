#!/usr/bin/env bash
# Plays a tournament on a Slurm cluster: submits job arrays of shards and a job that merges them.
#
#   slurm_submit.sh --out results/big --minutes 10 -- --agents mcts,greedy --games 1000000
#
# Takes the options of `plan.py make` before `--`. Account, partition and time limit come from Slurm's variables
# (SBATCH_ACCOUNT, SBATCH_PARTITION, SBATCH_TIMELIMIT). Run the same command again to submit missing shards.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
    echo "error: $*" >&2
    exit 2
}

command -v sbatch >/dev/null || fail "sbatch not found: run this script on a machine of a Slurm cluster"
parts=$(python3 "$here/plan.py" make "$@")
cores=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["cores"])' "$parts/plan.json")
mkdir -p "$parts/log"

# The indices of an array must be less than this limit; shards are numbered from 1.
limit=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
[ -n "$limit" ] || fail "Slurm reports no MaxArraySize"
arrays=$(python3 "$here/plan.py" arrays "$parts" "$((limit - 1))")

submit() { sbatch --parsable --job-name=tournament "$@" || fail "Slurm rejected the job"; }

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
echo "job ${job%%;*}: merges them into ${parts%.parts}"
