import {
  NOTIFICATION_EXCERPT_MAX,
  NOTIFICATION_PEOPLE_MAX,
  APPEAL_OUTCOME_TEXTS,
  REPORT_OUTCOME_TEXTS,
  REPOSITORY_ARCHIVED_TEXT,
} from '@dolph/contract/notifications/notifications'
import { stripMarkdown } from '@dolph/contract/strip-markdown'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../../platform/db/iso-time.ts'
import { appendFields } from '../../../platform/db/json-text.ts'
import { personJson } from '../../pictures/person-json.ts'
import { isVisibleMember } from '../../accounts/people.ts'
import { stillOpenText, newestUpdateText } from './project-texts.ts'
import { canBeNotifiedBy } from '../writing/wants-notification.ts'
import {
  isOfPost,
  joinRequestDestination,
  joinRequestText,
  lineRequestJson,
  selectCounterpart,
  selectLineRequest,
} from './join-request-lines.ts'

/** A line of the list whose JSON, all but the excerpt, PostgreSQL has built. */
export interface LineRow {
  id: string
  at: string
  json: string
  /** The text of which the excerpt is the beginning, as it was written. */
  text: string
}

/** Markdown is removed afterwards, so that more is read than is shown. */
const TEXT_LENGTH_MAX = NOTIFICATION_EXCERPT_MAX * 4

/** The contract's `Notification`. */
export function buildLineJson({ json, text }: Pick<LineRow, 'json' | 'text'>): string {
  const characters = [...stripMarkdown(text)]
  const excerpt =
    characters.length > NOTIFICATION_EXCERPT_MAX
      ? `${characters
          .slice(0, NOTIFICATION_EXCERPT_MAX - 1)
          .join('')
          .trimEnd()}…`
      : characters.join('')
  return appendFields(json, { excerpt })
}

const person = personJson('members')

/** The newest authors of the comments, and the first one who likes the post while it is one. */
const people = sql`case
  when line.kind = 'like' and line.count = 1 then (
    select coalesce(json_agg(liker), '[]') from (
      select ${person} as liker from post_likes join members on members.id = post_likes.member_id
      where post_likes.post_id = post.id and members.id <> line.member_id and ${isVisibleMember}
        and ${canBeNotifiedBy(sql`line.member_id`, sql`members.id`)}
      order by liked_at limit 1) as first)
  else (
    select coalesce(json_agg(author.json order by place), '[]')
    from unnest(line.actors) with ordinality as actor (id, place)
    cross join lateral (
      select ${person} as json from members
      where members.id = actor.id and ${isVisibleMember} and not is_blocked(line.member_id, members.id) limit 1) as author
    where place <= ${sql.lit(NOTIFICATION_PEOPLE_MAX)}) end`

const isJoinRequestKind = sql`line.kind in ('join-requested', 'join-answered', 'invited', 'join-due', 'team-changed')`

const text = sql`coalesce(case
  when line.kind = 'decision' then case appeal.outcome
    when 'stands' then ${sql.lit(APPEAL_OUTCOME_TEXTS['stands'])}
    when 'taken-back' then ${sql.lit(APPEAL_OUTCOME_TEXTS['taken-back'])}
    else decided.text end
  when line.kind = 'report' then case
    when decided.decision = 'keep' then ${sql.lit(REPORT_OUTCOME_TEXTS.kept)}
    when decided.decision is not null then ${sql.lit(REPORT_OUTCOME_TEXTS.acted)} end
  when ${isJoinRequestKind} then ${joinRequestText}
  when line.kind = 'update' then case when post.hidden_at is null then ${newestUpdateText(sql`line.member_id`, sql`post.id`)} end
  when news.id is not null then case when post.hidden_at is null and not is_blocked(line.member_id, news.author_id)
    and not is_blocked(line.member_id, post.author_id) then news.body end
  when line.kind = 'repository-archived' then ${sql.lit(REPOSITORY_ARCHIVED_TEXT)}
  when line.kind = 'still-open' then ${stillOpenText(sql`line.member_id`)}
  when post.hidden_at is null and comment.hidden_at is null and comment.post_id = post.id
    and not is_blocked(line.member_id, comment.author_id) then comment.content end, '')`

const destination = sql`case
  when line.kind in ('decision', 'report') then case when decided.id is not null then '/settings/decisions' end
  when ${isJoinRequestKind} then ${joinRequestDestination}
  when line.kind = 'room-mention' then '/messages/rooms/' || line.target_id
  when line.kind = 'still-open' then '/still-open/me'
  when line.kind = 'export-ready' then '/settings#data'
  when line.kind = 'update' or news.id is not null then '/posts/' || post.id || '#updates'
  else '/posts/' || post.id || coalesce('#comment-' || comment.id, '') end`

/**
 * Selects the lines of the subquery `line` (notifications). What a line is about is read here: no line shows a text that was
 * changed, hidden or deleted since, nor names and words of a member with a block. A hidden post is shown to its author only. The
 * limits keep PostgreSQL from reading whole tables for twenty lines.
 */
export function selectLines(lines: RawBuilder<unknown>): RawBuilder<LineRow> {
  return sql`
    select line.member_id as "memberId", line.id, ${isoTime(sql.ref('line.at'))} as at, json_build_object(
      '_id', line.id,
      'kind', line.kind,
      'count', line.count,
      'people', ${people},
      'post', case when post.id is not null then json_build_object('_id', post.id, 'title', post.title) end,
      'request', ${lineRequestJson},
      'to', ${destination},
      'at', ${isoTime(sql.ref('line.at'))},
      'isRead', line.read_at is not null,
      'decision', case when line.kind = 'decision' and decided.decision is not null and appeal.outcome is null
        then json_build_object('kind', decided.decision, 'about', decided.kind) end)::text as json,
      left(${text}, ${sql.lit(TEXT_LENGTH_MAX)}) as text
    from (${lines}) as line
    left join lateral (
      select * from cases where line.kind in ('decision', 'report') and cases.id = line.target_id limit 1
    ) as decided on true
    left join lateral (select * from appeals where case_id = decided.id limit 1) as appeal on true
    left join lateral (
      select * from comments
      where id = coalesce(line.comment_id, case when decided.kind = 'comment' then decided.subject_id end) limit 1
    ) as comment on true
    -- The update that a mention is about; those in comments have the post as their target.
    left join lateral (
      select * from updates where line.kind = 'mention' and line.comment_id is null and updates.id = line.target_id limit 1
    ) as news on true
    left join lateral (${selectLineRequest}) as request on ${isJoinRequestKind}
    left join lateral (${selectCounterpart}) as counterpart on line.kind = 'join-answered'
    left join lateral (
      select * from posts
      where id = case
          when ${isJoinRequestKind} and not (${isOfPost}) then request.post_id
          when line.kind = 'room-mention' then (select post_id from rooms where rooms.id = line.target_id)
          when decided.id is null then coalesce(news.post_id, line.target_id)
          when decided.kind = 'post' then decided.subject_id
          else comment.post_id end
        and (hidden_at is null or author_id = line.member_id) limit 1
    ) as post on true`
}
