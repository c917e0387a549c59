import { SEARCH_MAX } from '@dolph/contract/posts'
import { useRef } from 'react'
import type { NavigateOptions } from 'react-router'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSearchBox } from './use-search-box.ts'

interface Props {
  /** 'Search posts...' */
  placeholder: string
  /** The current search term. */
  q: string
  isSearching: boolean
  onSearch: (q: string, options: NavigateOptions) => void
  className?: string
}

/** Searches while the visitor types. */
export function SearchBox({ placeholder, q, isSearching, onSearch, className }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const { text, setText, searchNow, clear } = useSearchBox(q, onSearch)
  return (
    <SearchInput
      ref={box}
      placeholder={placeholder}
      maxLength={SEARCH_MAX}
      value={text}
      isSearching={isSearching}
      onType={setText}
      onClear={clear}
      onSubmit={searchNow}
      onBlur={searchNow}
      className={className}
    />
  )
}
