#!/usr/bin/env bash
# Checks what plays tournaments on clusters: lints, units, then Slurm and Ray themselves.
#
#   run.sh TOURNAMENT VENV
#
# Needs Python 3; installs Ray and shellcheck into the folder VENV, and Slurm with apt-get where it may.
set -euo pipefail
program=$(realpath "$1") venv=$(realpath --canonicalize-missing "$2")
cd "$(dirname "$0")"
python3 -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
    --requirement requirements-locked.txt
"$venv/bin/shellcheck" ./*.sh ../*.sh ../*.sbatch stand_in/*
export PYTHONDONTWRITEBYTECODE=1
"$venv/bin/python" -m unittest --quiet --buffer test_plan
./test_slurm.sh "$program"
"$venv/bin/python" test_ray.py "$program"
