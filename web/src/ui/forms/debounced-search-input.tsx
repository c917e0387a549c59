import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { SearchInput } from './search-input.tsx'

const DEBOUNCE_MS = 250

interface Props {
  /** The search of the URL. */
  q: string
  placeholder: string
  maxLength: number
  isSearching: boolean
  onSearch: (q: string) => void
  className?: string | undefined
}

/** Searches while the person types. */
export function DebouncedSearchInput({ q, onSearch, ...inputProps }: Props) {
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
      value={text}
      onType={setText}
      onClear={() => {
        setText('')
        search('')
      }}
      onSubmit={() => search(text)}
      {...inputProps}
    />
  )
}
