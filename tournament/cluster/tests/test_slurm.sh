#!/usr/bin/env bash
# Plays on a real Slurm of one node, started for this test, and requeues a task in the middle. Where none can be
# started, a stand-in takes the place of Slurm, and the test prints that.
#
#   test_slurm.sh TOURNAMENT
set -euo pipefail
program=$1
here=$(cd "$(dirname "$0")" && pwd)
submit="$here/../slurm_submit.sh"
folder=$(mktemp -d)
run="--agents mcts:iterations=200,greedy --games 150 --records"
patience=240 # seconds

clean_up() {
    for daemon in slurmd slurmctld munged; do
        [ ! -e "$folder/$daemon.pid" ] || kill "$(cat "$folder/$daemon.pid")" || true
    done
    sleep 0.5
    rm -rf "$folder"
}
trap clean_up EXIT

fail() {
    echo "slurm: $*" >&2
    tail -n 20 "$folder"/*.parts/log/* "$folder"/*.log >&2 || true
    exit 1
}

install_slurm() {
    command -v slurmctld >/dev/null && command -v slurmd >/dev/null && command -v sbatch >/dev/null && return
    command -v apt-get >/dev/null || return
    local packages=(slurmctld slurmd slurm-client munge)
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install --yes --no-install-recommends "${packages[@]}"; } >/dev/null 2>&1
}

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# A cluster of this machine alone; it listens to nothing but this machine.
start_slurm() {
    [ "$(id -u)" = 0 ] || return
    install_slurm || return
    local host
    host=$(hostname -s)
    export SLURM_CONF="$folder/slurm.conf"
    # After cred_expire seconds a requeued task may start again. Arrays have at most three tasks.
    cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
CommunicationParameters=NoInAddrAny
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
MaxArraySize=4
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=main Nodes=ALL Default=YES
CONF
    mkdir "$folder/state" "$folder/spool"
    (umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
    munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" \
        --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" || return
    slurmctld -c && slurmd || return
    for _ in $(seq 100); do
        [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ] && return
        sleep 0.2
    done
    return 1
}

wait_for() {
    local end=$((SECONDS + patience))
    until "$@"; do
        [ $SECONDS -lt $end ] || fail "in vain: $*"
        sleep 0.05
    done
}

has_begun() { [ -n "$(ls "$TMPDIR"/tournament-shard-*/1/games.csv 2>/dev/null)" ]; }
has_stopped() { grep --quiet "shard 1/5 is stopped" "$folder"/big.parts/log/*; }
is_idle() { [ -z "$(squeue --noheader)" ]; }

compare() {
    diff --recursive --brief --exclude="timing*.csv" "$folder/whole" "$1" || fail "$1 is not what one machine writes"
}

mkdir "$folder/scratch"
export TMPDIR="$folder/scratch" # of the tasks, too: Slurm takes the environment over
if start_slurm; then
    slurm=slurm
else
    echo "NO SLURM CAN BE STARTED HERE: a stand-in plays the tasks in order; this tests the scripts, not Slurm"
    slurm="slurm's stand-in"
    export PATH="$here/stand_in:$PATH"
fi

# shellcheck disable=SC2086 # several words
"$program" $run --out "$folder/whole" --quiet >/dev/null

# shellcheck disable=SC2086
submit() { "$submit" --program "$program" "$@" -- $run >"$folder/submitted" 2>"$folder/said" || fail "$(cat "$folder/said")"; }

submit --out "$folder/big" --shards 5
if [ "$slurm" = slurm ]; then
    wait_for has_begun
    first=$(sed -n '1s/job \([0-9]*\):.*/\1/p' "$folder/submitted")
    scontrol requeue "${first}_1"
    wait_for has_stopped
    echo "slurm: a task was requeued in the middle"
fi
wait_for test -e "$folder/big/manifest.json"
compare "$folder/big"
echo "$slurm: five shards in two arrays, and the bytes of one machine"

wait_for is_idle
rm -r "$folder/big" "$folder/big.parts/4"
submit --out "$folder/big"
[ "$(sed -n '1s/.*: \(shards.*\)/\1/p' "$folder/submitted")" = "shards 1, counted from 4" ] || fail "$(cat "$folder/submitted")"
wait_for test -e "$folder/big/manifest.json"
compare "$folder/big"
echo "$slurm: a shard was lost, and the same command played that one only"

submit --out "$folder/measured" --pilot 0.5 --minutes 0.03
grep -q "^measured: .* games per core and second, 150 games take" "$folder/said" || fail "$(cat "$folder/said")"
wait_for test -e "$folder/measured/manifest.json"
compare "$folder/measured"
echo "$slurm: in shards sized by a measurement, and the bytes of one machine"

code=0
"$submit" --program "$program" --out "$folder/other" -- --agents nobody 2>"$folder/said" || code=$?
[ "$code $(wc -l <"$folder/said")" = "2 1" ] || fail "$(cat "$folder/said")"
echo "$slurm: what cannot be played is refused in a sentence: $(cat "$folder/said")"
