import { CloudOff } from 'lucide-react'
import { ApiError, getLoadAdvice, isInvalidResponse } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** The error state of the members' lists of posts. */
export function DashboardError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={getErrorTitle(error)}
        action={<Button onClick={onRetry}>Try Again</Button>}
      >
        {getLoadAdvice(error)}
      </EmptyState>
    </div>
  )
}

function getErrorTitle(error: Error): string {
  if (!(error instanceof ApiError) || error.code === 'network') return 'Failed to load posts'
  return isInvalidResponse(error) ? error.message : 'Failed to fetch posts'
}
