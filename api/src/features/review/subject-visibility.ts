import type { SubjectKind } from '@dolph/contract/moderation/moderation'
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

/** Locks what a decision hides or shows, as far as it has to be locked before members. */
export async function lockSubject(tx: Queryable, { kind, subjectId }: CaseSubject): Promise<void> {
  if (kind === 'message') await lockPlaceOfMessage(tx, subjectId)
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
