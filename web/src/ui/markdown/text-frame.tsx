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
    const button = findElement(event).closest<HTMLButtonElement>('button[data-copy-code]')
    if (button) void copyCode(button)
    const unfold = findElement(event).closest('button[data-unfold-code]')
    if (unfold) unfoldCode(unfold)
    const link = findElement(event).closest<HTMLAnchorElement>('a.body-picture')
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
      findElement(event).closest('a.body-picture') && lazyPictureViewer.load(),
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

/** Shows all of a long block of code. The button goes, so the code gets the focus. */
function unfoldCode(button: Element): void {
  const block = button.closest('.code-block')
  block?.removeAttribute('data-folded')
  block?.querySelector('pre')?.focus({ preventScroll: true })
}

/** During hydration React leaves the content of such an element alone, and it never changes later. Nothing is set. */
const KEPT = { __html: '' }

/** The element that was clicked or pointed at; the element that listens, if it was none of its own. */
function findElement({ target, currentTarget }: MouseEvent): Element {
  return target instanceof Element ? target : currentTarget
}

/** Whether a click on a link asks the browser for a tab, a window or a download. */
function isForBrowser({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}
