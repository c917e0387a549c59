import { always, changing, during, type CauseAlert } from './alert.ts'

const DAY_SECONDS = 86_400
const DATA_DISK = 'node_filesystem_avail_bytes{instance="db-1",mountpoint="/data",fstype="ext4"}'
const DISK_LABELS = { instance: 'db-1', mountpoint: '/data', fstype: 'ext4' }
const REAL_DISKS = '{fstype!~"tmpfs|overlay|ramfs|squashfs"}'
const GB = 1e9

/** Faults of machines, of PostgreSQL and of backups, as exporters report them. */
export const MACHINE_ALERTS: readonly CauseAlert[] = [
  {
    name: 'DiskFullInHours',
    expr: `predict_linear(node_filesystem_avail_bytes${REAL_DISKS}[1h], 4 * 3600) < 0`,
    ...{ for: '5m', severity: 'page', runbook: 'disk-full' },
    summary: '{{ $labels.mountpoint }} of {{ $labels.instance }} is full within four hours',
    test: {
      fault: { [DATA_DISK]: `${10 * GB}x39 ${10 * GB}-20000000x119 ${100 * GB}x319` },
      noFault: { [DATA_DISK]: changing(100 * GB, -0.1 * GB) },
      firesAfterMinutes: 29,
      labels: DISK_LABELS,
    },
  },
  {
    name: 'DiskFullInADay',
    expr: `predict_linear(node_filesystem_avail_bytes${REAL_DISKS}[6h], 24 * 3600) < 0`,
    ...{ for: '10m', severity: 'ticket', runbook: 'disk-full' },
    summary: '{{ $labels.mountpoint }} of {{ $labels.instance }} is full within a day',
    test: {
      fault: { [DATA_DISK]: `${10 * GB}x39 ${10 * GB}-20000000x119 ${400 * GB}x319` },
      noFault: { [DATA_DISK]: changing(100 * GB, -0.01 * GB) },
      firesAfterMinutes: 29,
      labels: DISK_LABELS,
    },
  },
  {
    name: 'BackupOld',
    expr: `time() - max(backup_last_success_seconds) > 26 * 3600`,
    ...{ for: '5m', severity: 'page', runbook: 'backups' },
    summary: 'the last backup is older than 26 hours',
    test: {
      fault: { backup_last_success_seconds: during(-DAY_SECONDS * 2, 0) },
      noFault: { backup_last_success_seconds: always(-DAY_SECONDS) },
      firesAfterMinutes: 6,
    },
  },
  {
    name: 'ArchiveOld',
    expr: 'max(pg_stat_archiver_last_archive_age) > 600',
    ...{ for: '1m', severity: 'page', runbook: 'backups' },
    summary: 'PostgreSQL has archived nothing for ten minutes: a loss now would cost that much',
    test: {
      fault: { pg_stat_archiver_last_archive_age: during(601, 30) },
      noFault: { pg_stat_archiver_last_archive_age: always(600) },
      firesAfterMinutes: 2,
    },
  },
  {
    name: 'ErasuresUnshipped',
    expr: 'max(erasures_unshipped_seconds) > 300',
    ...{ for: '1m', severity: 'page', runbook: 'backups' },
    summary: 'erasures are not in the backup bucket: a restore would bring erased data back',
    test: {
      fault: { erasures_unshipped_seconds: during(301, 0) },
      noFault: { erasures_unshipped_seconds: always(300) },
      firesAfterMinutes: 2,
    },
  },
  {
    name: 'DrillOld',
    // The file that the drill leaves for the node exporter has its time.
    expr: `time() - max(node_textfile_mtime_seconds{file=~".*drill.*"}) > 35 * ${DAY_SECONDS}`,
    ...{ for: '5m', severity: 'ticket', runbook: 'backups' },
    summary: 'no restore has been tried for 35 days',
    test: {
      fault: { 'node_textfile_mtime_seconds{file="drill.prom"}': during(-36 * DAY_SECONDS, 0) },
      noFault: { 'node_textfile_mtime_seconds{file="drill.prom"}': always(-34 * DAY_SECONDS) },
      firesAfterMinutes: 6,
    },
  },
  {
    name: 'ReplicationBehind',
    expr: 'max by (application_name) (pg_stat_replication_pg_wal_lsn_diff) > 16e6',
    ...{ for: '2m', severity: 'page', runbook: 'replication' },
    summary: 'the standby {{ $labels.application_name }} is more than 16 MB behind',
    test: {
      fault: { 'pg_stat_replication_pg_wal_lsn_diff{application_name="db-2"}': during(17e6, 0) },
      noFault: { 'pg_stat_replication_pg_wal_lsn_diff{application_name="db-2"}': always(15e6) },
      firesAfterMinutes: 3,
      labels: { application_name: 'db-2' },
    },
  },
  {
    name: 'NoSynchronousStandby',
    expr: 'sum(patroni_sync_standby) == 0',
    ...{ for: '2m', severity: 'page', runbook: 'replication' },
    summary: 'no standby confirms commits: a lost machine would lose messages',
    test: {
      fault: { 'patroni_sync_standby{instance="db-2"}': during(0, 1) },
      noFault: {
        'patroni_sync_standby{instance="db-2"}': always(0),
        'patroni_sync_standby{instance="db-3"}': always(1),
      },
      firesAfterMinutes: 3,
    },
  },
  {
    name: 'NoLeader',
    expr: 'sum(patroni_primary) == 0',
    ...{ for: '30s', severity: 'page', runbook: 'replication' },
    summary: 'no PostgreSQL server is the leader: nothing can be written',
    test: {
      fault: { 'patroni_primary{instance="db-1"}': during(0, 1) },
      noFault: {
        'patroni_primary{instance="db-1"}': during(0, 1),
        'patroni_primary{instance="db-2"}': during(1, 0),
      },
      firesAfterMinutes: 1,
    },
  },
  {
    name: 'LeaderChanged',
    expr: 'changes(max(patroni_postgres_timeline)[10m:15s]) > 0',
    ...{ for: '0s', severity: 'ticket', runbook: 'replication' },
    summary: 'PostgreSQL has a new leader',
    test: {
      fault: { 'patroni_postgres_timeline{instance="db-1"}': during(2, 1) },
      noFault: { 'patroni_postgres_timeline{instance="db-1"}': always(2) },
      firesAfterMinutes: 2,
    },
  },
  {
    name: 'TransactionIdsOld',
    expr: 'max by (datname) (pg_database_wraparound_age_datfrozenxid_seconds) > 500e6',
    ...{ for: '10m', severity: 'page', runbook: 'transaction-ids' },
    summary: 'vacuum does not keep up in {{ $labels.datname }}; PostgreSQL stops at 2 billion',
    test: {
      fault: {
        'pg_database_wraparound_age_datfrozenxid_seconds{datname="dolph"}': during(501e6, 1e6),
      },
      noFault: {
        'pg_database_wraparound_age_datfrozenxid_seconds{datname="dolph"}': always(500e6),
      },
      firesAfterMinutes: 11,
      labels: { datname: 'dolph' },
    },
  },
  {
    name: 'CertificateEnds',
    expr: `min by (instance) (probe_ssl_earliest_cert_expiry) - time() < 14 * ${DAY_SECONDS}`,
    ...{ for: '10m', severity: 'page', runbook: 'certificate' },
    summary: 'the certificate of {{ $labels.instance }} ends within 14 days',
    test: {
      fault: {
        'probe_ssl_earliest_cert_expiry{instance="dolph"}': during(
          13 * DAY_SECONDS,
          90 * DAY_SECONDS,
        ),
      },
      noFault: { 'probe_ssl_earliest_cert_expiry{instance="dolph"}': always(15 * DAY_SECONDS) },
      firesAfterMinutes: 11,
      labels: { instance: 'dolph' },
    },
  },
  {
    name: 'ScrapesFail',
    expr: 'count by (job) (up{job!="dolph"} == 0) > 0',
    ...{ for: '10m', severity: 'ticket', runbook: 'nobody-answers' },
    summary: 'an exporter of {{ $labels.job }} does not answer: its alerts are blind',
    test: {
      fault: { 'up{job="node",instance="db-1"}': during(0, 1) },
      noFault: { 'up{job="node",instance="db-1"}': always(1) },
      firesAfterMinutes: 11,
      labels: { job: 'node' },
    },
  },
]
