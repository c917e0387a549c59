import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../buttons/button.tsx'
import { cx } from '../cx.ts'
import { DIALOG_CLASS, BACKDROP_CLASS } from './modal-classes.ts'

interface Props {
  open: boolean
  title: string
  message: string
  /** Names what the action applies to, below the message. */
  subject?: string | undefined
  /** Says what will happen: 'Delete post', not 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  /** Further input that the action needs, such as a password. */
  children?: ReactNode
  /** Gets the focus afterwards, where what opened the dialog is gone by then, as the entry of a menu is. */
  finalFocus?: RefObject<HTMLElement | null>
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. While busy it can be neither confirmed nor closed. */
export function ConfirmDialog(props: Props) {
  const { open, title, message, subject, confirmLabel, cancelLabel = 'Cancel' } = props
  const { danger = false, busy = false, finalFocus, onConfirm, onCancel, children } = props

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP_CLASS} />
        <AlertDialog.Popup
          finalFocus={finalFocus}
          className={cx(DIALOG_CLASS, 'max-w-md gap-2 p-5')}
        >
          <AlertDialog.Title className="text-lg font-semibold wrap-anywhere">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description
            render={<div />}
            className="grid grid-cols-1 gap-2 wrap-anywhere text-muted"
          >
            <p>{message}</p>
            {subject && (
              <p className="line-clamp-3 font-medium text-ink wrap-anywhere">
                <bdi>{subject}</bdi>
              </p>
            )}
          </AlertDialog.Description>
          {children}
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close render={<Button disabled={busy}>{cancelLabel}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
