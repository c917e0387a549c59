import { Bell } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function NoNotifications({ className }: { className?: string }) {
  return (
    <EmptyState
      icon={Bell}
      tone="mint"
      title="Nothing new. Go build something."
      {...(className !== undefined && { className })}
    />
  )
}

interface ErrorProps {
  error: Error
  onRetry: () => void
  className?: string
}

export function NotificationsError({ error, onRetry, className }: ErrorProps) {
  return (
    <div role="alert">
      <LoadError
        title="Failed to load your notifications"
        error={error}
        onRetry={onRetry}
        className={className}
      />
    </div>
  )
}

/** The height of some lines. */
export function NotificationsSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className="animate-arrive-late">
      <span className="sr-only">Loading your notifications</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex gap-3 px-4 py-3">
          <Skeleton round className="size-9 shrink-0" />
          <div className="grid flex-1 gap-2.5 py-1">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
