import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { isByHand, isUnnamed, type Erasure } from '../erasures/erasure-kinds.ts'
import type { ErasureList } from '../erasures/erasure-list.ts'
import {
  adoptInstallation,
  findForeignInstallation,
  selectInstallation,
} from '../erasures/installation.ts'
import { giveUpMails } from './give-up-mails.ts'
import { repeatErasures } from './repeat-erasures.ts'
import { voidCredentials } from './void-credentials.ts'

/** A transaction that committed after this time may have begun, and got its id, before. */
const OVERLAP_MS = 3_600_000
const INSERT_BATCH_SIZE = 1_000

interface RestoreOptions {
  /** The time to which the database was restored; an earlier one does no harm. */
  time: Date
  /** What to do with erasures that were not made by Dolph. */
  byHand?: 'repeat' | 'skip' | undefined
  /** What to do with erasures by a program without a name: repeated by default, as an older release has none. */
  unnamed?: 'repeat' | 'skip' | undefined
  /** The installation whose list it is, if the operator says that it is this one. */
  installation?: string | undefined
}

interface RestoreReport {
  erasures: number
  sessions: number
  mails: number
  unnamed: number
  staff: { username: string; role: string }[]
}

/**
 * Makes a database that was restored to this time fit to be served: what was erased since is erased again, no session, code or link
 * that was ended since works, and mails that may have been sent are not sent again. Roles of staff that were revoked since are back: the
 * report lists them all. It may be interrupted and run again. The list is written into the database last, which makes processes ready.
 */
export async function runAfterRestore(
  deps: Deps,
  list: ErasureList,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { listed, erasures } = await readErasures(deps, list, options)
  const { installation } = options
  const { sessions, mails } = await deps.db.transaction().execute(async (tx) => {
    if (installation !== undefined) await adoptInstallation(tx, installation)
    return { sessions: await voidCredentials(tx), mails: await giveUpMails(tx) }
  })
  await repeatErasures(deps, erasures)
  await insertErasures(deps, listed)
  const staff = await deps.db
    .selectFrom('staff')
    .innerJoin('members', 'members.id', 'member_id')
    .select(['username', 'role'])
    .orderBy('username')
    .execute()
  return {
    erasures: erasures.length,
    unnamed: erasures.filter(isUnnamed).length,
    sessions,
    mails,
    staff,
  }
}

/** What `runAfterRestore` would do, for the operator to read first. It changes nothing. */
export async function describePlan(
  deps: Deps,
  list: ErasureList,
  options: RestoreOptions,
): Promise<string> {
  const { erasures } = await readErasures(deps, list, options)
  const { rows } = await sql<{ database: string; sessions: number }>`
    select current_database() as database, (select count(*) from sessions) as sessions`.execute(
    deps.db,
  )
  const [{ database, sessions } = { database: '', sessions: 0 }] = rows
  return [
    `This would repeat ${erasures.length} erasures in the database ${database}, end its ${sessions} sessions and give up the mails that wait.`,
    'Nothing has changed. Add --yes to do it.',
  ].join('\n')
}

/** The list since the time of the backup, and what of it is to be repeated. */
async function readErasures(
  { db }: Deps,
  list: ErasureList,
  { time, byHand, unnamed = 'repeat', installation }: RestoreOptions,
) {
  const listed = await list.readSince(new Date(time.getTime() - OVERLAP_MS))
  const own = await selectInstallation(db)
  const foreign = findForeignInstallation(listed, installation ?? own)
  if (foreign !== undefined) throw new Error(describeForeign(foreign, own))
  const handmade = listed.filter(isByHand)
  if (handmade.length > 0 && byHand === undefined) throw new Error(describeHandmade(handmade))
  const erasures = listed.filter(
    (erasure) =>
      !(byHand === 'skip' && isByHand(erasure)) && !(unnamed === 'skip' && isUnnamed(erasure)),
  )
  return { listed, erasures }
}

async function insertErasures({ db }: Deps, erasures: readonly Erasure[]): Promise<void> {
  for (let start = 0; start < erasures.length; start += INSERT_BATCH_SIZE) {
    const batch = erasures.slice(start, start + INSERT_BATCH_SIZE)
    await db
      .insertInto('erasures')
      .values(
        batch.map(({ id, kind, subject, by }) => ({
          id,
          kind,
          subject,
          made_by: by,
          shipped_at: sql`now()`,
        })),
      )
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

function describeForeign(foreign: string, own: string): string {
  return [
    `The list of erasures is of the installation ${foreign}, and this database of ${own}.`,
    'Look at BACKUP_S3_BUCKET or BACKUP_FOLDER. If it is the right list, and the backup is from before the release that gave installations',
    `their ids, say --installation ${foreign}. Nothing was changed.`,
  ].join('\n')
}

function describeHandmade(erasures: readonly Erasure[]): string {
  const counts = Map.groupBy(erasures, ({ kind, by }) => `${kind} by ${by}`)
  const lines = [...counts].map(([name, { length }]) => `  ${length} × ${name}`)
  return [
    'These were not erased by Dolph itself, maybe by the mistake for which you restored:',
    ...lines,
    'Say --by-hand repeat to erase them again, or --by-hand skip to keep what the backup has. Nothing was changed.',
  ].join('\n')
}

/** What was done, what the operator has to look at, and what to tell members. */
export function describeRestore(report: RestoreReport, time: Date): string {
  const { erasures, unnamed, sessions, mails } = report
  return [
    `Restored to ${time.toISOString()}.`,
    `Erasures repeated: ${erasures}. Sessions ended: ${sessions}. Mails given up: ${mails}.`,
    ...(unnamed === 0
      ? []
      : [`${unnamed} of the erasures are by a program without a name, as an older release is.`]),
    '',
    ...describeStaff(report),
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

function describeStaff({ staff }: RestoreReport): string[] {
  if (staff.length === 0)
    return [
      'Staff: nobody has a role. One that was granted after that time has to be granted again.',
    ]
  return [
    'Staff, as of that time. Who lost a role since has it again: revoke it before you start Dolph.',
    ...staff.map(({ username, role }) => `- ${role}: dolph admin staff revoke ${username} --yes`),
  ]
}
