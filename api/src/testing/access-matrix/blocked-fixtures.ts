import { randomUUID } from 'node:crypto'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { createComment } from '@dolph/contract/comments/comments'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { blockMember, unblockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { createJoinRequestFixture, createPostFixture, createRoleFixture } from '../fixtures.ts'
import { createMessagePictureFixture } from '../pictures/message-picture-fixture.ts'
import { signInNewMember } from '../sign-up-member.ts'
import type { MatrixApp } from './matrix-fixtures.ts'

export type BlockedMember = Awaited<ReturnType<typeof createBlockedFixtures>>['ada']

/**
 * Two members with a post and a role of it each, a comment on the post of the other, a conversation, and a thread on the post of a third member
 * in which both have replied.
 */
export async function createBlockedFixtures(api: MatrixApp) {
  const { db } = api
  const [ada, bob, third] = [await signIn('ada'), await signIn('bob'), await signIn('third')]
  const thirdPost = await createPostFixture(db, third.id)
  const thread = await addComment(third, thirdPost, 'top by third')
  await db
    .insertInto('team_members')
    .values(
      [ada, bob].map(({ id }) => ({ post_id: thirdPost, member_id: id, role_title: 'Tester' })),
    )
    .execute()
  const adaFixtures = await createMemberFixtures(ada, bob)
  const bobFixtures = await createMemberFixtures(bob, ada)

  async function signIn(userName: string) {
    const browser = await signInNewMember(api, userName)
    return { ...browser, userName, id: (await browser.call(getViewer, {}))._id }
  }

  async function addComment(author: Member, postId: string, content: string, parentId?: string) {
    const body = { postId, content, ...(parentId !== undefined && { parentId }) }
    return (await author.call(createComment, { body })).data._id
  }

  async function createMemberFixtures(member: Member, other: Member) {
    const post = await createPostFixture(db, member.id)
    await createRoleFixture(db, post)
    await addComment(member, thirdPost, `comment by ${member.userName}`)
    await addComment(member, thirdPost, `reply by ${member.userName}`, thread)
    const body = { recipientId: other.id, content: `message by ${member.userName}` }
    return { post, message: (await member.call(sendMessage, { body }))._id }
  }

  const withOther = async (caller: Member, other: Member, others: OwnFixtures) => {
    const ownComment = await addComment(caller, others.post, `on the post by ${caller.userName}`)
    /** A comment that a block cannot refuse, because it is inserted without the API. */
    const createOwnComment = async () => {
      const { rows } = await sql<{ id: string }>`
        with counter as (update post_stats set comment_count = comment_count + 1 where post_id = ${others.post})
        insert into comments (post_id, author_id, content) values (${others.post}, ${caller.id}, 'Mine') returning id`.execute(
        db,
      )
      return rows[0]?.id ?? ''
    }
    const createRoleOf = async ({ id }: Member) =>
      createRoleFixture(db, await createPostFixture(db, id))
    let lastRole = ''
    /** Closes the one before, so that the lists of roles stay shorter than a page. */
    const replaceRole = async (owner: Member) => {
      if (lastRole) {
        await db.updateTable('roles').set({ state: 'closed' }).where('id', '=', lastRole).execute()
      }
      lastRole = await createRoleOf(owner)
      return lastRole
    }
    const ownRequest = await createJoinRequestFixture(db, {
      roleId: await createRoleOf(other),
      memberId: caller.id,
    })
    const ownRole = await createRoleOf(caller)
    const otherRole = await createRoleOf(other)
    /** A request that a block does not withdraw, because it is inserted later; in place of the one before. */
    const createRequest = async (roleId: string, memberId: string) => {
      await db.deleteFrom('join_requests').where('role_id', '=', roleId).execute()
      return createJoinRequestFixture(db, { roleId, memberId })
    }
    const editedComment = await addComment(caller, thirdPost, 'Edited later')
    const notifiedComment = await addComment(caller, others.post, `heard of ${caller.userName}`)
    const ownTeamPost = await createPostFixture(db, caller.id)
    await db
      .insertInto('team_members')
      .values({ post_id: ownTeamPost, member_id: other.id, role_title: 'Tester' })
      .execute()
    await db
      .insertInto('availabilities')
      .values({
        member_id: caller.id,
        hours: 6,
        zone: 'UTC',
        rewards: ['unpaid'],
        until: '2099-01-01',
      })
      .execute()
    /** Two days old: a project has five updates a day. */
    const createOwnUpdate = async () => {
      const { rows } = await sql<{ id: string }>`
        insert into updates (id, post_id, author_id, body)
        values (uuid_v7(now() - interval '2 days'), ${ownTeamPost}, ${caller.id}, 'Mine') returning id`.execute(
        db,
      )
      return rows[0]?.id ?? ''
    }
    await sql`insert into follows (member_id, post_id) values (${caller.id}, ${others.post})`.execute(
      db,
    )
    // The caller wrote on the post of the other, who was notified of it.
    await sql`
      insert into notifications (member_id, kind, target_id, comment_id, actors)
      values (${other.id}, 'comment', ${others.post}, ${notifiedComment}, ${[caller.id]}::uuid[])`.execute(
      db,
    )
    const findRoom = async (postId: string) => {
      const room = db.selectFrom('rooms').select('id').where('post_id', '=', postId)
      return (await room.executeTakeFirstOrThrow()).id
    }
    const placeholders: Record<string, () => string | Promise<string>> = {
      roomOfTwo: () => findRoom(ownTeamPost),
      roomOfThree: () => findRoom(thirdPost),
      uuid: () => randomUUID(),
      newOwnRole: () => replaceRole(caller),
      ownTeamPost: () => ownTeamPost,
      newOwnUpdate: createOwnUpdate,
      ownRequest: () => ownRequest,
      newOwnRequest: () => createRequest(otherRole, caller.id),
      newOtherRequest: () => createRequest(ownRole, other.id),
      editedComment: () => editedComment,
      newOtherRole: () => replaceRole(other),
      caller: () => caller.id,
      other: () => other.id,
      otherName: () => other.userName,
      otherPost: () => others.post,
      /** A message that a block cannot refuse, because it is inserted without the API. */
      newOtherMessage: () => insertOlderMessage(api, others.message, other.id),
      /** A picture that the other has sent to the caller. */
      otherPicture: async () =>
        createMessagePictureFixture(api, {
          memberId: other.id,
          messageId: await insertOlderMessage(api, others.message, other.id),
        }),
      newOwnMessage: () => insertOlderMessage(api, others.message, caller.id),
      ownComment: () => ownComment,
      newOwnComment: createOwnComment,
      thirdPost: () => thirdPost,
      thread: () => thread,
    }
    return {
      ...caller,
      other,
      block: () => caller.call(blockMember, { params: { id: other.id } }),
      unblock: () => caller.call(unblockMember, { params: { id: other.id } }),
      /** Replaces all placeholders in a text. */
      async fillIn(text: string): Promise<string> {
        let filled = text
        for (const [name, getValue] of Object.entries(placeholders)) {
          const placeholder = `{${name}}`
          if (text.includes(placeholder)) filled = filled.replaceAll(placeholder, await getValue())
        }
        return filled
      },
    }
  }

  type Member = Awaited<ReturnType<typeof signIn>>
  type OwnFixtures = Awaited<ReturnType<typeof createMemberFixtures>>

  return {
    ada: await withOther(ada, bob, bobFixtures),
    bob: await withOther(bob, ada, adaFixtures),
    third,
  }
}

/** Inserts another message into the conversation, as if it had been sent before the block. */
async function insertOlderMessage(
  { db }: MatrixApp,
  message: string,
  senderId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with older as (
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard, clock_timestamp()), shard, conversation_id, ${senderId}, 'Earlier', clock_timestamp()
      from messages where id = ${message} and shard = shard_of(${message}) returning *),
    sides as (
      update conversation_sides as side
      set last_message_id = older.id, unread = unread + (side.peer_id = older.sender_id)::integer
      from older where side.conversation_id = older.conversation_id)
    select id from older`.execute(db)
  return rows[0]?.id ?? ''
}
