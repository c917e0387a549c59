import { useEffect } from 'react'

/** Puts a number in front of the tab's title, whichever page sets that; nothing for none. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const bare = document.title.replace(/^\(\d+\+?\) /, '')
      const title = count === 0 ? bare : `(${formatCappedCount(count)}) ${bare}`
      if (document.title !== title) document.title = title
    }
    show()
    if (count === 0) return undefined
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [count])
}

export function formatCappedCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}
