import type { Subject } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { isVisibleMember } from '../accounts/people.ts'
import { isOwner } from '../projects/owners.ts'
import { fromPlace } from '../rooms/places.ts'

interface ReportableSubject {
  /** Null if the account was erased, which only messages outlive. */
  authorId: string | null
  isOwn: boolean
  /** The text of a post, comment or join request. */
  text: string
}

/** What a member wants to report; undefined unless it exists and they can see it. */
export async function selectReportableSubject(
  db: Queryable,
  reporterId: string,
  { kind, id }: Subject,
): Promise<ReportableSubject | undefined> {
  const { rows } = await sql<ReportableSubject>`
    select author.id as "authorId", subject.author_id = ${reporterId} as "isOwn", subject.text
    from (${SUBJECTS[kind](id, reporterId)}) as subject
    left join members as author on author.id = subject.author_id
  `.execute(db)
  return rows[0]
}

const SUBJECTS = {
  post: (id: string) => sql`
    select author_id, title || E'\n\n' || body as text from posts
    where id = ${id} and hidden_at is null and ${isByVisibleMember}`,
  comment: (id: string) => sql`
    select author_id, content as text from comments
    where id = ${id} and deleted_at is null and hidden_at is null and ${isByVisibleMember}
      and exists (select from posts where posts.id = post_id and posts.hidden_at is null)`,
  // A participant can see it, unless they have deleted the conversation since; in a room, who is there now and was when it was sent.
  message: (id: string, reporterId: string) => sql`
    select sender_id as author_id, '' as text from messages
    where shard = shard_of(${id}) and id = ${id} and line is null and (exists (
      select from conversation_sides as side
      where side.member_id = ${reporterId} and side.conversation_id = messages.conversation_id
        and (side.cleared_id is null or side.cleared_id < messages.id))
      or exists (
        select ${fromPlace(reporterId, sql.ref('messages.conversation_id'))} and place.from_id < messages.id))`,
  member: (id: string) => sql`
    select id as author_id, username as text from members where id = ${id} and ${isVisibleMember}`,
  // Whose answer it waits for can report it, at any time: the owners, or who is invited.
  'join-request': (id: string, reporterId: string) => sql`
    select author_id, note as text from (
      select case when from_owner then coalesce(sender_id, owner_id) else member_id end as author_id, note
      from join_requests
      where id = ${id} and hidden_at is null and case when from_owner then member_id = ${reporterId}
        else member_id <> ${reporterId} and (owner_id = ${reporterId} or ${isOwner(sql`${reporterId}::uuid`, sql`join_requests.post_id`)}) end
    ) as request where ${isByVisibleMember}`,
}

const isByVisibleMember = sql`exists (select from members where members.id = author_id and ${isVisibleMember})`
