import { z } from 'zod'

/**
 * What can be erased. The subject is the id, for pictures the key, and for a cleared conversation `member/conversation/message`: who
 * cleared it, and up to which message. Rows are written by the trigger `record_erasures`, by `soft_delete_comments`,
 * `clear_conversation` and `delete_message`.
 */
export const ERASURE_KINDS = [
  'account',
  'post',
  'comment',
  'update',
  'role',
  'picture',
  'conversation',
  'message',
  'message-picture',
  'room',
  'passkey',
] as const
export type ErasureKind = (typeof ERASURE_KINDS)[number]

/** One line of the list in the backup bucket. A kind that this version does not know is an error: it could not be repeated. */
export const Erasure = z.object({
  id: z.uuid(),
  kind: z.enum(ERASURE_KINDS),
  subject: z.string(),
  /** The program that erased it: Dolph's names begin with `dolph`, releases before the list of erasures had none. */
  by: z.string(),
  /** Whose list it is; lines of older releases do not say. */
  installation: z.uuid().optional(),
})
export type Erasure = z.infer<typeof Erasure>

/** Whether it was deleted with psql or the like: maybe by the mistake for which the backup is restored. */
export function isByHand({ by }: Erasure): boolean {
  return by !== '' && !by.startsWith('dolph')
}

/** Whether the program gave no name: during an upgrade the release before the list of erasures does not, psql always does. */
export function isUnnamed({ by }: Erasure): boolean {
  return by === ''
}
