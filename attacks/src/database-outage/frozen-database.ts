import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@dolph/api/platform/db/database'
import { printLine } from '@dolph/bench/print-line'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { readOwnProfile } from '@dolph/contract/profiles/profiles'
import { startAttackedServer } from '../attacked-server.ts'
import { formatStatuses, sendCall, startCallers } from './callers.ts'
import { combineVerdicts, judgeFigure, type Verdict } from '../verdict.ts'
import { startPrivatePostgres } from './private-postgres.ts'

const MEMBERS = 20
const WARM_UP_MS = 1_000
const ANSWER_MAX_MS = 10_000
const RECOVERY_MAX_MS = 2_000
const WORKER_MAX_MS = 10_000

/**
 * Freezes PostgreSQL under load. Meanwhile every call must be answered, or refused with 503, within ten seconds; afterwards
 * everybody is still signed in and the sockets are open.
 */
export async function attackWithFrozenDatabase({ seconds }: { seconds: number }): Promise<Verdict> {
  await using postgres = await startPrivatePostgres()
  await using server = await startAttackedServer({
    postgresUrl: postgres.url,
    env: { ROLE: 'both' },
  })
  const members = []
  for (let nth = 0; nth < MEMBERS; nth += 1) members.push(await server.signInMember(`member${nth}`))
  const [ada, bob] = members
  if (!ada || !bob) throw new Error('No members')
  const sockets = await Promise.all(members.map((member) => server.openSocket(member)))
  let closedSockets = 0
  for (const socket of sockets) socket.on('close', () => (closedSockets += 1))

  const readViewer = (headers: Record<string, string>) =>
    sendCall(server.url + getViewer.url, headers)
  const callers = startCallers({
    ...Object.fromEntries(
      members.map(({ headers }, nth) => [`viewer ${nth}`, () => readViewer(headers)]),
    ),
    profile: () => sendCall(server.url + readOwnProfile.url, ada.headers),
    message: () => {
      const body = { recipientId: bob.id, content: 'Hi', tempId: `temp-${randomUUID()}` }
      return sendCall(server.url + sendMessage.url, ada.headers, 'POST', body)
    },
    browse: () => sendCall(`${server.url}/api/posts/browse?type=showcase`, {}),
    readyz: () => sendCall(`${server.url}/readyz`, {}),
  })
  await wait(WARM_UP_MS)
  const frozenAt = Date.now()
  postgres.freeze()
  await wait(seconds * 1_000)
  const resumedAt = Date.now()
  postgres.resume()
  await wait(RECOVERY_MAX_MS)
  const records = await callers.stop()

  const during = records.filter(
    ({ startedAt, endedAt }) => endedAt > frozenAt && startedAt < resumedAt,
  )
  const before = records.filter(({ endedAt }) => endedAt <= frozenAt)
  const noise = findSlowest(before)
  const wrong = records.filter(({ status }) => ![200, 201, 503].includes(status))
  const slowestMs = findSlowest(during)
  const recovered = records.filter(
    ({ name, status, endedAt }) =>
      name.startsWith('viewer') && status === 200 && endedAt > resumedAt,
  )
  const recoveryMs = Math.min(...recovered.map(({ endedAt }) => endedAt - resumedAt))
  const statuses = await Promise.all(
    members.map(async ({ headers }) => (await readViewer(headers)).status),
  )
  const hasWorker = await isWorkerRunning(server.db)
  const signedOut = statuses.filter((status) => status !== 200).length
  for (const socket of sockets) socket.removeAllListeners('close').terminate()
  printLine(`before the freeze the slowest call took ${noise} ms`)
  printLine(`during the freeze: ${formatStatuses(during)}`)
  printLine(
    `calls=${records.length} wrong=${wrong.length} slowest_ms=${slowestMs} recovery_ms=${recoveryMs} ` +
      `signed_out=${signedOut} sockets_closed=${closedSockets} ` +
      `worker=${hasWorker ? 'running' : 'stopped'}`,
  )
  return combineVerdicts([
    hasWorker && wrong.length + signedOut + closedSockets === 0,
    judgeFigure({ value: slowestMs, noise, bound: ANSWER_MAX_MS }),
    judgeFigure({ value: recoveryMs, noise, bound: RECOVERY_MAX_MS }),
  ])
}

/** In milliseconds; 0 if there are no calls. */
function findSlowest(calls: { startedAt: number; endedAt: number }[]): number {
  return Math.max(0, ...calls.map(({ startedAt, endedAt }) => endedAt - startedAt))
}

/** Whether a job that is queued now is run. */
async function isWorkerRunning({ pool }: Database): Promise<boolean> {
  await pool.query(`select graphile_worker.add_job('delete-expired', job_key => 'after-freeze')`)
  const deadline = Date.now() + WORKER_MAX_MS
  while (Date.now() < deadline) {
    const { rowCount } = await pool.query(
      `select from graphile_worker.jobs where key = 'after-freeze'`,
    )
    if (rowCount === 0) return true
    await wait(50)
  }
  return false
}
