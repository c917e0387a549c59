import { useSyncExternalStore } from 'react'
import { late } from '../lib/late.ts'
import { LatePart } from './late-part.tsx'
import { hearSaid, isAnythingSaid, say } from './said.ts'

/** Says something in passing, from anywhere: `toast.success('Profile updated successfully')`. */
export const toast = {
  success: (text: string) => say({ kind: 'success', text }),
  error: (text: string) => say({ kind: 'error', text }),
  warning: (text: string) => say({ kind: 'warning', text }),
  info: (text: string) => say({ kind: 'info', text }),
}

const layer = late(async () => (await import('./toast-layer.tsx')).ToastLayer)

interface Props {
  /** Whether the code is fetched before there is something to say. */
  areLikely?: boolean
}

/** The corner in which toasts appear. Once per page. */
export function Toasts({ areLikely = false }: Props) {
  const isSaid = useSyncExternalStore(hearSaid, isAnythingSaid, () => false)
  return <LatePart part={layer} isWanted={areLikely || isSaid} props={{}} />
}
