import { quantile, type Dashboard } from './panel.ts'

export const jobsAndMail: Dashboard = {
  id: 'jobs-and-mail',
  title: 'Jobs and mail',
  panels: [
    { title: 'Workers', isNumber: true, queries: { alive: 'max(workers_alive)' } },
    { title: 'Jobs that wait', queries: { '{{task}}': 'max by (task) (jobs_due) > 0' } },
    {
      title: 'Oldest job that waits',
      unit: 's',
      queries: { '{{task}}': 'max by (task) (job_oldest_due_seconds) > 0' },
    },
    {
      title: 'Attempts at jobs a minute',
      queries: {
        '{{task}} {{outcome}}': 'sum by (task, outcome) (rate(job_attempts_total[5m])) * 60 > 0',
      },
    },
    {
      title: 'Time of a job, 99th percentile',
      unit: 's',
      queries: { time: quantile(0.99, 'job_seconds_bucket') },
    },
    {
      title: 'Since the last run of interval tasks',
      unit: 's',
      queries: {
        '{{task}}': 'time() - max by (task) (interval_task_last_run_timestamp_seconds)',
      },
    },
    {
      title: 'Failed runs of interval tasks a minute',
      queries: {
        '{{task}}': 'sum by (task) (rate(interval_task_runs_total{outcome="failed"}[5m])) * 60',
      },
    },
    {
      title: 'Changes that wait',
      queries: { likes: 'max(rank_changes_waiting)', people: 'max(people_search_waiting)' },
    },
    {
      title: 'Oldest event that waits',
      unit: 's',
      queries: { age: 'max(dolph_events_oldest_age_seconds)' },
    },
    {
      title: 'Events parked for an operator',
      isNumber: true,
      queries: { parked: 'max(dolph_failed_events)' },
    },
    { title: 'Mails that wait', queries: { mails: 'max(mails_due)' } },
    {
      title: 'Oldest mail that waits',
      unit: 's',
      queries: { age: 'max(mail_oldest_due_seconds)' },
    },
    {
      title: 'Time until the mail server accepts a mail',
      unit: 's',
      queries: {
        'half of them': quantile(0.5, 'mail_delay_seconds_bucket'),
        '99 of 100': quantile(0.99, 'mail_delay_seconds_bucket'),
      },
    },
    {
      title: 'Failed attempts to send a mail, a minute',
      queries: {
        repeated: 'sum(rate(mail_failures_total[5m])) * 60',
        'given up': 'sum(rate(mails_given_up_total[5m])) * 60',
      },
    },
    {
      title: 'Dead workers whose jobs were released',
      queries: { workers: 'sum(increase(workers_released_total[1h]))' },
    },
    {
      title: 'Calls to file storage: time and errors',
      unit: 's',
      queries: {
        '{{operation}}, 99 of 100': quantile(0.99, 'storage_seconds_bucket', 'operation'),
        '{{operation}}, errors a second': 'sum by (operation) (rate(storage_errors_total[5m])) > 0',
      },
    },
  ],
}
