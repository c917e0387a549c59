import { useLocation } from 'react-router'
import { useScrollToElement } from './use-scroll-to-element.ts'

/**
 * The element id in the URL fragment, if it starts with `prefix`. Scrolls to the element and focuses it once it is loaded:
 * the browser itself looks for it only while the page opens.
 */
export function useLinkedElement(prefix: string, isLoaded: boolean): string | undefined {
  const { hash } = useLocation()
  const linkedId = hash.startsWith(`#${prefix}`) ? hash.slice(1) : undefined
  useScrollToElement(linkedId, isLoaded)
  return linkedId
}
