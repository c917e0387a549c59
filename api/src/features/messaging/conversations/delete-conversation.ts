import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import type { Deps } from '../../../platform/deps.ts'
import { publishConversationCleared } from '../events.ts'
import type { MemberPair } from '../message-json.ts'

/** Deletes a conversation for this member only; the peer keeps it. */
export async function deleteConversation(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  pair: MemberPair,
): Promise<void> {
  const upTo = await clearConversation(db, pair)
  if (upTo !== null) publishConversationCleared(bus, pair, upTo)
}

/** Deletes a conversation for this member, up to the returned message. Null if there was nothing to delete. */
export async function clearConversation(db: Database, pair: MemberPair): Promise<string | null> {
  const [row] = await clearConversationStatement.run(db, pair)
  return row?.upTo ?? null
}

const clearConversationStatement = prepareStatement<MemberPair, { upTo: string | null }>(
  (placeholder) =>
    toCompilable(
      sql`select clear_conversation(${placeholder('memberId')}, ${placeholder('peerId')}) as "upTo"`,
    ),
)
