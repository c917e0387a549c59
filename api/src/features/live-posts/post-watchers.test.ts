import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BusListener } from '../../platform/realtime/bus.ts'
import type { ClientConnection } from '../../platform/realtime/socket-feature.ts'
import { startCommentsApp } from '../../testing/start-comments-app.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import type { PostChange } from './post-change.ts'
import { PostWatchers } from './post-watchers.ts'

test('a member gets the event that a post was hidden, also if it is liked while the database is slow', async () => {
  await using api = await startCommentsApp()
  const [slow, hidden] = [await createPostFixture(api.db, api.ada.id), api.post]
  const listeners = new Map<string, BusListener>()
  const subscribeTo = (subject: string, listener: BusListener) => {
    listeners.set(subject, listener)
    return { ready: Promise.resolve(), unsubscribe: () => undefined }
  }
  const watchers = new PostWatchers({ db: api.db, bus: { subscribeTo } }, api.app.log)
  const publish = (postId: string, change: PostChange) =>
    listeners.get(`post:${postId}`)?.(postId, JSON.stringify(change))
  const events: unknown[] = []
  const bob: ClientConnection = {
    memberId: api.bob.id,
    isClosing: false,
    push: (event) => events.push(JSON.parse(event)) > 0,
  }
  for (const postId of [slow, hidden]) await watchers.watch(bob, postId)

  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await api.db.transaction().execute(async (tx) => {
    await sql`lock table posts in access exclusive mode`.execute(tx)
    publish(slow, { reason: 'likes', memberId: api.carla.id })
    publish(hidden, { reason: 'likes', memberId: null, includesPost: true })
    publish(hidden, { reason: 'likes', memberId: api.carla.id })
    vi.advanceTimersByTime(1_000)
    const hiding = { hidden_at: sql<string>`now()` }
    await tx.updateTable('posts').set(hiding).where('id', '=', hidden).execute()
  })
  vi.useRealTimers()

  await expect.poll(() => events).toHaveLength(2)
  expect(events[1]).toEqual({ type: 'post_withdrawn', postId: hidden })
})
