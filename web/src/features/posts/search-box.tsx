import { SEARCH_MAX } from '@dolph/contract/posts'
import { useRef } from 'react'
import type { NavigateOptions } from 'react-router'
import { SearchInput } from '../../ui/search-input.tsx'
import { useSearchBox } from './use-search-box.ts'

interface Props {
  /** 'Search posts...' */
  placeholder: string
  /** What is being searched for. */
  q: string
  isSearching: boolean
  onSearch: (q: string, how: NavigateOptions) => void
  className?: string
}

/** Searches while one types. */
export function SearchBox({ placeholder, q, isSearching, onSearch, className }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const { typed, type, searchNow, clear } = useSearchBox(q, onSearch)
  return (
    <SearchInput
      ref={box}
      placeholder={placeholder}
      maxLength={SEARCH_MAX}
      value={typed}
      isSearching={isSearching}
      onType={type}
      onClear={clear}
      onSubmit={searchNow}
      onBlur={searchNow}
      className={className}
    />
  )
}
