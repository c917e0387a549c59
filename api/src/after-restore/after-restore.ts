import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { isByHand, type Erasure } from '../erasures/erasure-kinds.ts'
import type { ErasureList } from '../erasures/erasure-list.ts'
import { giveUpMails } from './give-up-mails.ts'
import { repeatErasures } from './repeat-erasures.ts'
import { voidCredentials } from './void-credentials.ts'

/** A transaction that committed after this time may have begun, and got its id, before. */
const OVERLAP_MS = 3_600_000
const INSERT_BATCH_SIZE = 1_000

interface RestoreOptions {
  /** The time to which the database was restored; an earlier one does no harm. */
  time: Date
  /** What to do with erasures that were not made by the program. */
  byHand?: 'repeat' | 'skip' | undefined
}

interface RestoreReport {
  erasures: number
  sessions: number
  mails: number
}

/**
 * Makes a database that was restored to this time fit to be served: what was erased since is erased again, what was revoked since
 * stays revoked, and no mail is sent twice. It may be interrupted and run again. The list is written into the database last, which
 * makes processes ready.
 */
export async function runAfterRestore(
  deps: Deps,
  list: ErasureList,
  { time, byHand }: RestoreOptions,
): Promise<RestoreReport> {
  const listed = await list.readSince(new Date(time.getTime() - OVERLAP_MS))
  const handmade = listed.filter(isByHand)
  if (handmade.length > 0 && byHand === undefined) throw new Error(describeHandmade(handmade))
  const erasures = byHand === 'skip' ? listed.filter((erasure) => !isByHand(erasure)) : listed
  const { sessions, mails } = await deps.db.transaction().execute(async (tx) => {
    return { sessions: await voidCredentials(tx), mails: await giveUpMails(tx) }
  })
  await repeatErasures(deps, erasures)
  await insertErasures(deps, listed)
  return { erasures: erasures.length, sessions, mails }
}

async function insertErasures({ db }: Deps, erasures: readonly Erasure[]): Promise<void> {
  for (let start = 0; start < erasures.length; start += INSERT_BATCH_SIZE) {
    const batch = erasures.slice(start, start + INSERT_BATCH_SIZE)
    await db
      .insertInto('erasures')
      .values(
        batch.map(({ by, ...erasure }) => ({ ...erasure, made_by: by, shipped_at: sql`now()` })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

function describeHandmade(erasures: readonly Erasure[]): string {
  const counts = Map.groupBy(erasures, ({ kind, by }) => `${kind} by ${by || 'an unnamed program'}`)
  const lines = [...counts].map(([name, { length }]) => `  ${length} × ${name}`)
  return [
    'These were not erased by Dolph itself, maybe by the mistake for which you restored:',
    ...lines,
    'Say --by-hand repeat to erase them again, or --by-hand skip to keep what the backup has. Nothing was changed.',
  ].join('\n')
}

/** What the operator tells members. */
export function describeRestore({ erasures, sessions, mails }: RestoreReport, time: Date): string {
  return [
    `Restored to ${time.toISOString()}.`,
    `Erasures repeated: ${erasures}. Sessions ended: ${sessions}. Mails given up: ${mails}.`,
    '',
    'What members notice:',
    '- Everybody has to log in again. Links and codes of older mails do not work.',
    '- What was written, liked or changed after that time is missing, also settings, blocks and reports.',
    '- Passwords and emails that were changed after that time are the old ones again.',
    '- Sign-ups that were not finished, and accounts created after that time, have to be made again.',
    '- Mails that were waiting at that time were given up, as they may have been sent.',
    '- Decisions of moderators after that time have to be made again.',
  ].join('\n')
}
