import { useEffect } from 'react'

/** Scrolls to an element and focuses it once it is loaded; an id of undefined scrolls nowhere. */
export function useScrollToElement(id: string | undefined, isLoaded: boolean): void {
  useEffect(() => {
    const element = id !== undefined && isLoaded && document.getElementById(id)
    if (!element) return
    element.scrollIntoView({ block: 'start' })
    element.focus({ preventScroll: true })
  }, [id, isLoaded])
}
