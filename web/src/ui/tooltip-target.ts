export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

/** The element with a tooltip that a mouse has come over, or that the keyboard has reached. */
export function findTooltipTarget(event: Event): Element | null {
  const { target } = event
  if (!(target instanceof Element)) return null
  // A finger presses, and a press that moves the focus explains nothing.
  const isMeant =
    event instanceof PointerEvent ? event.pointerType === 'mouse' : target.matches(':focus-visible')
  return isMeant ? target.closest('[data-tooltip]') : null
}
