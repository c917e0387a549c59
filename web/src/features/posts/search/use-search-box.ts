import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, type NavigateOptions } from 'react-router'
import { isSearchTooLong, normalizeSearchTerm } from '../feed/feed-filter.ts'

const DEBOUNCE_MS = 250
/** A search that was shown for this long stays in the history, so that Back returns to it. */
const SETTLED_MS = 2000

type OnSearch = (q: string, options: NavigateOptions) => void

/**
 * The text of a search box and the search in the URL that follows it. While the visitor types, each search replaces the
 * history entry of the previous one; a settled search keeps its entry.
 */
export function useSearchBox(q: string, onSearch: OnSearch) {
  const [text, setText] = useState(q)
  const [previousQ, setPreviousQ] = useState(q)
  const settledQ = useRef(q)
  // A search that the router has not rendered yet counts: otherwise emptying the box in that moment would be missed.
  const requestedQ = useRef(q)
  useEffect(() => {
    requestedQ.current = q
  }, [q])
  const isTyping = useIsTyping()

  if (q !== previousQ) {
    setPreviousQ(q)
    // Back, a link or a button changed the search, so the box follows.
    if (!isTyping) setText(q)
  }

  const search = (value: string) => {
    const current = requestedQ.current
    if (isSearchTooLong(value)) return current
    const next = normalizeSearchTerm(value)
    if (next !== current) {
      requestedQ.current = next
      onSearch(next, { replace: settledQ.current !== current, state: TYPED_STATE })
    }
    return next
  }

  const searchLater = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchLater(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  useEffect(() => {
    const settle = () => {
      settledQ.current = q
    }
    const timer = setTimeout(settle, isTyping ? SETTLED_MS : 0)
    return () => clearTimeout(timer)
  }, [q, isTyping])

  return {
    text,
    setText,
    /** While the text is too long, the results stay those of the last search. */
    isTooLong: isSearchTooLong(text),
    /** Searches without waiting for a pause, and marks the search as settled. */
    searchNow: () => {
      settledQ.current = search(text)
    },
    clear: () => {
      setText('')
      settledQ.current = search('')
    },
  }
}

const TYPED_STATE = { isTyped: true }

/** Whether the last navigation came from a search box, and not from Back or Forward. */
function useIsTyping(): boolean {
  const { state } = useLocation() as { state: { isTyped?: boolean } | null }
  const isReturn = useNavigationType() === NavigationType.Pop
  return !isReturn && state?.isTyped === true
}
