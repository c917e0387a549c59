import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '@dolph/bench/percentile'
import type { WebSocket } from 'ws'
import type { AttackedServer } from '../attacked-server.ts'

const PAIRS = 4
/** Keeps each member below the limit of frames. */
const PAUSE_MS = 200
const DELIVERY_TIMEOUT_MS = 10_000

/** Members who are not part of the attack write to each other; measures how long a message takes to the other's socket. */
export async function startMessageProbe(server: AttackedServer) {
  const latencies: number[] = []
  let failures = 0
  let isStopped = false

  async function sendRepeatedly(pair: number): Promise<void> {
    const sender = await server.signInMember(`sender_${pair}`)
    const recipient = await server.signInMember(`recipient_${pair}`)
    const from = await server.openSocket(sender)
    const to = await server.openSocket(recipient)
    void (async () => {
      for (let index = 0; !isStopped; index += 1) {
        const content = `Message ${index} of pair ${pair}`
        const sentAt = performance.now()
        const arrived = waitForText(to, content)
        from.send(JSON.stringify({ type: 'new_message', recipientId: recipient.id, content }))
        if (!(await arrived)) failures += 1
        latencies.push(performance.now() - sentAt)
        await wait(PAUSE_MS)
      }
      from.terminate()
      to.terminate()
    })()
  }

  for (let pair = 0; pair < PAIRS; pair += 1) await sendRepeatedly(pair)
  return {
    /** The figures since the last call, in milliseconds. */
    takeFigures() {
      const taken = latencies.splice(0)
      const figures = { messages: taken.length, failures, p99: percentile(taken, 0.99) }
      failures = 0
      return { ...figures, max: Math.max(0, ...taken) }
    },
    stop(): void {
      isStopped = true
    },
  }
}

async function waitForText(socket: WebSocket, text: string): Promise<boolean> {
  const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
  try {
    for (;;) {
      const [data] = (await once(socket, 'message', { signal })) as [Buffer]
      if (data.toString().includes(text)) return true
    }
  } catch {
    return false
  }
}
