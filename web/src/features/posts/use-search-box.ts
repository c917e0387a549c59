import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, type NavigateOptions } from 'react-router'
import { normalizeSearchTerm } from './feed-filter.ts'

const DEBOUNCE_MS = 250
/** A search that stood for so long has been read: Back returns to it. */
const SETTLED_MS = 2000

type OnSearch = (q: string, how: NavigateOptions) => void

/**
 * What stands in a search box, and the search in the address bar that follows it. While somebody types,
 * each search takes the place of the one before; one that has settled stays in the history.
 */
export function useSearchBox(q: string, onSearch: OnSearch) {
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  const settled = useRef(q)
  const isTyping = useIsTyping()

  if (q !== shown) {
    setShown(q)
    // Back, a link or a button changed the search, so the box follows.
    if (!isTyping) setTyped(q)
  }

  const search = (text: string) => {
    const next = normalizeSearchTerm(text)
    if (next !== q) onSearch(next, { replace: settled.current !== q, state: TYPED_STATE })
    return next
  }

  const searchLater = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchLater(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    const settle = () => {
      settled.current = q
    }
    const timer = setTimeout(settle, isTyping ? SETTLED_MS : 0)
    return () => clearTimeout(timer)
  }, [q, isTyping])

  return {
    typed,
    type: setTyped,
    /** Searches without waiting for a pause, and lets it stand. */
    searchNow: () => {
      settled.current = search(typed)
    },
    clear: () => {
      setTyped('')
      settled.current = search('')
    },
  }
}

const TYPED_STATE = { isTyped: true }

/** Whether the address was just written by a search box, rather than returned to. */
function useIsTyping(): boolean {
  const { state } = useLocation() as { state: { isTyped?: boolean } | null }
  const isReturn = useNavigationType() === NavigationType.Pop
  return !isReturn && state?.isTyped === true
}
