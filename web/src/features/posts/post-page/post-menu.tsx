import type { Post } from '@dolph/contract/posts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { createReportAction, useReportDialog } from '../../moderation/use-report-dialog.tsx'
import { MutePostItem } from '../../notifications/mute-post-item.tsx'
import { MemberMenu } from '../../safety/member-menu.tsx'

/** What the viewer can do about a post and its author. */
export function PostMenu({ post }: { post: Post }) {
  const isOwn = useViewer()?._id === post.user?._id
  const report = useReportDialog(post.user)
  const reportAction = createReportAction(() => report.open({ kind: 'post', id: post._id }))
  return (
    <>
      <MemberMenu
        member={post.user}
        label="Post options"
        actions={isOwn ? [] : [reportAction]}
        size="sm"
        className="-mr-1.5"
      >
        <MutePostItem postId={post._id} />
      </MemberMenu>
      {report.dialog}
    </>
  )
}
