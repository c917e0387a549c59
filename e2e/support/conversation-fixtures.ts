import { createMemberFixture } from '@dolph/api/testing/fixtures'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { getConversationItem, getMessageField } from './messaging.ts'
import { database, type Member } from './members.ts'
import { generateUser } from './accounts.ts'
import { expect } from './base-test.ts'
import { DATABASE_URL } from './test-database.ts'

const MINUTE_MS = 60_000
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2, allowExitOnIdle: true })

type Party = Pick<Member, 'id'>

interface MessageFixture {
  by: Party
  content: string
  at: Date
  isUnread?: boolean
}

/** Inserts a member without a session. */
export async function insertMember(name: string): Promise<Pick<Member, 'id' | 'userName'>> {
  const { userName } = generateUser(name)
  return { id: await createMemberFixture(database, userName), userName }
}

/** Inserts the whole conversation of two members: oldest message first, no two with the same time. */
export async function insertConversation(
  one: Party,
  other: Party,
  messages: readonly MessageFixture[],
): Promise<void> {
  const rows = messages.map(({ by, content, at, isUnread = false }) => ({
    sender: by.id,
    content,
    at: at.toISOString(),
    seen_at: isUnread ? null : at.toISOString(),
  }))
  await pool.query(INSERT_CONVERSATION, [one.id, other.id, JSON.stringify(rows)])
}

const INSERT_CONVERSATION = `
  with line as materialized (
    select * from json_to_recordset($3) as line(sender uuid, content text, at timestamptz, seen_at timestamptz)),
  conversation as (
    insert into conversations (id, low_id, high_id, last_stamp)
    select id_in_shard(shard_between($1, $2), min(at)), least($1::uuid, $2), greatest($1::uuid, $2), max(at) from line
    returning id),
  message as (
    insert into messages (id, shard, conversation_id, sender_id, content, delivered_at, read_at, changed_at)
    select id_in_shard(shard_of(conversation.id), at), shard_of(conversation.id), conversation.id, sender, content, seen_at, seen_at, at
    from conversation, line
    returning id, conversation_id, sender_id, read_at)
  insert into conversation_sides (member_id, peer_id, conversation_id, last_message_id, unread, read_id)
  select member, peer, conversation_id, max(id::text)::uuid,
    count(*) filter (where sender_id = peer and read_at is null),
    max(id::text) filter (where sender_id = peer and read_at is not null)::uuid
  from message, (values ($1::uuid, $2::uuid), ($2, $1)) as side(member, peer)
  group by member, peer, conversation_id`

/** 'Line 1' to 'Line n', a minute apart, from both members alternately; `other` sent the last one just now. */
export function buildMessageFixtures(one: Party, other: Party, count: number): MessageFixture[] {
  return Array.from({ length: count }, (_, index) => {
    const remaining = count - index - 1
    return {
      by: remaining % 2 === 0 ? other : one,
      content: `Line ${index + 1}`,
      at: new Date(Date.now() - remaining * MINUTE_MS),
    }
  })
}

/** Goes from one conversation to another by the list; on a phone, by 'Back' first. */
export async function switchConversation(
  page: Page,
  peer: Pick<Member, 'userName'>,
): Promise<void> {
  const backLink = page.getByRole('link', { name: 'Back', exact: true })
  if (await backLink.isVisible()) await backLink.click()
  await getConversationItem(page, peer.userName).getByRole('link').click()
  await expect(getMessageField(page, peer)).toBeVisible()
}
