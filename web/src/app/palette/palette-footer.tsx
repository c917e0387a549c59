import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import type { PaletteEntry } from './palette-entry.ts'

/** The keyboard hints of the palette. */
export function PaletteFooter({ active }: { active: PaletteEntry | undefined }) {
  return (
    <p className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-xs text-faint max-sm:hidden pointer-coarse:hidden [@media(max-height:24rem)]:hidden">
      <span className="flex items-center gap-1.5">
        <ShortcutKeys keys="↑" className="-mr-0.5" />
        <ShortcutKeys keys="↓" /> to move
      </span>
      {active && (
        <span className="flex items-center gap-1.5">
          <ShortcutKeys keys="Enter" /> {'to' in active ? 'to open' : 'to choose'}
        </span>
      )}
      {active?.kind === 'person' && (
        <span className="flex items-center gap-1.5">
          <ShortcutKeys keys={SHORTCUTS.send.keys} /> to write a message
        </span>
      )}
    </p>
  )
}
