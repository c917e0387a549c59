import type { Post } from '@dolph/contract/posts/posts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { useFollow } from './use-follow.ts'

/** Tells the member about updates of a project. Who follows a project has saved it; who stops following still has. */
export function FollowSwitch({ post }: { post: Post }) {
  const viewer = useViewer()
  const { follow, change } = useFollow(post)
  if (!viewer || viewer._id === post.user?._id) return null
  return (
    <span
      title="Hear about updates and new roles"
      className="inline-flex h-9 items-center gap-2 text-sm text-ink"
    >
      <Switch
        label={`Follow: ${post.title}`}
        isOn={follow === 'following'}
        onChange={(isOn) => change(isOn ? 'following' : 'saved')}
      />
      <span aria-hidden="true">Follow</span>
    </span>
  )
}
