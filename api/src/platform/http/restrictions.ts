import type { Restriction } from '@dolph/contract/endpoint'
import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import { Refusal } from '../errors.ts'

/** What a decision of a moderator has closed to a member. */
export type MemberRestriction = Exclude<Restriction, 'none'>

interface RestrictedMember {
  id: string
  restrictions: readonly MemberRestriction[] | null
}

/** Whether a call that declares `restriction` is closed to the member. A suspension closes what a limit closes. */
export function isRestricted(
  { restrictions }: RestrictedMember,
  restriction: Restriction,
): boolean {
  if (restrictions === null || restriction === 'none') return false
  return restrictions.includes('suspension') || restrictions.includes(restriction)
}

/** The restrictions as a lookup of a session would find them, for what happens outside of a request. */
export async function selectRestrictions(
  db: Queryable,
  memberId: string,
): Promise<MemberRestriction[]> {
  const { rows } = await sql<{ restriction: MemberRestriction }>`
    select restriction from members, lateral (values
      ('suspension', suspended_until), ('posting', posting_limited_until), ('messaging', messaging_limited_until)
    ) as restrictions (restriction, until)
    where id = ${memberId} and until > now()`.execute(db)
  return rows.map(({ restriction }) => restriction)
}

/** The refusal, with the end and the reason of the restriction that lasts longest. */
export async function createLimitedRefusal(
  db: Queryable,
  { id, restrictions }: RestrictedMember,
  restriction: Restriction,
): Promise<Refusal> {
  const isSuspended = restrictions?.includes('suspension') ?? false
  const kind = isSuspended ? 'suspension' : restriction
  const decision = await db
    .selectFrom('cases')
    .select('text')
    .select(
      sql<
        string | null
      >`to_char(nullif(until, 'infinity') at time zone 'UTC', 'FMMonth FMDD, YYYY')`.as('day'),
    )
    .where('author_id', '=', id)
    .where(
      'decision',
      '=',
      kind === 'suspension' ? 'suspend' : `limit-${kind as 'posting' | 'messaging'}`,
    )
    .where('until', '>', sql<string>`now()`)
    .where('taken_back_at', 'is', null)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  const end = decision?.day ? ` until ${decision.day}` : ''
  const reason = decision?.text ? ` Reason: ${decision.text}` : ''
  return new Refusal('limited', `${STATEMENTS[kind]}${end}.${reason}`)
}

const STATEMENTS: Record<Restriction, string> = {
  none: '',
  suspension: 'Your account is suspended',
  posting: 'You cannot post',
  messaging: 'You cannot send messages',
}
