import type { FlatComment } from '@dolph/contract/comments/comments'
import { EyeOff } from 'lucide-react'
import { useRelation } from '../../safety/relation-query.ts'
import { CommentTime } from './comment-head.tsx'

/** In place of the picture of an author whom the viewer blocked or muted. */
export function FoldedIcon() {
  return (
    <span className="grid size-full place-items-center rounded-full border border-dashed border-edge text-faint">
      <EyeOff className="size-3.5 sm:size-4" aria-hidden="true" />
    </span>
  )
}

/** In place of author and text. The comment keeps its place, so that the replies to it stay in the thread. */
export function FoldedHead({ comment }: { comment: FlatComment }) {
  const { relation } = useRelation(comment.user?._id)
  return (
    <>
      <span className="text-muted italic">Hidden: you {describeReason(relation)} this member</span>
      <CommentTime comment={comment} />
    </>
  )
}

function describeReason(relation: ReturnType<typeof useRelation>['relation']): string {
  if (relation?.isBlocked) return 'blocked'
  return relation?.isMuted ? 'muted' : 'blocked or muted'
}
