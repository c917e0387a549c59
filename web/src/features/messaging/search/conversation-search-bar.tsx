import { foldCase } from '@dolph/contract/fold-case'
import { MESSAGE_SEARCH_MAX } from '@dolph/contract/messaging/messaging'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS } from '../../../ui/forms/form-field.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useMessageSearch } from './use-message-search.ts'
import { MessageSearchResults } from './message-search-results.tsx'
import type { SearchTarget } from './search-target.ts'
import type { SearchMatch } from './use-scroll-to-match.ts'

interface Props {
  target: SearchTarget
  /** Called with the match to show; null when there is none. */
  onMatch: (match: SearchMatch | null) => void
  onClose: () => void
}

/** Searches the whole conversation or room, newest first. Enter goes to the next older match, Shift+Enter back. */
export function ConversationSearchBar({ target, onMatch, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const search = useMessageSearch(target, q)
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null)
  const [isListOpen, setListOpen] = useState(true)
  // While the next search runs, the previous matches that still contain the text stay visible.
  const matches = search.matches.filter(({ content }) => foldCase(content).includes(foldCase(q)))
  useLoadUntilMatch(search, q !== '' && (selectedIndex ?? 0) >= matches.length)
  // The next match may have been selected before it was loaded.
  useOnMatchLoaded(selectedIndex === null ? undefined : matches[selectedIndex]?._id, (id) =>
    onMatch({ id, q }),
  )
  useEffect(() => field.current?.focus(), [])

  const goToMatch = (index: number) => {
    setSelectedIndex(index)
    setListOpen(false)
    const message = matches[index]
    if (message) onMatch({ id: message._id, q })
  }
  const next = () => {
    const index = selectedIndex === null ? 0 : selectedIndex + 1
    if (index < matches.length || search.hasMore) goToMatch(index)
  }
  const previous = () => goToMatch(Math.max((selectedIndex ?? 0) - 1, 0))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key !== 'Enter' || matches.length === 0) return
    event.preventDefault()
    if (event.shiftKey) previous()
    else next()
  }

  return (
    <search className="relative z-10 flex shrink-0 items-center gap-1 border-b border-line bg-surface py-2 pr-2 pl-3 md:pl-4">
      <div className="relative min-w-0 flex-1">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
          aria-hidden="true"
        />
        <input
          ref={field}
          type="search"
          aria-label="Search in conversation"
          placeholder="Search in conversation"
          maxLength={MESSAGE_SEARCH_MAX}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setSelectedIndex(null)
            setListOpen(true)
            onMatch(null)
          }}
          onClick={() => setListOpen(true)}
          onKeyDown={onKeyDown}
          className={cx(CONTROL_CLASS, 'h-9 pl-9! [&::-webkit-search-cancel-button]:hidden')}
        />
      </div>
      <p role="status" className="shrink-0 px-1 text-xs text-muted tabular-nums empty:hidden">
        {q !== '' && formatMatchPosition(matches.length, search, selectedIndex)}
      </p>
      <IconButton
        size="sm"
        label="Previous match"
        icon={ChevronDown}
        disabled={matches.length === 0 || !selectedIndex}
        onClick={previous}
      />
      <IconButton
        size="sm"
        label="Next match"
        icon={ChevronUp}
        disabled={matches.length === 0 || (!search.hasMore && selectedIndex === matches.length - 1)}
        onClick={next}
      />
      <IconButton size="sm" label="Close search" icon={X} onClick={onClose} />
      {q !== '' && isListOpen && (
        <MessageSearchResults
          matches={matches}
          q={q}
          getSenderName={target.getSenderName}
          selectedIndex={selectedIndex}
          search={search}
          onChoose={(index) => {
            goToMatch(index)
            field.current?.focus({ preventScroll: true })
          }}
        />
      )}
    </search>
  )
}

type Search = ReturnType<typeof useMessageSearch>

function formatMatchPosition(
  count: number,
  { isPending, hasMore }: Search,
  selectedIndex: number | null,
): string {
  if (count === 0) return isPending || hasMore ? 'Searching...' : ''
  const all = hasMore ? `${count}+` : `${count}`
  if (selectedIndex !== null) return `${Math.min(selectedIndex + 1, count)} of ${all}`
  return all === '1' ? '1 match' : `${all} matches`
}

/** Loads further pages until the selected match is there: one reply covers only a part of a long history. */
function useLoadUntilMatch(
  { isPending, hasMore, failure, loadMore }: Search,
  needsMore: boolean,
): void {
  const load = useEffectEvent(loadMore)
  const shouldLoad = needsMore && hasMore && !isPending && failure === null
  useEffect(() => {
    if (shouldLoad) load()
  }, [shouldLoad])
}

/** Calls `onLoaded` once per match, not again when a refetch returns the same one. */
function useOnMatchLoaded(id: string | undefined, onLoaded: (id: string) => void): void {
  const notify = useEffectEvent(onLoaded)
  useEffect(() => {
    if (id !== undefined) notify(id)
  }, [id])
}
