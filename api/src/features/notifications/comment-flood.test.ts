import { listNotifications } from '@dolph/contract/notifications/notifications'
import { describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import { insertComment } from '../comments/mutations.ts'
import { startNotificationsApp } from './testing/start-notifications-app.ts'

describe('a flood', () => {
  test('of 200 comments at once is one line with the count 200', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, db } = app
    const comment = {
      postId: app.post,
      parentId: null,
      tempId: null,
      tempDigest: null,
      mentionedIds: [],
    }
    await Promise.all([
      ...Array.from({ length: 200 }, async (_, index) => {
        const { id: authorId } = index % 2 ? bob : carla
        await insertComment(db, { ...comment, authorId, content: `Comment ${index}` })
      }),
      app.deliver(),
      app.deliver(),
    ])
    await Promise.all([app.deliver(), app.deliver()])
    expect(await app.readList(ada)).toMatchObject({ unreadCount: 1, data: [{ count: 200 }] })
  })

  test('by one member on many posts is five lines a day, in which everything is counted', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, carla, db } = app
    const posts: string[] = []
    for (let index = 0; index < 7; index += 1) posts.push(await createPostFixture(db, ada.id))
    for (const postId of posts) await bob.addComment('Spam', { postId })
    await app.deliver()
    await bob.addComment('More', { postId: posts[0] ?? '' })
    const flood = await app.readList(ada)
    await bob.addComment('Dropped', { postId: posts[6] ?? '' })
    await carla.addComment('Hello', { postId: posts[6] ?? '' })
    await bob.addComment('Counted', { postId: posts[6] ?? '' })
    const { data } = await app.readList(ada)

    expect(flood.data.map(({ count }) => count).toSorted((one, other) => one - other)).toEqual([
      1, 1, 1, 1, 2,
    ])
    expect(data).toHaveLength(6)
    expect(data[0]).toMatchObject({
      count: 2,
      people: [{ userName: 'bob' }, { userName: 'carla' }],
    })
  })

  test('leaves a member the newest 500 lines, in pages without a gap', async () => {
    await using app = await startNotificationsApp()
    const { ada, bob, db } = app
    await db
      .insertInto('notifications')
      .values(
        Array.from({ length: 505 }, (_, index) => ({
          member_id: ada.id,
          kind: 'like' as const,
          target_id: app.post,
          read_at: 'now',
          // Several lines have the same time, so that the id decides.
          at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7)).toISOString(),
        })),
      )
      .execute()
    await bob.addComment('One more')
    await app.deliver()

    const ids: string[] = []
    let cursor: string | null | undefined
    do {
      const querystring = { limit: '100', ...(cursor && { cursor }) }
      const page = await ada.call(listNotifications, { querystring })

      expect(page.unreadCount).toBe(1)
      ids.push(...page.data.map(({ _id }) => _id))
      cursor = page.nextCursor
    } while (cursor)
    expect(new Set(ids).size).toBe(500)
    const { count } = await db
      .selectFrom('notifications')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(500)
  })
})
