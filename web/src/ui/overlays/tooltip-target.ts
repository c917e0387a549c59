export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

/** The element with a tooltip that a mouse hovers over, or that has keyboard focus. */
export function findTooltipTarget(event: Event): Element | null {
  const { target } = event
  if (!(target instanceof Element)) return null
  // Touch, and focus after a press, open no tooltip.
  const isHoverOrKeyboardFocus =
    event instanceof PointerEvent ? event.pointerType === 'mouse' : target.matches(':focus-visible')
  return isHoverOrKeyboardFocus ? target.closest('[data-tooltip]') : null
}
