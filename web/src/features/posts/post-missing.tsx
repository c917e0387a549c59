import { FileX } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FetchFailed } from './fetch-failed.tsx'
import { PostFrame } from './post-frame.tsx'

/** There is no such post, or no longer. */
export function PostNotFound() {
  useEffect(() => {
    document.title = 'Post not found · Dolph'
  }, [])

  return (
    <PostFrame>
      <div className="lg:col-span-2">
        <EmptyState icon={FileX} title="Post not found" titleAs="h1">
          Its author may have deleted it, or the link may be incomplete.
        </EmptyState>
      </div>
    </PostFrame>
  )
}

/** The post could not be had. */
export function PostFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <PostFrame>
      <div role="alert" className="lg:col-span-2">
        <FetchFailed title="Error: Failed to fetch post" onRetry={onRetry} />
      </div>
    </PostFrame>
  )
}
