import { Search } from 'lucide-react'
import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { preloadPalette, showOverlay } from './overlay-store.ts'

const { keys, description } = SHORTCUTS.palette

/** Opens the palette from the header; on a small screen the menu does. */
export function PaletteButton() {
  return (
    <IconButton
      label={description}
      keys={keys}
      icon={Search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={() => showOverlay('palette')}
      className="max-md:hidden"
    />
  )
}
