import type { FlatComment } from '@dolph/contract/comments/comments'
import { createReportAction, useReportDialog } from '../../moderation/use-report-dialog.tsx'
import { MemberMenu } from '../../safety/member-menu.tsx'
import { getCommentExcerpt } from './comment-excerpt.ts'

/** What the viewer can do about the comment of another member. */
export function CommentMenu({ comment }: { comment: FlatComment }) {
  const report = useReportDialog(comment.user)
  return (
    <>
      <MemberMenu
        member={comment.user}
        label="More options"
        fullLabel={`More options: ${getCommentExcerpt(comment) || 'hidden comment'}`}
        actions={[createReportAction(() => report.open({ kind: 'comment', id: comment._id }))]}
        size="sm"
        className="-my-1 -mr-1.5"
      />
      {report.dialog}
    </>
  )
}
