import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../services.ts'
import type { Fault } from './fault.ts'
import type { HaStack } from './ha-stack.ts'

const REDIS_DOWN_MS = 5_000
const REDIS_FREEZE_MS = 30_000
const API_DOWN_MS = 5_000
const API_FREEZE_MS = 30_000
const WORKERS_DOWN_MS = 5_000
const OUTAGE_MS = 30_000

export const serviceFaults: Fault[] = [
  {
    name: 'redis',
    description: `Redis is killed for ${REDIS_DOWN_MS / 1000} s`,
    gapSecondsMax: 3,
    play: ({ redis }) => killForAWhile([redis], REDIS_DOWN_MS),
  },
  {
    name: 'redis-freeze',
    description: `Redis is frozen for ${REDIS_FREEZE_MS / 1000} s`,
    gapSecondsMax: 5,
    play: ({ redis }) => freezeForAWhile(redis, REDIS_FREEZE_MS),
  },
  {
    name: 'worker',
    description: `both workers are killed for ${WORKERS_DOWN_MS / 1000} s`,
    gapSecondsMax: 2,
    play: ({ workers }) => killForAWhile(workers, WORKERS_DOWN_MS),
  },
  {
    name: 'api',
    description: `one of two API processes is killed for ${API_DOWN_MS / 1000} s`,
    gapSecondsMax: 5,
    mayLoseResponses: true,
    play: ({ apis }) => killForAWhile(apis.slice(0, 1), API_DOWN_MS),
  },
  {
    name: 'api-freeze',
    description: `one of two API processes is frozen for ${API_FREEZE_MS / 1000} s`,
    gapSecondsMax: 10,
    mayLoseResponses: true,
    play: ({ apis: [api] }) => freezeForAWhile(requireService(api), API_FREEZE_MS),
  },
  {
    name: 'api-stop',
    description: 'one of two API processes is stopped with SIGTERM and started again',
    gapSecondsMax: 2,
    async play({ apis: [first] }) {
      const api = requireService(first)
      const exitCode = await api.stop()
      if (exitCode !== 0) throw new Error(`${api.name} ended with ${exitCode}`)
      await api.start()
    },
  },
  {
    name: 'storage',
    description: `the picture storage refuses, then hangs, for ${OUTAGE_MS / 2000} s each`,
    gapSecondsMax: 2,
    play: ({ storageProxy }) => breakProxy(storageProxy),
  },
  {
    name: 'mail',
    description: `the mail server refuses, then hangs, for ${OUTAGE_MS / 2000} s each`,
    gapSecondsMax: 2,
    play: ({ mailProxy }) => breakProxy(mailProxy),
  },
]

async function killForAWhile(services: Service[], downMs: number): Promise<void> {
  await Promise.all(services.map(({ kill }) => kill()))
  await wait(downMs)
  await Promise.all(services.map(({ start }) => start()))
}

async function freezeForAWhile(service: Service, frozenMs: number): Promise<void> {
  service.signal('SIGSTOP')
  await wait(frozenMs)
  service.signal('SIGCONT')
}

async function breakProxy(proxy: HaStack['mailProxy']): Promise<void> {
  await proxy.disconnect()
  await wait(OUTAGE_MS / 2)
  await proxy.reconnect()
  proxy.freeze()
  await wait(OUTAGE_MS / 2)
  proxy.resume()
}

function requireService(service: Service | undefined): Service {
  if (!service) throw new Error('There is no API process')
  return service
}
