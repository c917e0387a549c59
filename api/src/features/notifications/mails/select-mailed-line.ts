import {
  DEFAULT_CHANNELS,
  type NotificationKind,
} from '@dolph/contract/notifications/notifications'
import { stripBeginning } from '@dolph/contract/strip-markdown'
import {
  RULE_NAMES,
  type DecisionKind,
  type Rule,
  type SubjectKind,
} from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import { teamText } from '../list/join-request-lines.ts'
import {
  describeMailedRequest,
  selectMailedRequest,
  type MailedRequestRow,
} from './mailed-request.ts'
import {
  selectMailedStillOpen,
  selectMailedUpdate,
  selectMailedUpdateMention,
} from './select-project-line.ts'

/** More comments than this are counted as this many. */
const COMMENTS_MAX = 1_000

const REQUEST_KINDS: readonly NotificationKind[] = [
  'join-requested',
  'join-answered',
  'invited',
  'join-due',
]

interface Recipient {
  email: string
  firstName: string
}

interface LineRow extends Recipient {
  kind: NotificationKind
  count: number
  targetId: string
  isMailed: boolean | null
  post: string | null
  comments: { count: number; newestId: string; content: string; people: string[] } | null
  decision: {
    kind: DecisionKind
    about: SubjectKind
    post: string | null
    rule: Rule | null
    text: string | null
    isKept: boolean
    outcome: 'stands' | 'taken-back' | null
    answer: string | null
  } | null
  request: MailedRequestRow | null
  team: string | null
  room: { project: string; people: string[] } | null
}

/** What a mail says about a line; undefined if there is nothing to say any more. */
export async function selectMailedLine(
  db: Queryable,
  { memberId, notificationId }: { memberId: string; notificationId: string },
) {
  const { rows } = await buildLineQuery(memberId, notificationId).execute(db)
  const [row] = rows
  if (!row || !(row.isMailed ?? DEFAULT_CHANNELS[row.kind].mail)) return undefined
  const content = (await describeProjectLine(db, memberId, row)) ?? describeContent(row)
  const { email, firstName, kind, targetId } = row
  return content && { recipient: { email, firstName }, targetId, line: { kind, ...content } }
}

const NOTHING = {
  people: [],
  post: '',
  excerpt: '',
  outcome: null,
  rule: '',
  decision: null,
  request: null,
}

/** Undefined for lines of other kinds, too. */
async function describeProjectLine(
  db: Queryable,
  memberId: string,
  { kind, count, targetId, post, comments }: LineRow,
) {
  if (kind === 'mention' && comments === null) {
    const mention = await selectMailedUpdateMention(db, { memberId, updateId: targetId })
    return mention && { ...NOTHING, count, ...mention }
  }
  if (kind === 'still-open') {
    const roles = await selectMailedStillOpen(db, memberId)
    return roles && { ...NOTHING, count, ...roles }
  }
  if (kind !== 'update' || post === null) return undefined
  const update = await selectMailedUpdate(db, { memberId, postId: targetId })
  return update && { ...NOTHING, count, post, ...update }
}

function describeContent(row: LineRow) {
  const { kind, count, targetId, post, comments, decision, request, team, room } = row
  const nothing = { ...NOTHING, count }
  if (REQUEST_KINDS.includes(kind)) return request ? describeMailedRequest(row, request) : undefined
  if (kind === 'team-changed') {
    if (post === null || team === null) return undefined
    return { ...nothing, post, excerpt: team, path: `/posts/${targetId}` }
  }
  if (kind === 'like' || kind === 'repository-archived')
    return post === null ? undefined : { ...nothing, post, path: `/posts/${targetId}` }
  if (kind === 'export-ready') return { ...nothing, path: '/settings#data' }
  if (kind === 'comment' || kind === 'reply' || kind === 'mention') {
    if (post === null || comments === null) return undefined
    return {
      ...nothing,
      post,
      count: comments.count,
      people: comments.people,
      excerpt: stripBeginning(comments.content),
      path: `/posts/${targetId}#comment-${comments.newestId}`,
    }
  }
  if (kind === 'room-mention')
    return room
      ? { ...nothing, post: room.project, people: room.people, path: `/messages/rooms/${targetId}` }
      : undefined
  if (decision === null) return undefined
  if (kind === 'report') {
    const outcome = decision.isKept ? ('kept' as const) : ('acted' as const)
    return { ...nothing, outcome, path: '/notifications' }
  }
  return {
    ...nothing,
    post: decision.post ?? '',
    decision: decision.outcome ? null : { kind: decision.kind, about: decision.about },
    outcome: decision.outcome,
    rule: decision.rule ? RULE_NAMES[decision.rule] : '',
    excerpt: decision.answer ?? decision.text ?? '',
    path: '/settings/decisions',
  }
}

