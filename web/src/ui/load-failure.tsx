import { getLoadAdvice } from '../lib/api/api-error.ts'
import { Banner } from './banner.tsx'
import { Button } from './buttons/button.tsx'

interface Props {
  /** What failed to load, such as 'roles'. */
  subject: string
  error: Error
  isRetrying: boolean
  onRetry: () => void
}

/** Says in a part of the page or in a dialog that something failed to load, with the way to try again. */
export function LoadFailure({ subject, error, isRetrying, onRetry }: Props) {
  return (
    <Banner kind="error">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{`Failed to load ${subject}. ${getLoadAdvice(error)}`}</p>
        <Button size="sm" busy={isRetrying} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </Banner>
  )
}
