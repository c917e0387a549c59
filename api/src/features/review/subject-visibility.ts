import type { SubjectKind } from '@dolph/contract/moderation/moderation'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import { hideComment, unhideComment } from '../comments/hiding.ts'
import { hideJoinRequest, unhideJoinRequest } from '../join-requests/hiding.ts'
import { lockPlaceOfMessage, setMessageHidden } from '../messaging/changes/hiding.ts'
import { hidePost, unhidePost } from '../posts/hiding.ts'

interface CaseSubject {
  kind: SubjectKind
  subjectId: string
}

export function canHide({ kind }: CaseSubject): boolean {
  return kind !== 'member'
}

/** Locks what decisions hide or show, as far as it comes before members in the order of locks. Rooms come after them. */
export async function lockSubjects(tx: Queryable, subjects: readonly CaseSubject[]): Promise<void> {
  const listIds = (kind: SubjectKind) =>
    subjects.filter((subject) => subject.kind === kind).map(({ subjectId }) => subjectId)
  const [posts, comments] = [listIds('post'), listIds('comment')]
  if (posts.length + comments.length > 0) await lockPosts(tx, posts, comments)
  const requests = listIds('join-request')
  if (requests.length > 0)
    await sql`select from join_requests where id = any(${requests}::uuid[]) order by id for update`.execute(
      tx,
    )
  const messages = listIds('message')
  if (messages.length > 0) await lockConversations(tx, messages)
}

/** Hides what was reported, if it still exists. Members cannot be hidden. */
export async function hideSubject(tx: Queryable, { kind, subjectId }: CaseSubject): Promise<void> {
  if (kind === 'post') await hidePost(tx, subjectId)
  if (kind === 'comment') await hideComment(tx, subjectId)
  if (kind === 'join-request') await hideJoinRequest(tx, subjectId)
  if (kind === 'message') await setMessageHidden(tx, subjectId, true)
}

/** Shows what was hidden again, if it still exists. */
export async function unhideSubject(
  tx: Queryable,
  { kind, subjectId }: CaseSubject,
): Promise<void> {
  if (kind === 'post') await unhidePost(tx, subjectId)
  if (kind === 'comment') await unhideComment(tx, subjectId)
  if (kind === 'join-request') await unhideJoinRequest(tx, subjectId)
  if (kind === 'message') await setMessageHidden(tx, subjectId, false)
}

async function lockPosts(tx: Queryable, posts: string[], comments: string[]): Promise<void> {
  await sql`
    select from posts where id = any(array(
      select unnest(${posts}::uuid[])
      union select post_id from comments where id = any(${comments}::uuid[])))
    order by id for update`.execute(tx)
}

async function lockConversations(tx: Queryable, messages: string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select messages.id from unnest(${messages}::uuid[]) as wanted
    join messages on messages.shard = shard_of(wanted) and messages.id = wanted
    join conversations on conversations.id = conversation_id
    order by conversations.id`.execute(tx)
  for (const { id } of rows) await lockPlaceOfMessage(tx, id)
}
