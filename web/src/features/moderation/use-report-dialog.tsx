import type { Subject } from '@dolph/contract/moderation/moderation'
import { Flag } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.ts'
import type { MenuAction } from '../safety/menu-action.ts'
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
  const { isOpen, wasOpened, open, close } = useLazyDialog(lazyReportDialog)

  return {
    open: (next) => {
      setSubject(next)
      open()
    },
    dialog: subject && (
      <LazyPart
        part={lazyReportDialog}
        isEnabled={wasOpened}
        props={{ subject, author, isOpen, onClose: close }}
      />
    ),
  }
}

/** The entry of a menu that opens the dialog. */
export function createReportAction(onSelect: () => void): MenuAction {
  return { label: 'Report', icon: Flag, onSelect }
}
