import { expect, test } from 'vitest'
import { startWork } from '../testing/start-work.ts'
import { enqueue } from './enqueue.ts'

test('a job runs when its transaction commits, and never when it is rolled back', async () => {
  await using world = await startWork()
  const done: unknown[] = []
  await world.hire(() => ({ note: async (payload) => void done.push(payload) }))

  await world.db.transaction().execute(async (tx) => enqueue(tx, 'note', { text: 'kept' }))
  await world.db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, 'note', { text: 'lost' })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  await enqueue(world.db, 'note', { text: 'last' })

  await expect.poll(() => done).toEqual([{ text: 'kept' }, { text: 'last' }])
})

test('a job of the same key waits only once', async () => {
  await using world = await startWork()
  await enqueue(world.db, 'note', { text: 'first' }, 'only-one')
  await enqueue(world.db, 'note', { text: 'second' }, 'only-one')
  const done: unknown[] = []
  await world.hire(() => ({ note: async (payload) => void done.push(payload) }))

  await expect.poll(() => done.length).toBe(1)
  await world.dismiss()
  expect(done).toEqual([{ text: 'second' }])
})
