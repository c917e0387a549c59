import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The element id of the comment in the URL fragment. Scrolls to the comment and focuses it once it is loaded. */
export function useLinkedComment(isLoaded: boolean): string | undefined {
  const { hash } = useLocation()
  const linkedId = hash.startsWith('#comment-') ? hash.slice(1) : undefined

  useEffect(() => {
    const element = linkedId && isLoaded && document.getElementById(linkedId)
    if (!element) return
    element.scrollIntoView({ block: 'start' })
    element.focus({ preventScroll: true })
  }, [linkedId, isLoaded])

  return linkedId
}
