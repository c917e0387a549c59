import { CircleAlert } from 'lucide-react'
import { Button } from '../buttons/button.tsx'

interface Props {
  message: string
  onRetry: (() => void) | undefined
  onDiscard: () => void
}

/** Why a picture could not be uploaded, with another try if it makes sense. */
export function UploadFailure({ message, onRetry, onDiscard }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p role="alert" className="flex min-w-0 gap-1.5 text-danger">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0">{message}</span>
      </p>
      <div className="flex gap-1.5">
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
