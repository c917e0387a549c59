import { z } from 'zod/mini'
import { Id, Timestamp } from '../primitives.ts'

/** For how many hours a sender can edit a message. */
export const MESSAGE_EDIT_HOURS = 24
/** The text of a deleted message; its place in the conversation stays. */
export const MESSAGE_DELETED = 'Message deleted'
/** The text that everybody gets instead of that of a hidden message. */
export const MESSAGE_HIDDEN = 'Hidden by a moderator'

/** Eight and no more: who reads a conversation sees at a glance what a reaction means. */
export const ReactionKind = z.enum([
  'up',
  'down',
  'laugh',
  'hooray',
  'confused',
  'heart',
  'rocket',
  'eyes',
])
export type ReactionKind = z.infer<typeof ReactionKind>

/** The fields of a message that was changed after it was sent. Each is there only where it says something. */
export const revisionFields = {
  /** The stamp of the newest change: of two versions of a message, the one with the later stamp is true. */
  revisedAt: z.optional(Timestamp),
  editedAt: z.optional(Timestamp),
  /** Who deleted it: its sender, or in a room an owner of the project. */
  deletedBy: z.optional(z.enum(['sender', 'owner'])),
  isHidden: z.optional(z.literal(true)),
  /** Who reacted how. */
  reactions: z.optional(z.partialRecord(ReactionKind, z.array(Id))),
}
