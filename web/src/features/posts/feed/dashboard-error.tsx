import { ApiError, isInvalidResponse } from '../../../lib/api/api-error.ts'
import { LoadError } from '../../../ui/load-error.tsx'

/** The error state of the members' lists of posts. */
export function DashboardError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <LoadError title={getErrorTitle(error)} error={error} onRetry={onRetry} />
    </div>
  )
}

function getErrorTitle(error: Error): string {
  if (!(error instanceof ApiError) || error.code === 'network') return 'Failed to load posts'
  return isInvalidResponse(error) ? error.message : 'Failed to fetch posts'
}
