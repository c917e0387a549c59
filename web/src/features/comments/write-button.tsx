import { PenLine } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** So many pixels in one direction are a decision, fewer a trembling thumb. */
const SCROLL_THRESHOLD_PX = 12

/** Floats over the page and leads to the form below, for as long as that is not on the screen. */
export function WriteButton({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const isBelow = useIsBelowViewport(field)
  const isReadingOn = useIsScrollingDown()
  if (!isBelow) return null

  const write = () => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    field.current?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' })
    field.current?.focus({ preventScroll: true })
  }
  return (
    <Button
      variant="primary"
      icon={PenLine}
      onClick={write}
      className={cx(
        'fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-20 rounded-full! shadow-soft',
        'max-sm:size-12! max-sm:px-0! sm:right-6 sm:bottom-6',
        'animate-[arrive_150ms_both] transition-[translate,opacity,background-color] duration-200 ease-out',
        // A phone has no margin to float over: the button gives way to whoever reads on.
        isReadingOn && 'max-sm:not-focus-visible:translate-y-20 max-sm:not-focus-visible:opacity-0',
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
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0)
    })
    observer.observe(field.current)
    return () => observer.disconnect()
  }, [field])
  return isBelow
}

function useIsScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false)
  useEffect(() => {
    // Not asked for before somebody scrolls: it would make the browser lay out the whole page at once.
    let turn: number | undefined
    const look = () => {
      turn ??= window.scrollY
      const moved = window.scrollY - turn
      if (Math.abs(moved) < SCROLL_THRESHOLD_PX) return
      turn = window.scrollY
      setIsDown(moved > 0)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isDown
}
