import { SEARCH_MAX } from '@dolph/contract/posts'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import type { NavigateOptions } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { CONTROL_LOOK } from '../../ui/field-frame.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSearch } from './use-search.ts'

interface Props {
  /** 'Search posts...': its name, and what stands in it while it is empty. */
  placeholder: string
  /** What is being searched for. */
  q: string
  isSearching: boolean
  onSearch: (q: string, how: NavigateOptions) => void
  className?: string
}

/** Searches while one types. `/` leads here from anywhere on the page, Esc empties it. */
export function SearchBox({ placeholder, q, isSearching, onSearch, className }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const { typed, type, searchNow, clear } = useSearch(q, onSearch)
  useSlash(box)

  return (
    <form
      role="search"
      className={cx('group relative', className)}
      onSubmit={(event) => {
        event.preventDefault()
        searchNow()
        // On a phone the keyboard lies over what was found.
        if (matchMedia('(pointer: coarse)').matches) box.current?.blur()
      }}
    >
      <span className="pointer-events-none absolute inset-y-0 left-3 grid items-center text-faint *:[grid-area:1/1]">
        <Search
          aria-hidden="true"
          className={cx('size-4 transition-opacity', isSearching && 'opacity-0 delay-200')}
        />
        {isSearching && (
          <span className="animate-arrive-late">
            <Spinner />
          </span>
        )}
      </span>
      <input
        ref={box}
        type="search"
        name="q"
        aria-label={placeholder.replace('...', '')}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={SEARCH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={searchNow}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          clear()
        }}
        className={cx(CONTROL_LOOK, 'h-10 pr-10! pl-9! [&::-webkit-search-cancel-button]:hidden')}
      />
      {typed === '' ? (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 grid size-5 -translate-y-1/2 place-items-center rounded-sm border border-line bg-sunken font-mono text-xs text-faint group-focus-within:hidden pointer-coarse:hidden"
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            clear()
            box.current?.focus()
          }}
          className="absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-sm text-muted transition-colors hover:text-ink active:bg-pressed"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
    </form>
  )
}

/** The key `/`, wherever nobody is typing. */
function useSlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isTypedInto(event.target)) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box])
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !==
      null
  )
}
