import { SEARCH_MAX } from '@dolph/contract/post-filter'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchInput } from '../../../ui/forms/search-input.tsx'

const DEBOUNCE_MS = 250

interface Props {
  /** The search of the URL. */
  q: string
  isSearching: boolean
  onSearch: (q: string) => void
  className?: string
}

/** Searches names and texts about members while the member types. */
export function PeopleSearchBox({ q, isSearching, onSearch, className }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(q)
  const [previousQ, setPreviousQ] = useState(q)
  if (q !== previousQ) {
    setPreviousQ(q)
    // Back, a link or a button changed the search, so the box follows.
    if (q !== text.trim()) setText(q)
  }

  const search = (typed: string) => {
    const next = typed.normalize('NFC').trim()
    if (next !== q) onSearch(next)
  }
  const searchLater = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchLater(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <SearchInput
      ref={input}
      placeholder="Search people..."
      maxLength={SEARCH_MAX}
      value={text}
      isSearching={isSearching}
      onType={setText}
      onClear={() => {
        setText('')
        search('')
      }}
      onSubmit={() => search(text)}
      className={className}
    />
  )
}
