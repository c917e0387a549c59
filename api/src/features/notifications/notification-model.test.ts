import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pairLocks } from '../../features.ts'
import type { Database } from '../../platform/db/database.ts'
import { createRandom } from '../../testing/create-random.ts'
import { deliverPendingEvents } from '../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { insertComment, softDeleteComment } from '../comments/mutations.ts'
import { setLike } from '../posts/likes.ts'
import { insertBlock } from '../safety/relations.ts'
import { LIST_START, selectNotifications } from './list/queries.ts'
import { chooseSize } from '../../testing/test-size.ts'
import { markNotificationsRead } from './list/read-notifications.ts'
import { deletePostMute, insertPostMute } from './post-mutes.ts'
import { updateSettings } from './settings.ts'
import { notificationSubscribers } from './subscribers.ts'
import { NotificationModel, toRow } from './testing/notification-model.ts'

const ACTIONS = chooseSize({ short: 250, long: 1_000 })
const MEMBERS = 13
const POSTS = 8
const SEED = 17

test(
  'after each random action all lists have the lines, counts, people and order of a plain model',
  { timeout: 180_000 },
  async () => {
    await using stack = await startWorkerStack()
    const { db } = stack
    const random = createRandom(SEED)
    const model = new NotificationModel()
    const members: string[] = []
    for (let index = 0; index < MEMBERS; index += 1) {
      members.push(await createMemberFixture(db, `member${index}`))
    }
    for (let index = 0; index < POSTS; index += 1) {
      const authorId = random.pick(members)
      model.postAuthors.set(await createPostFixture(db, authorId), authorId)
    }
    const posts = [...model.postAuthors.keys()]
    const actions = createActions()
    const names = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
      Array.from({ length: weight }, () => name as keyof typeof WEIGHTS),
    )
    const performed: string[] = []
    const contents = new Map<string, string>()

    for (let index = 0; index < ACTIONS; index += 1) {
      const name = random.pick(names)
      performed.push(`${index} ${name}`)
      await actions[name]()
      await deliverPendingEvents(stack, [notificationSubscribers])
      const message = performed.slice(-5).join(', ')
      expect(await readRows(db), message).toEqual(
        members.toSorted().flatMap((id) => model.listOf(id).map(toRow)),
      )
      await expectList(random.pick(members), message)
    }
    const kinds = Map.groupBy(model.lines, ({ kind }) => kind)
    for (const kind of ['comment', 'reply', 'like'] as const) {
      expect(kinds.get(kind)?.length, kind).toBeGreaterThan(2)
    }

    async function expectList(memberId: string, message: string): Promise<void> {
      const position = { memberId, beforeAt: LIST_START.at, beforeId: LIST_START.id }
      const { lines, unreadCount } = await selectNotifications(db, position, 101)
      const expected = model.listOf(memberId)
      expect(unreadCount, message).toBe(expected.filter(({ isRead }) => !isRead).length)
      const texts = expected.map(({ comments }) => contents.get(comments.at(-1)?.id ?? '') ?? '')
      expect(
        lines.map(({ text }) => text),
        message,
      ).toEqual(texts)
    }

    function createActions(): Record<keyof typeof WEIGHTS, () => Promise<void>> {
      return {
        comment: async () => addComment(null),
        reply: async () => addComment(random.pick([...model.comments.keys()]) ?? null),
        remove: async () => {
          const comment = random.pick([...model.comments.values()])
          if (!comment) return
          await softDeleteComment(db, comment)
          model.deleteComment(comment.id)
        },
        like: async () => changeLike(true),
        unlike: async () => changeLike(false),
        readSome: async () => {
          const memberId = random.pick(members)
          const lines = model.listOf(memberId).filter(() => random.fraction() < 0.3)
          const ids = await readIds(db, memberId)
          const chosen = lines.map((line) => ids[model.listOf(memberId).indexOf(line)] ?? '')
          if (chosen.length === 0) return
          await markNotificationsRead(stack, memberId, { ids: chosen })
          model.readLines(lines)
        },
        readAll: async () => {
          const memberId = random.pick(members)
          const upTo = new Date(Date.now() + 1_000).toISOString()
          await markNotificationsRead(stack, memberId, { upTo })
          model.readLines(model.listOf(memberId))
        },
        block: async () => toggleRelation('blocks', model.blocks),
        mute: async () => toggleRelation('mutes', model.mutes),
        mutePost: async () => {
          const mute = { memberId: random.pick(members), postId: random.pick(posts) }
          const key = `${mute.memberId} ${mute.postId}`
          await (model.postMutes.has(key) ? deletePostMute(db, mute) : insertPostMute(db, mute))
          toggle(model.postMutes, key)
        },
        settings: async () => {
          const [memberId, kind] = [random.pick(members), random.pick(KINDS)]
          toggle(model.switchedOff, `${memberId} ${kind}`)
          const app = !model.switchedOff.has(`${memberId} ${kind}`)
          await updateSettings(db, memberId, { [kind]: { app, mail: false } })
        },
      }
    }

    async function addComment(answeredId: string | null): Promise<void> {
      const answered = answeredId ? model.comments.get(answeredId) : undefined
      const postId = answered?.postId ?? random.pick(posts)
      const authorId = random.pick(members)
      const content = `Comment ${performed.length}`
      const keys = { tempId: null, tempDigest: null, mentionedIds: [] }
      const draft = { postId, parentId: answered?.id ?? null, authorId, content, ...keys }
      const inserted = await insertComment(db, draft)
      // A block closes the post to the other.
      if (!inserted) return
      contents.set(inserted._id, content)
      model.addComment({ id: inserted._id, postId, authorId }, answered?.id ?? null)
    }

    async function changeLike(isLiked: boolean): Promise<void> {
      // The first three posts get most likes, so that ten is reached.
      const [postId, memberId] = [posts[random.below(3)] ?? '', random.pick(members)]
      await setLike(db, { postId, memberId }, isLiked)
      model.setLike(postId, memberId, isLiked)
    }

    async function toggleRelation(
      table: 'blocks' | 'mutes',
      relations: Set<string>,
    ): Promise<void> {
      const [memberId, otherId] = [random.pick(members), random.pick(members)]
      if (memberId === otherId) return
      const key = `${memberId} ${otherId}`
      if (relations.has(key)) {
        await db
          .deleteFrom(table)
          .where('member_id', '=', memberId)
          .where('other_id', '=', otherId)
          .execute()
      } else if (table === 'blocks') {
        await db.transaction().execute((tx) => insertBlock(tx, { memberId, otherId }, pairLocks))
        model.forgetEachOther(memberId, otherId)
      } else {
        await db.insertInto(table).values({ member_id: memberId, other_id: otherId }).execute()
      }
      toggle(relations, key)
    }
  },
)

const KINDS = ['comment', 'reply', 'like'] as const
/** How often an action is chosen. */
const WEIGHTS = {
  comment: 24,
  reply: 22,
  remove: 14,
  like: 14,
  unlike: 3,
  readSome: 6,
  readAll: 4,
  block: 3,
  mute: 3,
  mutePost: 3,
  settings: 3,
}

function toggle(set: Set<string>, key: string): void {
  if (!set.delete(key)) set.add(key)
}

async function readIds(db: Database, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from notifications where member_id = ${memberId} order by at desc, id desc
  `.execute(db)
  return rows.map(({ id }) => id)
}

async function readRows(db: Database) {
  const { rows } = await sql`
    select member_id as "memberId", kind, target_id as "targetId", count, comment_id as "commentId", actors,
      read_at is not null as "isRead"
    from notifications order by member_id, at desc, id desc
  `.execute(db)
  return rows
}
