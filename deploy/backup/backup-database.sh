#!/usr/bin/env bash
# Makes a backup of the database, as the user postgres: backup-database.sh full|diff
# Its unit and the crontab then tell Prometheus that it succeeded: write-metric.sh.
set -euo pipefail

kind=${1:?full or diff}
pgbackrest --stanza=dolph check
pgbackrest --stanza=dolph --type="$kind" backup
# Reads the whole repository once a week and compares every checksum.
if [ "$kind" = full ]; then pgbackrest --stanza=dolph verify; fi
