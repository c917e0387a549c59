import { createMemberFixture, createPostFixture } from '@dolph/api/testing/fixtures'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { likePost } from '@dolph/contract/posts/posts'
import { checkCounts, checkReplies, createUserName, type Race } from './race.ts'

const CALLS = 20
const FANS = 4

const likeRace: Race = {
  name: 'likes and unlikes of one post',
  async run(stack) {
    const author = await createMemberFixture(stack.db, createUserName())
    const postId = await createPostFixture(stack.db, author)
    const fans = await Promise.all(Array.from({ length: FANS }, () => stack.signInMember()))
    const bodies = [{ liked: true }, {}, { liked: false }, {}, { liked: true }]
    const replies = await Promise.all(
      Array.from({ length: CALLS }, (_, nth) => {
        const browser = stack.openBrowser(fans[nth % FANS] ?? { cookies: new Map() }, nth)
        const body = bodies[nth % bodies.length] ?? {}
        return browser.send(likePost, { params: { id: postId }, body })
      }),
    )
    const counts = await stack.readRow<{ counter: number; likes: number }>(
      `select like_count as counter, (select count(*) from post_likes where post_id = $1) as likes
       from post_stats where post_id = $1`,
      [postId],
    )
    return [
      ...checkReplies(replies, { allowed: [200] }),
      ...checkCounts(counts, { counter: counts.likes }),
    ]
  },
}

const tempIdRace: Race = {
  name: 'one message sent many times with the same tempId',
  async run(stack) {
    const [ada, bob] = [await stack.signInMember(), await stack.signInMember()]
    const body = { recipientId: bob.id, content: 'Hi', tempId: `temp-${createUserName()}` }
    const replies = await Promise.all(
      Array.from({ length: CALLS }, (_, nth) =>
        stack.openBrowser(ada, nth).send(sendMessage, { body }),
      ),
    )
    const ids = new Set(replies.map((reply) => reply.json<{ _id?: string }>()._id))
    const counts = await stack.readRow<{ messages: number; unread: number }>(
      `select (select count(*) from messages where sender_id = $1) as messages, unread
       from conversation_sides where member_id = $2`,
      [ada.id, bob.id],
    )
    return [
      ...checkReplies(replies, { allowed: [201], successes: CALLS }),
      ...checkCounts({ ...counts, ids: ids.size }, { messages: 1, unread: 1, ids: 1 }),
    ]
  },
}

export const contentRaces = [likeRace, tempIdRace]
