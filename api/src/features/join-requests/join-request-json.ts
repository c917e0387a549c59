import { fitOf } from '@dolph/contract/fit'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/iso-time.ts'
import { pictureUrlExpression } from '../../files/picture-url-expression.ts'
import { availabilityJson, isOpenToJoin, type Candidate } from '../people/candidates.ts'
import { reachableOwnerId } from '../projects/owners.ts'

/** A join request whose JSON, all but the fit, PostgreSQL has built. */
export interface JoinRequestRow {
  id: string
  json: string
  /** What `fitOf` compares, for an owner. */
  wanted: Parameters<typeof fitOf>[0] | null
  candidate: Candidate | null
}

/** The contract's `JoinRequest`. */
export function buildJoinRequestJson({ json, wanted, candidate }: JoinRequestRow): string {
  const fit = wanted && candidate ? fitOf(wanted, candidate, new Date()) : null
  return `${json.slice(0, -1)},"fit":${JSON.stringify(fit)}}`
}

const person = sql`json_build_object('_id', members.id, 'userName', members.username,
  'profilePicture', ${pictureUrlExpression('members')})`
const owner = sql`case when author.id is not null then json_build_object('_id', author.id, 'userName', author.username,
  'profilePicture', ${pictureUrlExpression('author')}) end`
const counterpart = sql`case when counterpart.id is not null then json_build_object('_id', counterpart.id,
  'userName', counterpart.username, 'profilePicture', ${pictureUrlExpression('counterpart')}) end`
const isReadable = sql`(request.hidden_at is null)`
/** Nothing of a hidden post, but for its author: a co-owner does not answer for it while it is hidden. */
const readableTitle = (title: RawBuilder<unknown>) =>
  sql`case when hidden_post.id is null then ${title} else '' end`
const isOpen = sql`request.state in ('waiting', 'talking')`

/**
 * Selects the rows of the subquery `requests`: join requests with `is_owner`, whether the viewer answers for the project. The limits
 * keep PostgreSQL from reading whole tables for a page.
 */
export function selectJoinRequestJson(requests: RawBuilder<unknown>): RawBuilder<JoinRequestRow> {
  return sql`
    select request.id, json_build_object(
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
      select * from availabilities
      where availabilities.member_id = request.member_id and role.id is not null and ${isOpenToJoin} limit 1) as availabilities on true`
}
