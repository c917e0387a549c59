import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { buildPeopleTerms, type SearchableMember } from './people-terms.ts'

const BATCH_SIZE = 200

/** Saves the terms of a member in the transaction that changed what they are found by. */
export async function indexMember(tx: Queryable, memberId: string): Promise<void> {
  await tx.deleteFrom('people_search_due').where('member_id', '=', memberId).execute()
  await saveTerms(tx, [memberId])
}

/**
 * Saves the terms of members who were queued, the newest first: new ones, and those who were changed by other programs. Returns true
 * if there are more.
 */
export async function indexQueuedMembers(tx: Queryable): Promise<boolean> {
  const { rows: queued } = await sql<{ id: string }>`
    select member_id as id from people_search_due order by member_id desc limit ${BATCH_SIZE}`.execute(
    tx,
  )
  // The members before their places in the queue, as an erasure does: in the other order the two would wait for each other. One who
  // is being erased stays in the queue and goes with the member.
  const { rows: present } = await sql<{ id: string }>`
    select id from members where id = any(${toIds(queued)}::uuid[]) order by id for key share skip locked`.execute(
    tx,
  )
  const { rows: taken } = await sql<{ id: string }>`
    delete from people_search_due where member_id = any (array(
      select member_id from people_search_due where member_id = any(${toIds(present)}::uuid[]) for update skip locked))
    returning member_id as id`.execute(tx)
  await saveTerms(tx, toIds(taken))
  return queued.length === BATCH_SIZE && taken.length > 0
}

const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function saveTerms(tx: Queryable, memberIds: string[]): Promise<void> {
  if (memberIds.length === 0) return
  const { rows: members } = await sql<SearchableMember & { id: string }>`
    select id, username, first_name as "firstName", last_name as "lastName", coalesce(bio, '') as bio,
      coalesce(skills, '{}') as skills
    from members left join profiles on member_id = id where id = any(${memberIds}::uuid[]) order by id`.execute(
    tx,
  )
  const entries = members.map((member) => ({ id: member.id, terms: buildPeopleTerms(member) }))
  await sql`
    insert into people_search (member_id, terms)
    select id, array(select jsonb_array_elements_text(terms))
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (id uuid, terms jsonb)
    on conflict (member_id) do update set terms = excluded.terms where people_search.terms <> excluded.terms`.execute(
    tx,
  )
  await saveSeekerTerms(tx, memberIds)
}

/** Saves the terms of those who are open to join: those by which everybody is found, and the topics. */
export async function saveSeekerTerms(tx: Queryable, memberIds: string[]): Promise<void> {
  const ids = sql`any(${memberIds}::uuid[])`
  // The end of an availability waits for these terms, or they see that it has ended: none stay behind.
  await sql`
    select from availabilities where member_id = ${ids} order by member_id for key share`.execute(
    tx,
  )
  await sql`delete from seeker_terms where member_id = ${ids}`.execute(tx)
  await sql`
    insert into seeker_terms (term, renewed_on, member_id)
    select unnest(people_search.terms), renewed_on, member_id
    from availabilities join people_search using (member_id) where member_id = ${ids}
    union
    select 'topic:' || unnest(topics), renewed_on, member_id from availabilities where member_id = ${ids}`.execute(
    tx,
  )
}
