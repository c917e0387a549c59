import { UserRoundSearch } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

export function PeopleSkeleton() {
  return (
    <div
      role="group"
      aria-busy="true"
      aria-label="Loading people"
      className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface"
    >
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex gap-3 px-4 py-4 sm:gap-4 sm:px-5">
          <Skeleton round className="mt-0.5 size-8 shrink-0 sm:size-10" />
          <div className="grid flex-1 gap-3 py-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3.5 w-3/4" />
            <Skeleton className="h-7 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}

export function NoPeople({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={UserRoundSearch}
      title={isFiltered ? 'No people match.' : 'Nobody else is here yet.'}
      action={isFiltered && <Button onClick={onClear}>Show all people</Button>}
    >
      {isFiltered &&
        'Filters for topic, hours and time zone show only people who are open to join.'}
    </EmptyState>
  )
}
