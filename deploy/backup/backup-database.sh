#!/usr/bin/env bash
# Makes a backup of the database, as the user postgres: backup-database.sh full|diff
# With METRICS_FOLDER, the folder of node_exporter's textfile collector, it tells Prometheus when the last backup succeeded.
set -euo pipefail

kind=${1:?full or diff}
pgbackrest --stanza=dolph check
pgbackrest --stanza=dolph --type="$kind" backup
# Reads the whole repository once a week and compares every checksum.
if [ "$kind" = full ]; then pgbackrest --stanza=dolph verify; fi

if [ -n "${METRICS_FOLDER:-}" ]; then
  file="$METRICS_FOLDER/dolph-backup.prom"
  {
    echo '# HELP backup_last_success_seconds Time of the last successful backup of the database'
    echo '# TYPE backup_last_success_seconds gauge'
    echo "backup_last_success_seconds $(date +%s)"
  } >"$file.new"
  mv "$file.new" "$file"
fi
