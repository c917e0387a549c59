import type { ReactionKind } from '@dolph/contract/messaging/revisions'

export interface Reaction {
  kind: ReactionKind
  emoji: string
  name: string
}

/** In the order of the menu. */
export const REACTIONS: readonly Reaction[] = [
  { kind: 'up', emoji: '👍', name: 'Thumbs up' },
  { kind: 'down', emoji: '👎', name: 'Thumbs down' },
  { kind: 'laugh', emoji: '😄', name: 'Laugh' },
  { kind: 'hooray', emoji: '🎉', name: 'Hooray' },
  { kind: 'confused', emoji: '😕', name: 'Confused' },
  { kind: 'heart', emoji: '❤️', name: 'Heart' },
  { kind: 'rocket', emoji: '🚀', name: 'Rocket' },
  { kind: 'eyes', emoji: '👀', name: 'Eyes' },
]
