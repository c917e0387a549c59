/** The height of the header, which stays above everything that scrolls. */
const HEADER_PX = 56

/** Back up to where a list begins, for whoever has read beyond it; nobody is moved down. */
export function scrollUpTo(mark: HTMLElement | null): void {
  if (!mark) return
  const distance = mark.getBoundingClientRect().top - HEADER_PX
  if (distance < 0) window.scrollTo({ top: window.scrollY + distance })
}
