import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@dolph/api/db/database'
import { migrate } from '@dolph/api/db/migrate'
import type pg from 'pg'
import { say } from '../say.ts'
import { startBalancer } from './balancer.ts'
import type { Client } from './client.ts'
import { gather } from './crowd.ts'
import { History, type Send } from './history.ts'
import { api, postgres, redis, type Service } from './services.ts'
import { countUnequal, isKnown, isThere, judge, rowsOf } from './verdict.ts'

const LONG = { members: 400, aSecond: 200, leastMs: 60_000, calmMs: 6_000, downMs: 4_000 }
const SHORT = { members: 100, aSecond: 100, leastMs: 0, calmMs: 1_500, downMs: 1_500 }
const PATIENCE_MS = 60_000
const LOOK_MS = 100

interface World {
  database: pg.Pool
  clients: Map<string, Client>
  history: History
}

/**
 * Members write to each other through two processes while Redis, one of the processes and PostgreSQL are killed, one
 * after the other. Nothing that was acknowledged may be lost, doubled or out of order, and in the end everybody shows
 * what PostgreSQL has. False if that did not hold.
 */
export async function messages(isShort: boolean): Promise<boolean> {
  const { members, aSecond, leastMs, calmMs, downMs } = isShort ? SHORT : LONG
  const folder = await mkdtemp(join(tmpdir(), 'dolph-chaos-'))
  // PostgreSQL may run as somebody else.
  await chmod(folder, 0o755)
  const [store, hints] = [await postgres(folder), await redis(folder)]
  await Promise.all([store.start(), hints.start()])
  await using db = openDatabase(store.url)
  await migrate(db)
  const needs = { folder, database: store.url, redis: hints.url }
  const processes = [await api('process one', needs), await api('process two', needs)]
  await Promise.all(processes.map(({ start }) => start()))
  await using balancer = await startBalancer(processes.map(({ port }) => port))

  const history = new History()
  const { url } = balancer
  const clients = await gather(db.pool, store.url, { url, count: members, history })
  const world = { database: db.pool, clients, history }
  for (const client of clients.values()) client.open()
  await until('everybody is connected', () =>
    [...clients.values()].every((each) => each.isConnected),
  )
  say(`${members} members on two processes with ${balancer.shares().join(' and ')} connections`)

  const stopWriting = startWriting([...clients.values()], aSecond)
  const begun = performance.now()
  const healed: number[] = []
  const [victim] = processes
  for (const service of [hints, ...(victim ? [victim] : []), store]) {
    await wait(calmMs)
    healed.push(await fail(service, downMs, world))
  }
  await wait(Math.max(0, begun + leastMs - performance.now()))
  stopWriting()
  for (const client of clients.values()) client.lookAway()
  const isEqual = await settle(world)
  const isRight = conclude(await rowsOf(db.pool), world, Math.max(...healed)) && isEqual

  for (const client of clients.values()) client.leave()
  for (const service of [...processes, hints, store]) await service.kill()
  if (isRight) await rm(folder, { recursive: true })
  else say(`what the servers logged is in ${folder}`)
  return isRight
}

/** At a fixed rate, by members chosen at random, whatever became of earlier messages. */
function startWriting(clients: Client[], aSecond: number): () => void {
  const started = performance.now()
  let written = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * aSecond
    for (; written < due; written += 1) {
      clients[Math.floor(Math.random() * clients.length)]?.write()
    }
  }, 5)
  return () => clearInterval(timer)
}

/**
 * Kills a service and starts it again. Seconds from then until every client knows all that PostgreSQL knew at that
 * moment, and what was sent before it is decided.
 */
async function fail(service: Service, downMs: number, world: World): Promise<number> {
  const { clients, history, database } = world
  const killed = performance.now()
  await service.kill()
  await wait(downMs)
  await service.start()
  const back = performance.now()
  const rows = await rowsOf(database)
  const open = history.pending()
  const lost = `the loss of ${service.name}`
  await until(`all messages are with both after ${lost}`, () => {
    const isDecided = open.every((send) => send.outcome !== 'pending' && isWithBoth(send, clients))
    return isDecided && rows.every((row) => isThere(row, clients))
  })
  const there = performance.now()
  await until(`all receipts are with both after ${lost}`, () =>
    rows.every((row) => isKnown(row, clients)),
  )
  const whole = performance.now()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  say(
    `${service.name}: away for ${seconds(back - killed)}; then all messages were there after ${seconds(there - back)}, all receipts after ${seconds(whole - back)}`,
  )
  return (whole - back) / 1000
}

function isWithBoth({ messageId, senderId, peerId }: Send, clients: Map<string, Client>): boolean {
  if (messageId === null) return true
  return [senderId, peerId].every((id) => clients.get(id)?.messages.has(messageId))
}

/** Lets everything come to rest; false if somebody still shows something else than PostgreSQL has. */
async function settle({ database, clients, history }: World): Promise<boolean> {
  const started = performance.now()
  await until('all sends are decided', () => history.pending().length === 0)
  let unequal = countUnequal(await rowsOf(database), clients)
  while (unequal > 0 && performance.now() - started < PATIENCE_MS) {
    await wait(LOOK_MS)
    unequal = countUnequal(await rowsOf(database), clients)
  }
  const took = ((performance.now() - started) / 1000).toFixed(1)
  say(
    `${unequal} of ${clients.size} clients differ from PostgreSQL ${took} s after the last was written`,
  )
  return unequal === 0
}

function conclude(rows: Parameters<typeof judge>[0], world: World, healed: number): boolean {
  const { clients, history } = world
  const { lost, duplicated, disordered, unsent } = judge(rows, history, clients)
  say(
    `${history.sends.length} sent: ${history.summary()}; ${rows.length} kept, ${unsent} of them never sent`,
  )
  say(`lost=${lost} duplicated=${duplicated} disordered=${disordered} healed=${healed.toFixed(1)}`)
  return lost + duplicated + disordered + unsent === 0
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const patience = performance.now() + PATIENCE_MS
  while (!isSo()) {
    if (performance.now() > patience) throw new Error(`Waited in vain until ${what}`)
    await wait(LOOK_MS)
  }
}
