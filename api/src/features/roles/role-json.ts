import { fitOf } from '@dolph/contract/roles/fit'
import type { Topic } from '@dolph/contract/projects/projects'
import { ROLE_QUIET_AFTER_DAYS, type Role } from '@dolph/contract/roles/roles'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendFields } from '../../platform/db/json-text.ts'
import { personJson } from '../pictures/person-json.ts'
import type { Candidate } from '../people/candidates.ts'
import { reachableOwnerId } from '../projects/owners.ts'

/** The JSON of the contract's `Role` without `fit`, as text, of a row of `roles`; only this file maps its columns. */
export function roleJson(viewerId: RawBuilder<unknown> | null): RawBuilder<string> {
  return sql`json_build_object(
    'title', roles.title, 'about', roles.about, 'skills', roles.skills, 'mustSkills', roles.must_skills,
    'hours', json_build_object('from', roles.hours_from, 'to', roles.hours_to), 'term', roles.term,
    'zone', roles.zone, 'zoneSpread', roles.zone_spread, 'reward', roles.reward, 'rewardNote', roles.reward_note,
    'seats', roles.seats, '_id', roles.id, 'post', roles.post_id, 'state', roles.state, 'filled', roles.filled,
    'isQuiet', roles.confirmed_on <= (now() at time zone 'UTC')::date - ${sql.lit(ROLE_QUIET_AFTER_DAYS)},
    'confirmedOn', roles.confirmed_on, 'createdAt', ${isoTime(sql.ref('roles.created_at'))},
    'joinRequest', ${viewerId ? newestJoinRequest(viewerId) : sql`null`})::text`
}

function newestJoinRequest(viewerId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_build_object('_id', id, 'state', join_requests.state, 'fromOwner', from_owner,
      'dueAt', ${isoTime(sql.ref('due_at'))}, 'counterpart', ${counterpart})
    from join_requests where member_id = ${viewerId} and role_id = roles.id order by id desc limit 1)`
}

const counterpart = sql`(
  select ${personJson('members')}
  from members where members.id = ${reachableOwnerId('join_requests')} and members.deleted_at is null)`

/** The JSON of the contract's `RolePost`, as text, of rows of `posts`, `projects` and of the author. */
export const rolePostJson = sql<string>`json_build_object('_id', posts.id, 'title', posts.title, 'type', posts.type,
  'user', ${personJson('members')},
  'state', projects.state, 'topics', projects.topics)::text`

/** Completes the JSON of a role for a reader without a fit: a visitor or an owner. */
export function withoutFit(json: string): string {
  return appendFields(json, { fit: null })
}

/** Completes the JSON of a role with how well a member fits it. */
export function withFit(
  json: string,
  topics: readonly Topic[],
  candidate: Candidate,
  now: Date,
): string {
  const role = JSON.parse(json) as Role
  return appendFields(json, { fit: fitOf({ ...role, topics }, candidate, now) })
}
