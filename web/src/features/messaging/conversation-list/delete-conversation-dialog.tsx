import type { Participant } from '@dolph/contract/messaging/messaging'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useDeleteConversation } from './use-delete-conversation.ts'
import { getPeerName } from '../peer.ts'

interface Props {
  /** The peer of the conversation; null while the dialog is closed. */
  peer: Participant | null
  onDeleted: (peer: Participant) => void
  onClose: () => void
}

/** Asks for confirmation before a conversation is deleted. */
export function DeleteConversationDialog({ peer, onDeleted, onClose }: Props) {
  const { remove, isPending } = useDeleteConversation()
  // The last peer is remembered, so that the text stays while the dialog fades out.
  const [lastPeer, setLastPeer] = useState(peer)
  if (peer !== null && peer !== lastPeer) setLastPeer(peer)

  const confirm = async (participant: Participant) => {
    const isDeleted = await remove(participant._id)
    onClose()
    if (isDeleted) onDeleted(participant)
  }

  const name = getPeerName(lastPeer ?? undefined)
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
