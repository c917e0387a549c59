import { Skeleton } from '../../../ui/skeleton.tsx'
import { ASIDE_CLASS } from './post-aside.tsx'
import { PostLayout } from '../post-layout.tsx'

/** The placeholder while a post loads; its lines have the positions of the real ones. */
export function PostArticleSkeleton() {
  return (
    <PostLayout>
      <div role="status" className="grid content-start justify-items-start gap-3">
        <h1 className="sr-only">Loading post</h1>
        <Skeleton round className="h-6 w-28" />
        <div className="flex h-8.5 w-full items-center sm:h-10">
          <Skeleton className="h-6 w-4/5 sm:h-7" />
        </div>
        <div className="mt-1 flex items-center gap-3">
          <Skeleton round className="size-9" />
          <div className="grid h-10 content-center gap-2">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-16" />
          </div>
        </div>
      </div>
      <div aria-hidden="true" className={ASIDE_CLASS}>
        <div className="flex h-9 items-center gap-4 lg:grid lg:h-auto lg:gap-3">
          <Skeleton className="h-9 w-24 lg:w-full" />
          <div className="flex h-9 items-center">
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      </div>
      {/* As high as the screen, so that nothing below the text shifts visibly when the post arrives. */}
      <div aria-hidden="true" className="mt-6 min-h-[75dvh] sm:mt-8">
        {SKELETON_LINES.map(({ width, key }) => (
          <div key={key} className="flex h-7 items-center">
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        ))}
      </div>
    </PostLayout>
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
