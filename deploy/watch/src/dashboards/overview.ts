import { SLOS } from '../slos.ts'
import type { Dashboard, Panel } from './panel.ts'

const BUDGETS: Panel[] = SLOS.map(({ name, promise, goal }) => ({
  title: `Budget left: ${name}`,
  description: `${promise}: ${goal * 100} % over 30 days. 0 means that the month's errors are used up.`,
  unit: 'percentunit',
  isNumber: true,
  queries: {
    left: `1 - slo:error_ratio:30d{slo="${name}"} / ${Number((1 - goal).toPrecision(4))}`,
  },
}))

export const overview: Dashboard = {
  id: 'overview',
  title: 'Overview',
  panels: [
    ...BUDGETS,
    {
      title: 'Errors of the last hour, by promise',
      unit: 'percentunit',
      queries: { '{{slo}}': 'slo:error_ratio:1h' },
    },
    {
      title: 'Alerts that fire',
      isNumber: true,
      queries: { '{{severity}}': 'count by (severity) (ALERTS{alertstate="firing"}) or vector(0)' },
    },
    {
      title: 'Processes by release and role',
      queries: { '{{release}} {{role}}': 'count by (release, role) (dolph_info)' },
    },
    {
      title: 'Requests a second',
      unit: 'reqps',
      queries: { '{{instance}}': 'sum by (instance) (rate(http_requests_total[5m]))' },
    },
    { title: 'Open sockets', queries: { '{{instance}}': 'sum by (instance) (open_sockets)' } },
    {
      title: 'Messages stored a second',
      unit: 'ops',
      queries: { messages: 'sum(rate(message_send_seconds_count{outcome="new"}[5m]))' },
    },
    {
      title: 'CPU of each process',
      description: '1 is a whole core. JavaScript of one process uses one core at most.',
      queries: { '{{instance}}': 'rate(process_cpu_seconds_total{job="dolph"}[5m])' },
    },
    {
      title: 'Memory of each process',
      unit: 'bytes',
      queries: { '{{instance}}': 'process_resident_memory_bytes{job="dolph"}' },
    },
    {
      title: 'Errors in browsers, a minute',
      queries: { '{{kind}}': 'sum by (kind) (rate(client_errors_total[10m])) * 60' },
    },
    {
      title: 'Latest migration',
      isNumber: true,
      queries: { '{{name}}': 'count by (name) (migration_latest_info)' },
    },
  ],
}
