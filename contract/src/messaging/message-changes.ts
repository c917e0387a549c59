import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { pathId, requiredText } from '../primitives.ts'
import { RoomMessage } from '../rooms/rooms.ts'
import { Message, MESSAGE_MAX, richFields } from './messaging.ts'
import { MESSAGE_EDIT_HOURS, ReactionKind } from './revisions.ts'

export const MESSAGE_NOT_FOUND = 'Message not found'
/** Of lines, deleted and hidden messages. */
export const MESSAGE_FINAL = 'This message can no longer be changed.'
export const MESSAGE_TOO_OLD = `You can edit a message for ${MESSAGE_EDIT_HOURS} hours.`
export const NOT_YOUR_MESSAGE = 'Only the sender can do this.'

/** A message of either kind of conversation. */
export const ChangedMessage = z.union([RoomMessage, Message])
export type ChangedMessage = z.infer<typeof ChangedMessage>

const params = z.object({ id: pathId(MESSAGE_NOT_FOUND) })
const response = { 200: ChangedMessage }

/** Replaces the text, by its sender within `MESSAGE_EDIT_HOURS`. Refused where a new message would be. */
export const editMessage = defineEndpoint({
  method: 'PUT',
  url: '/api/messages/:id',
  access: 'member',
  returnsPosition: false,
  restriction: 'messaging',
  limit: 'message',
  errors: ['not-found', 'forbidden', 'conflict', 'limited'],
  idempotentBy: 'always',
  schema: {
    params,
    body: z.object({
      content: requiredText({
        max: MESSAGE_MAX,
        required: 'Message is required',
        tooLong: 'Message cannot be more than 5000 characters',
      }),
      format: richFields.format,
    }),
    response,
  },
})

/** Deletes the message for everybody: by its sender at any time, in a room also by an owner of the project. */
export const deleteMessage = defineEndpoint({
  method: 'DELETE',
  url: '/api/messages/:id',
  access: 'member',
  returnsPosition: false,
  restriction: 'none',
  limit: 'message',
  errors: ['not-found', 'forbidden', 'conflict'],
  idempotentBy: 'always',
  schema: { params, response },
})

const reactionParams = z.extend(params, { kind: ReactionKind })

export const addReaction = defineEndpoint({
  method: 'PUT',
  url: '/api/messages/:id/reactions/:kind',
  access: 'member',
  returnsPosition: false,
  restriction: 'messaging',
  limit: 'message',
  errors: ['not-found', 'forbidden', 'conflict', 'limited'],
  idempotentBy: 'always',
  schema: { params: reactionParams, response },
})

export const removeReaction = defineEndpoint({
  method: 'DELETE',
  url: '/api/messages/:id/reactions/:kind',
  access: 'member',
  returnsPosition: false,
  restriction: 'messaging',
  limit: 'message',
  errors: ['not-found', 'forbidden', 'conflict', 'limited'],
  idempotentBy: 'always',
  schema: { params: reactionParams, response },
})

export const messageChangeServerEvents = [
  /** A message was edited, deleted or hidden, or somebody reacted to it. */
  z.object({ type: z.literal('message_changed'), message: ChangedMessage }),
] as const
export type MessageChangeServerEvent = z.infer<(typeof messageChangeServerEvents)[number]>
