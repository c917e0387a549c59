import { listEndpoints } from '@dolph/contract/testing/list-endpoints'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAccessTable } from './access-table.ts'
import { createMatrixFixtures, type MatrixFixtures } from './matrix-fixtures.ts'
import { buildMatrixRequest } from './matrix-request.ts'
import { setUpTotp } from '../set-up-totp.ts'
import { signInNewMember } from '../sign-up-member.ts'
import { startApp } from '../start-app.ts'
import { publishSessionChange } from '../../platform/realtime/bus.ts'
import type { Browser } from '../browser.ts'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'

const TABLE = await readAccessTable()
const NEEDING = (await listEndpoints()).filter(({ config }) => config.proof === 'always')

let api: Awaited<ReturnType<typeof startApp>>
let fixtures: MatrixFixtures
let admin: Browser
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  fixtures = await createMatrixFixtures(api)
  admin = await signInNewMember(api, 'careful')
  await setUpTotp(admin)
  await sql`insert into staff (member_id, role) select id, 'admin' from members where username = 'careful'`.execute(
    api.db,
  )
  return () => api[Symbol.asyncDispose]()
})

/** Generated from the contract: a new call that needs proof is tested as soon as it is declared. */
describe('without proof, an admin with a second factor is refused and nothing changes:', () => {
  test('there are such calls', () => {
    expect(NEEDING.length).toBeGreaterThanOrEqual(6)
  })

  test.each(NEEDING.map(({ method, url }) => `${method} ${url}`))('%s', async (route) => {
    const row = TABLE[route]
    if (!row) throw new Error(`${route} has no row in the access matrix`)
    const request = await buildMatrixRequest(fixtures, route, row)
    const { token } = (await admin.call(getCsrfToken, {})) as { token: string }
    const send = () =>
      api.app.inject({
        ...request,
        cookies: Object.fromEntries(admin.cookies),
        headers: {
          origin: api.config.APP_ORIGIN,
          'x-csrf-token': token,
          ...request.headers,
        },
      })
    for (const end of ['null', `now() - interval '1 millisecond'`]) {
      await sql`update sessions set proved_until = ${sql.raw(end)}`.execute(api.db)
      const { rows } = await sql<{ id: string }>`select member_id as id from sessions`.execute(
        api.db,
      )
      for (const { id } of rows) publishSessionChange(api.bus, id)
      const before = await readDatabase()
      const reply = await send()
      expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'proof-needed' }])
      expect(await readDatabase()).toEqual(before)
    }
  })
})

/** A digest of every table. */
async function readDatabase(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'sessions' order by 1`.execute(
    api.db,
  )
  const contents: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(md5(each::text), '' order by each::text)) as digest from ${sql.raw(name)} as each`.execute(
      api.db,
    )
    contents.push(`${name} ${rows[0]?.digest ?? ''}`)
  }
  return contents
}
