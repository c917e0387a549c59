import { printLine } from '@dolph/bench/print-line'
import { startAttackedServer } from '../attacked-server.ts'
import { DEFAULT_SLOW_MS, FuzzRun, type FuzzOptions } from '../fuzz-run.ts'
import { isSlowWhenRepeated } from '../repeat-slow-case.ts'
import { createFuzzSessions } from './fuzz-sessions.ts'
import { listFuzzEndpoints } from './fuzz-endpoints.ts'
import { buildHostileRequest, type HostileRequest } from './hostile-request.ts'
import { RawConnection } from './raw-connection.ts'

const CONNECTIONS = 8
const BODY_LIMIT = 64 * 1024

interface Options extends FuzzOptions {
  requests: number
}

/** Sends requests made from the contract's schemas and mutated, and returns whether each got a reply below 500 in time. */
export async function fuzzHttp({ requests, seed, only, slowMs = DEFAULT_SLOW_MS }: Options) {
  const run = new FuzzRun(seed)
  await using server = await startAttackedServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  const endpoints = await listFuzzEndpoints()
  const { sessions, sampler, renewSession } = await createFuzzSessions(server)
  const statuses = new Map<number, number>()
  const counts = { requests: 0, errors5xx: 0, unanswered: 0, slow: 0 }
  const slowCases: { number: number; ms: number; request: HostileRequest }[] = []

  function buildRequest(number: number): HostileRequest {
    const endpoint = endpoints[number % endpoints.length]
    const headers = sessions[number % sessions.length]?.headers
    if (!endpoint || !headers) throw new Error('There are no endpoints or no sessions')
    return buildHostileRequest(endpoint, headers, sampler, run.createRandom(number))
  }

  async function sendRequest(connection: RawConnection, number: number): Promise<void> {
    const request = buildRequest(number)
    const { status, ms } = await timeRequest(connection, request)
    counts.requests += 1
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500) {
      counts.errors5xx += 1
      run.reportFailure(number, `status ${status}`, request.bytes)
    }
    // A connection whose body is too large is cut, sometimes before its reply could be read.
    if (status === 0 && request.bytes.length < BODY_LIMIT) {
      counts.unanswered += 1
      run.reportFailure(number, 'no reply', request.bytes)
    }
    if (ms > slowMs) slowCases.push({ number, ms, request })
    if (status === 401) await renewSession(number % sessions.length)
  }

  async function repeatSlowCases(): Promise<void> {
    const connection = new RawConnection(server.port)
    for (const { number, ms, request } of slowCases) {
      if (server.hasExited()) break
      const isSlow = async () => (await timeRequest(connection, request)).ms > slowMs
      if (!(await isSlowWhenRepeated(isSlow))) continue
      counts.slow += 1
      run.reportFailure(number, `${Math.round(ms)} ms`, request.bytes)
    }
    connection.close()
  }

  const numbers = only > 0 ? [only].values() : numbersUpTo(requests)
  const workers = Array.from({ length: CONNECTIONS }, async () => {
    const connection = new RawConnection(server.port)
    for (const number of numbers) {
      if (server.hasExited()) break
      await sendRequest(connection, number)
    }
    connection.close()
  })
  await Promise.all(workers)
  await repeatSlowCases()
  const crashes = server.hasExited() ? 1 : 0
  const sorted = [...statuses].toSorted(([left], [right]) => left - right)
  const { errors5xx, unanswered, slow } = counts
  const perStatus = sorted.map(([status, count]) => `${status}=${count}`).join(' ')
  printLine(`statuses: ${perStatus} unanswered=${unanswered}`)
  printLine(`requests=${counts.requests} errors5xx=${errors5xx} crashes=${crashes} slow=${slow}`)
  return errors5xx + unanswered + crashes + slow === 0
}

async function timeRequest(connection: RawConnection, { bytes, method }: HostileRequest) {
  const started = performance.now()
  const status = await connection.sendRequest(bytes, method === 'HEAD')
  return { status, ms: performance.now() - started }
}

function* numbersUpTo(last: number): Generator<number> {
  for (let number = 1; number <= last; number += 1) yield number
}
