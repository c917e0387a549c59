import { IGNORED_MEMBERS_MAX, type MemberRelation } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { LockPair } from '../../platform/define-feature.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { Refusal } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'

/** The member who blocks, mutes or asks, and the other one. */
export interface MemberAndOther {
  memberId: string
  otherId: string
}

export type RelationTable = 'blocks' | 'mutes'

const TOO_MANY_IGNORED = `You can block or mute at most ${IGNORED_MEMBERS_MAX.toLocaleString('en-US')} members. Please unblock or unmute someone first.`

/** What stands between the two, as the member may see it; undefined unless the other is a visible member. */
export async function selectRelation(
  db: Database,
  pair: MemberAndOther,
): Promise<MemberRelation | undefined> {
  return (await relationStatement.run(db, pair))[0]
}

export const relationStatement = prepareStatement<MemberAndOther, MemberRelation>((placeholder) => {
  const [me, other] = [placeholder('memberId'), placeholder('otherId')]
  return toCompilable(sql`
    select exists (select from blocks where member_id = ${me} and other_id = ${other}) as "isBlocked",
      exists (select from mutes where member_id = ${me} and other_id = ${other}) as "isMuted",
      not is_blocked(${me}, ${other}) as "canMessage"
    from members where id = ${other} and id <> ${me} and deleted_at is null`)
})

/**
 * Blocks the other member; returns whether that is a change. Messages and comments between the two that are under way commit
 * first, and none is added later: they share the lock of the pair, or one of `locks`.
 */
export async function insertBlock(
  tx: Queryable,
  pair: MemberAndOther,
  locks: readonly LockPair[],
): Promise<boolean> {
  const { memberId, otherId } = pair
  await sql`select pg_advisory_xact_lock(pair_lock_key(${memberId}, ${otherId}))`.execute(tx)
  for (const lock of locks) await lock(tx, memberId, otherId)
  if (!(await insertRelation(tx, 'blocks', pair))) return false
  await insertEvent(tx, 'member.blocked', {
    subjectId: memberId,
    actorId: memberId,
    data: { memberIds: [otherId] },
  })
  return true
}

/** Mutes the other member; returns whether that is a change. */
export async function insertMute(tx: Queryable, pair: MemberAndOther): Promise<boolean> {
  return insertRelation(tx, 'mutes', pair)
}

async function insertRelation(
  tx: Queryable,
  table: RelationTable,
  { memberId, otherId }: MemberAndOther,
): Promise<boolean> {
  // Concurrent calls cannot exceed the maximum together.
  await lockMember(tx, memberId)
  const inserted = await tx
    .insertInto(table)
    .values({ member_id: memberId, other_id: otherId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('other_id')
    .executeTakeFirst()
  if (!inserted) return false
  if ((await countIgnored(tx, memberId)) > IGNORED_MEMBERS_MAX)
    throw new Refusal('conflict', TOO_MANY_IGNORED)
  await countIgnoredChange(tx, memberId)
  return true
}

async function lockMember(tx: Queryable, memberId: string): Promise<void> {
  await sql`select from members where id = ${memberId} for no key update`.execute(tx)
}

async function countIgnored(tx: Queryable, memberId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select other_id from blocks where member_id = ${memberId}
      union
      select other_id from mutes where member_id = ${memberId}) as ignored`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Ends a block or a mute; returns whether that is a change. Locks in the order of `insertRelation`, which may run at the same time. */
export async function deleteRelation(
  tx: Queryable,
  table: RelationTable,
  { memberId, otherId }: MemberAndOther,
): Promise<boolean> {
  await lockMember(tx, memberId)
  const deleted = await tx
    .deleteFrom(table)
    .where('member_id', '=', memberId)
    .where('other_id', '=', otherId)
    .returning('other_id')
    .executeTakeFirst()
  if (deleted) await countIgnoredChange(tx, memberId)
  return deleted !== undefined
}

/** The next session lookup of the member reads their ignored members again, because the count is part of the cache key. */
async function countIgnoredChange(tx: Queryable, memberId: string): Promise<void> {
  await tx
    .updateTable('members')
    .set({ ignored_changes: sql`ignored_changes + 1` })
    .where('id', '=', memberId)
    .execute()
}
