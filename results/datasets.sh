#!/usr/bin/env bash
# Makes the reference data sets: the runs of the ladders with records and with all tables as CSV.
#
#     bash results/datasets.sh FOLDER [NAME...]             makes the sets of these names, such as ladder-2, or all of them
#     bash results/datasets.sh --check FOLDER [NAME...]     compares the files of sets made before with datasets.sha256
#     bash results/datasets.sh --sums FOLDER [NAME...]      prints lines for datasets.sha256
#
# notebooks/reference.sh has the commands of the runs, and the environment variables that it takes. A set that is there
# is not made again. Files that depend on the clock have no checksum.
set -euo pipefail
cd "$(dirname "$0")/.."

task=make
case ${1:-} in --check | --sums) task=${1#--} && shift ;; esac
if [ $# = 0 ] || [[ $1 == -* ]]; then
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
fi
mkdir -p "$1"
folder=$(realpath "$1")
shift
names=("$@")
[ $# -gt 0 ] || names=(ladder-2 ladder-3 ladder-4 ladder-5 ladder-6 ladder-wongar-3 ladder-wongar-4 ladder-wongar-5)
sums=$PWD/results/datasets.sha256

case $task in
make) RUNS=$folder EXTRA=--records bash notebooks/reference.sh "${names[@]}" ;;
check)
    for name in "${names[@]}"; do
        lines=$(grep --no-messages --fixed-strings "  $name/" "$sums") ||
            { echo "results/datasets.sha256 has no checksums of $name" >&2 && exit 2; }
        (cd "$folder" && sha256sum --check --quiet <<<"$lines") || exit 1
        echo "$name: all $(wc -l <<<"$lines") files have their checksums"
    done
    ;;
# Manifests name the folder and the build, so they have no checksum here; `tournament verify` checks them.
sums)
    cd "$folder"
    find "${names[@]}" -type f ! -name 'timing*' ! -name manifest.json | LC_ALL=C sort | xargs sha256sum
    ;;
esac
