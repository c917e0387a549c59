import { useEffect } from 'react'
import { formatCappedCount } from '../../lib/format-capped-count.ts'

/** Prefixes the tab's title with the count, whichever page sets the title; 0 has no prefix. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const updateTitle = () => {
      const baseTitle = document.title.replace(/^\(\d+\+?\) /, '')
      const title = count === 0 ? baseTitle : `(${formatCappedCount(count)}) ${baseTitle}`
      if (document.title !== title) document.title = title
    }
    updateTitle()
    if (count === 0) return undefined
    const observer = new MutationObserver(updateTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}
