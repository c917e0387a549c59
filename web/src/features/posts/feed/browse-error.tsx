import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'

const UNREACHABLE = 'Failed to load projects. Please try again later.'

/** The error state of the public list. */
export function BrowseError({ error }: { error: Error }) {
  useEffect(() => {
    toast.error('Failed to load projects')
  }, [])

  const title = error instanceof ApiError && error.code !== 'network' ? error.message : UNREACHABLE
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
