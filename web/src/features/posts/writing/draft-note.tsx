import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

interface Props {
  savedAt: string | undefined
  onDiscard: () => void
}

/** Shows when the draft was last stored on the device, with a button to discard it. */
export function DraftNote({ savedAt, onDiscard }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  if (!savedAt) return null

  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-1.5 text-sm text-muted">
      <span>
        Draft kept on this device · <RelativeTime at={savedAt} />
      </span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        onClick={() => setIsConfirming(true)}
        className="inline-flex min-h-6 items-center rounded-sm font-medium text-link hover:underline"
      >
        Discard draft
      </button>
      <ConfirmDialog
        open={isConfirming}
        title="Discard draft"
        message="What you typed is removed from this device. This cannot be undone."
        confirmLabel="Discard draft"
        cancelLabel="Keep draft"
        danger
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          onDiscard()
        }}
      />
    </p>
  )
}
