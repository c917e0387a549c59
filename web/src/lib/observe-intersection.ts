/**
 * Calls `onChange` whenever the element enters or leaves the viewport or `root`, and returns a function that ends this. A busy
 * browser reports several changes at once: only the last one is current, and no other follows until the element moves again.
 */
export function observeIntersection(
  element: Element,
  onChange: (entry: IntersectionObserverEntry) => void,
  options?: IntersectionObserverInit,
): () => void {
  const observer = new IntersectionObserver((entries) => {
    const current = entries.at(-1)
    if (current) onChange(current)
  }, options)
  observer.observe(element)
  return () => observer.disconnect()
}
