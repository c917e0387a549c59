import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { getErrorMessage, isInvalidResponse } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'

const FAILED = 'Failed to load projects. Please try again later.'

/** The error state of the public list. */
export function BrowseError({ error }: { error: Error }) {
  useEffect(() => {
    toast.error('Failed to load projects')
  }, [])

  const title = isInvalidResponse(error) ? error.message : getErrorMessage(error, FAILED)
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title={title}
        action={<Button onClick={() => location.reload()}>Try Again</Button>}
      />
    </div>
  )
}
