import { CloudOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A post could not be had. */
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
