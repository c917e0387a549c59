import { CircleAlert, X } from 'lucide-react'
import { useEffect, useId, type RefObject } from 'react'
import { useDeviceSwitch } from '../../lib/device-switch.ts'
import { isShortcutAllowed, getPressedKeys } from '../../lib/shortcuts/shortcut-keys.ts'
import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import { SINGLE_KEY_SHORTCUTS } from '../../lib/shortcuts/single-key-shortcuts.ts'
import { cx } from '../cx.ts'
import { CONTROL_CLASS } from './form-field.tsx'
import { SearchIcon } from './search-icon.tsx'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  /** 'Search posts...': the placeholder, and the accessible name. */
  placeholder: string
  maxLength?: number
  /** Why the text cannot be searched for. */
  problem?: string | undefined
  value: string
  isSearching?: boolean
  onType: (text: string) => void
  onClear: () => void
  onSubmit?: () => void
  onBlur?: () => void
  className?: string | undefined
}

/** A search field. `/` focuses it from anywhere on the page, Esc clears it. */
export function SearchInput(props: Props) {
  const { ref, placeholder, maxLength, problem, value } = props
  const { isSearching = false, className } = props
  const problemId = useId()
  const { onType, onClear, onSubmit, onBlur } = props
  const hasSlashShortcut = useDeviceSwitch(SINGLE_KEY_SHORTCUTS)
  useSlashShortcut(ref)

  return (
    <form
      role="search"
      className={cx('group relative', className)}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
        // On a phone the on-screen keyboard would cover the results.
        if (matchMedia('(pointer: coarse)').matches) ref.current?.blur()
      }}
    >
      <SearchIcon
        isSearching={isSearching}
        size="size-4"
        className="pointer-events-none absolute inset-y-0 left-3"
      />
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label={placeholder.replace('...', '')}
        aria-keyshortcuts={hasSlashShortcut ? SHORTCUTS.search.keys : undefined}
        placeholder={placeholder}
        maxLength={maxLength}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onType(event.target.value)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onClear()
        }}
        className={cx(CONTROL_CLASS, 'h-10 pr-10! pl-9! [&::-webkit-search-cancel-button]:hidden')}
      />
      {value === '' && hasSlashShortcut && (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 grid size-5 -translate-y-1/2 place-items-center rounded-sm border border-line bg-sunken font-mono text-xs text-faint group-focus-within:hidden pointer-coarse:hidden"
        >
          {SHORTCUTS.search.keys}
        </kbd>
      )}
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onClear()
            ref.current?.focus()
          }}
          className="absolute top-1/2 right-1 grid size-8 -translate-y-1/2 place-items-center rounded-sm text-muted transition-colors hover:text-ink active:bg-pressed"
        >
          <X className="size-4" aria-hidden="true" />
        </button>
      )}
      {problem !== undefined && (
        <p
          id={problemId}
          role="alert"
          className="absolute top-full left-0 z-10 mt-1.5 flex items-center gap-2 rounded-control border border-line bg-raised px-3 py-2 text-sm shadow-soft"
        >
          <CircleAlert className="size-4 shrink-0 text-danger" aria-hidden="true" />
          {problem}
        </p>
      )}
    </form>
  )
}

/** Focuses the field on the key `/`, except while the viewer is typing. */
function useSlashShortcut(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (getPressedKeys(event) !== SHORTCUTS.search.keys || !isShortcutAllowed(event)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
