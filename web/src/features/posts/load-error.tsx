import { CloudOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The error state of a post that failed to load. */
export function LoadError({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <EmptyState
      icon={CloudOff}
      tone="rose"
      title={title}
      titleAs="h1"
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      Please check your connection, or try again in a moment.
    </EmptyState>
  )
}
