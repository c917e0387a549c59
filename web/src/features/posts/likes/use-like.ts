import type { Post } from '@dolph/contract/posts/posts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import {
  applyLikeIntent,
  syncLikeIntent,
  toggleLikeIntent,
  likeIntentQuery,
} from './like-intent.ts'

/** The likes of a post as the member intends them, and a function to toggle the like. */
export function useLike(post: Post) {
  const client = useQueryClient()
  const { data: intent } = useQuery(likeIntentQuery(post._id))
  const { mutate: syncIntent } = useMutation({
    mutationFn: () => syncLikeIntent(client, post._id),
    // Offline the request fails at once with an error message, instead of waiting unnoticed.
    networkMode: 'always',
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'not-signed-in') return
      toast.error('Failed to like post')
    },
  })

  return {
    ...applyLikeIntent(post, intent),
    toggle: () => {
      if (toggleLikeIntent(client, post)) syncIntent()
    },
  }
}
