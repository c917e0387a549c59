import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from './db/database.ts'
import { createEraseMemberJob } from './erase-member.ts'
import { eraseMemberJob } from './erase-member-job.ts'
import { insertMessage } from './features/messaging/sending/insert-message.ts'
import { recountPost } from './features/posts/mutations.ts'
import { features } from './features.ts'
import { enqueueJob } from './jobs/enqueue-job.ts'
import { createMemberFixture, createPostFixture } from './testing/fixtures.ts'
import { findColumnsWithId, findMemberColumns } from './testing/member-columns.ts'
import { runJobs } from './testing/run-jobs.ts'
import { startWorkerStack } from './testing/start-worker-stack.ts'

/** The other member keeps the conversation: its messages, and that it was with this member. */
const KEPT_BY_THE_OTHER_MEMBER = [
  'conversation_sides.peer_id',
  'conversations.high_id',
  'conversations.low_id',
  'messages.sender_id',
]
const HASH = Buffer.alloc(32, 7)

test('the erasure leaves a deleted member in no column of any table', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const { ada, bob, carl } = await createMembers(db)
  await createRowsInEveryTable(db, ada, [bob, carl])
  const namedBefore = await findColumnsWithId(db, ada)
  expect(
    namedBefore,
    'A table that names members needs a row in createRowsInEveryTable, and an erasure',
  ).toEqual(expect.arrayContaining(await findMemberColumns(db)))

  await eraseMember(stack, ada)

  expect(await findColumnsWithId(db, ada)).toEqual(KEPT_BY_THE_OTHER_MEMBER)
  expect(await findColumnsWithId(db, bob)).toContain('members.id')
})

test('a table that names members and is in no erasure is found', async () => {
  await using stack = await startWorkerStack()
  const { db } = stack
  const { ada } = await createMembers(db)
  await sql`create table planted_bookmarks (reader uuid, member_id uuid, post_id uuid)`.execute(db)
  try {
    expect(await findMemberColumns(db)).toContain('planted_bookmarks.member_id')
    expect(await findMemberColumns(db)).not.toContain('planted_bookmarks.post_id')

    await sql`insert into planted_bookmarks values (${ada}, ${ada})`.execute(db)
    await eraseMember(stack, ada)

    expect(await findColumnsWithId(db, ada)).toEqual([
      'planted_bookmarks.member_id',
      'planted_bookmarks.reader',
    ])
  } finally {
    await sql`drop table planted_bookmarks`.execute(db)
  }
})

async function eraseMember(
  stack: Awaited<ReturnType<typeof startWorkerStack>>,
  memberId: string,
): Promise<void> {
  await enqueueJob(stack.db, eraseMemberJob, { memberId })
  await runJobs(stack, [createEraseMemberJob(features)])
  const { rows } = await sql<{ last_error: string }>`
    select last_error from graphile_worker.jobs where task_identifier = ${eraseMemberJob.name}
  `.execute(stack.db)
  expect(rows).toEqual([])
}

/** In the order of their ids: a conversation names the member with the lower id first. */
async function createMembers(db: Database) {
  const bob = await createMemberFixture(db, 'bob')
  const ada = await createMemberFixture(db, 'ada')
  const carl = await createMemberFixture(db, 'carl')
  return { ada, bob, carl }
}

/** One row for ada in every column that can name a member, as the product would write it. */
async function createRowsInEveryTable(db: Database, ada: string, others: string[]): Promise<void> {
  await createAccountRows(db, ada)
  const ownPost = await createPostFixture(db, ada)
  await db.insertInto('post_likes').values({ post_id: ownPost, member_id: ada }).execute()
  await recountPost(db, ownPost)
  await db
    .insertInto('pictures')
    .values({ key: 'a'.repeat(43), member_id: ada })
    .execute()
  await db.insertInto('profiles').values({ member_id: ada, bio: 'Tides' }).execute()
  for (const other of others) {
    const post = await createPostFixture(db, other, { title: 'Wave' })
    await db
      .insertInto('comments')
      .values({ post_id: post, author_id: ada, content: 'Hello' })
      .execute()
    await recountPost(db, post)
    const message = { content: 'Hello', tempId: other, mayStartConversation: true }
    await insertMessage(db, { ...message, memberId: ada, peerId: other })
    await insertMessage(db, { ...message, memberId: other, peerId: ada })
  }
}

async function createAccountRows(db: Database, memberId: string): Promise<void> {
  const token = { token_hash: HASH, member_id: memberId }
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  await db
    .insertInto('accounts')
    .values({ member_id: memberId, email: 'ada@example.com', google_sub: '7' })
    .execute()
  await db
    .insertInto('sessions')
    .values({ ...token, expires_at })
    .execute()
  await db
    .insertInto('links')
    .values({ ...token, purpose: 'reset-password', expires_at })
    .execute()
  await db.insertInto('known_devices').values(token).execute()
  await db
    .insertInto('codes')
    .values({ member_id: memberId, purpose: 'change-password', digest: HASH, expires_at })
    .execute()
  await db
    .insertInto('account_events')
    .values({ member_id: memberId, kind: 'signed-in', device: 'Firefox', address_hash: HASH })
    .execute()
}
