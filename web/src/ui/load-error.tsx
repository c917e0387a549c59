import { CloudOff } from 'lucide-react'
import { getLoadAdvice } from '../lib/api/api-error.ts'
import { Button } from './buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

interface Props {
  title: string
  /** `h1` where the error is all that the page shows. */
  titleAs?: 'p' | 'h1'
  error: Error
  onRetry: () => void
}

/** Shown in place of a page or a list that failed to load. */
export function LoadError({ title, titleAs = 'p', error, onRetry }: Props) {
  return (
    <EmptyState
      icon={CloudOff}
      tone="rose"
      title={title}
      titleAs={titleAs}
      action={<Button onClick={onRetry}>Try Again</Button>}
    >
      {getLoadAdvice(error)}
    </EmptyState>
  )
}
