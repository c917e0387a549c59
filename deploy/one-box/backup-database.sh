#!/bin/sh
# Makes backups of the database in the container `backup`, with the pgBackRest of the image.
# backup-database.sh loop: one a day, a full one a week. backup-database.sh full|diff: one now.
set -u
folder=/backup/database
# Only the user postgres may read a cluster. What an operator has copied here belongs to somebody else.
if [ "$(id -u)" = 0 ]; then
  chown -R postgres "$folder"
  exec setpriv --reuid postgres --regid postgres --init-groups -- sh "$0" "$@"
fi

back_up() {
  if ! { pgbackrest --stanza=dolph stanza-create && pgbackrest --stanza=dolph --type="$1" backup; }; then
    echo "the $1 backup failed; the next attempt is in ten minutes" >&2
    return 1
  fi
  [ "$1" = diff ] || touch "$folder/last-full"
  # For the textfile collector of a node exporter.
  printf '# TYPE backup_last_success_seconds gauge\nbackup_last_success_seconds %s\n' "$(date +%s)" >"$folder/new.prom"
  mv "$folder/new.prom" "$folder/dolph-backup.prom"
  echo "made a $1 backup"
}

# is_younger <file> <minutes>
is_younger() { [ -n "$(find "$folder" -maxdepth 1 -name "$1" -mmin "-$2")" ]; }

case ${1:?loop, full or diff} in
loop)
  trap 'exit 0' TERM
  while :; do
    # A little less than a week and a day, so that the hour does not wander.
    if ! is_younger last-full 10070; then back_up full
    elif ! is_younger dolph-backup.prom 1430; then back_up diff
    fi
    sleep 600 &
    wait $!
  done
  ;;
*) back_up "$1" ;;
esac
