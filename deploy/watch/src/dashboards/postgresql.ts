import { quantile, type Dashboard } from './panel.ts'

export const postgresql: Dashboard = {
  id: 'postgresql',
  title: 'PostgreSQL',
  panels: [
    {
      title: 'Connections of our processes',
      queries: { '{{instance}} {{state}}': 'sum by (instance, state) (database_connections)' },
    },
    {
      title: 'Wait for a connection, 99th percentile',
      unit: 's',
      queries: { '{{instance}}': quantile(0.99, 'database_wait_seconds_bucket', 'instance') },
    },
    {
      title: 'Calls refused because of PostgreSQL, a second',
      description:
        'By the class of SQLSTATE: 53 no space or memory, 55 locks, 57 stopped or canceled.',
      unit: 'ops',
      queries: { '{{class}}': 'sum by (class) (rate(database_outages_total[5m])) > 0' },
    },
    {
      title: 'Commits and rollbacks a second',
      unit: 'ops',
      queries: {
        commits: 'sum(rate(pg_stat_database_xact_commit[5m]))',
        rollbacks: 'sum(rate(pg_stat_database_xact_rollback[5m]))',
      },
    },
    {
      title: 'Connections of the server',
      queries: {
        used: 'sum(pg_stat_activity_count)',
        allowed: 'max(pg_settings_max_connections)',
      },
    },
    {
      title: 'Longest transaction',
      unit: 's',
      queries: { age: 'max(pg_stat_activity_max_tx_duration)' },
    },
    {
      title: 'Size of the database',
      unit: 'bytes',
      queries: { '{{datname}}': 'max by (datname) (pg_database_size_bytes)' },
    },
    {
      title: 'Reads answered from memory',
      unit: 'percentunit',
      queries: {
        share:
          'sum(rate(pg_stat_database_blks_hit[5m])) / (sum(rate(pg_stat_database_blks_hit[5m])) + sum(rate(pg_stat_database_blks_read[5m])))',
      },
    },
    {
      title: 'Standbys behind',
      unit: 'bytes',
      queries: {
        '{{application_name}}': 'max by (application_name) (pg_stat_replication_pg_wal_lsn_diff)',
      },
    },
    {
      title: 'Since the last archived segment',
      unit: 's',
      queries: { age: 'max(pg_stat_archiver_last_archive_age)' },
    },
    {
      title: 'Since the last backup',
      unit: 's',
      queries: { age: 'time() - max(backup_last_success_seconds)' },
    },
    {
      title: 'Erasures not yet in the backup bucket',
      unit: 's',
      queries: { age: 'max(erasures_unshipped_seconds)' },
    },
    {
      title: 'Time of the last restore drill',
      unit: 's',
      isNumber: true,
      queries: { time: 'max(drill_last_rto_seconds)' },
    },
    {
      title: 'Age of transaction ids',
      queries: {
        '{{datname}}': 'max by (datname) (pg_database_wraparound_age_datfrozenxid_seconds)',
      },
    },
    {
      title: 'Free disk space',
      unit: 'bytes',
      queries: {
        '{{instance}} {{mountpoint}}':
          'min by (instance, mountpoint) (node_filesystem_avail_bytes{fstype!~"tmpfs|overlay|ramfs|squashfs"})',
      },
    },
  ],
}
