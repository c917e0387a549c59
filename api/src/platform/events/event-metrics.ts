import { Counter, Histogram, type Registry } from 'prom-client'

export type EventMetrics = ReturnType<typeof createEventMetrics>

/** What the relay of this process did. The age of waiting events is read from the table: platform/telemetry/database-gauges.ts. */
export function createEventMetrics(registry: Registry) {
  return {
    batchSeconds: new Histogram({
      name: 'dolph_event_batch_seconds',
      help: 'Time to deliver a batch of events to its subscribers, commit included',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    failures: new Counter({
      name: 'dolph_event_failures_total',
      help: 'Events that a subscriber failed to handle, by whether they are retried or parked in failed_events',
      labelNames: ['kind', 'outcome'] as const,
      registers: [registry],
    }),
  }
}
