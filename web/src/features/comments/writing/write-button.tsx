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
    <div
      data-write-bar=""
      className={cx(
        BAR_CLASS,
        isScrollingDown && 'max-sm:not-has-focus-visible:[translate:var(--write-bar-hidden)]',
      )}
    >
      <Button icon={PenLine} onClick={goToForm} className={BUTTON_CLASS}>
        <span className="max-[24rem]:in-[:root:has([data-join-bar])]:sr-only">Write a comment</span>
      </Button>
    </div>
  )
}

/**
 * A pill in the margin. A phone has no margin: there the button has a bar of its own at the bottom, which hides while the reader
 * scrolls down, or stands in the bar with which a reader joins the project.
 */
const BAR_CLASS = cx(
  'fixed z-20 animate-[arrive_150ms_both] transition-[translate] duration-200 ease-out print:hidden',
  'sm:right-6 xl:right-3 sm:bottom-[calc(1.5rem+var(--join-bar))]',
  'max-sm:inset-x-0 max-sm:bottom-(--bottom-bar) max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:px-4 max-sm:py-2',
  'max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom)-var(--bottom-bar))] [--write-bar-hidden:0_9rem]',
  'max-sm:in-[:root:has([data-join-bar])]:right-auto max-sm:in-[:root:has([data-join-bar])]:border-t-0',
  'max-sm:in-[:root:has([data-join-bar])]:bg-transparent max-sm:in-[:root:has([data-join-bar])]:py-3',
  'max-sm:in-[:root:has([data-join-bar])]:[--write-bar-hidden:0_0]',
)

const BUTTON_CLASS = cx(
  'sm:rounded-full! sm:shadow-soft max-sm:w-full max-sm:justify-start',
  'max-sm:in-[:root:has([data-join-bar])]:w-auto max-sm:in-[:root:has([data-join-bar])]:px-3',
)

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
