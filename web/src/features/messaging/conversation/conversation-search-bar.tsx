import { foldCase } from '@dolph/contract/fold-case'
import { MESSAGE_SEARCH_MAX } from '@dolph/contract/messaging'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS } from '../../../ui/form-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useMessageSearch } from '../data.ts'
import { MessageSearchResults } from './message-search-results.tsx'
import type { SearchMatch } from './use-scroll-to-match.ts'

interface Props {
  peerId: string
  /** Of the other member. */
  name: string
  /** Somebody wants to see this one. */
  onMatch: (wanted: SearchMatch | null) => void
  onClose: () => void
}

/** Searches everything that was said, newest first. Enter goes on to the next older one, Shift+Enter back. */
export function ConversationSearchBar({ peerId, name, onMatch, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const search = useMessageSearch(peerId, q)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isListOpen, setListOpen] = useState(true)
  // Of those found for fewer letters some remain, and can be shown meanwhile.
  const found = search.matches.filter(({ content }) => foldCase(content).includes(foldCase(q)))
  useLoadUntilMatch(search, q !== '' && (chosen ?? 0) >= found.length)
  // The next one may have been asked for before it was there.
  useOnMatchLoaded(chosen === null ? undefined : found[chosen]?._id, (id) => onMatch({ id, q }))
  useEffect(() => field.current?.focus(), [])

  const go = (index: number) => {
    setChosen(index)
    setListOpen(false)
    const message = found[index]
    if (message) onMatch({ id: message._id, q })
  }
  const next = () => {
    const index = chosen === null ? 0 : chosen + 1
    if (index < found.length || search.hasMore) go(index)
  }
  const previous = () => go(Math.max((chosen ?? 0) - 1, 0))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.key !== 'Enter' || found.length === 0) return
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
            setChosen(null)
            setListOpen(true)
            onMatch(null)
          }}
          onClick={() => setListOpen(true)}
          onKeyDown={onKeyDown}
          className={cx(CONTROL_CLASS, 'h-9 pl-9! [&::-webkit-search-cancel-button]:hidden')}
        />
      </div>
      <p role="status" className="shrink-0 px-1 text-xs text-muted tabular-nums empty:hidden">
        {q !== '' && formatMatchPosition(found.length, search, chosen)}
      </p>
      <IconButton
        size="sm"
        label="Previous match"
        icon={ChevronDown}
        disabled={found.length === 0 || !chosen}
        onClick={previous}
      />
      <IconButton
        size="sm"
        label="Next match"
        icon={ChevronUp}
        disabled={found.length === 0 || (!search.hasMore && chosen === found.length - 1)}
        onClick={next}
      />
      <IconButton size="sm" label="Close search" icon={X} onClick={onClose} />
      {q !== '' && isListOpen && (
        <MessageSearchResults
          {...{ found, q, peerId, name, chosen, search }}
          onChoose={(index) => {
            go(index)
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
  chosen: number | null,
): string {
  if (count === 0) return isPending || hasMore ? 'Searching...' : ''
  const all = hasMore ? `${count}+` : `${count}`
  if (chosen !== null) return `${Math.min(chosen + 1, count)} of ${all}`
  return all === '1' ? '1 match' : `${all} matches`
}

/** One answer covers a part of a long history: asks on until there is what is wanted. */
function useLoadUntilMatch(
  { isPending, hasMore, failure, loadMore }: Search,
  isWanted: boolean,
): void {
  const look = useEffectEvent(loadMore)
  const isDue = isWanted && hasMore && !isPending && failure === null
  useEffect(() => {
    if (isDue) look()
  }, [isDue])
}

/** Another message is news, another answer with the same one is not. */
function useOnMatchLoaded(id: string | undefined, onArrived: (id: string) => void): void {
  const arrive = useEffectEvent(onArrived)
  useEffect(() => {
    if (id !== undefined) arrive(id)
  }, [id])
}
