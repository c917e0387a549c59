import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { API_ENV, startApi } from '../api-server.ts'
import { buildLuaHeaders, signInBenchMembers } from '../bench-members.ts'
import { findFreePort, runWrk } from '../benchmark-tools.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { REPOSITORY, runScript } from '../previous-version.ts'
import { median, printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const ROUNDS = 7
const WARM_UP_SECONDS = 6
const RUN_SECONDS = 4

/**
 * The CPU that an uncached page of the feed costs an API process, for a signed-in member: without traces, with one request in a hundred
 * traced, with all of them, and with a sink that is dead or never answers. All processes run at once and are measured in turn.
 */
export async function benchmarkTraces(): Promise<void> {
  const database = `${BENCH_DATABASE_URL}_traces`
  await recreateDatabase(database)
  const env = { ...API_ENV, DATABASE_URL: database }
  await runScript(REPOSITORY, 'api/src/platform/db/run-migrate.ts', env)
  await runScript(REPOSITORY, 'api/src/seed/run-seed.ts', env)
  await using sink = await startSink((end) => end())
  await using hanging = await startSink(() => {})
  const dead = `http://127.0.0.1:${await findFreePort()}/v1/traces`
  const start = async (url: string, share: string) =>
    startApi({ ...env, TRACES_URL: url, TRACES_SHARE: share })

  await using off = await startApi(env)
  await using some = await start(sink.url, '0.01')
  await using all = await start(sink.url, '1')
  await using deadSink = await start(dead, '0.01')
  await using hangingSink = await start(hanging.url, '0.01')
  const members = buildLuaHeaders(await signInBenchMembers(off.url, database))
  const lua = `${members}
request = function()
  return wrk.format("GET", "/api/posts/browse", headers[math.random(#headers)])
end`

  const apis = { off, some, all, dead: deadSink, hanging: hangingSink }
  const samples = new Map(Object.keys(apis).map((name) => [name, [] as number[]]))
  for (const { url } of Object.values(apis)) await runWrk(url, { lua, seconds: WARM_UP_SECONDS })
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { url }] of Object.entries(apis))
      samples.get(name)?.push(await measureCpuMicroseconds(url, lua))
  }
  const medians = new Map([...samples].map(([name, values]) => [name, median(values)]))
  for (const [name, values] of samples) {
    const sorted = values.toSorted((a, b) => a - b).map((value) => Math.round(value))
    printLine(`${name.padEnd(8)} ${Math.round(median(values))} µs a page   (${sorted.join(' ')})`)
  }
  const ratio = (name: string) => (medians.get(name) ?? 0) / (medians.get('off') ?? 1)
  printSummary({
    'one-percent': ratio('some'),
    all: ratio('all'),
    'dead-sink': ratio('dead') / ratio('some'),
    'hanging-sink': ratio('hanging') / ratio('some'),
  })
}

/** CPU time of the process for each page that it served meanwhile. */
async function measureCpuMicroseconds(url: string, lua: string): Promise<number> {
  const before = await readCounters(url)
  await runWrk(url, { lua, seconds: RUN_SECONDS })
  const after = await readCounters(url)
  return ((after.cpu - before.cpu) * 1e6) / (after.pages - before.pages)
}

async function readCounters(url: string): Promise<{ cpu: number; pages: number }> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const cpu = Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
  const route =
    /^http_requests_total\{[^}]*route="\/api\/posts\/browse"[^}]*status="200"[^}]*\} (\d+)/m
  return { cpu, pages: Number(route.exec(metrics)?.[1] ?? 0) }
}

/** A trace collector that reads what it gets, and answers with the given status. */
async function startSink(answer: (end: () => void) => void) {
  const server = createServer((request, reply) => {
    request.resume()
    answer(() => void reply.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
