import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { POPUP_CLASS } from './popup-classes.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opens the popover and gets the focus back. */
  trigger: ReactElement
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
  /** Below the content, which scrolls. */
  footer?: ReactNode
}

/** A panel below its button, for content that is neither a menu nor a question. */
export function Popover({ open, onOpenChange, trigger, title, action, children, footer }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={6} className="z-50">
          <Base.Popup className={cx(POPUP_CLASS, 'flex max-h-(--available-height) w-104 flex-col')}>
            <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line pr-2 pl-4">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {action}
            </div>
            <div className="min-h-0 max-h-112 overflow-y-auto">{children}</div>
            {footer && <div className="border-t border-line p-1.5">{footer}</div>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
