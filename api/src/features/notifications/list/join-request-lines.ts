import {
  DECLINE_TEXTS,
  QUIET_TALK_DAYS,
  TEAM_COMPLETE,
} from '@dolph/contract/join-requests/join-requests'
import { sql } from 'kysely'
import { canBeNotifiedBy } from '../writing/wants-notification.ts'

/**
 * The join request that a line is about: that of an answer or invitation, or the newest of those that wait for an answer
 * about a post, for who still owns it. None after a block between the member and the other side. To be joined laterally with `line`.
 */
export const selectLineRequest = sql`
  select * from (
    select * from join_requests
    where line.kind in ('join-answered', 'invited', 'join-due') and id = line.target_id
      and not is_blocked(line.member_id, member_id) and not is_blocked(line.member_id, owner_id)
      and not is_blocked(line.member_id, sender_id) and not is_blocked(line.member_id, answered_by)
    union all (
      select * from join_requests as waiting
      where line.kind in ('join-requested', 'join-due') and post_id = line.target_id and id >= line.join_request_id
        and state = 'waiting' and not from_owner and ${canBeNotifiedBy(sql`line.member_id`, sql`waiting.member_id`)}
        and (owner_id = line.member_id or exists (
          select from team_members where team_members.post_id = waiting.post_id
            and team_members.member_id = line.member_id and is_co_owner and left_at is null))
      order by id desc limit 1)) as found
  limit 1`

/** The kinds whose target is a post. */
export const isOfPost = sql`line.kind in ('join-requested', 'team-changed')
  or line.kind = 'join-due' and line.join_request_id is not null`

/** The excerpt of the answer to a join request that says nothing itself, and of its end; {name} is who did not answer. */
const ANSWER_TEXTS = {
  talking: 'Let’s talk.',
  accepted: 'You are on the team.',
  'accepted-invited': '{name} is on the team.',
  declined: DECLINE_TEXTS.later,
  filled: DECLINE_TEXTS.filled,
  'no-answer': '{name} did not answer in time. It’s not about you.',
  'no-answer-invited': '{name} did not answer in time.',
  quiet: `No messages for ${QUIET_TALK_DAYS} days, so the request ended.`,
  'taken-down': 'The role is no longer available, so the request ended.',
}
const answerTexts = sql.lit(JSON.stringify(ANSWER_TEXTS))

/** What the answer says, or a sentence about it; for `request` and the username `counterpart` of who answers it. */
export const answerText = sql`coalesce(nullif(request.answer, ''), replace(
  ${answerTexts}::jsonb ->> case
    when request.state = 'ended' and request.reason = 'no-answer' and request.from_owner then 'no-answer-invited'
    when request.state = 'accepted' and request.from_owner then 'accepted-invited'
    when request.state = 'ended' then request.reason
    when request.state = 'declined' and request.reason = 'filled' then 'filled'
    else request.state end,
  '{name}', coalesce(counterpart.username, 'Someone')))`

/** Who answers the request; to be joined laterally with `request`. */
export const selectCounterpart = sql`
  select username from members
  where id = case when request.from_owner then request.member_id else request.owner_id end and deleted_at is null limit 1`

/** Whether a project looked for people, and has found all of them. */
const isTeamComplete = sql`(
  select count(*) filter (where state = 'filled') > 0 and count(*) filter (where state in ('open', 'paused')) = 0
  from roles where roles.post_id = team_members.post_id)`

const isOwner = sql`(
  line.member_id = (select author_id from posts where posts.id = line.target_id) or exists (
    select from team_members as co_owners where co_owners.post_id = line.target_id
      and co_owners.member_id = line.member_id and co_owners.is_co_owner and co_owners.left_at is null))`

/** Who joined or left last: 'bo joined as Designer.' Owners read when no role is open any more. */
export const teamText = sql`(
  select members.username || case when left_at is null then ' joined as ' || role_title || '.' || case
      when ${isOwner} and ${isTeamComplete}
      then ${sql.lit(` ${TEAM_COMPLETE}`)} else '' end
    else ' left the team.' end
  from team_members join members on members.id = team_members.member_id and members.deleted_at is null
    and not is_blocked(line.member_id, members.id)
  where team_members.post_id = line.target_id and team_members.member_id = line.actors[1] limit 1)`

/** Nothing of a request that a moderator hid. */
export const joinRequestText = sql`case when request.hidden_at is null then case line.kind
  when 'join-answered' then ${answerText}
  when 'team-changed' then ${teamText}
  else case when request.state = 'waiting' then request.note end end end`

/** The one request that a line asks to answer, or that was answered. */
export const lineRequestJson = sql`case
  when request.id is not null and request.hidden_at is null and (line.count = 1 or line.kind = 'join-answered') then
    json_build_object('_id', request.id, 'state', request.state, 'fromOwner', request.from_owner) end`

/** The box of the list in which the request stands, with the request opened. */
export const joinRequestDestination = sql`case
  when line.kind = 'team-changed' then '/posts/' || post.id
  when line.kind = 'join-requested' or line.kind = 'join-due' and line.count > 1 then
    case when post.id is not null then '/join-requests' end
  when line.kind = 'join-answered' and request.state = 'accepted' and not request.from_owner
    then '/join-requests/' || request.id || '/welcome'
  when line.kind = 'join-answered' then '/join-requests?box=sent&id=' || request.id
  else '/join-requests?id=' || request.id end`
