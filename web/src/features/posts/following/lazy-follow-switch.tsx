import type { Post } from '@dolph/contract/posts/posts'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'

const lazyFollowSwitch = createLazyModule(
  async () => (await import('./follow-switch.tsx')).FollowSwitch,
)

/** The Follow switch for members: visitors' pages do not load its code. */
export function LazyFollowSwitch({ post }: { post: Post }) {
  return <LazyPart part={lazyFollowSwitch} isEnabled={post.follow !== undefined} props={{ post }} />
}
