import type { Post } from '@dolph/contract/posts/posts'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { DeletePostDialog } from '../delete-post-dialog.tsx'
import { useDeletePost } from '../data.ts'
import { getPostDraftKey, StoredPostDraft } from '../writing/post-fields.ts'

/** The author's actions on the page of a post. */
export function OwnPostActions({ post }: { post: Post }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const navigate = useNavigate()
  const draft = useDraft(getPostDraftKey(post), StoredPostDraft)
  const { mutateAsync: deletePost, isPending } = useDeletePost()

  const onConfirm = async () => {
    try {
      const { redirect } = await deletePost(post._id)
      draft.discard()
      await navigate(redirect, { replace: true })
    } catch (error) {
      toast.error(getErrorMessage(error, 'Failed to delete post'))
      setIsConfirming(false)
    }
  }

  return (
    <div className="flex gap-2">
      <ButtonLink
        to={`/posts/edit/${post._id}`}
        aria-label={`Edit: ${post.title}`}
        size="sm"
        icon={Pencil}
      >
        Edit
      </ButtonLink>
      <Button
        aria-label={`Delete: ${post.title}`}
        size="sm"
        icon={Trash2}
        onClick={() => setIsConfirming(true)}
      >
        Delete
      </Button>
      <DeletePostDialog
        post={post}
        open={isConfirming}
        busy={isPending}
        onConfirm={() => void onConfirm()}
        onCancel={() => setIsConfirming(false)}
      />
    </div>
  )
}
