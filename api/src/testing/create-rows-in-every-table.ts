import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { insertEvent } from '../platform/events/insert-event.ts'

interface MemberRows {
  createMemberRows: (db: Database, memberId: string, others: readonly string[]) => Promise<void>
}

/** Every feature adds a row for the member in each column of its tables that can name one. */
export async function createRowsInEveryTable(
  db: Database,
  memberId: string,
  others: readonly string[],
): Promise<void> {
  const folder = join(import.meta.dirname, '../features')
  for await (const file of glob('*/testing/member-rows.ts', { cwd: folder })) {
    const url = pathToFileURL(join(folder, file)).href
    const { createMemberRows } = (await import(url)) as MemberRows
    await createMemberRows(db, memberId, others)
  }
  await createEventRows(db, memberId)
}

/** An event that waits, and the same one parked. */
async function createEventRows(db: Database, memberId: string): Promise<void> {
  await insertEvent(db, 'member.deleted', { subjectId: memberId, actorId: memberId, data: {} })
  await sql`
    insert into failed_events (id, kind, subject_id, actor_id, data, error)
    select id, kind, subject_id, actor_id, data, 'broken' from events
  `.execute(db)
}
