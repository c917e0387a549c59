import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import { Ban } from 'lucide-react'
import { UnblockButton } from '../../safety/unblock-button.tsx'

interface Props {
  peer: { _id: string; userName: string }
  /** Whether the viewer blocked the peer. Otherwise the notice does not say why the conversation is closed. */
  isBlocked: boolean
}

/** Replaces the composer where a block stands between the two. */
export function ClosedConversationNotice({ peer, isBlocked }: Props) {
  return (
    <div className="flex min-h-16 shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3 text-sm text-muted md:rounded-br-card">
      <p role="status" className="flex min-w-0 items-center gap-2 wrap-anywhere">
        <Ban className="size-4 shrink-0" aria-hidden="true" />
        {isBlocked ? `You blocked ${peer.userName}.` : CANNOT_MESSAGE}
      </p>
      {isBlocked && <UnblockButton member={peer} size="sm" />}
    </div>
  )
}
