import { setTimeout as wait } from 'node:timers/promises'
import { isApiReady } from './services.ts'

/** Asks the processes at these ports again and again which of them are ready, until it is disposed. */
export function watchReadyProcesses(ports: number[], intervalMs: number) {
  let readyPorts: number[] = []
  let isStopped = false

  async function poll(): Promise<void> {
    while (!isStopped) {
      const readiness = await Promise.all(ports.map(isApiReady))
      readyPorts = ports.filter((_, index) => readiness[index])
      await wait(intervalMs)
    }
  }

  const polling = poll()
  return {
    listPorts: () => readyPorts,
    async [Symbol.asyncDispose]() {
      isStopped = true
      await polling
    },
  }
}
