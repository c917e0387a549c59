import type { Post } from '@dolph/contract/posts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/toast.tsx'
import {
  applyLikeIntent,
  syncLikeIntent,
  toggleLikeIntent,
  likeIntentQuery,
} from './like-intent.ts'

/** The likes of a post, as its reader last meant them, and the way to change one's mind. */
export function useLike(post: Post) {
  const client = useQueryClient()
  const { data: wish } = useQuery(likeIntentQuery(post._id))
  const { mutate: fulfil } = useMutation({
    mutationFn: () => syncLikeIntent(client, post._id),
    // Without a network it fails and is said, instead of waiting unseen.
    networkMode: 'always',
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'not-signed-in') return
      toast.error('Failed to like post')
    },
  })

  return {
    ...applyLikeIntent(post, wish),
    toggle: () => {
      if (toggleLikeIntent(client, post)) fulfil()
    },
  }
}
