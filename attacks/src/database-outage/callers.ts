import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 20
/** Longer than any call may take, so that the limit itself is measured. */
const CALL_TIMEOUT_MS = 30_000

export interface CallRecord {
  name: string
  startedAt: number
  endedAt: number
  /** 0 if the connection broke or nothing came. */
  status: number
}

/** Repeats calls, one loop for each, and records every one until it is stopped. */
export function startCallers(calls: Record<string, () => Promise<Response>>) {
  const records: CallRecord[] = []
  let isStopped = false

  async function repeat(name: string, call: () => Promise<Response>): Promise<void> {
    while (!isStopped) {
      const startedAt = Date.now()
      const status = await call().then(
        async (reply) => {
          await reply.text()
          return reply.status
        },
        () => 0,
      )
      records.push({ name, startedAt, endedAt: Date.now(), status })
      await wait(PAUSE_MS)
    }
  }

  const loops = Object.entries(calls).map(async ([name, call]) => repeat(name, call))
  return {
    records,
    async stop(): Promise<CallRecord[]> {
      isStopped = true
      await Promise.all(loops)
      return records
    },
  }
}

/** Sends a call as a signed-in member does. */
export async function sendCall(
  url: string,
  headers: Record<string, string>,
  method: 'GET' | 'POST' = 'GET',
  body?: object,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
}

/** `200=31 503=4`, in the order of the statuses. */
export function formatStatuses(records: CallRecord[]): string {
  const counts = new Map<number, number>()
  for (const { status } of records) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}=${count}`)
    .join(' ')
}
