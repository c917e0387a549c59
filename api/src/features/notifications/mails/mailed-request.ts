import { sql } from 'kysely'
import {
  answerText,
  joinRequestText,
  selectCounterpart,
  selectLineRequest,
} from '../list/join-request-lines.ts'
import { canBeNotifiedBy } from '../writing/wants-notification.ts'
import type { MailedLine } from './mailed-line.ts'

/** What a mail may say about join requests; null if there is nothing to say any more. */
export interface MailedRequestRow extends NonNullable<MailedLine['request']> {
  post: string
  people: string[]
  text: string
}

const TEAM_MAX = 8
const hasJoined = sql`request.state = 'accepted' and not from_owner`

/** Who else is on the team of the project that the member has just joined, the author first. */
const selectTeam = sql`
  select members.username from (
    select posts.author_id as member_id, null::timestamptz as joined_at from posts where posts.id = request.post_id
    union all
    select team_members.member_id, team_members.joined_at from team_members
    where team_members.post_id = request.post_id and team_members.left_at is null) as place
  join members on members.id = place.member_id and members.deleted_at is null
  where ${hasJoined} and members.id <> line.member_id and not is_blocked(line.member_id, members.id)
  order by place.joined_at nulls first, members.id limit ${sql.lit(TEAM_MAX)}`

/** The links of that project. */
const selectLinks = sql`
  select link from posts cross join unnest(array[posts.github, posts.demo, posts.project_url]) with ordinality as linked (link, place)
  where ${hasJoined} and posts.id = request.post_id and link <> '' order by place`

/** The request of `line` that still waits, or has an answer, on a post that is not hidden from the member and not muted. */
export const selectMailedRequest = sql`
  select json_build_object('id', request.id, 'role', role_title, 'state', state, 'fromOwner', from_owner, 'dueAt', due_at,
    'post', post_title, 'text', case line.kind when 'join-answered' then request.answer else ${joinRequestText} end,
    'explanation', case when line.kind = 'join-answered' and request.answer = ''
      and (request.state = 'ended' or request.reason = 'filled') then ${answerText} else '' end,
    'team', array(select username from (${selectTeam}) as teammate), 'links', array(${selectLinks}), 'people', array(
      select username from unnest(case line.kind
        when 'join-answered' then array[case when from_owner then request.member_id else coalesce(line.actors[1], owner_id) end]
        else line.actors end) with ordinality as actor (id, place)
      join members on members.id = actor.id and members.deleted_at is null
      where ${canBeNotifiedBy(sql`line.member_id`, sql`members.id`)}
      order by place))
  from (${selectLineRequest}) as request
  left join lateral (${selectCounterpart}) as counterpart on true
  where case when line.kind = 'join-answered' then state not in ('waiting', 'withdrawn') else state = 'waiting' end
    and request.hidden_at is null
    and not exists (
      select from posts where posts.id = request.post_id and posts.hidden_at is not null and posts.author_id <> line.member_id)
    and not exists (
      select from post_mutes where post_mutes.member_id = line.member_id and post_mutes.post_id = request.post_id)
    and (request.sender_id = line.member_id or request.sender_id is null
      or ${canBeNotifiedBy(sql`line.member_id`, sql`request.sender_id`)})`

/** The content of the mail, and the path that its button leads to. */
export function describeMailedRequest(
  { kind, count }: Pick<MailedLine, 'kind' | 'count'>,
  { post, people, text, ...request }: MailedRequestRow,
) {
  return {
    count,
    people: count > people.length && people.length === 3 ? [...people, ''] : people,
    post,
    excerpt: text,
    outcome: null,
    rule: '',
    decision: null,
    request,
    path: buildPath(kind, count, request),
  }
}

function buildPath(
  kind: MailedLine['kind'],
  count: number,
  { id, state, fromOwner }: NonNullable<MailedLine['request']>,
): string {
  if (kind !== 'join-answered') return count > 1 ? '/join-requests' : `/join-requests?id=${id}`
  if (state === 'accepted' && !fromOwner) return `/join-requests/${id}/welcome`
  return state === 'ended' && !fromOwner ? '/roles' : `/join-requests?box=sent&id=${id}`
}
