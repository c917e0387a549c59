import { Skeleton } from '../../../ui/skeleton.tsx'
import { COVER_CLASS } from '../cover/cover-classes.ts'
import { PublicPostLayout } from './public-post-layout.tsx'

/** The placeholder while a project loads; its parts have the positions of the real ones. */
export function PublicPostSkeleton() {
  return (
    <PublicPostLayout>
      <div role="status" className="grid content-start justify-items-start gap-3">
        <h1 className="sr-only">Loading project</h1>
        <Skeleton className={COVER_CLASS.page} />
        <Skeleton round className="mt-2 h-6 w-28" />
        <Skeleton className="h-8 w-4/5" />
      </div>
      {/* As high as the screen, so that the footer does not move when the project arrives. */}
      <div aria-hidden="true" className="min-h-svh" />
    </PublicPostLayout>
  )
}
