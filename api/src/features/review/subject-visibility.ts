import type { SubjectKind } from '@dolph/contract/moderation/moderation'
import type { Queryable } from '../../platform/db/database.ts'
import { hideComment, unhideComment } from '../comments/hiding.ts'
import { hideJoinRequest, unhideJoinRequest } from '../join-requests/hiding.ts'
import { hidePost, unhidePost } from '../posts/hiding.ts'

interface CaseSubject {
  kind: SubjectKind
  subjectId: string
}

export function canHide({ kind }: CaseSubject): boolean {
  return kind === 'post' || kind === 'comment' || kind === 'join-request'
}

/** Hides a post, comment or join request, if it still exists. Nothing else can be hidden. */
export async function hideSubject(tx: Queryable, { kind, subjectId }: CaseSubject): Promise<void> {
  if (kind === 'post') await hidePost(tx, subjectId)
  if (kind === 'comment') await hideComment(tx, subjectId)
  if (kind === 'join-request') await hideJoinRequest(tx, subjectId)
}

/** Shows a hidden post, comment or join request again, if it still exists. */
export async function unhideSubject(
  tx: Queryable,
  { kind, subjectId }: CaseSubject,
): Promise<void> {
  if (kind === 'post') await unhidePost(tx, subjectId)
  if (kind === 'comment') await unhideComment(tx, subjectId)
  if (kind === 'join-request') await unhideJoinRequest(tx, subjectId)
}
