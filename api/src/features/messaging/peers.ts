import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { prepare, raw } from '../../db/prepared.ts'
import type { Pair } from './queries.ts'

/** How many people hear that somebody comes or goes. */
const PEERS_MAX = 100

/** Whether the two have written to each other, as this member sees it. */
export async function hasConversation(db: Database, pair: Pair): Promise<boolean> {
  const rows = await sideStatement.run(db, pair)
  return rows.length > 0
}

const sideStatement = prepare<Pair, { peerId: string }>((slot) =>
  raw(sql`
    select peer_id as "peerId" from conversation_sides
    where member_id = ${slot('memberId')} and peer_id = ${slot('peerId')}`),
)

/** The people of this member's newest conversations. */
export async function selectPeers(db: Database, memberId: string): Promise<string[]> {
  const rows = await peersStatement.run(db, { memberId })
  return rows.map(({ peerId }) => peerId)
}

const peersStatement = prepare<{ memberId: string }, { peerId: string }>((slot) =>
  raw(sql`
    select peer_id as "peerId" from conversation_sides
    where member_id = ${slot('memberId')} and last_message_id is not null
    order by last_message_id desc limit ${sql.lit(PEERS_MAX)}`),
)
