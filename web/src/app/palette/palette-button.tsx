import { Search } from 'lucide-react'
import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { preloadPalette, showOverlay } from './overlay-store.ts'

const { keys, description } = SHORTCUTS.palette

/** Opens the palette from the header. */
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
    />
  )
}
