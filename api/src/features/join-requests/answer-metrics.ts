import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'

/** Counts, for `/metrics`, the answers that came before their date and the people who joined a team. */
export function createAnswerCounter(app: FastifyInstance) {
  const counter = new Counter({
    name: 'dolph_join_requests_total',
    help: 'Join requests that this process has stored as created, answered before their date, or accepted',
    labelNames: ['outcome'] as const,
    registers: [app.metricsRegistry],
  })
  for (const outcome of ['created', 'answered-in-time', 'accepted']) counter.inc({ outcome }, 0)
  return counter
}
