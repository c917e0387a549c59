import type { Subject } from '@dolph/contract/moderation'
import { Flag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import type { MenuAction } from '../safety/member-menu.tsx'
import type { ReportDialogProps } from './report-dialog.tsx'

const lazyReportDialog = createLazyModule(
  async () => (await import('./report-dialog.tsx')).ReportDialog,
)

interface ReportDialogHandle {
  open: (subject: Subject) => void
  /** Rendered outside the menu that opens it: a menu unmounts what is inside when it closes. */
  dialog: ReactNode
}

/** A dialog that reports what this author wrote. Its code loads when it is opened first. */
export function useReportDialog(author: ReportDialogProps['author']): ReportDialogHandle {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  async function open(next: Subject) {
    try {
      await lazyReportDialog.loadAndWait()
    } catch {
      toast.error('This could not be loaded. Please try again.')
      return
    }
    setSubject(next)
    setIsOpen(true)
  }

  return {
    open: (next) => void open(next),
    dialog: subject && (
      <LazyPart
        part={lazyReportDialog}
        props={{ subject, author, isOpen, onClose: () => setIsOpen(false) }}
      />
    ),
  }
}

/** The entry of a menu that opens the dialog. */
export function createReportAction(onSelect: () => void): MenuAction {
  return { label: 'Report', icon: Flag, onSelect }
}
