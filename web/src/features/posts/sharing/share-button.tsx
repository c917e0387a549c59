import type { Post } from '@dolph/contract/posts/posts'
import { Share2 } from 'lucide-react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

const lazyShareDialog = createLazyModule(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
)

interface Props {
  post: Pick<Post, '_id' | 'title' | 'user'>
  /** Without its word, where there is little room. */
  isIcon?: boolean
}

/** Opens the ways to share a post. The author also gets the badge. */
export function ShareButton({ post, isIcon = false }: Props) {
  const viewer = useViewer()
  const dialog = useLazyDialog(lazyShareDialog)
  const { _id, title, user } = post
  const button = {
    size: 'sm',
    icon: Share2,
    onClick: dialog.open,
    onPointerEnter: lazyShareDialog.load,
    onFocus: lazyShareDialog.load,
  } as const
  return (
    <>
      {isIcon ? (
        <IconButton label="Share" fullLabel={`Share: ${title}`} {...button} />
      ) : (
        <Button aria-label={`Share: ${title}`} {...button}>
          Share
        </Button>
      )}
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
