import type { AuditEntry } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { selectPerson } from './case-summaries.ts'

interface NewAuditEntry {
  /** Null for what was done on the server. */
  actorId: string | null
  /** The member it is about. */
  memberId: string | null
  action:
    | ('case.decided' | 'appeal.decided' | 'staff.granted' | 'staff.revoked')
    | `operator.${string}`
  subject: `case:${string}` | 'staff' | 'operator'
  /** Names no member: the erasure does not look into it. */
  details: Record<string, string | number | null>
}

/** Records what staff did, in the transaction in which it was done. */
export async function insertAuditEntry(tx: Queryable, entry: NewAuditEntry): Promise<void> {
  const { actorId, memberId, action, subject, details } = entry
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: actorId,
      member_id: memberId,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute()
}

interface AuditQuery {
  actor: string | undefined
  /** A subject, or `member:<id>`. */
  subject: string | undefined
  before: string | undefined
  limit: number
}

/** What staff did, newest first. */
export async function selectAuditLog(db: Queryable, query: AuditQuery): Promise<AuditEntry[]> {
  const rows = await buildAuditQuery(db, query).execute()
  return rows.map(({ member, ...entry }) => ({ ...entry, ...(member && { member }) }))
}

export function buildAuditQuery(db: Queryable, { actor, subject, before, limit }: AuditQuery) {
  const memberId = subject?.startsWith(MEMBER_PREFIX) ? readMemberId(subject) : undefined
  return db
    .selectFrom('audit_log')
    .select(['id as _id', 'action', 'subject', 'at'])
    .select(sql<AuditEntry['details']>`details`.as('details'))
    .select(selectPerson(sql.ref('actor_id')).as('actor'))
    .select(selectPerson(sql.ref('member_id')).as('member'))
    .$if(actor !== undefined, (entries) => entries.where('actor_id', '=', actor ?? ''))
    .$if(memberId !== undefined, (entries) => entries.where('member_id', '=', memberId ?? ''))
    .$if(subject !== undefined && memberId === undefined, (entries) =>
      entries.where('subject', '=', subject ?? ''),
    )
    .$if(before !== undefined, (entries) => entries.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
}

const MEMBER_PREFIX = 'member:'

function readMemberId(subject: string): string {
  const id = subject.slice(MEMBER_PREFIX.length)
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return id
  throw new Refusal('invalid-input', 'Unknown member', { fields: { subject: 'Unknown member' } })
}
