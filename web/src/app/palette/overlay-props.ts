/** What an overlay gets, which is loaded when it is first opened and does not know how overlays are opened. */
export interface OverlayProps {
  isOpen: boolean
  onClose: () => void
  onShowShortcuts: () => void
}
