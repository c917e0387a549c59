import type { Message } from '@dolph/contract/messaging/messaging'
import type { ReactionKind } from '@dolph/contract/messaging/revisions'
import { REACTIONS, type Reaction } from './reactions.ts'

/** A reaction below a message. */
export interface DisplayedReaction extends Reaction {
  /** Who reacted, the viewer as 'You'. */
  names: readonly string[]
  isOwn: boolean
}

/** What a message shows of its changes. */
export interface DisplayedRevision {
  isEdited?: boolean
  /** The text of the message says that there is none any more. */
  isGone?: boolean
  reactions?: readonly DisplayedReaction[]
}

type Revised = Pick<Message, 'editedAt' | 'deletedBy' | 'isHidden' | 'reactions' | 'content'>

/** `nameOf` names a member who is not the viewer. */
export function displayRevision(
  { editedAt, deletedBy, isHidden, reactions }: Revised,
  me: string,
  nameOf: (memberId: string) => string,
): DisplayedRevision {
  const isGone = deletedBy !== undefined || isHidden === true
  return {
    ...(isGone && { isGone }),
    ...(editedAt !== undefined && !isGone && { isEdited: true }),
    ...(reactions && !isGone && { reactions: displayReactions(reactions, me, nameOf) }),
  }
}

function displayReactions(
  reactions: Partial<Record<ReactionKind, readonly string[]>>,
  me: string,
  nameOf: (memberId: string) => string,
): DisplayedReaction[] {
  return REACTIONS.flatMap((reaction) => {
    const memberIds = reactions[reaction.kind] ?? []
    if (memberIds.length === 0) return []
    const isOwn = memberIds.includes(me)
    const others = memberIds.filter((memberId) => memberId !== me).map(nameOf)
    return { ...reaction, isOwn, names: isOwn ? ['You', ...others] : others }
  })
}

/** The text of a message on screen: of a deleted one, who deleted it. */
export function describeContent({ content, deletedBy }: Revised): string {
  return deletedBy === 'owner' ? 'Deleted by an owner' : content
}
