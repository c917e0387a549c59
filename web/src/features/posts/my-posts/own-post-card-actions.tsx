import type { Post } from '@dolph/contract/posts/posts'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { DeletePostDialog } from '../delete-post-dialog.tsx'
import { useDeletePost } from '../data.ts'
import { ReadMoreLink } from '../read-more-link.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { getPostDraftKey, StoredPostDraft } from '../writing/post-fields.ts'
import { getEditButtonId, useEditedPost } from './edited-post.ts'

/** The heading that gets the focus after the last post is deleted. */
export const MY_POSTS_HEADING_ID = 'my-posts'

/** The author's actions for a post in their list. */
export function OwnPostCardActions({ post }: { post: Post }) {
  const { edit } = useEditedPost()
  const [isConfirming, setIsConfirming] = useState(false)
  const deletion = useDeletePost()
  const draft = useDraft(getPostDraftKey(post), StoredPostDraft)
  const focusNext = useFocusOnUnmount()
  const editLabel = draft.savedAt ? 'Edit, with the changes you kept' : 'Edit'

  async function onConfirm() {
    focusNext(findNeighbour(post._id))
    try {
      await deletion.mutateAsync(post._id)
      draft.discard()
    } catch (error) {
      focusNext(null)
      setIsConfirming(false)
      toast.error(getErrorMessage(error, 'Failed to delete post'))
    }
  }

  return (
    <div className="flex items-center">
      {!post.hiddenAt && <ShareButton post={post} isIcon />}
      <IconButton
        id={getEditButtonId(post._id)}
        data-own-post={post._id}
        label={editLabel}
        fullLabel={`${editLabel}: ${post.title}`}
        icon={Pencil}
        size="sm"
        onClick={() => edit(post._id)}
      />
      <IconButton
        label="Delete"
        fullLabel={`Delete: ${post.title}`}
        icon={Trash2}
        size="sm"
        onClick={() => setIsConfirming(true)}
      />
      <span className="ml-1.5">
        <ReadMoreLink post={post} />
      </span>
      <DeletePostDialog
        post={post}
        open={isConfirming}
        busy={deletion.isPending}
        onConfirm={() => void onConfirm()}
        onCancel={() => setIsConfirming(false)}
      />
    </div>
  )
}

/** Returns a function that sets the element to focus when this component unmounts. */
function useFocusOnUnmount() {
  const next = useRef<HTMLElement | null>(null)
  useEffect(() => () => next.current?.focus(), [])
  return (element: HTMLElement | null) => {
    next.current = element
  }
}

/** The Edit button of the next post, else of the previous one, else the heading. */
function findNeighbour(postId: string): HTMLElement | null {
  const posts = [...document.querySelectorAll<HTMLElement>('[data-own-post]')]
  const index = posts.findIndex((each) => each.dataset['ownPost'] === postId)
  return posts[index + 1] ?? posts[index - 1] ?? document.getElementById(MY_POSTS_HEADING_ID)
}
