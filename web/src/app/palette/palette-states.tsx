import { SEARCH_TOO_LONG } from '@dolph/contract/posts/post-filter'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The placeholder for projects during the first search. */
export function ProjectsSkeleton() {
  return (
    <div className="animate-arrive-late" aria-hidden="true">
      <p className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint">Projects</p>
      {['w-2/5', 'w-3/5', 'w-1/2'].map((width) => (
        <div key={width} className="flex h-10 items-center gap-3 px-2.5 max-sm:h-12">
          <Skeleton className="size-5" />
          <Skeleton className={cx('h-3', width)} />
        </div>
      ))}
    </div>
  )
}

export function NoResults({ q, isMember }: { q: string; isMember: boolean }) {
  return (
    <EmptyResults title={`Nothing found for “${q}”`}>
      {isMember
        ? 'Try fewer letters, or the beginning of a username.'
        : 'Try fewer letters. Members can also find people here.'}
    </EmptyResults>
  )
}

export function SearchTooLong() {
  return <EmptyResults title={SEARCH_TOO_LONG}>Try fewer words.</EmptyResults>
}

function EmptyResults({ title, children }: { title: string; children: ReactNode }) {
  return (
    // At the top on a phone, where the on-screen keyboard covers the lower half.
    <div className="grid min-h-0 flex-1 content-center justify-items-center gap-1 overflow-y-auto p-6 text-center max-sm:content-start max-sm:pt-16">
      <Search className="mb-2 size-6 text-faint" aria-hidden="true" />
      <p className="font-medium text-balance wrap-anywhere">{title}</p>
      <p className="text-sm text-balance text-muted">{children}</p>
    </div>
  )
}
