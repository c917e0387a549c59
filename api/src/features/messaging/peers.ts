import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { MemberPair } from './message-json.ts'

/** How many peers are notified when a member goes online or offline. */
const PRESENCE_PEERS_MAX = 100

/** Tells whether the two have a conversation and neither blocked the other. */
export async function hasOpenConversation(db: Database, pair: MemberPair): Promise<boolean> {
  const rows = await openConversationStatement.run(db, pair)
  return rows.length > 0
}

export const openConversationStatement = prepareStatement<MemberPair, { peerId: string }>(
  (placeholder) =>
    toCompilable(sql`
    select peer_id as "peerId" from conversation_sides
    where member_id = ${placeholder('memberId')} and peer_id = ${placeholder('peerId')}
      and not is_blocked(${placeholder('memberId')}, ${placeholder('peerId')})`),
)

/** The peers of this member's newest conversations, without deleted members, who have no presence, and without blocked ones. */
export async function selectPeers(db: Database, memberId: string): Promise<string[]> {
  const rows = await peersStatement.run(db, { memberId })
  return rows.map(({ peerId }) => peerId)
}

export const peersStatement = prepareStatement<{ memberId: string }, { peerId: string }>(
  (placeholder) =>
    toCompilable(sql`
    select side.peer_id as "peerId" from (
      select peer_id, last_message_id from conversation_sides
      where member_id = ${placeholder('memberId')} and last_message_id is not null
      order by last_message_id desc limit ${sql.lit(PRESENCE_PEERS_MAX)}) as side
    join members on members.id = side.peer_id and members.deleted_at is null
    where not exists (select from blocks where member_id = ${placeholder('memberId')} and other_id = side.peer_id)
      and not exists (select from blocks where member_id = side.peer_id and other_id = ${placeholder('memberId')})
    order by side.last_message_id desc`),
)
