import type { SubjectKind } from '@dolph/contract/moderation'
import type { Queryable } from '../../db/database.ts'
import { hideComment, unhideComment } from '../comments/hiding.ts'
import { hidePost, unhidePost } from '../posts/hiding.ts'

interface CaseSubject {
  kind: SubjectKind
  subjectId: string
}

export function canHide({ kind }: CaseSubject): boolean {
  return kind === 'post' || kind === 'comment'
}

/** Hides a post or comment, if it still exists. Nothing else can be hidden. */
export async function hideSubject(tx: Queryable, { kind, subjectId }: CaseSubject): Promise<void> {
  if (kind === 'post') await hidePost(tx, subjectId)
  if (kind === 'comment') await hideComment(tx, subjectId)
}

/** Shows a hidden post or comment again, if it still exists. */
export async function unhideSubject(
  tx: Queryable,
  { kind, subjectId }: CaseSubject,
): Promise<void> {
  if (kind === 'post') await unhidePost(tx, subjectId)
  if (kind === 'comment') await unhideComment(tx, subjectId)
}
