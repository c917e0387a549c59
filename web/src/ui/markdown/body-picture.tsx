import type { ComponentProps } from 'react'
import { useRef } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../lazy-part.tsx'
import { useLazyDialog } from '../overlays/use-lazy-dialog.ts'

const lazyPictureViewer = createLazyModule(
  async () => (await import('./picture-viewer.tsx')).PictureViewer,
)

type Props = Pick<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'width' | 'height'>

/** A picture in a text, which opens in a full view. */
export function BodyPicture({ src, srcSet, alt = '', width, height }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const viewer = useLazyDialog(lazyPictureViewer)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="body-picture"
        aria-label={alt ? `Enlarge picture: ${alt}` : 'Enlarge picture'}
        onPointerEnter={lazyPictureViewer.load}
        onClick={viewer.open}
      >
        <img
          {...{ src, srcSet, width, height }}
          alt={alt}
          sizes={SIZES}
          loading="lazy"
          decoding="async"
        />
      </button>
      {viewer.wasOpened && (
        <LazyPart
          part={lazyPictureViewer}
          props={{ trigger: button, isOpen: viewer.isOpen, onClose: viewer.close }}
        />
      )}
    </>
  )
}

/** The width of the reading column, or of the screen of a phone. */
const SIZES = '(min-width: 40rem) 35rem, 100vw'
