import { CloudOff } from 'lucide-react'
import { getLoadAdvice } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface Props {
  title: string
  error: Error
  onRetry: () => void
}

/** The error state of a post that failed to load. */
export function LoadError({ title, error, onRetry }: Props) {
  return (
    <EmptyState
      icon={CloudOff}
      tone="rose"
      title={title}
      titleAs="h1"
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      {getLoadAdvice(error)}
    </EmptyState>
  )
}
