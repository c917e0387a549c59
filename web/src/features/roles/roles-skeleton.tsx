import { Skeleton } from '../../ui/skeleton.tsx'

const ROW_KEYS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The placeholder while roles load; its lines have the positions of the real ones. */
export function RoleListSkeleton({ count }: { count: number }) {
  return (
    <div
      role="group"
      aria-busy="true"
      aria-label="Loading roles"
      className="divide-y divide-line rounded-card border border-line bg-surface noscript:hidden"
    >
      {ROW_KEYS.slice(0, count).map((key) => (
        <div key={key} aria-hidden="true" className="grid gap-3 px-4 py-4 sm:px-5">
          <div className="flex h-8 items-center justify-between">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-8 w-28" />
          </div>
          <div className="flex h-7 gap-1.5">
            <Skeleton round className="h-7 w-16" />
            <Skeleton round className="h-7 w-20" />
          </div>
          <div className="flex h-5 items-center">
            <Skeleton className="h-3 w-3/4" />
          </div>
          <div className="flex h-7 items-center">
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
