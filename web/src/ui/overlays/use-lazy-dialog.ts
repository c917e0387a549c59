import { useState } from 'react'
import type { LazyModule } from '../../lib/lazy-module.ts'
import { toast } from './toast.tsx'

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
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)

  async function open() {
    try {
      await loadAndWait()
    } catch {
      toast.error('This could not be loaded. Please try again.')
      return
    }
    setWasOpened(true)
    setIsOpen(true)
  }

  return { isOpen, wasOpened, open: () => void open(), close: () => setIsOpen(false) }
}
