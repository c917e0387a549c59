import { quantile, type Dashboard } from './panel.ts'

export const requests: Dashboard = {
  id: 'requests',
  title: 'Requests',
  panels: [
    {
      title: 'Requests a second, by status',
      unit: 'reqps',
      queries: { '{{status}}': 'sum by (status) (rate(http_requests_total[5m]))' },
    },
    {
      title: 'Errors of the server a second, by route',
      unit: 'reqps',
      queries: {
        '{{method}} {{route}}':
          'topk(10, sum by (method, route) (rate(http_requests_total{status=~"5.."}[5m])) > 0)',
      },
    },
    {
      title: 'Slowest routes, 99th percentile',
      unit: 's',
      queries: {
        '{{method}} {{route}}': `topk(10, ${quantile(0.99, 'http_request_duration_seconds_bucket', 'method, route')})`,
      },
    },
    {
      title: 'All requests: time',
      unit: 's',
      queries: {
        'half of them': quantile(0.5, 'http_request_duration_seconds_bucket'),
        '99 of 100': quantile(0.99, 'http_request_duration_seconds_bucket'),
      },
    },
    {
      title: 'Requests being answered',
      queries: { '{{instance}}': 'sum by (instance) (http_requests_in_flight)' },
    },
    {
      title: 'Refusals a second, by code',
      unit: 'reqps',
      queries: { '{{code}}': 'sum by (code) (rate(http_refusals_total[5m])) > 0' },
    },
    {
      title: 'Calls above a rate limit a second',
      unit: 'reqps',
      queries: { '{{limit}}': 'sum by (limit) (rate(rate_limit_refusals_total[5m])) > 0' },
    },
    {
      title: 'Attempts above a throttle a second',
      unit: 'reqps',
      queries: { '{{throttle}}': 'sum by (throttle) (rate(throttle_refusals_total[5m])) > 0' },
    },
    {
      title: 'Lookups of sessions a second',
      unit: 'ops',
      queries: { '{{outcome}}': 'sum by (outcome) (rate(sessions_lookup_total[5m]))' },
    },
    {
      title: 'Delay of the event loop, 99th percentile',
      unit: 's',
      queries: { '{{instance}}': 'max by (instance) (nodejs_eventloop_lag_p99_seconds)' },
    },
    {
      title: 'Answers from caches',
      unit: 'percentunit',
      queries: {
        '{{cache}}':
          'sum by (cache) (rate(cache_hits_total[5m])) / (sum by (cache) (rate(cache_hits_total[5m])) + sum by (cache) (rate(cache_misses_total[5m])))',
      },
    },
    {
      title: 'Rendering a page, 99th percentile',
      unit: 's',
      queries: { time: quantile(0.99, 'renderer_seconds_bucket') },
    },
    {
      title: 'Pages sent without their content, a minute',
      queries: { '{{reason}}': 'sum by (reason) (rate(renderer_failures_total[5m])) * 60' },
    },
    {
      title: 'Hashing a password',
      unit: 's',
      queries: { '99 of 100': quantile(0.99, 'password_hash_seconds_bucket') },
    },
    {
      title: 'Passwords that wait to be hashed',
      queries: { '{{instance}}': 'sum by (instance) (password_hash_waiting)' },
    },
    {
      title: 'Decoded pictures a minute',
      queries: {
        '{{outcome}}': 'sum by (outcome) (rate(picture_decode_seconds_count[5m])) * 60',
      },
    },
  ],
}
