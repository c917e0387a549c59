import type { Availability } from '@dolph/contract/people/availability'
import { sql, type RawBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Reader } from '../../platform/db/reader.ts'

/** The JSON of the contract's `Availability`, of a row of `availabilities`. */
export const availabilityJson: RawBuilder<Availability> = sql`json_build_object(
  'hours', availabilities.hours, 'zone', availabilities.zone, 'rewards', availabilities.rewards,
  'topics', availabilities.topics, 'note', availabilities.note, 'until', availabilities.until)`

/** True for a row of `availabilities` that has not ended. */
export const isOpenToJoin: RawBuilder<boolean> = sql`availabilities.until >= (now() at time zone 'UTC')::date`

/** What a member offers today; null unless they are open to join. */
export async function selectAvailability(
  db: Queryable,
  memberId: string,
): Promise<Availability | null> {
  const { rows } = await sql<{ availability: Availability }>`
    select ${availabilityJson} as availability from availabilities
    where member_id = ${memberId} and ${isOpenToJoin}`.execute(db)
  return rows[0]?.availability ?? null
}

/** A member as `fitOf` compares them with a role. */
export interface Candidate {
  skills: string[]
  availability: Availability | null
}

export async function selectCandidate(reader: Reader, memberId: string): Promise<Candidate> {
  const [candidate] = await candidateStatement.run(reader, { memberId })
  return candidate ?? { skills: [], availability: null }
}

export const candidateStatement = prepareStatement<{ memberId: string }, Candidate>(
  (placeholder) => {
    const memberId = sql`${placeholder('memberId')}::uuid`
    return toCompilable(sql`
      select coalesce((select skills from profiles where member_id = ${memberId}), '{}') as skills, (
        select ${availabilityJson} from availabilities
        where member_id = ${memberId} and ${isOpenToJoin}) as availability`)
  },
)
