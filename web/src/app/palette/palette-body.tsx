import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { SEARCH_TOO_LONG } from '@dolph/contract/posts/post-filter'
import { CircleAlert, X } from 'lucide-react'
import { useState, type KeyboardEvent, type RefObject } from 'react'
import { getPressedKeys } from '../../lib/shortcuts/shortcut-keys.ts'
import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import { cx } from '../../ui/cx.ts'
import { SearchIcon } from '../../ui/forms/search-icon.tsx'
import type { Command } from './commands.ts'
import type { PaletteEntry, PaletteEntryGroup } from './palette-entry.ts'
import { PaletteEntryRow } from './palette-entry-row.tsx'
import { PaletteFooter } from './palette-footer.tsx'
import { ProjectsSkeleton, NoResults, SearchTooLong } from './palette-states.tsx'
import { usePaletteEntries } from './use-palette-entries.ts'

interface Props {
  field: RefObject<HTMLInputElement | null>
  isMember: boolean
  commands: readonly Command[]
  onChoose: (entry: PaletteEntry) => void
  /** Opens a conversation with the person of the entry. */
  onMessage: (entry: PaletteEntry) => void
}

export function PaletteBody({ field, isMember, commands, onChoose, onMessage }: Props) {
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<string>()
  const { groups, searchAll, isTooLong, isSearching, isLoadingProjects } = usePaletteEntries({
    typed,
    isMember,
    commands,
  })
  const entries = [...groups.flatMap((group) => group.entries), ...(searchAll ? [searchAll] : [])]
  const active = entries.find(({ id }) => id === activeId)
  const q = typed.trim()
  const isEmpty = entries.length === 0 && !isSearching

  const onKeyDown = (event: KeyboardEvent) => {
    if (active?.kind !== 'person' || getPressedKeys(event.nativeEvent) !== SHORTCUTS.send.keys)
      return
    event.preventDefault()
    onMessage(active)
  }
  const renderRow = (entry: PaletteEntry) => (
    <PaletteEntryRow key={entry.id} entry={entry} q={q} onChoose={onChoose} onMessage={onMessage} />
  )

  return (
    <Autocomplete.Root
      items={entries}
      mode="none"
      inline
      open
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setTyped(next)}
      onItemHighlighted={(entry) => setActiveId(entry?.id)}
      itemToStringValue={({ label }: PaletteEntry) => label}
    >
      <div className="flex shrink-0 items-center gap-3 border-b border-line pr-2 pl-4 transition-colors focus-within:border-focus">
        <SearchIcon isSearching={isSearching} size="size-4.5" />
        <Autocomplete.Input
          ref={field}
          aria-label={isMember ? 'Search projects, people and pages' : 'Search projects and pages'}
          placeholder={isMember ? 'Search projects, people, pages…' : 'Search projects and pages…'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          onKeyDown={onKeyDown}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <Dialog.Close className={CLOSE_BUTTON_CLASS}>
          <span className="sr-only">Close</span>
          <X className="size-4.5 sm:hidden" aria-hidden="true" />
          <kbd className="font-mono text-xs max-sm:hidden">Esc</kbd>
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="sr-only">
        {isTooLong ? SEARCH_TOO_LONG : getStatusText(groups, { q, isSearching })}
      </Autocomplete.Status>
      {isEmpty && (isTooLong ? <SearchTooLong /> : <NoResults q={q} isMember={isMember} />)}
      <Autocomplete.List
        aria-label="Results"
        className="flex min-h-0 flex-1 scroll-py-2 flex-col overflow-y-auto overscroll-contain p-2 pb-0 data-empty:hidden"
        // Dragging the scroll bar must not take the focus from the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <Autocomplete.Group key={group.title} className="pb-2">
            <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-faint select-none">
              {group.title}
            </Autocomplete.GroupLabel>
            {group.failure && (
              <p className="flex items-center gap-3 px-2.5 py-2 text-sm text-muted">
                <span className="grid size-5 shrink-0 place-items-center text-danger">
                  <CircleAlert className="size-4" aria-hidden="true" />
                </span>
                {group.failure}
              </p>
            )}
            {group.entries.map(renderRow)}
          </Autocomplete.Group>
        ))}
        {isLoadingProjects && <ProjectsSkeleton />}
        {searchAll && (
          <div className="sticky bottom-0 -mx-2 mt-auto border-t border-line bg-raised p-2 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
            {renderRow(searchAll)}
          </div>
        )}
      </Autocomplete.List>
      <PaletteFooter active={active} />
    </Autocomplete.Root>
  )
}

/** Result counts and failures, for screen readers. */
function getStatusText(
  groups: PaletteEntryGroup[],
  { q, isSearching }: { q: string; isSearching: boolean },
) {
  if (q === '') return ''
  if (isSearching) return 'Searching…'
  const failures = groups.flatMap(({ failure }) => failure ?? [])
  const counts = groups
    .filter(({ failure }) => !failure)
    .map(({ title, entries }) => `${title}: ${entries.length}`)
  if (failures.length + counts.length === 0) return `Nothing found for “${q}”`
  return [...counts, ...failures].join('. ')
}

const CLOSE_BUTTON_CLASS = cx(
  'relative grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors',
  'hover:bg-hover hover:text-ink active:bg-pressed sm:h-6 sm:w-auto sm:mr-2 sm:rounded-sm sm:border',
  'sm:border-line sm:bg-sunken sm:px-1.5',
)
