import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from '../../testing/start-app.ts'

async function readGauge({ app }: Awaited<ReturnType<typeof startApp>>): Promise<number> {
  const { body } = await app.inject('/metrics')
  return Number(/^erasures_unshipped_seconds (?<value>\S+)$/m.exec(body)?.groups?.['value'])
}

test('the age of the oldest erasure that waits for the backup store is measured', async () => {
  await using api = await startApp({ env: { BACKUP_FOLDER: '/nonexistent' } })
  await using other = await startApp({ shareWith: api })
  expect(await readGauge(api)).toBe(0)

  await sql`
    insert into erasures (id, kind, subject, shipped_at) values
    (uuid_v7(now() - interval '2 hours'), 'post', 'shipped', now()),
    (uuid_v7(now() - interval '1 hour'), 'post', 'waiting', null), (uuid_v7(), 'post', 'waiting', null)
  `.execute(api.db)

  const age = await readGauge(api)
  expect(age).toBeGreaterThanOrEqual(3_600)
  expect(age).toBeLessThan(7_200)
  expect(await readGauge(other)).toBe(0)
})
