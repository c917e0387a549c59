import { useSyncExternalStore, type ComponentType } from 'react'
import { withQueryClient } from '../../lib/queries/lazy-query-client.ts'
import { toast } from '../../ui/overlays/toast.tsx'
import type { OverlayProps } from './overlay-props.ts'

/** The code of an overlay loads when it is first opened. */
const OVERLAYS = {
  palette: withQueryClient(async () => (await import('./command-palette.tsx')).CommandPalette),
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}
type OverlayName = keyof typeof OVERLAYS

interface OverlayState {
  Overlay: ComponentType<OverlayProps> | undefined
  isOpen: boolean
}

const NO_OVERLAY: OverlayState = { Overlay: undefined, isOpen: false }
const listeners = new Set<() => void>()
let overlayState = NO_OVERLAY
let requestedOverlay: OverlayName | undefined

/** Opens the overlay as soon as its code has loaded. */
export function showOverlay(name: OverlayName): void {
  setOverlayState({ ...overlayState, isOpen: false })
  requestedOverlay = name
  void openWhenLoaded(name)
}

export function closeOverlay(): void {
  requestedOverlay = undefined
  setOverlayState({ ...overlayState, isOpen: false })
}

export function toggleOverlay(name: OverlayName): void {
  // A second press while the overlay is still loading must not cancel it.
  if (requestedOverlay === name && overlayState.isOpen) closeOverlay()
  else showOverlay(name)
}

/** Whether an overlay is open or loading. */
export function isOverlayRequested(): boolean {
  return requestedOverlay !== undefined
}

/** Loads the palette's code when the viewer is about to open it. */
export function preloadPalette(): void {
  OVERLAYS.palette().catch(() => undefined)
}

export function useOverlay(): OverlayState {
  return useSyncExternalStore(
    subscribe,
    () => overlayState,
    () => NO_OVERLAY,
  )
}

async function openWhenLoaded(name: OverlayName): Promise<void> {
  try {
    const Overlay = await OVERLAYS[name]()
    // While it loaded, the overlay may have been closed or another one requested.
    if (requestedOverlay === name) setOverlayState({ Overlay, isOpen: true })
  } catch {
    if (requestedOverlay === name) closeOverlay()
    toast.error('This could not be loaded. Please try again.')
  }
}

function setOverlayState(next: OverlayState): void {
  overlayState = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
