import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { closeOverlay, showOverlay, useOverlay } from './overlay-store.ts'
import { useGlobalShortcuts } from './use-global-shortcuts.ts'

/** The command palette and the list of shortcuts, and the keys that open them from any page. */
export function Overlays() {
  const { Overlay, isOpen } = useOverlay()
  useGlobalShortcuts(useViewer() !== null)
  return (
    Overlay && (
      <Overlay
        isOpen={isOpen}
        onClose={closeOverlay}
        onShowShortcuts={() => showOverlay('shortcuts')}
      />
    )
  )
}
