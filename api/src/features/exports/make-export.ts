import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { makeZip } from 'client-zip'
import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { handleJob, type JobHandler } from '../../platform/jobs/define-job.ts'
import type { ExportSection } from '../../privacy/exports/export-section.ts'
import { MissingPartError, removeExportFiles, storeParts, storePieces } from './export-files.ts'
import {
  EXPORT_AGE,
  enqueueExport,
  makeExportJob,
  saveProgress,
  selectExportByKey,
  type ExportRow,
} from './exports.ts'
import { listZipEntries } from './file/zip-entries.ts'

const RETRY_MIN_SECONDS = 60
const RETRY_MAX_SECONDS = 3_600
/** The longest pause after a part. */
const PAUSE_MAX_MS = 250

/** The job that makes an export, in parts that are noted one by one: another worker goes on where one was killed. */
export function createMakeExportJob(sections: readonly ExportSection[]): JobHandler {
  return handleJob(makeExportJob, async ({ key }, deps, { abortSignal, logger }) => {
    const row = await selectExportByKey(deps.db, key)
    if (!row) return removeExportFiles(deps.files, key)
    try {
      if (row.state !== 'ready') await makeExport(deps, sections, row, abortSignal)
      await removeLeftovers(deps, key)
    } catch (error) {
      // A worker that is stopping leaves the job to another one.
      if (abortSignal.aborted) throw error
      const seconds = await postpone(deps, row, error)
      logger.warn(
        `export failed: ${error instanceof Error ? error.message : 'unknown'}; next attempt in ${seconds} s`,
      )
    }
  })
}

async function makeExport(
  deps: Deps,
  sections: readonly ExportSection[],
  start: ExportRow,
  abortSignal: AbortSignal,
): Promise<void> {
  const row = await storeRows(deps, sections, start, abortSignal)
  if (!row) return
  const attempt = randomUUID()
  const entries = listZipEntries(deps.files, row, abortSignal)
  const stored = await storePieces(
    deps.files,
    { key: row.key, attempt },
    makeZip(entries, { buffersAreUTF8: true }),
  )
  await deps.db.transaction().execute(async (tx) => {
    const ready = await tx
      .updateTable('exports')
      .set({ state: 'ready', attempt, ...stored, retry_at: null, total: row.done })
      .set({ expires_at: sql`now() + ${EXPORT_AGE}` })
      .where('key', '=', row.key)
      .where('state', '<>', 'ready')
      .returning('member_id')
      .executeTakeFirst()
    if (!ready) return
    const event = { subjectId: ready.member_id, actorId: null, data: {} }
    await insertEvent(tx, 'export.ready', event)
  })
}

/** Reads the rows of all sections from where the last worker stopped. Undefined if the export is gone or another worker makes it. */
async function storeRows(
  { db, files }: Deps,
  sections: readonly ExportSection[],
  start: ExportRow,
  abortSignal: AbortSignal,
): Promise<ExportRow | undefined> {
  let row: ExportRow | undefined = start
  if (row.total === null) {
    let total = 0
    for (const { count } of sections) total += await count(db, row.member_id)
    row = await saveProgress(db, row, { total })
  }
  for (const { kind, readBatch } of startWith(sections, start.section)) {
    while (row && (row.section === kind || !(kind in row.parts))) {
      abortSignal.throwIfAborted()
      const startedAt = performance.now()
      const { rows, next } = await readBatch(
        db,
        row.member_id,
        row.section === kind ? row.cursor : null,
      )
      const stored = await storeParts(files, row.key, row.part, rows)
      row = await saveProgress(db, row, {
        section: next === null ? null : kind,
        cursor: next,
        part: row.part + stored.length,
        parts: { ...row.parts, [kind]: [...(row.parts[kind] ?? []), ...stored] },
        done: row.done + rows.length,
      })
      // The database has half of the time for everybody else.
      if (rows.length > 0) await wait(Math.min(performance.now() - startedAt, PAUSE_MAX_MS))
    }
  }
  return row
}

/** The kind that was begun comes first: another release may have another order. */
function startWith(sections: readonly ExportSection[], begun: ExportRow['section']) {
  return [
    ...sections.filter(({ kind }) => kind === begun),
    ...sections.filter(({ kind }) => kind !== begun),
  ]
}

/** Removes parts and unfinished files once the export is ready, and everything if its row is gone. */
async function removeLeftovers({ db, files }: Deps, key: string): Promise<void> {
  const row = await selectExportByKey(db, key)
  if (!row) await removeExportFiles(files, key)
  else if (row.attempt !== null) await removeExportFiles(files, key, row.attempt)
}

/** Says when it goes on, each time later, and returns in how many seconds that is. Parts that are lost are made again. */
async function postpone({ db }: Deps, { key }: ExportRow, error: unknown): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('exports')
      .set((update) => ({
        failures: update('failures', '+', 1),
        ...(error instanceof MissingPartError && {
          section: null,
          cursor: null,
          parts: sql`'{}'::jsonb`,
          done: 0,
        }),
      }))
      .where('key', '=', key)
      .returning(['failures', 'state'])
      .executeTakeFirst()
    if (!row) return 0
    const seconds = Math.min(RETRY_MIN_SECONDS * 2 ** (row.failures - 1), RETRY_MAX_SECONDS)
    if (row.state !== 'ready') {
      const retryAt = sql<string>`now() + make_interval(secs => ${seconds})`
      await tx
        .updateTable('exports')
        .set({ state: 'failed', retry_at: retryAt })
        .where('key', '=', key)
        .execute()
    }
    await enqueueExport(tx, key, seconds)
    return seconds
  })
}
