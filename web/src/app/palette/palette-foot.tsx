import { SHORTCUTS } from '../../lib/shortcuts.ts'
import { Keys } from '../../ui/keys.tsx'
import type { Entry } from './entries.ts'

/** Which keys do what here. */
export function PaletteFoot({ active }: { active: Entry | undefined }) {
  return (
    <p className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-xs text-faint max-sm:hidden pointer-coarse:hidden [@media(max-height:24rem)]:hidden">
      <span className="flex items-center gap-1.5">
        <Keys keys="↑" className="-mr-0.5" />
        <Keys keys="↓" /> to move
      </span>
      {active && (
        <span className="flex items-center gap-1.5">
          <Keys keys="Enter" /> {'to' in active ? 'to open' : 'to choose'}
        </span>
      )}
      {active?.kind === 'person' && (
        <span className="flex items-center gap-1.5">
          <Keys keys={SHORTCUTS.send.keys} /> to write a message
        </span>
      )}
    </p>
  )
}
