import { useState } from 'react'
import type { LazyModule } from '../../lib/lazy-module.ts'
import { toast } from './toast.tsx'

export const LOAD_FAILED_TEXT = 'This could not be loaded. Please try again.'

interface LazyDialog {
  isOpen: boolean
  /** Stays true after closing, so that the dialog is rendered while it fades out. */
  wasOpened: boolean
  /** Opens the dialog once its code is there. A failure is shown, and the next call tries again. */
  open: () => void
  close: () => void
}

/** The state of a dialog whose code loads when it is opened first. It is rendered by a `LazyPart`. */
export function useLazyDialog({ loadAndWait }: LazyModule<unknown>): LazyDialog {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return {
    isOpen: state === 'open',
    wasOpened: state !== 'unopened',
    open: () =>
      void loadAndWait().then(
        () => setState('open'),
        () => toast.error(LOAD_FAILED_TEXT),
      ),
    close: () => setState('closed'),
  }
}
