import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { COVER_CLASS } from '../cover/cover-classes.ts'
import { PostLayout } from '../post-layout.tsx'
import { ASIDE_CLASS } from './aside-class.ts'
import { PostTextSkeleton } from './post-text.tsx'

/** The placeholder while a post loads; its lines have the positions of the real ones. */
export function PostArticleSkeleton({ backLink }: { backLink: ReactNode }) {
  return (
    <PostLayout back={backLink}>
      <div className="lg:col-span-2" />
      <div role="status" className="grid content-start justify-items-start gap-3">
        <h1 className="sr-only">Loading post</h1>
        <Skeleton className={COVER_CLASS.banner} />
        <Skeleton round className="mt-2 h-6 w-28" />
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
        <div className="flex h-9 items-center gap-4">
          <Skeleton className="h-9 w-24" />
          <div className="flex h-9 items-center">
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
      </div>
      <PostTextSkeleton />
    </PostLayout>
  )
}
