import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'

interface Props {
  submitLabel: string
  isSending: boolean
  onCancel: () => void
  /** Before the buttons. */
  note?: ReactNode
}

/** The buttons of a form in a dialog, in view however far its fields are scrolled. */
export function DialogFormFooter({ submitLabel, isSending, onCancel, note }: Props) {
  return (
    <div className="sticky -bottom-4 -mx-5 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-5 py-4">
      {note}
      <Button disabled={isSending} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" busy={isSending}>
        {submitLabel}
      </Button>
    </div>
  )
}
