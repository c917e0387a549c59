import { useSyncExternalStore } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../lazy-part.tsx'
import { subscribeToToastQueue, wasToastEnqueued, enqueueToast } from './toast-queue.ts'

/** Shows a short message, from any code: `toast.success('Profile updated successfully')`. */
export const toast = {
  success: (text: string) => enqueueToast({ kind: 'success', text }),
  error: (text: string) => enqueueToast({ kind: 'error', text }),
  warning: (text: string) => enqueueToast({ kind: 'warning', text }),
  info: (text: string) => enqueueToast({ kind: 'info', text }),
}

const lazyToastLayer = createLazyModule(async () => (await import('./toast-layer.tsx')).ToastLayer)

interface Props {
  /** Whether the code is fetched before the first toast. */
  preload?: boolean
}

/** The toasts of the page. Rendered once per page. */
export function Toasts({ preload = false }: Props) {
  const hasToast = useSyncExternalStore(subscribeToToastQueue, wasToastEnqueued, () => false)
  return <LazyPart part={lazyToastLayer} isEnabled={preload || hasToast} props={{}} />
}
