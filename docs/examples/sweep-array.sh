#!/bin/sh
# A sweep as a Slurm array: each task runs a share of the designs on the cores that it has.
#
#   sbatch --array=1-16 --cpus-per-task=8 sweep-array.sh caches.json caches 16
#
# A task that was ended goes on with its rows when it is submitted again, alone or in the whole array.
#SBATCH --job-name=texunit-sweep
#SBATCH --requeue
set -eu
plan=$1
out=$2
shares=$3

exec ${TEXUNIT:-texunit} sweep "$plan" --shard "$SLURM_ARRAY_TASK_ID/$shares" --cores "${SLURM_CPUS_PER_TASK:-1}" \
  --out "$out/share-$SLURM_ARRAY_TASK_ID" --resume --take-over
