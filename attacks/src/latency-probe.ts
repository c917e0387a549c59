import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@dolph/bench/percentile'
import { getViewer } from '@dolph/contract/accounts/viewer'
import type { SignedInMember } from './attacked-server.ts'

const PAUSE_MS = 20

/** Calls the API again and again as a member who is not part of the attack, and measures how long the replies take. */
export function startLatencyProbe(url: string, { headers }: SignedInMember) {
  const latencies: number[] = []
  let failures = 0
  let isStopped = false

  async function callRepeatedly(): Promise<void> {
    while (!isStopped) {
      const started = performance.now()
      const isOk = await fetch(url + getViewer.url, { headers }).then(
        async (reply) => (await reply.text()) !== '' && reply.ok,
        () => false,
      )
      latencies.push(performance.now() - started)
      if (!isOk) failures += 1
      await wait(PAUSE_MS)
    }
  }

  const finished = callRepeatedly()
  return {
    /** Stops the calls and returns their figures, in milliseconds. */
    async stop() {
      isStopped = true
      await finished
      const max = Math.max(...latencies)
      return { calls: latencies.length, failures, p99: percentile(latencies, 0.99), max }
    },
  }
}
