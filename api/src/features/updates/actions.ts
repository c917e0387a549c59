import {
  TOO_MANY_UPDATES,
  UPDATES_PER_DAY,
  type editUpdate as editUpdateEndpoint,
  type postUpdate as postUpdateEndpoint,
} from '@dolph/contract/updates/updates'
import type { z } from 'zod'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { getTempDigest } from '../../platform/db/temp-digest.ts'
import { Refusal } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import { selectMentionedPeople } from '../mentions/mentioned-people.ts'
import { selectOwnedPost } from '../projects/owners.ts'
import { lockProject } from '../projects/lock-project.ts'
import { confirmProjectRoles } from '../projects/confirm-project-roles.ts'
import {
  countUpdatesOfDay,
  deleteUpdateRow,
  editUpdateBody,
  insertUpdate,
  selectSentUpdate,
  selectUpdateJson,
  selectUpdatePost,
} from './mutations.ts'

type Draft = z.output<typeof postUpdateEndpoint.schema.body>
type Edit = z.output<typeof editUpdateEndpoint.schema.body>

const UPDATE_ALREADY_SENT = 'This update was already sent with another text.'

/**
 * Writes an update and returns it as JSON. The same draft under the same `tempId` returns the update of the first call;
 * another draft under the same `tempId` is a conflict. The lock on the project lets calls count one after another.
 */
export async function postUpdate(
  db: Database,
  { postId, memberId }: { postId: string; memberId: string },
  draft: Draft,
): Promise<string> {
  const { body } = draft
  const tempId = draft.tempId ?? null
  const tempDigest = getTempDigest(tempId, [memberId, body])
  const mentionedIds = await selectMentionedIds(db, memberId, body)
  return db.transaction().execute(async (tx) => {
    const isOwned = (await selectOwnedPost(tx, { postId, memberId })) !== undefined
    if (!isOwned || !(await lockProject(tx, postId)))
      throw new Refusal('not-found', 'Post not found')
    const sent =
      tempId === null ? undefined : await selectSentUpdate(tx, { postId, tempId, tempDigest })
    if (sent && !sent.isSameContent) throw new Refusal('conflict', UPDATE_ALREADY_SENT)
    if (sent) return sent.json
    await refuseTooManyUpdates(tx, postId)
    const id = await insertUpdate(tx, {
      postId,
      authorId: memberId,
      body,
      tempId,
      tempDigest,
      mentionedIds,
    })
    await confirmProjectRoles(tx, postId)
    await insertEvent(tx, 'update.posted', { subjectId: id, actorId: memberId, data: {} })
    return selectUpdateJson(tx, id)
  })
}

async function selectMentionedIds(db: Database, authorId: string, text: string): Promise<string[]> {
  return (await selectMentionedPeople(db, authorId, text)).map(({ _id }) => _id)
}

async function refuseTooManyUpdates(tx: Queryable, postId: string): Promise<void> {
  const { count, seconds } = await countUpdatesOfDay(tx, postId)
  if (count < UPDATES_PER_DAY) return
  const retryAfterSeconds = Math.max(1, seconds)
  throw new Refusal('too-many-requests', TOO_MANY_UPDATES, { retryAfterSeconds })
}

/** Edits an update of this member and returns it as JSON. Followers are not notified again, and mentioned members once. */
export async function editUpdate(
  db: Database,
  key: { id: string; memberId: string },
  { body }: Edit,
): Promise<string> {
  const mentionedIds = await selectMentionedIds(db, key.memberId, body)
  return db.transaction().execute(async (tx) => {
    const postId = await selectUpdatePost(tx, key.id)
    // Before the update: the deletion of a post deletes its project before its updates.
    if (postId === undefined || !(await lockProject(tx, postId))) throw updateNotFound()
    if (!(await editUpdateBody(tx, key, { body, mentionedIds }))) throw updateNotFound()
    await confirmProjectRoles(tx, postId)
    return selectUpdateJson(tx, key.id)
  })
}

export async function deleteUpdate(
  db: Database,
  key: { id: string; memberId: string },
): Promise<void> {
  if (!(await deleteUpdateRow(db, key))) throw updateNotFound()
}

function updateNotFound(): Refusal {
  return new Refusal('not-found', 'Update not found')
}
