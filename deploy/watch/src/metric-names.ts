/** Metrics that rules and panels may name and a process without standbys does not have, by where they come from. */
export const OTHER_METRICS = {
  Prometheus: ['up', 'ALERTS'],
  'a process that reads from standbys': ['standby_fit'],
  'node exporter': ['node_filesystem_avail_bytes', 'node_textfile_mtime_seconds'],
  'blackbox exporter': ['probe_ssl_earliest_cert_expiry'],
  Patroni: ['patroni_primary', 'patroni_sync_standby', 'patroni_postgres_timeline'],
  'PostgreSQL exporter': [
    'pg_database_size_bytes',
    'pg_database_wraparound_age_datfrozenxid_seconds',
    'pg_settings_max_connections',
    'pg_stat_activity_count',
    'pg_stat_activity_max_tx_duration',
    'pg_stat_archiver_last_archive_age',
    'pg_stat_database_blks_hit',
    'pg_stat_database_blks_read',
    'pg_stat_database_xact_commit',
    'pg_stat_database_xact_rollback',
    'pg_stat_replication_pg_wal_lsn_diff',
  ],
  'the backup, by the node exporter': [
    'backup_last_success_seconds',
    'drill_last_rto_seconds',
    'files_copy_last_success_seconds',
  ],
} as const satisfies Record<string, readonly string[]>

const KEYWORDS = new Set([
  'and',
  'or',
  'unless',
  'bool',
  'offset',
  'by',
  'without',
  'on',
  'ignoring',
])
const NAME_PATTERN = /[a-zA-Z_:][\w:]*(?!\w*\s*\()/g

/** The metrics that an expression reads. */
export function findMetricNames(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, '')
    .replaceAll(/(?<![\w:.])\d[\w.]*/g, '')
  const names = bare.match(NAME_PATTERN) ?? []
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name))
}
