import type { Follow, Post } from '@dolph/contract/posts/posts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { followIntentQuery, setFollowIntent, syncFollowIntent } from './follow-intent.ts'

/** Whether the member saved or follows a post, as they intend it, and a function to change that. */
export function useFollow(post: Post) {
  const client = useQueryClient()
  const { data: intent } = useQuery(followIntentQuery(post._id))
  const { mutate: syncIntent } = useMutation({
    mutationFn: () => syncFollowIntent(client, post._id),
    // Offline the request fails at once with an error message, instead of waiting unnoticed.
    networkMode: 'always',
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'not-signed-in') return
      toast.error('Failed to save. Please try again.')
    },
  })

  return {
    follow: intent?.desired ?? post.follow ?? 'none',
    change: (follow: Follow) => {
      if (setFollowIntent(client, post._id, follow)) syncIntent()
    },
  }
}
