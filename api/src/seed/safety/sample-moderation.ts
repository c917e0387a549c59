import type { ReportReason } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import { encryptPayload } from '../../platform/crypto/encrypt-payload.ts'
import { deriveKey } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readSampleCases, type SampleCase, type SampleSubject } from './sample-cases.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MODERATOR = 'mia'

interface Options {
  getMemberId: (username: string) => string
  now: Date
  secret: string
}

interface FoundSubject {
  id: string
  authorId: string
  excerpt: string
  content?: Buffer
  content_excerpt?: Buffer
}

/** Makes `mia` a moderator, with cases to look at, and cases that she has decided. */
export async function insertModeration(tx: Queryable, options: Options): Promise<void> {
  const moderatorId = options.getMemberId(MODERATOR)
  const grantedAt = new Date(options.now.getTime() - 90 * DAY_MS)
  await tx
    .insertInto('staff')
    .values({ member_id: moderatorId, role: 'moderator', granted_at: grantedAt.toISOString() })
    .execute()
  await insertAuditEntry(tx, {
    actorId: null,
    memberId: moderatorId,
    at: grantedAt,
    action: 'staff.granted',
    subject: `member:${moderatorId}`,
    details: { role: 'moderator' },
  })
  for (const sample of readSampleCases()) await insertCase(tx, options, sample)
}

async function insertCase(tx: Queryable, options: Options, sample: SampleCase): Promise<void> {
  const { getMemberId, now } = options
  const { subject, daysAgo, reports, decision } = sample
  const openedAt = new Date(now.getTime() - daysAgo * DAY_MS)
  const decidedAt = new Date(openedAt.getTime() + 20 * HOUR_MS)
  const appealedAt = new Date(decidedAt.getTime() + 5 * HOUR_MS)
  const { id: subjectId, authorId, ...found } = await findSubject(tx, options, subject, openedAt)
  const { id } = await tx
    .insertInto('cases')
    .values({
      id: await createId(tx, openedAt),
      kind: subject.kind === 'hidden-post' ? 'post' : subject.kind,
      subject_id: subjectId,
      author_id: authorId,
      ...found,
      weight: reports.length,
      report_count: reports.length,
      reason_counts: countReasons(sample),
      ...(decision && {
        state: decision.appeal === undefined ? ('decided' as const) : ('appealed' as const),
        decision: decision.kind,
        rule: decision.rule,
        text: decision.text,
        decided_by: getMemberId(MODERATOR),
        decided_at: decidedAt.toISOString(),
        ...(decision.appeal !== undefined && { appealed_at: appealedAt.toISOString() }),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { reporter, reason, note }] of reports.entries()) {
    const at = new Date(openedAt.getTime() + index * HOUR_MS)
    const row = { case_id: id, reporter_id: getMemberId(reporter), reason, note }
    await tx
      .insertInto('reports')
      .values({ id: await createId(tx, at), ...row })
      .execute()
  }
  if (!decision) return
  await insertAuditEntry(tx, {
    actorId: getMemberId(MODERATOR),
    memberId: authorId,
    at: decidedAt,
    action: 'case.decided',
    subject: `case:${id}`,
    details: { decision: decision.kind, rule: decision.rule, days: null },
  })
  if (decision.kind === 'hide') await hidePost(tx, subjectId, decidedAt)
  if (decision.appeal === undefined) return
  const created_at = appealedAt.toISOString()
  await tx
    .insertInto('appeals')
    .values({ case_id: id, text: decision.appeal, created_at })
    .execute()
}

async function findSubject(
  tx: Queryable,
  { getMemberId, secret }: Options,
  subject: SampleSubject,
  openedAt: Date,
): Promise<FoundSubject> {
  if (subject.kind === 'member') {
    const id = getMemberId(subject.username)
    return { id, authorId: id, excerpt: '' }
  }
  if (subject.kind === 'message')
    return findMessage(tx, getMemberId(subject.sender), getMemberId(subject.recipient), secret)
  if (subject.kind === 'hidden-post')
    return insertPost(tx, getMemberId(subject.author), subject, openedAt)
  const post = await selectPost(tx, subject.title)
  if (subject.kind === 'post') return { id: post.id, authorId: post.authorId, excerpt: post.title }
  const authorId = getMemberId(subject.author)
  const comment = await tx
    .selectFrom('comments')
    .select(['id', 'content as excerpt'])
    .where('post_id', '=', post.id)
    .where('author_id', '=', authorId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { ...comment, authorId }
}

async function selectPost(tx: Queryable, title: string) {
  return tx
    .selectFrom('posts')
    .select(['id', 'title'])
    .select((post) => post.ref('author_id').$notNull().as('authorId'))
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
}

/** A post of its own, a day older than its first report. */
async function insertPost(
  tx: Queryable,
  authorId: string,
  { title, body }: { title: string; body: string },
  reportedAt: Date,
): Promise<FoundSubject> {
  const id = await createId(tx, new Date(reportedAt.getTime() - DAY_MS))
  await tx
    .insertInto('posts')
    .values({ id, author_id: authorId, title, type: 'other', body })
    .execute()
  await tx.insertInto('post_stats').values({ post_id: id }).execute()
  return { id, authorId, excerpt: title }
}

async function hidePost(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.updateTable('posts').set({ hidden_at: at.toISOString() }).where('id', '=', id).execute()
}

/** The newest message to the reporter, with a copy of the conversation that is encrypted as the API does it. */
async function findMessage(
  tx: Queryable,
  senderId: string,
  recipientId: string,
  secret: string,
): Promise<FoundSubject> {
  const { rows } = await sql<{ id: string; isByAuthor: boolean; content: string; createdAt: Date }>`
    select messages.id, sender_id = ${senderId} as "isByAuthor", content, created_at as "createdAt"
    from messages join conversations on conversations.id = conversation_id
    where low_id = least(${senderId}::uuid, ${recipientId}::uuid) and high_id = greatest(${senderId}::uuid, ${recipientId}::uuid)
    order by messages.id
  `.execute(tx)
  const reported = rows.at(-1)
  if (!reported) throw new Error('The sample members have no conversation')
  const key = deriveKey(secret, 'reported messages')
  const copies = rows.map(({ isByAuthor, content, createdAt }) => ({
    isByAuthor,
    content,
    createdAt: new Date(createdAt).toISOString(),
  }))
  return {
    id: reported.id,
    authorId: senderId,
    excerpt: '',
    content: encryptPayload(key, `messages:${reported.id}`, JSON.stringify(copies)),
    content_excerpt: encryptPayload(key, `excerpt:${reported.id}`, reported.content),
  }
}

function countReasons({ reports }: SampleCase) {
  const counts: Partial<Record<ReportReason, number>> = {}
  for (const { reason } of reports) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

interface AuditEntry {
  actorId: string | null
  memberId: string
  action: string
  subject: string
  details: object
  at: Date
}

async function insertAuditEntry(tx: Queryable, entry: AuditEntry): Promise<void> {
  const { actorId, memberId, action, subject, details, at } = entry
  await tx
    .insertInto('audit_log')
    .values({
      id: await createId(tx, at),
      actor_id: actorId,
      member_id: memberId,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute()
}

async function createId(tx: Queryable, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select uuid_v7(${at.toISOString()}::timestamptz) as id
  `.execute(tx)
  return rows[0]?.id ?? ''
}
