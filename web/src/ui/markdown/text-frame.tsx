import { useRef, type MouseEvent, type ReactNode, type Ref } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { cx } from '../cx.ts'
import { LazyPart } from '../lazy-part.tsx'
import { useLazyDialog } from '../overlays/use-lazy-dialog.ts'
import { copyCode } from './copy-code.ts'
import './markdown.css'

const lazyPictureViewer = createLazyModule(
  async () => (await import('./picture-viewer.tsx')).PictureViewer,
)

interface Props {
  className?: string | undefined
  children: ReactNode
  /** Keeps what the server has rendered here instead of the children. */
  isKept?: boolean
  ref?: Ref<HTMLDivElement>
}

/**
 * The element around a rendered text. It listens for all buttons and pictures in the text, which therefore have no state and no
 * listeners: what the server has rendered works without being rendered again.
 */
export function TextFrame({ className, children, isKept = false, ref }: Props) {
  const picture = useRef<HTMLAnchorElement>(null)
  const viewer = useLazyDialog(lazyPictureViewer)

  const onClick = (event: MouseEvent) => {
    const button = findClosest<HTMLButtonElement>(event, 'button[data-copy-code]')
    if (button) void copyCode(button)
    const link = findClosest<HTMLAnchorElement>(event, 'a.body-picture')
    if (!link || isForBrowser(event)) return
    event.preventDefault()
    picture.current = link
    viewer.open()
  }

  const props = {
    ref,
    className: cx('markdown', className),
    onClick,
    onPointerOver: (event: MouseEvent) =>
      findClosest(event, 'a.body-picture') && lazyPictureViewer.load(),
  }
  return (
    <>
      {isKept ? (
        <div {...props} suppressHydrationWarning dangerouslySetInnerHTML={KEPT} />
      ) : (
        <div {...props}>{children}</div>
      )}
      {viewer.wasOpened && (
        <LazyPart
          part={lazyPictureViewer}
          props={{ trigger: picture, isOpen: viewer.isOpen, onClose: viewer.close }}
        />
      )}
    </>
  )
}

/** During hydration React leaves the content of such an element alone, and it never changes later. Nothing is set. */
const KEPT = { __html: '' }

function findClosest<T extends Element>({ target }: MouseEvent, selector: string): T | null {
  return target instanceof Element ? target.closest<T>(selector) : null
}

/** Whether a click on a link asks the browser for a tab, a window or a download. */
function isForBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
