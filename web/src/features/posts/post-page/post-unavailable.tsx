import { FileX } from 'lucide-react'
import { useEffect } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PostLayout } from '../post-layout.tsx'
import { BackToPostsLink } from './back-to-posts-link.tsx'

/** The post does not exist, or no longer. */
export function PostNotFound() {
  useEffect(() => {
    document.title = 'Post not found · Dolph'
  }, [])

  return (
    <PostLayout back={<BackToPostsLink />}>
      <div className="lg:col-span-2">
        <EmptyState icon={FileX} title="Post not found" titleAs="h1">
          Its author may have deleted it, or the link may be incomplete.
        </EmptyState>
      </div>
    </PostLayout>
  )
}

/** The post failed to load. */
export function PostLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <PostLayout back={<BackToPostsLink />}>
      <div role="alert" className="lg:col-span-2">
        <LoadError
          title="Error: Failed to fetch post"
          titleAs="h1"
          error={error}
          onRetry={onRetry}
        />
      </div>
    </PostLayout>
  )
}
