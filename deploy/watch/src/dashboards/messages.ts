import { quantile, type Dashboard } from './panel.ts'

export const messages: Dashboard = {
  id: 'messages',
  title: 'Messages',
  panels: [
    {
      title: 'Sends a second, by outcome',
      unit: 'ops',
      queries: { '{{outcome}}': 'sum by (outcome) (rate(message_send_seconds_count[5m]))' },
    },
    {
      title: 'Time to store a message',
      unit: 's',
      queries: {
        'half of them': quantile(0.5, 'message_send_seconds_bucket'),
        '99 of 100': quantile(0.99, 'message_send_seconds_bucket'),
      },
    },
    {
      title: 'Time until a message is pushed, 99th percentile',
      description: 'By way: the bus through Redis, or the poller that finds what the bus missed.',
      unit: 's',
      queries: { '{{way}}': quantile(0.99, 'message_delivery_seconds_bucket', 'way') },
    },
    {
      title: 'Messages that the bus missed, a minute',
      queries: { found: 'sum(rate(missed_messages_found_total[5m])) * 60' },
    },
    {
      title: 'Search for missed messages, 99th percentile',
      unit: 's',
      queries: { time: quantile(0.99, 'missed_message_poll_seconds_bucket') },
    },
    { title: 'Open sockets', queries: { '{{instance}}': 'sum by (instance) (open_sockets)' } },
    {
      title: 'Sockets opened a second',
      unit: 'ops',
      queries: { '{{outcome}}': 'sum by (outcome) (rate(socket_upgrades_total[5m]))' },
    },
    {
      title: 'Sockets closed a second, by code',
      description:
        '1006: the connection was lost. 1012: our process stops. 1008: the client broke a rule.',
      unit: 'ops',
      queries: { '{{code}}': 'sum by (code) (rate(socket_closes_total[5m])) > 0' },
    },
    {
      title: 'Events of sockets a second',
      unit: 'ops',
      queries: { '{{direction}}': 'sum by (direction) (rate(socket_events_total[5m]))' },
    },
    {
      title: 'Not yet read by browsers',
      unit: 'bytes',
      queries: { '{{instance}}': 'sum by (instance) (socket_buffered_bytes)' },
    },
    {
      title: 'Browsers that read too slowly',
      queries: { '{{instance}}': 'sum by (instance) (sockets_stalled)' },
    },
    {
      title: 'Connected to Redis',
      queries: {
        'connection {{instance}}': 'min by (instance) (redis_up)',
        'bus {{instance}}': 'min by (instance) (bus_connected)',
      },
    },
    {
      title: 'Events that did not reach Redis, a second',
      unit: 'ops',
      queries: { '{{instance}}': 'sum by (instance) (rate(bus_dropped_total[5m]))' },
    },
  ],
}
