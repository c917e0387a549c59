import { workerTasks } from '@dolph/api/worker-tasks'
import { createMemberFixture, createPostFixture } from '@dolph/api/testing/fixtures'
import { deliverPendingEvents } from '@dolph/api/testing/events/deliver-pending-events'
import { runJobs } from '@dolph/api/testing/run-jobs'
import { PASSWORD } from '@dolph/api/testing/sign-up-member'
import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { createComment } from '@dolph/contract/comments/comments'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { createPost, likePost } from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import {
  checkCounts,
  checkReplies,
  createUserName,
  type Race,
  type RaceMember,
  type RaceStack,
} from './race.ts'

const ROUNDS_OF_WRITES = 3

const doubleDeletionRace: Race = {
  name: 'one account deleted several times',
  async run(stack) {
    const ada = await stack.signInMember()
    const replies = await Promise.all([0, 1, 2].map((nth) => deleteMember(stack, ada, nth)))
    await runDeletionJobs(stack)
    const counts = await countTraces(stack, [ada.id])
    return [...checkReplies(replies, { allowed: [200, 401], successes: 1 }), ...checkNone(counts)]
  },
}

const bothSidesRace: Race = {
  name: 'both members of a conversation deleted',
  async run(stack) {
    const [ada, bob] = [await stack.signInMember(), await stack.signInMember()]
    const browser = stack.openBrowser(ada, 0)
    for (const nth of [0, 1, 2]) {
      const tempId = `temp-${createUserName()}`
      const body = { recipientId: bob.id, content: `Hi ${nth}`, tempId }
      await browser.call(sendMessage, { body })
    }
    const replies = await Promise.all(
      [ada, bob].map((member, nth) => deleteMember(stack, member, nth)),
    )
    await runDeletionJobs(stack)
    const counts = await countTraces(stack, [ada.id, bob.id])
    const { messages } = await stack.readRow<{ messages: number }>(
      'select count(*) as messages from messages where sender_id = any($1)',
      [[ada.id, bob.id]],
    )
    return [
      ...checkReplies(replies, { allowed: [200], successes: 2 }),
      ...checkNone({ ...counts, messages }),
    ]
  },
}

const writesDuringDeletionRace: Race = {
  name: 'messages, posts, comments and likes during the deletion of their author',
  async run(stack) {
    const [ada, bob] = [await stack.signInMember(), await stack.signInMember()]
    const author = await createMemberFixture(stack.db, createUserName())
    const postId = await createPostFixture(stack.db, author)
    const draft = { title: 'A clock', type: 'showcase' as const, body: 'For the wall' }
    const browsers = [stack.openBrowser(ada, 0), stack.openBrowser(ada, 1)]
    const toBob = () => ({ recipientId: bob.id, content: 'Hi', tempId: `temp-${createUserName()}` })
    const write = async () =>
      Promise.all(
        browsers.flatMap((browser) => [
          browser.send(sendMessage, { body: toBob() }),
          browser.send(createPost, { body: draft }),
          browser.send(createComment, { body: { postId, content: 'Hi' } }),
          browser.send(likePost, { params: { id: postId }, body: { liked: true } }),
          browser.send(updateProfile, { body: { bio: 'Hi' } }),
          browser.send(getViewer, {}),
        ]),
      )
    const writes: Awaited<ReturnType<typeof write>> = []
    const [deletion] = await Promise.all([
      deleteMember(stack, ada, 0).then(async (reply) => {
        await runDeletionJobs(stack)
        return reply
      }),
      (async () => {
        for (let nth = 0; nth < ROUNDS_OF_WRITES; nth += 1) writes.push(...(await write()))
      })(),
    ])
    await runDeletionJobs(stack)
    const sent = writes.filter(({ statusCode, body }) => statusCode === 201 && isMessage(body))
    const counts = await stack.readRow<{ messages: number; orphans: number; likes: number }>(
      `select (select count(*) from messages where sender_id = $1) as messages,
         (select count(*) from comments where post_id = $2 and author_id is null and deleted_at is null) as orphans,
         (select like_count from post_stats where post_id = $2) as likes`,
      [ada.id, postId],
    )
    return [
      ...checkReplies([deletion], { allowed: [200] }),
      // 403: the CSRF token was issued for the session that has ended meanwhile.
      ...checkReplies(writes, { allowed: [200, 201, 401, 403] }),
      ...checkCounts(counts, { messages: sent.length, orphans: 0, likes: 0 }),
      ...checkNone(await countTraces(stack, [ada.id])),
    ]
  },
}

function isMessage(body: string): boolean {
  return body.includes('"recipient"')
}

async function deleteMember(stack: RaceStack, member: RaceMember, nth: number) {
  return stack.openBrowser(member, nth).send(deleteAccount, { body: { password: PASSWORD } })
}

/** Both apps deliver events and run jobs, so two members may be deleted at the same time. */
async function runDeletionJobs({ apps }: RaceStack): Promise<void> {
  await Promise.all(apps.map((app) => deliverPendingEvents(app, workerTasks.subscribers ?? [])))
  await Promise.all(apps.map((app) => runJobs(app, workerTasks.jobs)))
}

/** The rows that name the members, apart from the messages that their peers keep. */
async function countTraces(stack: RaceStack, memberIds: string[]) {
  return stack.readRow<Record<string, number>>(
    `select (select count(*) from members where id = any($1)) as members,
       (select count(*) from accounts where member_id = any($1)) as accounts,
       (select count(*) from sessions where member_id = any($1)) as sessions,
       (select count(*) from posts where author_id = any($1)) as posts,
       (select count(*) from comments where author_id = any($1)) as comments,
       (select count(*) from post_likes where member_id = any($1)) as likes,
       (select count(*) from conversation_sides where member_id = any($1)) as sides,
       (select count(*) from recent_message_keys where sender_id = any($1)) as keys,
       (select count(*) from conversations
        where low_id = any($1) and high_id = any($1)) as conversations`,
    [memberIds],
  )
}

function checkNone(counts: Record<string, number>): string[] {
  return checkCounts(counts, Object.fromEntries(Object.keys(counts).map((name) => [name, 0])))
}

export const deletionRaces = [doubleDeletionRace, bothSidesRace, writesDuringDeletionRace]
