import { always, during, growing, type CauseAlert } from './alert.ts'

const API = '{job="dolph",instance="api-1"}'
const WORKER = '{job="dolph",instance="worker-1"}'
const ON_API = { instance: 'api-1' }

/** Faults of our own processes and of what they need. */
export const PROCESS_ALERTS: readonly CauseAlert[] = [
  {
    name: 'NoProcessAnswers',
    expr: 'absent(up{job="dolph"} == 1)',
    ...{ for: '1m', severity: 'page', runbook: 'nobody-answers' },
    summary: 'no process answers Prometheus',
    test: {
      fault: { [`up${API}`]: during(0, 1) },
      noFault: { [`up${API}`]: during(0, 1), [`up${WORKER}`]: always(1) },
      firesAfterMinutes: 2,
    },
  },
  {
    name: 'ProcessDown',
    expr: 'up{job="dolph"} == 0',
    ...{ for: '5m', severity: 'ticket', runbook: 'nobody-answers' },
    summary: '{{ $labels.instance }} does not answer Prometheus',
    test: {
      fault: { [`up${API}`]: during(0, 1) },
      noFault: { [`up${API}`]: always(1) },
      firesAfterMinutes: 6,
      labels: { ...ON_API, job: 'dolph' },
    },
  },
  {
    name: 'DatabasePoolExhausted',
    expr: 'max by (instance) (database_connections{state="waiting"}) > 5',
    ...{ for: '2m', severity: 'page', runbook: 'database-pool' },
    summary: 'requests wait for a connection to PostgreSQL at {{ $labels.instance }}',
    test: {
      fault: { 'database_connections{instance="api-1",state="waiting"}': during(6, 0) },
      noFault: { 'database_connections{instance="api-1",state="waiting"}': always(5) },
      firesAfterMinutes: 3,
      labels: ON_API,
    },
  },
  {
    name: 'DatabaseUnavailable',
    expr: 'sum(rate(database_outages_total[1m])) > 1',
    ...{ for: '1m', severity: 'page', runbook: 'postgresql-down' },
    summary: 'calls are refused because PostgreSQL is unavailable, busy or full',
    test: {
      fault: { 'database_outages_total{class="57"}': growing(120) },
      noFault: { 'database_outages_total{class="40"}': growing(30) },
      firesAfterMinutes: 3,
    },
  },
  {
    name: 'JobsWait',
    expr: 'max(job_oldest_due_seconds) > 60',
    ...{ for: '2m', severity: 'page', runbook: 'jobs' },
    summary: 'a job that could run has been waiting for a minute',
    test: {
      fault: { 'job_oldest_due_seconds{task="send-mail"}': during(61, 0) },
      noFault: { 'job_oldest_due_seconds{task="send-mail"}': always(60) },
      firesAfterMinutes: 3,
    },
  },
  {
    name: 'JobsGivenUp',
    expr: 'sum by (task) (increase(job_attempts_total{outcome="given-up"}[1h])) > 0',
    ...{ for: '0s', severity: 'ticket', runbook: 'jobs' },
    summary: 'the job {{ $labels.task }} failed too often and is not tried again',
    test: {
      fault: { 'job_attempts_total{task="erase-member",outcome="given-up"}': growing(1) },
      noFault: { 'job_attempts_total{task="erase-member",outcome="failed"}': growing(1) },
      firesAfterMinutes: 2,
      labels: { task: 'erase-member' },
    },
  },
  {
    name: 'NoWorker',
    expr: 'max(workers_alive) == 0',
    ...{ for: '1m', severity: 'page', runbook: 'jobs' },
    summary: 'no worker is connected to PostgreSQL: no mails, no jobs, no notifications',
    test: {
      fault: { [`workers_alive${API}`]: during(0, 1) },
      noFault: { [`workers_alive${API}`]: always(1) },
      firesAfterMinutes: 2,
    },
  },
  {
    name: 'IntervalTaskSilent',
    expr: 'time() - max by (task) (interval_task_last_run_timestamp_seconds) > 60',
    ...{ for: '1m', severity: 'page', runbook: 'stale-lists' },
    summary: 'the interval task {{ $labels.task }} has not run for a minute',
    test: {
      // Stands still during the fault, then catches up with the clock.
      fault: {
        'interval_task_last_run_timestamp_seconds{task="post-ranks"}':
          '0+15x39 600x119 2400+15x319',
      },
      noFault: {
        'interval_task_last_run_timestamp_seconds{task="post-ranks",instance="a"}': always(0),
        'interval_task_last_run_timestamp_seconds{task="post-ranks",instance="b"}': '0+15x479',
      },
      firesAfterMinutes: 4,
      labels: { task: 'post-ranks' },
    },
  },
  {
    name: 'EventsWait',
    expr: 'max(dolph_events_oldest_age_seconds) > 60',
    ...{ for: '2m', severity: 'page', runbook: 'events' },
    summary: 'an event has been waiting for its subscribers for a minute',
    test: {
      fault: { [`dolph_events_oldest_age_seconds${API}`]: during(61, 0) },
      noFault: { [`dolph_events_oldest_age_seconds${API}`]: always(60) },
      firesAfterMinutes: 3,
    },
  },
  {
    name: 'EventsParked',
    expr: 'max(dolph_failed_events) > 0',
    ...{ for: '5m', severity: 'ticket', runbook: 'events' },
    summary: 'events failed too often and wait for an operator',
    test: {
      fault: { [`dolph_failed_events${API}`]: during(1, 0) },
      noFault: { [`dolph_failed_events${API}`]: always(0) },
      firesAfterMinutes: 6,
    },
  },
  {
    name: 'MailsWait',
    expr: 'max(mail_oldest_due_seconds) > 300 and max(mails_due) >= 5',
    ...{ for: '1m', severity: 'page', runbook: 'mail' },
    summary: 'mails have been waiting for five minutes',
    test: {
      fault: {
        [`mail_oldest_due_seconds${API}`]: during(301, 0),
        [`mails_due${API}`]: during(5, 0),
      },
      // One mailbox that refuses for now is no fault of ours.
      noFault: { [`mail_oldest_due_seconds${API}`]: always(900), [`mails_due${API}`]: always(4) },
      firesAfterMinutes: 2,
    },
  },
  {
    name: 'MailsGivenUp',
    expr: 'sum(increase(mails_given_up_total[1h])) > 20',
    ...{ for: '0s', severity: 'ticket', runbook: 'mail' },
    summary: 'the mail server refuses many mails for good',
    test: {
      fault: { [`mails_given_up_total${WORKER}`]: growing(2) },
      noFault: { [`mails_given_up_total${WORKER}`]: growing(0.5) },
      firesAfterMinutes: 25,
    },
  },
  {
    name: 'RedisUnavailable',
    expr: 'min by (instance) (redis_up) == 0 or min by (instance) (bus_connected) == 0',
    ...{ for: '2m', severity: 'ticket', runbook: 'redis' },
    summary: '{{ $labels.instance }} has no working connection to Redis',
    test: {
      fault: { [`redis_up${API}`]: during(0, 1), [`bus_connected${API}`]: during(0, 1) },
      noFault: { [`redis_up${API}`]: always(1), [`bus_connected${API}`]: always(1) },
      firesAfterMinutes: 3,
      labels: ON_API,
    },
  },
  {
    name: 'StorageErrors',
    expr: 'sum(rate(storage_errors_total[5m])) > 0.1',
    ...{ for: '5m', severity: 'ticket', runbook: 'storage' },
    summary: 'file storage does not answer: pictures cannot be uploaded or shown',
    test: {
      fault: { 'storage_errors_total{operation="get"}': growing(12) },
      noFault: { 'storage_errors_total{operation="get"}': growing(3) },
      firesAfterMinutes: 9,
    },
  },
  {
    name: 'EventLoopLate',
    expr: 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.2',
    ...{ for: '5m', severity: 'ticket', runbook: 'event-loop' },
    summary: '{{ $labels.instance }} answers late because its event loop is busy',
    test: {
      fault: { [`nodejs_eventloop_lag_p99_seconds${API}`]: during(0.3, 0.01) },
      noFault: { [`nodejs_eventloop_lag_p99_seconds${API}`]: always(0.2) },
      firesAfterMinutes: 6,
      labels: ON_API,
    },
  },
  {
    name: 'TwoReleases',
    expr: 'count(count by (release) (dolph_info)) > 1',
    ...{ for: '20m', severity: 'ticket', runbook: 'releases' },
    summary: 'two releases have been running side by side for 20 minutes',
    test: {
      fault: {
        'dolph_info{instance="a",release="1"}': always(1),
        'dolph_info{instance="b",release="2"}': during(1, '_'),
      },
      noFault: {
        'dolph_info{instance="a",release="1"}': always(1),
        'dolph_info{instance="b",release="1"}': always(1),
      },
      firesAfterMinutes: 21,
    },
  },
  {
    name: 'BrowserErrors',
    expr: 'sum by (kind) (rate(client_errors_total{release="this"}[10m])) > 0.1',
    ...{ for: '5m', severity: 'ticket', runbook: 'browser-errors' },
    summary: 'browsers with the current release report errors of the kind {{ $labels.kind }}',
    test: {
      fault: { 'client_errors_total{kind="chunk",release="this"}': growing(12) },
      noFault: { 'client_errors_total{kind="chunk",release="other"}': growing(12) },
      firesAfterMinutes: 13,
      labels: { kind: 'chunk' },
    },
  },
  {
    name: 'ManyRefusals',
    expr: 'sum by (limit) (rate(rate_limit_refusals_total[5m])) > 20',
    ...{ for: '5m', severity: 'ticket', runbook: 'abuse' },
    summary: 'many calls are above the limit {{ $labels.limit }}',
    test: {
      fault: { 'rate_limit_refusals_total{limit="read"}': growing(3_000) },
      noFault: { 'rate_limit_refusals_total{limit="read"}': growing(600) },
      firesAfterMinutes: 9,
      labels: { limit: 'read' },
    },
  },
  {
    name: 'PasswordGuessing',
    expr: 'sum(rate(dolph_account_events_total{kind="sign-in-failed"}[10m])) * 60 > 30',
    ...{ for: '5m', severity: 'ticket', runbook: 'abuse' },
    summary: 'the passwords of many accounts are being guessed',
    test: {
      fault: { 'dolph_account_events_total{kind="sign-in-failed"}': growing(60) },
      noFault: { 'dolph_account_events_total{kind="sign-in-failed"}': growing(20) },
      firesAfterMinutes: 12,
    },
  },
]
