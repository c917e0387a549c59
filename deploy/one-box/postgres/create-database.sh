#!/bin/sh
# Runs once, when the server has no data yet. The role of Dolph owns its database and is no superuser; pg_monitor lets it see
# how far replicas are behind.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set "password=$(cat /run/secrets/dolph_password)" <<'SQL'
create role dolph login password :'password';
grant pg_monitor to dolph;
create database dolph owner dolph;
\connect dolph
create extension pg_stat_statements;
SQL
