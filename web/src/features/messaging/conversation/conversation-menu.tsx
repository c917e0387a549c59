import type { Participant } from '@dolph/contract/messaging/messaging'
import { createReportAction } from '../../moderation/use-report-dialog.tsx'
import { MemberMenu } from '../../safety/member-menu.tsx'

interface Props {
  peer: Participant
  onReport: () => void
}

/** What the viewer can do about the peer of a conversation. A deleted account, which has no name, has no menu. */
export function ConversationMenu({ peer: { _id, userName }, onReport }: Props) {
  return (
    userName !== undefined && (
      <MemberMenu
        member={{ _id, userName }}
        label="Conversation options"
        actions={[createReportAction(onReport)]}
      />
    )
  )
}
