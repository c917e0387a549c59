import type { SimulatedClient } from './simulated-client.ts'

/** Sends messages from random members at a fixed rate, independent of earlier messages. Returns how to stop it. */
export function startSendingMessages(
  clients: SimulatedClient[],
  messagesPerSecond: number,
): () => void {
  const started = performance.now()
  let sentCount = 0
  const timer = setInterval(() => {
    const target = ((performance.now() - started) / 1000) * messagesPerSecond
    for (; sentCount < target; sentCount += 1) {
      clients[Math.floor(Math.random() * clients.length)]?.enqueueMessage()
    }
  }, 5)
  return () => clearInterval(timer)
}
