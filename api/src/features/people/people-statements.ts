import type { Topic } from '@dolph/contract/projects/projects'
import { PEOPLE_BIO_EXCERPT_MAX } from '@dolph/contract/people/browse-people'
import { sql, type RawBuilder } from 'kysely'
import {
  createStatementCache,
  prepareStatement,
  toCompilable,
  type PlaceholderFactory,
} from '../../platform/db/prepared-statement.ts'
import { pictureUrlExpression } from '../pictures/picture-url-expression.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { availabilityJson, isOpenToJoin } from './candidates.ts'

/** How many members one statement looks at: a page asks for those who are open to join and for the others. */
export const CANDIDATES_MAX = 1_000

/** The two parts of the list. */
export type PeopleStage = 'open' | 'others'

/** The filter of a page. A field is null if the caller does not filter by it. */
export interface PeopleFilter {
  /** The terms that every member found has. */
  terms: string[]
  topic: Topic | null
  hours: number | null
  zones: string[] | null
}

/** The filter, and the position after which the candidates begin. */
export interface PeopleRange extends PeopleFilter {
  callerId: string
  day: string
  id: string
}

interface PeopleRow {
  /** The day on which the member last confirmed being open to join; null for the others. */
  at: string | null
  id: string
}

type Placeholders = PlaceholderFactory<PeopleRange & { count: number }>

const cacheStatements = createStatementCache<ReturnType<typeof buildStatements>>()

/** `page` reads the members of a page, `lastCandidate` the last one that it looked at if there may be more. */
export function getPeopleStatements(stage: PeopleStage, hasTerms: boolean) {
  return cacheStatements(`${stage} ${hasTerms}`, () => buildStatements(stage, hasTerms))
}

function buildStatements(stage: PeopleStage, hasTerms: boolean) {
  return {
    page: prepareStatement<PeopleRange & { count: number }, PeopleRow & { json: string }>(
      (placeholder) =>
        toCompilable(sql`
      select candidate.day as at, candidate.id, person.json
      from (${selectCandidates(stage, hasTerms, placeholder)} limit ${sql.lit(CANDIDATES_MAX)}) as candidate
      -- The limit keeps PostgreSQL from joining whole tables for candidates of whom a page shows the first.
      cross join lateral (${selectPerson(stage, hasTerms, placeholder)} limit 1) as person
      order by ${buildOrder(stage)}
      limit ${placeholder('count')}::bigint`),
    ),
    lastCandidate: prepareStatement<PeopleRange, PeopleRow>((placeholder) =>
      toCompilable(sql`
      select day as at, id from (${selectCandidates(stage, hasTerms, placeholder)} limit 1
        offset ${sql.lit(CANDIDATES_MAX - 1)}) as candidate`),
    ),
  }
}

function buildOrder(stage: PeopleStage): RawBuilder<unknown> {
  return stage === 'open' ? sql`candidate.day desc, candidate.id desc` : sql`candidate.id desc`
}

/** The members with the term that the fewest have, in the order of the list. */
function selectCandidates(
  stage: PeopleStage,
  hasTerms: boolean,
  placeholder: PlaceholderFactory<PeopleRange>,
): RawBuilder<unknown> {
  const id = sql`${placeholder('id')}::uuid`
  if (stage === 'open') {
    const table = sql.table(hasTerms ? 'seeker_terms' : 'availabilities')
    return sql`
      select renewed_on as day, member_id as id from ${table}
      where ${hasTerms ? sql`term = ${selectRarestTerm(table, placeholder)} and` : sql``}
        (renewed_on, member_id) < (${placeholder('day')}::date, ${id})
      order by renewed_on desc, member_id desc`
  }
  if (hasTerms) {
    return sql`
      select null::date as day, member_id as id from people_terms
      where term = ${selectRarestTerm(sql.table('people_terms'), placeholder)} and member_id < ${id}
      order by member_id desc`
  }
  return sql`select null::date as day, id from members where id < ${id} order by id desc`
}

/** Counts at most as many rows of each term as a page looks at; a single term is not counted. */
function selectRarestTerm(
  table: RawBuilder<unknown>,
  placeholder: PlaceholderFactory<PeopleRange>,
): RawBuilder<string> {
  const terms = sql`${placeholder('terms')}::text[]`
  return sql`(
    select case when cardinality(${terms}) = 1 then (${terms})[1] else (
      select wanted.term from unnest(${terms}) as wanted (term)
      order by (
        select count(*) from (
          select from ${table} as entry where entry.term = wanted.term limit ${sql.lit(CANDIDATES_MAX)}) as entries)
      limit 1) end)`
}

/** The JSON of the contract's `ListedPerson`, if the candidate passes the filter and the caller may see them. */
function selectPerson(
  stage: PeopleStage,
  hasTerms: boolean,
  placeholder: Placeholders,
): RawBuilder<unknown> {
  const isOpen = stage === 'open'
  return sql`
    select json_build_object(
      '_id', members.id, 'userName', members.username, 'profilePicture', ${pictureUrlExpression('members')},
      'firstName', members.first_name, 'lastName', members.last_name,
      'bio', coalesce(left(profiles.bio, ${sql.lit(PEOPLE_BIO_EXCERPT_MAX)}), ''),
      'skills', coalesce(profiles.skills, '{}'), 'location', coalesce(profiles.location, ''),
      'availability', ${isOpen ? availabilityJson : sql`null::json`})::text as json
    from members
    ${isOpen ? sql`join availabilities on availabilities.member_id = members.id` : sql``}
    left join profiles on profiles.member_id = members.id
    where members.id = candidate.id and members.id <> ${placeholder('callerId')}::uuid and ${isVisibleMember}
      and (members.suspended_until is null or members.suspended_until <= now())
      and ${isOpen ? matchesAvailability(placeholder) : isNotOpenToJoin}
      ${hasTerms ? sql`and ${hasAllTerms(placeholder)}` : sql``}
      and not exists (select from blocks where member_id = ${placeholder('callerId')}::uuid and other_id = members.id)
      and not exists (select from blocks where member_id = members.id and other_id = ${placeholder('callerId')}::uuid)`
}

const isNotOpenToJoin = sql`not exists (
  select from availabilities where member_id = candidate.id and ${isOpenToJoin})`

function matchesAvailability(placeholder: Placeholders): RawBuilder<boolean> {
  const topic = sql`${placeholder('topic')}::text`
  const hours = sql`${placeholder('hours')}::integer`
  const zones = sql`${placeholder('zones')}::text[]`
  return sql`${isOpenToJoin}
    and (${topic} is null or ${topic} = any(availabilities.topics))
    and (${hours} is null or availabilities.hours >= ${hours})
    and (${zones} is null or availabilities.zone = any(${zones}))`
}

/** The candidates have one of the terms already; the topic is none of a member's terms. */
function hasAllTerms(placeholder: Placeholders): RawBuilder<boolean> {
  const terms = sql`array_remove(${placeholder('terms')}::text[], 'topic:' || ${placeholder('topic')}::text)`
  return sql`(cardinality(${placeholder('terms')}::text[]) = 1 or exists (
    select from people_search where member_id = candidate.id and people_search.terms @> ${terms}))`
}
