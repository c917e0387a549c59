# shellcheck shell=bash
# Read by the scripts of this folder. COMPOSE is the program to call, for example 'docker-compose'.
compose() { ${COMPOSE:-docker compose} --project-name dolph "$@"; }

# wait_for <seconds> <what> <command…>: repeats the command until it succeeds.
wait_for() {
  local seconds=$1 what=$2 deadline
  shift 2
  deadline=$((SECONDS + seconds))
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -ge "$deadline" ]; then
      echo "$what did not answer within $seconds s; see: ${COMPOSE:-docker compose} logs" >&2
      return 1
    fi
    sleep 0.5
  done
}

# is_ready <service>: whether a process of Dolph takes work.
is_ready() {
  compose exec -T "$1" node -e 'fetch("http://127.0.0.1:9464/readyz").then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))'
}

# setting <NAME>: a line of .env.
setting() { sed -n "s/^$1=//p" .env; }

# set_setting <NAME> <value>
set_setting() {
  grep -q "^$1=" .env || echo "$1=" >>.env
  sed -i "s|^$1=.*|$1=$2|" .env
}

# shipped_postgres: the version of PostgreSQL that the files here have.
shipped_postgres() { sed -n 's/^ARG POSTGRES=//p' postgres/Dockerfile; }
