import {
  EXPORT_DAYS,
  EXPORT_INTERVAL_HOURS,
  EXPORT_TOO_SOON,
  type MemberExport,
} from '@dolph/contract/exports/exports'
import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { generateToken } from '../../platform/crypto/secrets.ts'
import { Refusal } from '../../platform/errors.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'

export type ExportRow = Selectable<Tables['exports']>

export const makeExportJob = defineJob('make-export', z.object({ key: z.string() }))
export const removeExportJob = defineJob('remove-export', z.object({ key: z.string() }))

/** Exports are made one after another, so that they never take more of the database than one does. */
export const EXPORT_QUEUE = 'exports'
/** Longer than any call to storage takes, so that no file of an export that was being made arrives after its removal. */
const REMOVAL_GRACE_SECONDS = 600
const DELETE_BATCH_SIZE = 100

/** Starts an export, unless one is being made. Refuses if the last one was started less than a day ago. */
export async function insertExport(db: Database, memberId: string): Promise<MemberExport> {
  return db.transaction().execute(async (tx) => {
    // The lock of the member's row: of two calls at once, the second finds the export of the first.
    const { rows } = await sql`
      select from members where id = ${memberId} and deleted_at is null for no key update`.execute(
      tx,
    )
    if (rows.length === 0) throw new Refusal('not-signed-in', 'Please log in')
    const last = await selectExport(tx, memberId)
    if (last?.state === 'making' || last?.state === 'failed') return toMemberExport(last)
    if (last) {
      const waitMs = Date.parse(getNextAt(last)) - Date.now()
      if (waitMs > 0)
        throw new Refusal('too-many-requests', EXPORT_TOO_SOON, {
          retryAfterSeconds: Math.ceil(waitMs / 1_000),
        })
      await deleteExports(tx, [memberId])
    }
    const key = generateToken()
    const row = await tx
      .insertInto('exports')
      .values({ member_id: memberId, key, expires_at: sql`now() + ${EXPORT_AGE}` })
      .returningAll()
      .executeTakeFirstOrThrow()
    await enqueueExport(tx, key)
    return toMemberExport(row)
  })
}

/** How long an export is kept, as an interval. */
export const EXPORT_AGE = sql`make_interval(days => ${sql.lit(EXPORT_DAYS)})`

export async function enqueueExport(tx: Queryable, key: string, delaySeconds = 0): Promise<void> {
  const options = { key: `make-export ${key}`, queue: EXPORT_QUEUE, delaySeconds }
  await enqueueJob(tx, makeExportJob, { key }, options)
}

export async function readMemberExport(db: Queryable, memberId: string): Promise<MemberExport> {
  const row = await selectExport(db, memberId)
  return row ? toMemberExport(row) : { state: 'none' }
}

/** The export of the member, unless it has expired. */
export async function selectExport(
  db: Queryable,
  memberId: string,
): Promise<ExportRow | undefined> {
  return db
    .selectFrom('exports')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

export async function selectExportByKey(
  db: Queryable,
  key: string,
): Promise<ExportRow | undefined> {
  return db.selectFrom('exports').selectAll().where('key', '=', key).executeTakeFirst()
}

type Progress = Partial<Pick<ExportRow, 'section' | 'cursor' | 'part' | 'done' | 'total'>> & {
  parts?: ExportRow['parts']
}

/** Notes what was done. Undefined if the export is gone, or another worker has noted a part since `row` was read. */
export async function saveProgress(
  db: Queryable,
  row: ExportRow,
  { parts, ...progress }: Progress,
): Promise<ExportRow | undefined> {
  return db
    .updateTable('exports')
    .set({
      ...progress,
      ...(parts && { parts: sql`${JSON.stringify(parts)}::jsonb` }),
      state: 'making',
      retry_at: null,
    })
    .where('key', '=', row.key)
    .where('part', '=', row.part)
    .where('state', '<>', 'ready')
    .returningAll()
    .executeTakeFirst()
}

/** Deletes rows and, in the same transaction, enqueues the jobs that remove the files. Returns how many rows that were. */
export async function deleteExports(tx: Queryable, memberIds: readonly string[]): Promise<number> {
  if (memberIds.length === 0) return 0
  const rows = await tx
    .deleteFrom('exports')
    .where('member_id', 'in', memberIds)
    .returning(['key', 'state'])
    .execute()
  for (const { key, state } of rows) {
    await enqueueJob(tx, removeExportJob, { key })
    if (state === 'ready') continue
    const later = { key: `remove-export ${key}`, delaySeconds: REMOVAL_GRACE_SECONDS }
    await enqueueJob(tx, removeExportJob, { key }, later)
  }
  return rows.length
}

/** Deletes exports whose time is over, in batches. */
export async function deleteExpiredExports(db: Database): Promise<void> {
  const deleteBatch = async (tx: Queryable) => {
    const { rows } = await sql<{ id: string }>`
      select member_id as id from exports where expires_at <= now()
      order by expires_at limit ${DELETE_BATCH_SIZE} for update skip locked`.execute(tx)
    return deleteExports(
      tx,
      rows.map(({ id }) => id),
    )
  }
  while ((await db.transaction().execute(deleteBatch)) > 0);
}

function toMemberExport(row: ExportRow): MemberExport {
  const of = Math.max(row.total ?? 0, row.done)
  const progress = { done: row.done, of }
  if (row.state === 'ready')
    return {
      state: 'ready',
      size: row.size ?? 0,
      until: row.expires_at,
      nextAt: getNextAt(row),
    }
  return row.state === 'failed' && row.retry_at !== null
    ? { state: 'failed', ...progress, retryAt: row.retry_at }
    : { state: 'making', ...progress }
}

function getNextAt({ requested_at }: ExportRow): string {
  return new Date(Date.parse(requested_at) + EXPORT_INTERVAL_HOURS * 3_600_000).toISOString()
}
