import { openDatabase } from '@dolph/api/platform/db/database'
import { getCookieNames } from '@dolph/api/platform/http/cookies'
import { sessionStatement } from '@dolph/api/platform/http/session'
import { hashToken, generateToken } from '@dolph/api/platform/crypto/secrets'
import { APP_ORIGIN } from './api-server.ts'
import { BENCH_DATABASE_URL } from './database.ts'
import { inlineParameters, arrayElementSql } from './pgbench-sql.ts'

export const BENCH_MEMBER_COUNT = 1_000

/** SQL for the id of a bench member by number, so that pgbench can choose one without a lookup. */
export function benchMemberIdSql(numberSql: string): string {
  return `('01900000-0000-7000-8000-' || lpad(to_hex(${numberSql}::int), 12, '0'))::uuid`
}

/** Creates and signs in the bench members and returns the request headers of each. */
export async function signInBenchMembers(
  url: string,
  database = BENCH_DATABASE_URL,
): Promise<Record<string, string>[]> {
  await using db = openDatabase(database)
  await db.pool.query(`
    insert into members (id, username)
    select ${benchMemberIdSql('nth')}, 'bench_' || nth from generate_series(1, ${BENCH_MEMBER_COUNT}) as nth
    on conflict do nothing`)
  const { rows } = await db.pool.query<{ id: string }>(
    `select ${benchMemberIdSql('nth')} as id from generate_series(1, ${BENCH_MEMBER_COUNT}) as nth`,
  )
  const members: Record<string, string>[] = []
  for (const cookie of await createSessionCookies(
    rows.map(({ id }) => id),
    database,
  )) {
    const reply = await fetch(`${url}/api/csrf-token`, { headers: { cookie } })
    const { token: csrf } = (await reply.json()) as { token: string }
    members.push({ cookie, origin: APP_ORIGIN, 'x-csrf-token': csrf })
  }
  return members
}

/** Inserts a session for each member and returns their session cookies. */
export async function createSessionCookies(
  ids: string[],
  database = BENCH_DATABASE_URL,
): Promise<string[]> {
  await using db = openDatabase(database)
  const tokens = ids.map(generateToken)
  await db.pool.query(
    `insert into sessions (token_hash, member_id, expires_at)
     select hash, id, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as signed(hash, id)`,
    [tokens.map(hashToken), ids],
  )
  const { session } = getCookieNames(APP_ORIGIN)
  return tokens.map((token) => `${session}=${token}`)
}

/** Lua code that defines `headers`, a table of request headers per member for wrk.format. */
export function buildLuaHeaders(
  members: Record<string, string>[],
  extra: Record<string, string> = {},
): string {
  const tables = members.map((headers) => {
    const fields = Object.entries({ ...headers, ...extra })
    return `{${fields.map(([name, value]) => `["${name}"]="${value}"`).join()}}`
  })
  return `local headers = {${tables.join(',\n')}}`
}

const SESSION_STATEMENT_COUNT = 40

/** The statement that reads a member's session, which every authenticated request runs first, for some of the members. */
export function buildSessionStatements(members: Record<string, string>[]): string[] {
  return members.slice(0, SESSION_STATEMENT_COUNT).map(({ cookie = '' }) => {
    return `${inlineParameters(sessionStatement, { tokenHash: `'\\x${hashSessionCookie(cookie)}'` as unknown as Buffer })};`
  })
}

/** One statement that reads the session of the member whose number is the pgbench variable `:nth`. */
export function buildNthSessionStatement(cookies: string[]): string {
  const hashes = cookies.map((cookie) => `"\\\\x${hashSessionCookie(cookie)}"`)
  return inlineParameters(sessionStatement, {
    tokenHash: arrayElementSql(hashes, 'bytea') as unknown as Buffer,
  })
}

function hashSessionCookie(cookie: string): string {
  const { session } = getCookieNames(APP_ORIGIN)
  return hashToken(cookie.slice(session.length + 1)).toString('hex')
}
