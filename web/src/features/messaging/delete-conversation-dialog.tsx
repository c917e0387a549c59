import type { Participant } from '@dolph/contract/messaging'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useDeleteConversation } from './data.ts'
import { getPeerName } from './peer.ts'

interface Props {
  /** With whom; null while nobody asks. */
  peer: Participant | null
  onDeleted: (peer: Participant) => void
  onClose: () => void
}

/** Asks before what was said with somebody is taken away. */
export function DeleteConversationDialog({ peer, onDeleted, onClose }: Props) {
  const { remove, isPending } = useDeleteConversation()
  // The words stay while the dialog fades.
  const [asked, setAsked] = useState(peer)
  if (peer !== null && peer !== asked) setAsked(peer)

  const confirm = async (party: Participant) => {
    const isGone = await remove(party._id)
    onClose()
    if (isGone) onDeleted(party)
  }

  const name = getPeerName(asked ?? undefined)
  return (
    <ConfirmDialog
      open={peer !== null}
      danger
      title="Delete conversation"
      message={`Are you sure you want to delete your conversation with ${name}? Only your copy goes: ${name} keeps theirs.`}
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => peer && void confirm(peer)}
      onCancel={onClose}
    />
  )
}
