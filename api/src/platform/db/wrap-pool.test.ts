import { randomUUID } from 'node:crypto'
import { createComment } from '@dolph/contract/comments/comments'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { expect, test, vi } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import { startMessagingApp } from '../../testing/start-messaging-app.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

const UNKNOWN_ID = '01932d4d-1ae7-7116-81fb-ed1476c2b116'

test('refused messages and comments are results and not errors, and cost no connection', async () => {
  await using api = await startMessagingApp()
  const { ada, bob, carla, db } = api
  const tempId = `temp-${randomUUID()}`
  await ada.sendMessage(bob, 'Hello', tempId)
  await carla.sendMessage(bob, 'Hello')
  const postId = await createPostFixture(db, bob.id)
  const closed: unknown[] = []
  db.pool.on('remove', (client) => closed.push(client))
  const query = vi.spyOn(db.pool, 'query')

  const statuses: number[] = []
  for (const body of [
    { recipientId: UNKNOWN_ID, content: 'Hello' },
    { recipientId: ada.id, content: 'Hello' },
    { recipientId: bob.id, content: 'Bye', tempId },
    { recipientId: carla.id, content: 'Hello', tempId },
  ]) {
    statuses.push((await ada.send(sendMessage, { body })).statusCode)
  }
  const reply = { postId, parentId: UNKNOWN_ID, content: 'Hello' }
  statuses.push((await ada.send(createComment, { body: reply })).statusCode)

  expect(statuses).toEqual([404, 404, 409, 409, 404])
  expect(closed).toEqual([])
  const results = await Promise.allSettled(query.mock.results.map(({ value }) => value as unknown))
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('a statement that PostgreSQL refuses or cancels keeps its connection; an outdated plan does not', async () => {
  await using database = await openTestDatabase()
  await using db = openDatabase(database.url, { poolSize: 1, statementTimeoutMs: 50 })
  for (const [statement, message] of [
    ['select 1 / 0', 'division by zero'],
    ['select pg_sleep(1)', 'statement timeout'],
    [`select 'x'::uuid`, 'invalid input syntax'],
  ] as const) {
    await expect(db.pool.query(statement)).rejects.toThrow(message)
    expect([statement, db.pool.totalCount]).toEqual([statement, 1])
  }

  await db.pool.query('create temporary table notes (text text)')
  const select = { name: 'notes', text: 'select * from notes' }
  await db.pool.query(select)
  await db.pool.query('alter table notes add column author text')
  await expect(db.pool.query(select)).rejects.toThrow('cached plan')
  expect(db.pool.totalCount).toBe(0)
})
