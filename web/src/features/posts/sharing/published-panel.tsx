import { ArrowRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { FinScene } from '../../../ui/brand/fin-scene.tsx'
import { PassingWave } from '../../../ui/brand/passing-wave.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { BadgeFields } from './badge-fields.tsx'
import { CopyField } from './copy-field.tsx'
import { buildShareLinks, type SharedPost } from './share-links.ts'
import { SystemShareButton } from './system-share-button.tsx'

interface Props {
  post: SharedPost
  onDismiss: () => void
}

/** What comes next after publishing: reading the post, and telling others. */
export function PublishedPanel({ post, onDismiss }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers read the heading: the button that was pressed is gone with its page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const links = buildShareLinks(post, window.location.origin)

  return (
    <section
      aria-labelledby="published"
      className="tone-mint relative grid min-w-0 gap-4 rounded-card border border-tone-line bg-tone-soft p-4 sm:p-5"
    >
      <PassingWave />
      <FinScene className="-mb-1 -ml-5 w-36 text-tone" />
      <div className="grid min-w-0 gap-1 pr-9">
        <h2
          ref={heading}
          id="published"
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          It’s live
          <span className="sr-only">{`: ${post.title}`}</span>
        </h2>
        <p aria-hidden="true" className="line-clamp-2 text-muted wrap-anywhere">
          <bdi>{post.title}</bdi>
        </p>
      </div>
      <IconButton
        label="Dismiss"
        icon={X}
        size="sm"
        className="absolute top-3 right-3"
        onClick={onDismiss}
      />
      <div className="grid min-w-0 items-end gap-3 sm:grid-cols-[minmax(0,28rem)_auto] sm:justify-start">
        <CopyField label="Link to the public page" text={links.page} />
        <div className="flex flex-wrap gap-2 sm:mb-auto sm:pt-6.5">
          <ButtonLink to={`/posts/${post._id}`} variant="primary" icon={ArrowRight}>
            Open
          </ButtonLink>
          <SystemShareButton post={post} url={links.page} />
        </div>
      </div>
      <details className="min-w-0">
        <summary className="w-fit cursor-pointer rounded-sm text-sm font-medium text-link">
          Badge for your README
        </summary>
        <div className="max-w-lg pt-3">
          <BadgeFields links={links} />
        </div>
      </details>
    </section>
  )
}
