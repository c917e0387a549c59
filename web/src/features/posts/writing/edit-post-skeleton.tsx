import { Skeleton } from '../../../ui/skeleton.tsx'
import { EDIT_PAGE_TEXTS } from './edit-page-texts.ts'
import { PostFormLayout } from './post-form-layout.tsx'

/** The placeholder while the edit form loads; its fields have the positions of the real ones. */
export function EditPostSkeleton() {
  return (
    <PostFormLayout
      {...EDIT_PAGE_TEXTS}
      activeTab="write"
      onTabChange={() => undefined}
      onSubmit={() => undefined}
      fields={
        <div role="status" className="@container grid gap-5">
          <span className="sr-only">Loading post</span>
          <div className="grid gap-5 @md:grid-cols-[minmax(0,1fr)_14rem] @md:gap-4">
            <FieldSkeleton className="h-10" />
            <FieldSkeleton className="h-10" />
          </div>
          <div className="pb-5">
            <FieldSkeleton className="h-74" />
          </div>
          <div className="grid gap-5 @md:grid-cols-2 @md:gap-x-4">
            <FieldSkeleton className="h-10" />
            <FieldSkeleton className="h-10" />
          </div>
        </div>
      }
      preview={
        <div className="grid gap-3">
          <Skeleton round className="h-6 w-28" />
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      }
      footer={<Skeleton className="h-10 w-32" />}
    />
  )
}

function FieldSkeleton({ className }: { className: string }) {
  return (
    <div className="grid gap-1.5 pb-1.5">
      <div className="flex h-5 items-center">
        <Skeleton className="h-3 w-20" />
      </div>
      <div className={`rounded-control border border-line bg-surface ${className}`} />
    </div>
  )
}
