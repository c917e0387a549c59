import type { Post } from '@dolph/contract/posts/posts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

/** Whether a post has roles, updates and facts. Nothing was ever said about a project that is null, so that only its author can begin. */
export function useHasProject({ type, project, user }: Post): boolean {
  const viewer = useViewer()
  const isOwn = viewer !== null && viewer._id === user?._id
  return type !== 'looking-to-join' && (isOwn || project !== null)
}
