import type { Post } from '@dolph/contract/posts/posts'
import type { ProjectGlance } from '@dolph/contract/projects/projects'
import { useDeferredValue } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { useNow } from '../../../lib/now.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { NO_ID } from '../cover/cover-drawing.ts'
import { PostCard } from '../feed/post-card.tsx'
import type { PostFields } from './post-fields.ts'

interface Props {
  control: Control<PostFields>
  /** What is known of the post besides its fields. */
  known?: Partial<Post> | undefined
  project: ProjectGlance | null
}

/** The card of the post in lists. It is a picture: it has nothing to press, and the preview below it says the same in words. */
export function CardPreview({ control, known, project }: Props) {
  const fields = useDeferredValue(useWatch({ control }))
  const user = useViewer()
  const now = useNow()
  const post: Post = {
    _id: NO_ID,
    likes: [],
    likeCount: 0,
    commentCount: 0,
    isLiked: false,
    createdAt: now.toISOString(),
    ...known,
    ...(fields as PostFields),
    user,
    project,
    title: fields.title?.trim() || 'New project',
  }
  delete post.follow
  return (
    <div className="grid max-w-88 gap-2">
      <div aria-hidden="true" inert>
        <PostCard post={post} likes={null}>
          {null}
        </PostCard>
      </div>
      {post._id === NO_ID && !post.cover && (
        <p className="text-xs text-muted">Without a cover, we draw one when you publish.</p>
      )}
    </div>
  )
}
