import { sql } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import type { ConsistencyCheck, Fault } from './consistency-check.ts'

const PROFILES_BATCH_SIZE = 5_000
const SKILLS_BATCH_SIZE = 10_000

/**
 * Counts the skills of all profiles in batches. All batches read one snapshot, or a profile that is saved meanwhile would be
 * counted twice or not at all.
 */
export const skillCheck: ConsistencyCheck = {
  name: 'skills',
  summary: 'the number of members with a skill is that of their profiles',
  async findFaults({ db }) {
    const { counted, stored } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const counts = new Map<string, number>()
        for (let after: string | undefined = MIN_ID; after !== undefined;) {
          const { rows } = await sql<{ id: string; skills: string[] }>`
            select member_id as id, array(select distinct lower(skill) from unnest(skills) as skill) as skills
            from profiles where member_id > ${after}::uuid order by member_id limit ${PROFILES_BATCH_SIZE}
          `.execute(tx)
          for (const skill of rows.flatMap(({ skills }) => skills))
            counts.set(skill, (counts.get(skill) ?? 0) + 1)
          after = rows.length === PROFILES_BATCH_SIZE ? rows.at(-1)?.id : undefined
        }
        const known = new Map<string, number>()
        for (let after: string | undefined = ''; after !== undefined;) {
          const { rows } = await sql<{ folded: string; members: number }>`
            select folded, members from skills where folded > ${after} order by folded limit ${SKILLS_BATCH_SIZE}
          `.execute(tx)
          for (const { folded, members } of rows) known.set(folded, members)
          after = rows.length === SKILLS_BATCH_SIZE ? rows.at(-1)?.folded : undefined
        }
        return { counted: counts, stored: known }
      })
    const folded = new Set([...counted.keys(), ...stored.keys()])
    const faults = [...folded].flatMap((skill) =>
      describeFault(skill, stored.get(skill) ?? 0, counted.get(skill) ?? 0),
    )
    return { faults, next: null }
  },
}

function describeFault(skill: string, stored: number, counted: number): Fault[] {
  if (stored === counted) return []
  return [
    {
      subject: skill,
      problem: `${stored} members instead of ${counted}`,
      // The difference, not the number: profiles that were saved since have changed the number by their own difference.
      repair: async ({ db }) => {
        const difference = counted - stored
        await sql`
          insert into skills (folded, name, members) values (${skill}, ${skill}, ${Math.max(difference, 0)})
          on conflict (folded) do update set members = greatest(0, skills.members + ${difference})
        `.execute(db)
        await sql`delete from skills where folded = ${skill} and members = 0`.execute(db)
        return true
      },
    },
  ]
}
