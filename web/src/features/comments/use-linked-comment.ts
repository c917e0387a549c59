import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The comment that the address points to: shown as soon as it is there, once, and marked as long as the address does. */
export function useLinkedComment(isLoaded: boolean): string | undefined {
  const { hash } = useLocation()
  const linked = hash.startsWith('#comment-') ? hash.slice(1) : undefined

  useEffect(() => {
    const element = linked && isLoaded && document.getElementById(linked)
    if (!element) return
    element.scrollIntoView({ block: 'start' })
    element.focus({ preventScroll: true })
  }, [linked, isLoaded])

  return linked
}
