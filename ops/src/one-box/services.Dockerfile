# Stands in for the images of PostgreSQL, Redis and Caddy where no registry answers: Debian's packages, with the paths and the variables of
# the official images that deploy/one-box uses. For the drill only.
ARG BASE
FROM $BASE
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends postgresql redis-server caddy wget \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/* /etc/postgresql \
  && mkdir -p /docker-entrypoint-initdb.d /var/lib/postgresql/data /var/run/postgresql && chown -R postgres /var/lib/postgresql /var/run/postgresql
COPY postgres-entrypoint.sh /usr/local/bin/
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
ENTRYPOINT ["postgres-entrypoint.sh"]
