import type { Party } from '@dolph/contract/messaging'
import { useState } from 'react'
import { Confirm } from '../../ui/confirm.tsx'
import { useDeleteConversation } from './data.ts'
import { nameOf } from './peer.ts'

interface Props {
  /** With whom; null while nobody asks. */
  peer: Party | null
  onDeleted: (peer: Party) => void
  onClose: () => void
}

/** Asks before what was said with somebody is taken away. */
export function DeleteConversation({ peer, onDeleted, onClose }: Props) {
  const { remove, isPending } = useDeleteConversation()
  // The words stay while the dialog fades.
  const [asked, setAsked] = useState(peer)
  if (peer !== null && peer !== asked) setAsked(peer)

  const confirm = async (party: Party) => {
    const isGone = await remove(party._id)
    onClose()
    if (isGone) onDeleted(party)
  }

  const name = nameOf(asked ?? undefined)
  return (
    <Confirm
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
