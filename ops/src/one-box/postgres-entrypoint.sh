#!/bin/sh
# Does for `postgres` what the entry point of the official image does with the variables that deploy/one-box sets: makes the data folder,
# runs the scripts without a network, and starts the server. Other commands run as they are.
set -eu
[ "$1" = postgres ] || exec "$@"
PATH=$(ls -d /usr/lib/postgresql/*/bin):$PATH
data=/var/lib/postgresql/data
chown postgres "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  # The words of the variable are options.
  # shellcheck disable=SC2086
  runuser -u postgres -- initdb --pgdata "$data" --username postgres --auth-local trust --pwfile "$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  runuser -u postgres -- pg_ctl --pgdata "$data" --wait \
    --options "-c listen_addresses= -c shared_preload_libraries=pg_stat_statements" start
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  runuser -u postgres -- pg_ctl --pgdata "$data" --wait stop
fi
exec setpriv --reuid postgres --regid postgres --init-groups -- "$@" -D "$data" -c 'listen_addresses=*'
