import { PenLine } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { observeIntersection } from '../../../lib/observe-intersection.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'

/** Shorter scroll movements do not count as a change of direction. */
const SCROLL_THRESHOLD_PX = 12

/** A floating button that leads to the comment form while that is below the screen. */
export function WriteButton({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const isBelow = useIsBelowViewport(field)
  const isScrollingDown = useIsScrollingDown()
  if (!isBelow) return null

  const goToForm = () => {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    field.current?.scrollIntoView({
      block: 'center',
      behavior: prefersReducedMotion ? 'auto' : 'smooth',
    })
    field.current?.focus({ preventScroll: true })
  }
  return (
    <Button
      icon={PenLine}
      onClick={goToForm}
      className={cx(
        'fixed right-4 bottom-[max(1rem+var(--bottom-bar)+var(--join-bar),env(safe-area-inset-bottom))] z-20 rounded-full! shadow-soft',
        'max-sm:size-12! max-sm:px-0! sm:right-6 sm:bottom-[calc(1.5rem+var(--join-bar))]',
        'animate-[arrive_150ms_both] transition-[translate,opacity,background-color] duration-200 ease-out',
        // A phone has no free margin: the button hides while the reader scrolls down.
        isScrollingDown &&
          'max-sm:not-focus-visible:translate-y-36 max-sm:not-focus-visible:opacity-0',
      )}
    >
      <span className="max-sm:sr-only">Write a comment</span>
    </Button>
  )
}

function useIsBelowViewport(field: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setIsBelow] = useState(false)
  useEffect(() => {
    if (!field.current) return undefined
    return observeIntersection(field.current, ({ isIntersecting, boundingClientRect }) =>
      setIsBelow(!isIntersecting && boundingClientRect.top > 0),
    )
  }, [field])
  return isBelow
}

function useIsScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    // Set on the first scroll event: reading `scrollY` earlier would force a layout of the whole page.
    let startY: number | undefined
    const onScroll = () => {
      startY ??= window.scrollY
      const distance = window.scrollY - startY
      if (Math.abs(distance) < SCROLL_THRESHOLD_PX) return
      startY = window.scrollY
      setIsDown(distance > 0)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isDown
}
