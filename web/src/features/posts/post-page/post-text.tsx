import type { Post } from '@dolph/contract/posts/posts'
import { ServerMarkdown } from '../../../ui/markdown/markdown.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** What the author wrote. */
export function PostText({ post: { body } }: { post: Pick<Post, 'body'> }) {
  return (
    <ServerMarkdown
      text={body}
      headingLevel={2}
      hasPictures
      className="mt-6 min-w-0 leading-7 sm:mt-8"
    />
  )
}

/** As high as the screen, so that nothing below the text shifts visibly when the post arrives. */
export function PostTextSkeleton() {
  return (
    <div aria-hidden="true" className="mt-6 min-h-[75dvh] sm:mt-8">
      {SKELETON_LINES.map(({ width, key }) => (
        <div key={key} className="flex h-7 items-center">
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  )
}

const SKELETON_LINES = [
  'w-full',
  'w-11/12',
  'w-full',
  'w-3/4',
  'w-0',
  'w-full',
  'w-5/6',
  'w-2/3',
].map((width, key) => ({ width, key }))
