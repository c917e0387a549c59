import { SEARCH_TOO_LONG } from '@dolph/contract/posts/post-filter'
import { useRef } from 'react'
import type { NavigateOptions } from 'react-router'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { useSearchBox } from './use-search-box.ts'

interface Props {
  /** 'Search posts...' */
  placeholder: string
  /** The search of the URL, which is too long to be run if a link was made by hand. */
  q: string
  isSearching: boolean
  onSearch: (q: string, options: NavigateOptions) => void
  className?: string
}

/** Searches while the visitor types. */
export function SearchBox({ placeholder, q, isSearching, onSearch, className }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const { text, setText, isTooLong, searchNow, clear } = useSearchBox(q, onSearch)
  return (
    <SearchInput
      ref={box}
      placeholder={placeholder}
      problem={isTooLong ? SEARCH_TOO_LONG : undefined}
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
