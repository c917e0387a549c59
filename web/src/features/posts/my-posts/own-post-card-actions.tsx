import type { Post } from '@dolph/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '../../../lib/api.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { DeletePostDialog } from '../delete-post-dialog.tsx'
import { useDeletePost } from '../data.ts'
import { removeCachedPost } from '../post-cache.ts'
import { ReadMoreLink } from '../read-more-link.tsx'
import { getPostDraftKey, StoredPostDraft } from '../writing/post-fields.ts'
import { getEditButtonId, useEditedPost } from './edited-post.ts'

/** Gets the focus when the last post is gone. */
export const MY_POSTS_HEADING_ID = 'my-posts'

/** What authors do with a post in their list. */
export function OwnPostCardActions({ post }: { post: Post }) {
  const client = useQueryClient()
  const { edit } = useEditedPost()
  const [isAsking, setIsAsking] = useState(false)
  const deletion = useDeletePost()
  const draft = useDraft(getPostDraftKey(post), StoredPostDraft)
  const focusNext = useFocusOnUnmount()

  async function onConfirm() {
    focusNext(findNeighbour(post._id))
    try {
      await deletion.mutateAsync(post._id)
      draft.discard()
    } catch (error) {
      // It is gone already, which is what was asked for.
      if (error instanceof ApiError && error.code === 'not-found') {
        return removeCachedPost(client, post._id)
      }
      focusNext(null)
      setIsAsking(false)
      toast.error(getErrorMessage(error, 'Failed to delete post'))
    }
  }

  return (
    <div className="flex items-center">
      <IconButton
        id={getEditButtonId(post._id)}
        data-own-post={post._id}
        label={draft.savedAt ? 'Edit, with the changes you kept' : 'Edit'}
        aria-describedby={`post-${post._id}`}
        icon={Pencil}
        size="sm"
        onClick={() => edit(post._id)}
      />
      <IconButton
        label="Delete"
        aria-describedby={`post-${post._id}`}
        icon={Trash2}
        size="sm"
        onClick={() => setIsAsking(true)}
      />
      <span className="ml-1.5">
        <ReadMoreLink post={post} />
      </span>
      <DeletePostDialog
        open={isAsking}
        busy={deletion.isPending}
        onConfirm={() => void onConfirm()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/** Remembers what gets the focus when this component goes. */
function useFocusOnUnmount() {
  const next = useRef<HTMLElement | null>(null)
  useEffect(() => () => next.current?.focus(), [])
  return (element: HTMLElement | null) => {
    next.current = element
  }
}

/** The next post in the list, or the one before, or else the heading. */
function findNeighbour(postId: string): HTMLElement | null {
  const posts = [...document.querySelectorAll<HTMLElement>('[data-own-post]')]
  const index = posts.findIndex((each) => each.dataset['ownPost'] === postId)
  return posts[index + 1] ?? posts[index - 1] ?? document.getElementById(MY_POSTS_HEADING_ID)
}
