import type { JobHelpers } from 'graphile-worker'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** A kind of background work. To enqueue it, only this is needed; the handler may live in another file. */
export interface Job<Payload extends object> {
  name: string
  payload: z.ZodType<Payload>
}

/** A job and what a worker does with it. */
export interface JobHandler {
  name: string
  /** A cron schedule in UTC, such as `0 4 * * *`, on which the job is enqueued without payload. */
  cron?: string | undefined
  /** Run at least once. The payload comes from another process, maybe of another version, so it is parsed first. */
  parseAndRun: (payload: unknown, deps: Deps, helpers: JobHelpers) => Promise<void>
}

export function defineJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
): Job<Payload> {
  return { name, payload }
}

export function handleJob<Payload extends object>(
  job: Job<Payload>,
  run: (payload: Payload, deps: Deps, helpers: JobHelpers) => Promise<void>,
  { cron }: { cron?: string } = {},
): JobHandler {
  return {
    name: job.name,
    cron,
    parseAndRun: async (payload, deps, helpers) => run(job.payload.parse(payload), deps, helpers),
  }
}
