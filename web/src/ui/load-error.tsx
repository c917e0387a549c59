import { CloudOff } from 'lucide-react'
import { getLoadAdvice } from '../lib/api/api-error.ts'
import { Button } from './buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'
import type { IconType } from './icon.ts'

interface Props {
  title: string
  /** `h1` where the error is all that the page shows. */
  titleAs?: 'p' | 'h1'
  error: Error
  onRetry: () => void
  retryIcon?: IconType
  className?: string | undefined
}

/** Shown in place of a page or a list that failed to load. */
export function LoadError(props: Props) {
  const { title, titleAs = 'p', error, onRetry, retryIcon, className } = props
  return (
    <EmptyState
      icon={CloudOff}
      tone="rose"
      title={title}
      titleAs={titleAs}
      action={
        <Button {...(retryIcon && { icon: retryIcon })} onClick={onRetry}>
          Try Again
        </Button>
      }
      {...(className !== undefined && { className })}
    >
      {getLoadAdvice(error)}
    </EmptyState>
  )
}
