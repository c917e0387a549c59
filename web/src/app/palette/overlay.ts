import { useSyncExternalStore, type ComponentType } from 'react'
import { withClient } from '../../lib/tab-client.ts'
import { toast } from '../../ui/toast.tsx'

export interface OverlayProps {
  isOpen: boolean
  onClose: () => void
}

/** Their code comes when they are first asked for. */
const OVERLAYS = {
  palette: withClient(async () => (await import('./palette.tsx')).Palette),
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}
type Name = keyof typeof OVERLAYS

interface Shown {
  Overlay: ComponentType<OverlayProps> | undefined
  isOpen: boolean
}

const NOTHING: Shown = { Overlay: undefined, isOpen: false }
const listeners = new Set<() => void>()
let shown = NOTHING
let wanted: Name | undefined

/** Opens it as soon as its code is there. */
export function showOverlay(name: Name): void {
  tell({ ...shown, isOpen: false })
  wanted = name
  void openWhenFetched(name)
}

export function closeOverlay(): void {
  wanted = undefined
  tell({ ...shown, isOpen: false })
}

export function toggleOverlay(name: Name): void {
  // Whoever presses twice because nothing happens yet wants it all the more.
  if (wanted === name && shown.isOpen) closeOverlay()
  else showOverlay(name)
}

/** One of them is open, or about to be. */
export function isOverlayWanted(): boolean {
  return wanted !== undefined
}

/** Fetches the code of the palette for somebody who is about to open it. */
export function preparePalette(): void {
  OVERLAYS.palette().catch(() => undefined)
}

export function useOverlay(): Shown {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => NOTHING,
  )
}

async function openWhenFetched(name: Name): Promise<void> {
  try {
    const Overlay = await OVERLAYS[name]()
    // Meanwhile it may have been closed, or something else asked for.
    if (wanted === name) tell({ Overlay, isOpen: true })
  } catch {
    if (wanted === name) closeOverlay()
    toast.error('This could not be loaded. Please try again.')
  }
}

function tell(next: Shown): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
