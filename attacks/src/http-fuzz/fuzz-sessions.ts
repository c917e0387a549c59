import { signInMemberFixture } from '@dolph/api/testing/signed-in-member-fixture'
import { createComment } from '@dolph/contract/comments/comments'
import type { Endpoint } from '@dolph/contract/endpoint'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { createPost } from '@dolph/contract/posts/posts'
import { createRole } from '@dolph/contract/roles/roles'
import { sendRoomMessage } from '@dolph/contract/rooms/rooms'
import { APP_ORIGIN, type AttackedServer, type SignedInMember } from '../attacked-server.ts'
import { ValueSampler } from './sample-value.ts'

const MEMBERS = ['ada', 'bob', 'carla', 'dan']

/** Members who attack, and valid texts that name them and what they wrote. */
export async function createFuzzSessions(server: AttackedServer) {
  const members = await Promise.all(MEMBERS.map((name) => server.signInMember(name)))
  const [ada] = members
  if (!ada) throw new Error('There are no members')
  const post = { title: 'Tide', type: 'showcase', body: 'A tide clock' }
  const { data } = await callEndpoint(server, createPost, ada, post)
  const comment = { postId: data?._id, content: 'Nice' }
  const { data: reply } = await callEndpoint(server, createComment, ada, comment)
  const { data: role } = await callEndpoint(
    server,
    { ...createRole, url: `/api/posts/${data?._id}/roles` },
    ada,
    ROLE,
  )
  const messageIds: (string | undefined)[] = []
  // Everybody has a conversation with everybody: most calls about a conversation end early without one.
  for (const sender of members) {
    for (const { id } of members.filter((member) => member !== sender)) {
      const message = { recipientId: id, content: 'Hello' }
      messageIds.push((await callEndpoint(server, sendMessage, sender, message))._id)
    }
  }
  const room = await createRoom(server, members)
  const ids = [
    ...members.map(({ id }) => id),
    data?._id,
    reply?._id,
    role?._id,
    messageIds[0],
    room.messageId,
  ]
  const sampler = new ValueSampler(
    [...VALID_TEXTS, room.roomId, ...ids.filter((id) => id !== undefined)],
    { roomId: room.roomId },
  )
  const renewals = new Map<number, Promise<void>>()
  return {
    sessions: members,
    sampler,
    /** Signs in again: among the requests are some that end sessions. */
    renewSession: async (index: number): Promise<void> => {
      const member = members[index]
      if (!member) return
      const renew = async () => {
        members[index] = await signInMemberFixture(server.db, server.url, APP_ORIGIN, member.id)
        renewals.delete(index)
      }
      if (!renewals.has(index)) renewals.set(index, renew())
      await renewals.get(index)
    },
  }
}

/**
 * A room in which all but the last of the members are, the first as a co-owner; returns its id and that of a message. The post belongs to
 * somebody who does not attack, so that no call deletes it.
 */
async function createRoom(server: AttackedServer, members: SignedInMember[]) {
  const author = await server.signInMember('eve')
  const post = { title: 'Team', type: 'showcase', body: 'A team' }
  const { data } = await callEndpoint(server, createPost, author, post)
  const postId = data?._id ?? ''
  const { db } = server
  await db
    .insertInto('team_members')
    .values(
      members.slice(0, -1).map(({ id }, index) => ({
        post_id: postId,
        member_id: id,
        role_title: 'Tester',
        is_co_owner: index === 0,
      })),
    )
    .execute()
  const room = await db
    .selectFrom('rooms')
    .select('id')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  const { _id: messageId } = await callEndpoint(
    server,
    { ...sendRoomMessage, url: `/api/rooms/${room.id}/messages` },
    author,
    { content: 'Hello' },
  )
  return { roomId: room.id, messageId }
}

const ROLE = {
  title: 'Clockmaker',
  about: '',
  skills: ['Rust'],
  mustSkills: [],
  hours: { from: 2, to: 4 },
  term: 'open',
  zone: null,
  zoneSpread: null,
  reward: 'unpaid',
  rewardNote: '',
  seats: 2,
}

/** No password of an account and no code or token that was sent: accounts shall outlive the attack. */
const VALID_TEXTS = [
  'tide',
  'A tide clock for the kitchen wall',
  'ada',
  'TypeScript',
  '2026-12-01',
  'Wrong horse 7',
  '123456',
  'abcd-efgh-ijkl-mnop',
  'ada@example.test',
  'bob@example.test',
  'nobody@example.test',
  'Europe/Lisbon',
  'UTC',
  '2026-11-15T09:00:00.000Z',
  '2026-11-15T09:00:00.123456Z',
  'temp-fuzzing01',
  'temp-fuzzing02',
  'https://github.com/dolph/dolph',
  'https://www.linkedin.com/in/ada',
  'https://example.test',
  'A'.repeat(43),
  'AAAAAAAAAAAAAAAAAAAAAA',
  `/pictures/${'A'.repeat(43)}/512.webp`,
  '',
  `/pictures/${'A'.repeat(43)}/1280x720.webp`,
  `![A tide](/pictures/${'A'.repeat(43)}/9x9.webp)`,
]

interface CreatedReply {
  _id?: string
  data?: { _id: string }
}

async function callEndpoint(
  { url }: AttackedServer,
  { method, url: path }: Endpoint,
  { headers }: SignedInMember,
  body: object,
): Promise<CreatedReply> {
  const reply = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as CreatedReply
}
