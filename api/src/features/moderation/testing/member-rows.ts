import type { Database } from '../../../platform/db/database.ts'

/** A row that names the member in every table of the feature. */
export async function createMemberRows(
  db: Database,
  memberId: string,
  others: readonly string[],
): Promise<void> {
  const [other = ''] = others
  const about = await insertCase(db, { authorId: memberId, deciderId: other })
  const decided = await insertCase(db, { authorId: other, deciderId: memberId })
  await db
    .insertInto('reports')
    .values([
      { case_id: about.id, reporter_id: other, reason: 'spam', note: '' },
      { case_id: decided.id, reporter_id: memberId, reason: 'spam', note: 'Ads' },
    ])
    .execute()
  await db
    .insertInto('appeals')
    .values([
      { case_id: about.id, text: 'It is not.', decided_by: other },
      { case_id: decided.id, text: 'It is not.', decided_by: memberId },
    ])
    .execute()
  await db.insertInto('staff').values({ member_id: memberId, role: 'moderator' }).execute()
  await db
    .insertInto('audit_log')
    .values([
      { actor_id: memberId, member_id: other, action: 'case.decided', subject: 'case' },
      { actor_id: other, member_id: memberId, action: 'case.decided', subject: 'case' },
    ])
    .execute()
}

interface DecidedCase {
  authorId: string
  deciderId: string
}

async function insertCase(db: Database, { authorId, deciderId }: DecidedCase) {
  return db
    .insertInto('cases')
    .values({
      kind: 'member',
      subject_id: authorId,
      author_id: authorId,
      state: 'decided',
      decision: 'hide',
      rule: 'spam',
      text: 'Ads',
      decided_by: deciderId,
      decided_at: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
