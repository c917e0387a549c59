import { randomUUID } from 'node:crypto'
import { signInNewMember } from '@dolph/api/testing/sign-up-member'
import { startApp } from '@dolph/api/testing/start-app'
import type { Browser } from '@dolph/api/testing/browser'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { createAttackedDatabase } from '../attacked-database.ts'

/** Calls that arrive at the same moment, and what must hold afterwards. */
export interface Race {
  name: string
  /** Runs one round on new members and returns what was wrong. */
  run: (stack: RaceStack) => Promise<string[]>
}

export type RaceStack = Awaited<ReturnType<typeof startRaceStack>>
export type RaceMember = Awaited<ReturnType<RaceStack['signInMember']>>

/** Two apps on one database, as two processes are; a member's calls go to both in turn. */
export async function startRaceStack() {
  await using cleanup = new AsyncDisposableStack()
  const database = cleanup.use(await createAttackedDatabase())
  const shareWith = { database, redisPrefix: `${randomUUID()}:` }
  const env = { LIMITS: 'relaxed' }
  const apps = [
    cleanup.use(await startApp({ env, shareWith })),
    cleanup.use(await startApp({ env, shareWith })),
  ] as const

  async function signInMember() {
    const userName = createUserName()
    const first = await signInNewMember(apps[0], userName)
    const { _id: id } = await first.call(getViewer, {})
    return { id, userName, email: `${userName}@example.test`, cookies: first.cookies }
  }

  /** A browser with the member's session on one of the apps: the nth call of a race uses the nth. */
  function openBrowser({ cookies }: Pick<Browser, 'cookies'>, nth: number): Browser {
    const browser = apps[nth % 2 === 0 ? 0 : 1].browser()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }

  const resources = cleanup.move()
  return {
    apps,
    db: database.db,
    config: apps[0].config,
    signInMember,
    openBrowser,
    /** Runs a query for one row. */
    async readRow<Row extends object>(query: string, values: unknown[]): Promise<Row> {
      const { rows } = await database.db.pool.query<Row>(query, values)
      const [row] = rows
      if (!row) throw new Error(`No row: ${query}`)
      return row
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

export function createUserName(): string {
  return `race${randomUUID().slice(0, 13)}`
}

interface Reply {
  statusCode: number
  body: string
}

/** The problems with the replies of a race: a status that is not allowed, or the wrong number of successes. */
export function checkReplies(
  replies: Reply[],
  { allowed, successes }: { allowed: number[]; successes?: number },
): string[] {
  const wrong = replies.filter(({ statusCode }) => !allowed.includes(statusCode))
  const succeeded = replies.filter(({ statusCode }) => statusCode < 300).length
  return [
    ...wrong.map(({ statusCode, body }) => `answered ${statusCode}: ${body}`),
    ...(successes === undefined || succeeded === successes
      ? []
      : [`${succeeded} calls succeeded instead of ${successes}`]),
  ]
}

/** A problem for each figure that differs from the expected one. */
export function checkCounts<Counts extends Record<string, unknown>>(
  counts: Counts,
  expected: Partial<Counts>,
): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => counts[name] !== value)
    .map(([name, value]) => `${name} is ${String(counts[name])} instead of ${String(value)}`)
}
