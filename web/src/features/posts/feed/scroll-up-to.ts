/** The height of the sticky header. */
const HEADER_PX = 56

/** Scrolls up to an element that is above the visible area; never scrolls down. */
export function scrollUpTo(element: HTMLElement | null): void {
  if (!element) return
  const distance = element.getBoundingClientRect().top - HEADER_PX
  if (distance < 0) window.scrollTo({ top: window.scrollY + distance })
}
