import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { DIALOG_CLASS, BACKDROP_CLASS } from './modal-classes.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children: ReactNode
  /** The buttons at the end; the main action comes last. */
  footer?: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, children, footer }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP_CLASS} />
        <Base.Popup className={cx(DIALOG_CLASS, 'max-w-lg')}>
          <header className="grid grid-cols-1 gap-1 pt-5 pr-14 pl-5">
            <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
            {description && (
              <Base.Description className="text-sm text-pretty wrap-anywhere text-muted">
                {description}
              </Base.Description>
            )}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 py-4 wrap-anywhere">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">
              {footer}
            </footer>
          )}
          {/* Last in order, so that the first field gets the focus. */}
          <Base.Close
            render={
              <IconButton label="Close" icon={X} size="sm" className="absolute top-4 right-4" />
            }
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
