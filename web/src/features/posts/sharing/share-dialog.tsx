import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { BadgeFields } from './badge-fields.tsx'
import { CopyField } from './copy-field.tsx'
import { buildShareLinks, type SharedPost } from './share-links.ts'
import { SystemShareButton } from './system-share-button.tsx'

interface Props {
  post: SharedPost
  /** Whether the badge is offered: to the author. */
  hasBadge: boolean
  isOpen: boolean
  onClose: () => void
}

/** The link to the public page of a post, and for its author the badge. */
export function ShareDialog({ post, hasBadge, isOpen, onClose }: Props) {
  const links = buildShareLinks(post, window.location.origin)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Share"
      description="Anyone with the link can read it."
    >
      <div className="grid grid-cols-1 gap-5">
        <CopyField label="Link to the public page" text={links.page} />
        <div className="empty:hidden">
          <SystemShareButton post={post} url={links.page} />
        </div>
        {hasBadge && (
          <section
            aria-labelledby="share-badge"
            className="grid grid-cols-1 gap-2 border-t border-line pt-4"
          >
            <h3 id="share-badge" className="font-medium">
              Badge for your README
            </h3>
            <BadgeFields links={links} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
