import { fitOf } from '@dolph/contract/roles/fit'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendFields } from '../../platform/db/json-text.ts'
import { personJson } from '../pictures/person-json.ts'
import { availabilityJson, isOpenToJoin, type Candidate } from '../people/candidates.ts'
import { reachableOwnerId } from '../projects/owners.ts'

/** A join request whose JSON, all but the fit, PostgreSQL has built. */
export interface JoinRequestRow {
  id: string
  /** When it must be answered; the end of time if it is not waiting. */
  deadline: string
  json: string
  /** What `fitOf` compares, for an owner. */
  wanted: Parameters<typeof fitOf>[0] | null
  candidate: Candidate | null
}

/** The contract's `JoinRequest`. */
export function buildJoinRequestJson({ json, wanted, candidate }: JoinRequestRow): string {
  const fit = wanted && candidate ? fitOf(wanted, candidate, new Date()) : null
  return appendFields(json, { fit })
}

const person = personJson('members')
const owner = sql`case when author.id is not null then ${personJson('author')} end`
const counterpart = sql`case when counterpart.id is not null then ${personJson('counterpart')} end`
const isReadable = sql`(request.hidden_at is null)`
/** Nothing of a hidden post, but for its author: a co-owner does not answer for it while it is hidden. */
const readableTitle = (title: RawBuilder<unknown>) =>
  sql`case when hidden_post.id is null then ${title} else '' end`
/** The order of open requests, as the indexes have it: to the millisecond, which a cursor can hold. */
export const deadline = sql`(case when request.state = 'waiting'
  then date_trunc('milliseconds', request.due_at at time zone 'UTC') else timestamp '9999-12-31' end)`
const isOpen = sql`request.state in ('waiting', 'talking')`

/**
 * Selects the rows of the subquery `requests`: join requests with `is_owner`, whether the viewer answers for the project. The limits
 * keep PostgreSQL from reading whole tables for a page.
 */
export function selectJoinRequestJson(requests: RawBuilder<unknown>): RawBuilder<JoinRequestRow> {
  return sql`
    select request.id, to_char(${deadline}, 'YYYY-MM-DD"T"HH24":"MI":"SS.MS"Z"') as deadline, json_build_object(
        '_id', request.id,
        'role', json_build_object('_id', request.role_id, 'title', ${readableTitle(sql`request.role_title`)}),
        'post', json_build_object('_id', request.post_id, 'title', ${readableTitle(sql`request.post_title`)}),
        'person', ${person}, 'owner', ${owner}, 'counterpart', ${counterpart},
        'fromOwner', request.from_owner, 'hours', request.hours,
        'note', case when ${isReadable} or request.is_owner = request.from_owner then request.note else '' end,
        'answer', case when ${isReadable} or request.is_owner <> request.from_owner then request.answer else '' end,
        'isHidden', not ${isReadable},
        'state', request.state, 'reason', request.reason,
        'dueAt', ${isoTime(sql.ref('request.due_at'))},
        'answeredAt', ${isoTime(sql.ref('request.answered_at'))},
        'createdAt', ${isoTime(sql.ref('request.created_at'))},
        'canAnswer', ${isOpen} and request.is_owner <> request.from_owner,
        'canWithdraw', ${isOpen} and request.is_owner = request.from_owner)::text as json,
      case when role.id is not null then json_build_object(
        'skills', role.skills, 'mustSkills', role.must_skills,
        'hours', json_build_object('from', role.hours_from, 'to', role.hours_to),
        'zone', role.zone, 'zoneSpread', role.zone_spread, 'reward', role.reward,
        'topics', coalesce(projects.topics, '{}')) end as wanted,
      case when role.id is not null then json_build_object(
        'skills', coalesce(profiles.skills, '{}'),
        'availability', case when availabilities.member_id is not null then ${availabilityJson} end) end as candidate
    from (${requests}) as request
    cross join lateral (select * from members where members.id = request.member_id limit 1) as members
    left join lateral (
      select * from members where members.id = request.owner_id and members.deleted_at is null limit 1) as author on true
    left join lateral (
      select * from members
      where members.id = case when request.is_owner then request.member_id else ${reachableOwnerId('request')} end
        and members.deleted_at is null limit 1) as counterpart on true
    left join lateral (
      select id from posts
      where posts.id = request.post_id and posts.hidden_at is not null and not request.is_owner limit 1) as hidden_post on true
    left join lateral (
      select * from roles where roles.id = request.role_id and request.is_owner limit 1) as role on true
    left join lateral (select topics from projects where projects.post_id = role.post_id limit 1) as projects on true
    left join lateral (
      select skills from profiles where profiles.member_id = request.member_id and role.id is not null limit 1) as profiles on true
    left join lateral (
      -- The hours that the member offers for this role, not those of their profile.
      select member_id, coalesce(request.hours, hours) as hours, zone, rewards, topics, note, until from availabilities
      where availabilities.member_id = request.member_id and role.id is not null and ${isOpenToJoin} limit 1) as availabilities on true`
}
