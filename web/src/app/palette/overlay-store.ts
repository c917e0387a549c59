import { useSyncExternalStore, type ComponentType } from 'react'
import { withQueryClient } from '../../lib/lazy-query-client.ts'
import { toast } from '../../ui/toast.tsx'

export interface OverlayProps {
  isOpen: boolean
  onClose: () => void
}

/** Their code comes when they are first asked for. */
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

/** Opens it as soon as its code is there. */
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
  // Whoever presses twice because nothing happens yet wants it all the more.
  if (requestedOverlay === name && overlayState.isOpen) closeOverlay()
  else showOverlay(name)
}

/** One of them is open, or about to be. */
export function isOverlayRequested(): boolean {
  return requestedOverlay !== undefined
}

/** Fetches the code of the palette for somebody who is about to open it. */
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
    // Meanwhile it may have been closed, or something else asked for.
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
