import type { Post } from '@dolph/contract/posts/posts'
import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { createReportAction, useReportDialog } from '../../moderation/use-report-dialog.tsx'
import { MutePostItem } from '../../notifications/mute-post-item.tsx'
import { createAboutState } from '../../messaging/use-message-about.ts'
import { MemberMenu } from '../../safety/member-menu.tsx'
import type { MenuAction } from '../../safety/menu-action.ts'

/** What the viewer can do about a post and its author. */
export function PostMenu({ post }: { post: Post }) {
  const navigate = useNavigate()
  const isOwn = useViewer()?._id === post.user?._id
  const report = useReportDialog(post.user)
  const reportAction = createReportAction(() => report.open({ kind: 'post', id: post._id }))
  const messageActions = post.user ? [createMessageAction(post.user._id)] : []

  function createMessageAction(authorId: string): MenuAction {
    const about = { post: post._id, role: null, title: post.title }
    return {
      label: 'Message',
      icon: MessageCircle,
      onSelect: () => void navigate(`/messages/${authorId}`, { state: createAboutState(about) }),
    }
  }

  return (
    <>
      <MemberMenu
        member={post.user}
        label="Project options"
        actions={isOwn ? [] : [...messageActions, reportAction]}
        size="sm"
        className="-mr-1.5"
      >
        <MutePostItem postId={post._id} />
      </MemberMenu>
      {report.dialog}
    </>
  )
}
