import { Dialog as Base } from '@base-ui/react/dialog'
import { parseMessagePictureUrl } from '@dolph/contract/messaging/message-pictures'
import { parsePostPictureUrl } from '@dolph/contract/posts/post-pictures'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { BACKDROP_CLASS } from '../overlays/modal-classes.ts'

/** A finger that moves this many pixels has swiped. */
const SWIPE_MIN = 60

interface Props {
  /** The link of the picture to begin with. */
  trigger: RefObject<HTMLAnchorElement | null>
  isOpen: boolean
  onClose: () => void
}

/** The pictures of a text, one at a time, as large as the screen. */
export function PictureViewer({ trigger, isOpen, onClose }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={onClose}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP_CLASS} />
        <Pictures trigger={trigger} onClose={onClose} />
      </Base.Portal>
    </Base.Root>
  )
}

function Pictures({ trigger, onClose }: Omit<Props, 'isOpen'>) {
  const [pictures] = useState(() => findPictures(trigger.current))
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ link }) => link === trigger.current),
    ),
  )
  const count = pictures.length
  // After the last comes the first: a button that became disabled would lose the focus.
  const move = (step: number) => setIndex((index + step + count) % count)
  const swipeProps = useSwipe({ onSide: move, onDown: onClose })
  const picture = pictures[index]

  return (
    <Base.Popup
      {...swipeProps}
      finalFocus={trigger}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') move(-1)
        if (key === 'ArrowRight') move(1)
      }}
      className="fixed inset-0 z-40 flex touch-pinch-zoom flex-col bg-canvas text-ink transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Base.Title className="sr-only">Picture</Base.Title>
      {picture && <Picture {...picture} />}
      {count > 1 && (
        <div className="flex items-center justify-center gap-3 pb-4">
          <IconButton label="Previous picture" icon={ChevronLeft} onClick={() => move(-1)} />
          <p role="status" className="text-sm text-muted tabular-nums">
            <span className="sr-only">Picture </span>
            {index + 1} of {count}
          </p>
          <IconButton label="Next picture" icon={ChevronRight} onClick={() => move(1)} />
        </div>
      )}
      <Base.Close
        render={<IconButton label="Close" icon={X} className="absolute top-3 right-3" />}
      />
    </Base.Popup>
  )
}

function Picture({ src, alt, width, height }: ShownPicture) {
  return (
    <figure className="flex min-h-0 flex-1 flex-col items-center justify-center gap-4 px-4 pt-16 pb-4 sm:px-16">
      <img
        key={src}
        src={src}
        alt={alt}
        width={width}
        height={height}
        draggable={false}
        className="max-h-full min-h-0 object-contain"
      />
      {alt && (
        <figcaption
          dir="auto"
          aria-hidden="true"
          className="max-h-24 max-w-[60ch] shrink-0 overflow-y-auto text-center text-sm text-balance text-muted wrap-anywhere"
        >
          {alt}
        </figcaption>
      )}
    </figure>
  )
}

interface SwipeHandlers {
  /** `step`: 1 for the next picture, -1 for the previous one. */
  onSide: (step: number) => void
  onDown: () => void
}

/** Listeners for an element on which one finger swipes. */
function useSwipe({ onSide, onDown }: SwipeHandlers) {
  const start = useRef<{ x: number; y: number }>(null)
  return {
    onPointerDown: ({ clientX: x, clientY: y, isPrimary, pointerType }: PointerEvent) => {
      start.current = isPrimary && pointerType === 'touch' ? { x, y } : null
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return
      const [right, down] = [clientX - start.current.x, clientY - start.current.y]
      start.current = null
      if (down > SWIPE_MIN && down > Math.abs(right)) onDown()
      else if (Math.abs(right) > SWIPE_MIN) onSide(right > 0 ? -1 : 1)
    },
    onPointerCancel: () => {
      start.current = null
    },
  }
}

interface ShownPicture {
  src: string
  alt: string
  width?: number
  height?: number
}

/** The pictures of the same text, in their order. */
function findPictures(trigger: HTMLAnchorElement | null): (ShownPicture & { link: Element })[] {
  const links = trigger?.closest('.markdown')?.querySelectorAll('a.body-picture') ?? []
  return [...links].flatMap((link) => {
    const image = link.querySelector('img')
    if (!image) return []
    const src = image.getAttribute('src') ?? ''
    return [
      { link, src, alt: image.alt, ...(parsePostPictureUrl(src) ?? parseMessagePictureUrl(src)) },
    ]
  })
}
