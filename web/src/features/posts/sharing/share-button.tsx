import type { Post } from '@dolph/contract/posts'
import { Share2 } from 'lucide-react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

const lazyShareDialog = createLazyModule(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
)

/** Opens the ways to share a post. The author also gets the badge. */
export function ShareButton({ post }: { post: Pick<Post, '_id' | 'title' | 'user'> }) {
  const viewer = useViewer()
  const dialog = useLazyDialog(lazyShareDialog)
  const { _id, title, user } = post
  return (
    <>
      <Button
        size="sm"
        icon={Share2}
        aria-label={`Share: ${title}`}
        onPointerEnter={lazyShareDialog.load}
        onFocus={lazyShareDialog.load}
        onClick={dialog.open}
      >
        Share
      </Button>
      <LazyPart
        part={lazyShareDialog}
        isEnabled={dialog.wasOpened}
        props={{
          post: { _id, title },
          hasBadge: viewer !== null && viewer._id === user?._id,
          isOpen: dialog.isOpen,
          onClose: dialog.close,
        }}
      />
    </>
  )
}
