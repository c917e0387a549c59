import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * The element id in the URL fragment, if it starts with `prefix`. Scrolls to the element and focuses it once it is loaded:
 * the browser itself looks for it only while the page opens.
 */
export function useLinkedElement(prefix: string, isLoaded: boolean): string | undefined {
  const { hash } = useLocation()
  const linkedId = hash.startsWith(`#${prefix}`) ? hash.slice(1) : undefined

  useEffect(() => {
    const element = linkedId && isLoaded && document.getElementById(linkedId)
    if (!element) return
    element.scrollIntoView({ block: 'start' })
    element.focus({ preventScroll: true })
  }, [linkedId, isLoaded])

  return linkedId
}
