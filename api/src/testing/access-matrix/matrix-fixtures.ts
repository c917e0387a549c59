import { randomBytes, randomUUID } from 'node:crypto'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import type { CaseState } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import {
  createJoinRequestFixture,
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../fixtures.ts'
import { createMessagePictureFixture } from '../pictures/message-picture-fixture.ts'
import { createAccountFixture, signInNewMember } from '../sign-up-member.ts'
import type { startApp } from '../start-app.ts'

export type MatrixApp = Awaited<ReturnType<typeof startApp>>
export type MatrixFixtures = Awaited<ReturnType<typeof createMatrixFixtures>>

/** Part of all private texts of the owner: no reply to another caller may have it. */
export const SECRET = 'private-to-the-owner'

/** The members of the matrix, and what the owner has: a post, a comment, a conversation with the peer. */
export async function createMatrixFixtures(api: MatrixApp) {
  const { db } = api
  const peerBrowser = await signInNewMember(api, 'peer')
  const { _id: peer } = await peerBrowser.call(getViewer, {})
  const owner = await createAccountFixture(db, 'owner')
  const other = await createAccountFixture(db, 'other')
  const google = await createAccountFixture(db, 'google')
  const coOwner = await createAccountFixture(db, 'co-owner')
  const deleted = await createAccountFixture(db, 'deleted')
  const moderator = await createAccountFixture(db, 'moderator')
  const admin = await createAccountFixture(db, 'admin')
  await db
    .insertInto('staff')
    .values([
      { member_id: moderator, role: 'moderator' },
      { member_id: admin, role: 'admin' },
    ])
    .execute()
  const otherPeer = await createAccountFixture(db, 'other-peer')
  const updateAccount = (id: string) => db.updateTable('accounts').where('member_id', '=', id)
  await updateAccount(owner)
    .set({ email: `${SECRET}@example.test` })
    .execute()
  await updateAccount(google).set({ google_sub: 'google', password_hash: null }).execute()
  await db
    .updateTable('members')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', deleted)
    .execute()

  const createOwnersPost = async () => {
    const id = await createPostFixture(db, owner)
    const place = { post_id: id, member_id: coOwner, role_title: 'Maker', is_co_owner: true }
    await db.insertInto('team_members').values(place).execute()
    return id
  }
  const post = await createOwnersPost()
  const createOwnersComment = async () => {
    const comment = { post_id: post, author_id: owner, content: 'Mine' }
    const statement = db.insertInto('comments').values(comment).returning('id')
    return (await statement.executeTakeFirstOrThrow()).id
  }
  /** Creates a message of the peer to the owner. */
  const createMessage = async () => {
    const body = { recipientId: owner, content: SECRET }
    return (await peerBrowser.call(sendMessage, { body }))._id
  }
  /** Inserts a message of the owner to the peer: the owner has several browsers here, and none is signed in yet. */
  const createOwnMessage = async () => {
    const { rows } = await sql<{ id: string }>`
      insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
      select id_in_shard(shard, clock_timestamp()), shard, conversation_id, ${owner}, ${SECRET}, clock_timestamp()
      from messages where id = ${message} and shard = shard_of(${message}) returning id`.execute(db)
    return rows[0]?.id ?? ''
  }
  /** Creates a case about a comment of the owner. */
  const createCase = async (state: CaseState) => {
    const statement = db
      .insertInto('cases')
      .values({
        kind: 'comment',
        subject_id: await createOwnersComment(),
        author_id: owner,
        state,
        ...(state !== 'open' && {
          decision: 'hide',
          rule: 'spam',
          text: 'An ad',
          decided_at: sql`now()`,
        }),
        ...(state === 'appealed' && { appealed_at: sql`now()` }),
      })
      .returning('id')
    const { id } = await statement.executeTakeFirstOrThrow()
    if (state === 'appealed') {
      await db.insertInto('appeals').values({ case_id: id, text: 'It is not.' }).execute()
    }
    return id
  }
  const createTeamMember = async () => {
    const member = await createMemberFixture(db, `team-${randomUUID().slice(0, 8)}`)
    const row = { post_id: post, member_id: member, role_title: 'Developer' }
    await db.insertInto('team_members').values(row).execute()
    return member
  }
  const createOwnersRole = async () => createRoleFixture(db, await createOwnersPost())
  /** Creates a request of the peer to join the owner, or an invitation of the peer. */
  const createJoinRequest = async (isInvitation: boolean) =>
    createJoinRequestFixture(
      db,
      { roleId: await createOwnersRole(), memberId: peer },
      { note: `${SECRET}, and twenty characters`, from_owner: isInvitation },
    )
  /** Creates a member whom everybody may invite. */
  const createOpenMember = async () => {
    const member = await createMemberFixture(db, `open-${randomUUID().slice(0, 8)}`)
    const offer = { member_id: member, hours: 6, zone: 'UTC', rewards: ['unpaid' as const] }
    await db
      .insertInto('availabilities')
      .values({ ...offer, until: '2099-01-01' })
      .execute()
    return member
  }
  const message = await createMessage()
  const { id: room } = await db
    .selectFrom('rooms')
    .select('id')
    .where('post_id', '=', post)
    .executeTakeFirstOrThrow()
  const role = await createRoleFixture(db, post)
  const comment = await createOwnersComment()
  const createOwnersUpdate = async () => {
    const update = { post_id: post, author_id: owner, body: 'Mine' }
    const statement = db.insertInto('updates').values(update).returning('id')
    return (await statement.executeTakeFirstOrThrow()).id
  }
  const { id: passkey } = await db
    .insertInto('passkeys')
    .values({
      member_id: owner,
      credential_id: randomBytes(32),
      public_key: randomBytes(32),
      counter: 0,
      is_backed_up: false,
      name: SECRET,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  let number = 0
  /** What `{post}` and the like stand for in the sample requests. */
  const placeholders: Record<string, () => string | Promise<string>> = {
    owner: () => owner,
    peer: () => peer,
    otherPeer: () => otherPeer,
    post: () => post,
    comment: () => comment,
    message: () => message,
    messagePicture: () => createMessagePictureFixture(api, { memberId: peer, messageId: message }),
    role: () => role,
    room: () => room,
    passkey: () => passkey,
    newPost: createOwnersPost,
    /** Of a post of its own: a post has at most five open ones. */
    newRole: createOwnersRole,
    newOtherRole: async () => createRoleFixture(db, await createPostFixture(db, otherPeer)),
    newJoinRequest: () => createJoinRequest(false),
    newInvitation: () => createJoinRequest(true),
    newOpenMember: createOpenMember,
    newTeamMember: createTeamMember,
    newComment: createOwnersComment,
    newMessage: createMessage,
    newOwnMessage: createOwnMessage,
    newUpdate: createOwnersUpdate,
    openCase: () => createCase('open'),
    appealedCase: () => createCase('appealed'),
    decidedCase: () => createCase('decided'),
    number: () => String((number += 1)),
  }
  return {
    owner,
    other,
    google,
    coOwner,
    deleted,
    moderator,
    admin,
    peer: { ...peerBrowser, id: peer },
    /** Replaces all placeholders in a text; equal ones get the same value. */
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

const OWNER_STATE = `
  select json_build_array(
    (select json_agg(m order by id) from members m where id = $1),
    (select json_agg(a) from accounts a where member_id = $1),
    (select json_agg(p) from profiles p where member_id = $1),
    (select json_agg(id order by id) from sessions where member_id = $1),
    (select json_agg(k order by id) from passkeys k where member_id = $1),
    (select json_agg(p order by id) from posts p where author_id = $1),
    (select json_agg(p order by post_id) from projects p join posts on id = post_id where author_id = $1),
    (select json_agg(r order by r.id) from roles r join posts on posts.id = post_id where author_id = $1),
    (select json_agg(t order by post_id, member_id) from team_members t join posts on id = post_id where author_id = $1),
    (select json_agg(j order by id) from join_requests j where owner_id = $1 or member_id = $1),
    (select json_agg(c order by id) from comments c where author_id = $1),
    (select json_agg(l order by post_id) from post_likes l where member_id = $1),
    (select json_agg(s order by peer_id) from conversation_sides s where member_id = $1),
    (select json_agg(m order by m.id) from messages m
     join conversation_sides s using (conversation_id) where s.member_id = $1),
    (select json_agg(json_build_array(r, o, m) order by m.id) from room_members o join rooms r on r.id = room_id
     join messages m on m.conversation_id = room_id where o.member_id = $1),
    (select json_agg(json_build_array(c.id, state, decision, reporter_id) order by c.id, reporter_id)
     from cases c left join reports on case_id = c.id where author_id = $1 or reporter_id = $1)
  )::text as state`

/** Everything stored of the owner, as text: a refused call must leave it as it was. */
export async function readOwnerState({ db }: MatrixApp, { owner }: MatrixFixtures) {
  const { rows } = await db.pool.query<{ state: string }>({
    // Prepared, because planning takes longer than running.
    name: 'owner-state',
    text: OWNER_STATE,
    values: [owner],
  })
  return rows[0]?.state
}
