import { FileX } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'

/** The post does not exist, or belongs to another member. */
export function EditPostNotFound() {
  return (
    <div className="page grid flex-1 content-center">
      <EmptyState
        icon={FileX}
        title="Post not found"
        titleAs="h1"
        action={<ButtonLink to="/my-posts">Back to My Posts</ButtonLink>}
      >
        It may have been deleted, or it is not one of yours.
      </EmptyState>
    </div>
  )
}

export function EditPostLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="page grid flex-1 content-center">
      <LoadError title="Failed to fetch post" titleAs="h1" error={error} onRetry={onRetry} />
    </div>
  )
}
