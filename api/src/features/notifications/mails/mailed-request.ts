import { sql } from 'kysely'
import {
  joinRequestText,
  selectCounterpart,
  selectLineRequest,
} from '../list/join-request-lines.ts'
import { hearsFrom } from '../writing/wants-notification.ts'
import type { MailedLine } from './mailed-line.ts'

/** What a mail may say about join requests; null if there is nothing to say any more. */
export interface MailedRequestRow extends NonNullable<MailedLine['request']> {
  post: string
  people: string[]
  text: string
}

/** The request of `line` that still waits, or has an answer, on a post that is not hidden from the member and not muted. */
export const selectMailedRequest = sql`
  select json_build_object('id', request.id, 'role', role_title, 'state', state, 'fromOwner', from_owner, 'dueAt', due_at,
    'post', post_title, 'text', ${joinRequestText}, 'people', array(
      select username from unnest(case line.kind
        when 'join-answered' then array[case when from_owner then request.member_id else coalesce(line.actors[1], owner_id) end]
        else line.actors end) with ordinality as actor (id, place)
      join members on members.id = actor.id and members.deleted_at is null
      where ${hearsFrom(sql`line.member_id`, sql`members.id`)}
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
      or ${hearsFrom(sql`line.member_id`, sql`request.sender_id`)})`

/** The content of the mail, and the path that its button leads to. */
export function describeMailedRequest(
  { kind, count }: Pick<MailedLine, 'kind' | 'count'>,
  { post, people, text, ...request }: MailedRequestRow,
) {
  return {
    ...{ count, people: count > people.length && people.length === 3 ? [...people, ''] : people },
    ...{ post, excerpt: text, outcome: null, rule: '', request },
    path: buildPath(kind, count, request),
  }
}

function buildPath(
  kind: MailedLine['kind'],
  count: number,
  { id, state, fromOwner }: NonNullable<MailedLine['request']>,
): string {
  if (kind !== 'join-answered') return count > 1 ? '/join-requests' : `/join-requests?id=${id}`
  return state === 'ended' && !fromOwner ? '/roles' : `/join-requests?box=sent&id=${id}`
}