/**
 * An unread line of a member who has not left, with what its mail may still show: comments that exist, are not hidden,
 * and are by members who are not blocked in either direction or muted; posts that exist, are not hidden and not muted.
 */
function buildLineQuery(memberId: string, notificationId: string) {
  return sql<LineRow>`
    select line.kind, line.count, line.target_id as "targetId", accounts.email, members.first_name as "firstName",
      (select (kinds -> line.kind ->> 'mail')::boolean from notification_settings where member_id = line.member_id) as "isMailed",
      (select title from posts where id = line.target_id and hidden_at is null and not exists (
        select from post_mutes where member_id = line.member_id and post_id = posts.id)) as post,
      case when line.comment_id is not null then (
        select json_build_object('count', count(*), 'newestId', (array_agg(id order by id desc))[1],
          'content', (array_agg(content order by id desc))[1],
          'people', array(
            select username from (
              select distinct on (author_id) author_id, newest_first.id from unnest(array_agg(visible.author_id), array_agg(visible.id))
                as newest_first (author_id, id) order by author_id, newest_first.id desc) as newest
            join members on members.id = newest.author_id order by newest.id desc limit 4))
        from (
          select comments.id, comments.content, comments.author_id
          from notification_comments as counted
          join comments on comments.id = counted.comment_id
          join members as author on author.id = comments.author_id
          where counted.member_id = line.member_id and counted.notification_id = line.id
            and comments.deleted_at is null and comments.hidden_at is null and author.deleted_at is null
            and not is_blocked(line.member_id, author.id)
            and not exists (select from mutes where member_id = line.member_id and other_id = author.id)
          order by counted.comment_id desc limit ${sql.lit(COMMENTS_MAX)}) as visible
        having count(*) > 0) end as comments,
      (select json_build_object('kind', cases.decision, 'about', cases.kind,
          'post', (
            select title from posts
            where id = case cases.kind when 'post' then cases.subject_id
                when 'comment' then (select post_id from comments where comments.id = cases.subject_id) end
              and (hidden_at is null or author_id = line.member_id)),
          'rule', cases.rule, 'text', cases.text, 'isKept', cases.decision = 'keep',
          'outcome', appeals.outcome, 'answer', appeals.answer)
        from cases left join appeals on appeals.case_id = cases.id
        where cases.id = line.target_id and cases.decision is not null) as decision,
      (${selectMailedRequest}) as request,
      case when line.kind = 'team-changed' then ${teamText} end as team,
      case when line.kind = 'room-mention' then (
        select json_build_object('project', coalesce((select title from posts where posts.id = rooms.post_id), rooms.name),
          'people', array(
            select sender.username from unnest(line.actors) with ordinality as actor (id, place)
            join members as sender on sender.id = actor.id and sender.deleted_at is null
              and not is_blocked(line.member_id, sender.id)
            order by place))
        from rooms join room_members as place on place.room_id = rooms.id
        where rooms.id = line.target_id and place.member_id = line.member_id and place.left_at is null) end as room
    from notifications as line
    join members on members.id = line.member_id and members.deleted_at is null
    join accounts on accounts.member_id = line.member_id
    where line.member_id = ${memberId} and line.id = ${notificationId} and line.read_at is null`
}
