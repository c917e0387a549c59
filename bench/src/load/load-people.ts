import { buildPeopleTerms, type SearchableMember } from '@dolph/api/features/people/people-terms'
import type { Client } from 'pg'
import { copyRows } from './copy-rows.ts'
import { runWithoutIndexes, runWithoutPrimaryKey } from './run-without-indexes.ts'
import { timeStep } from './time-step.ts'

const BATCH_SIZE = 5_000
/** Every fourth member is open to join. */
const OPEN_EVERY = 4

/** Makes the loaded members findable with the API's own code, and some of them open to join. */
export async function loadPeople(client: Client): Promise<void> {
  await timeStep('people_search', () => loadPeopleSearch(client))
  // The rows are sorted in memory: those of a term lie together, as in a table that has been in use.
  await client.query(`set work_mem = '512MB'`)
  await runWithoutPrimaryKey(client, 'people_terms', () =>
    timeStep('people_terms', () =>
      client.query(`
        insert into people_terms (term, member_id)
        select term, member_id from people_search, unnest(terms) as term order by term, member_id`),
    ),
  )
  await client.query(`
    insert into availabilities (member_id, hours, zone, rewards, topics, until, renewed_on)
    select member_id, 1 + nth % 40, (array['Europe/Lisbon', 'America/New_York', 'Asia/Kolkata'])[1 + nth % 3], '{unpaid}',
      array[(array['games', 'maps', 'music', 'web'])[1 + nth % 4]], current_date + 30, current_date - (nth % 30)::integer
    from (select member_id, row_number() over (order by member_id) as nth from people_search) as numbered
    where nth % ${OPEN_EVERY} = 0`)
  await runWithoutIndexes(client, ['seeker_terms'], () =>
    runWithoutPrimaryKey(client, 'seeker_terms', () =>
      timeStep('seeker_terms', () =>
        client.query(`
          insert into seeker_terms (term, renewed_on, member_id)
          select term, renewed_on, member_id from availabilities join people_search using (member_id), unnest(terms) as term
          union all
          select 'topic:' || topic, renewed_on, member_id from availabilities, unnest(topics) as topic
          order by 1, 2, 3`),
      ),
    ),
  )
  await client.query('delete from people_search_due')
}

async function loadPeopleSearch(client: Client): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<SearchableMember & { id: string }>(
      `select id, username, first_name as "firstName", last_name as "lastName", coalesce(bio, '') as bio,
         coalesce(skills, '{}') as skills
       from members left join profiles on member_id = id where id > $1 order by id limit $2`,
      [last, BATCH_SIZE],
    )
    const entries = rows.map((member) => ({ id: member.id, terms: buildPeopleTerms(member) }))
    await copyRows(
      client,
      'people_search (member_id, terms)',
      entries.map(({ id, terms }) => `${id}\t{${terms.map((term) => `"${term}"`).join()}}\n`),
    )
    last = rows.at(-1)?.id ?? last
    if (rows.length < BATCH_SIZE) return
  }
}
