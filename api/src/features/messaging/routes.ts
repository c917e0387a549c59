import * as contract from '@dolph/contract/messaging/messaging'
import * as changes from '@dolph/contract/messaging/message-changes'
import { readQuoted } from '@dolph/contract/messaging/quoted-messages'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MAX_ID } from '../../platform/db/id-bounds.ts'
import { toServerTime } from '../../platform/db/iso-time.ts'
import { buildJson, rawArray } from '../../platform/db/json-text.ts'
import type { Deps } from '../../platform/deps.ts'
import { refuseIfOff, SEARCH_OFF } from '../../platform/flags/flags.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { sendRawJson } from '../../platform/http/replies/raw-json-reply.ts'
import { changeReaction, deleteMessage, editMessage } from './changes/change-message.ts'
import { deleteConversation } from './conversations/delete-conversation.ts'
import {
  readConversationsPage,
  readMatchingMessages,
  readNewestMessages,
  readMessagesPage,
} from './conversations/pages.ts'
import { readQuotedMessages } from './conversations/quoted-messages.ts'
import { AFTER_NEWEST, syncMessages } from './conversations/sync-messages.ts'
import { markConversationRead, markMessageRead } from './receipts/mark-messages.ts'
import { countFirstContact } from './sending/first-contact.ts'
import { sendMessage } from './sending/send-message.ts'

export const messageRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db } = deps
  const { throttles } = app

  app.route({
    ...contract.listMessages,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      const { conversationWith: peerId, before = MAX_ID } = request.query
      if (peerId === undefined) return sendRawJson(reply, await readNewestMessages(db, id))
      const { json, next } = await readMessagesPage(db, { memberId: id, peerId, before })
      if (next) reply.header('link', `<${next}>; rel="next"`)
      return sendRawJson(reply, json)
    },
  })

  app.route({
    ...contract.listConversations,
    handler: async (request, reply) =>
      sendRawJson(reply, await readConversationsPage(db, requireMember(request).id, request.query)),
  })

  app.route({
    ...contract.sendMessage,
    handler: async (request, reply) => {
      const { id } = requireMember(request)
      await throttles.consume('message-member', id)
      const { json } = await sendMessage(deps, id, request.body, () =>
        countFirstContact(throttles, id),
      )
      reply.code(201)
      return sendRawJson(reply, json)
    },
  })

  app.route({
    ...contract.markMessageRead,
    handler: async (request) => {
      await markMessageRead(deps, requireMember(request).id, request.params.id)
      return buildSuccessBody({ message: 'Message read' })
    },
  })

  app.route({
    ...contract.markConversationRead,
    handler: async (request) => {
      const pair = { memberId: requireMember(request).id, peerId: request.params.userId }
      await markConversationRead(deps, { ...pair, upTo: request.body?.upTo ?? MAX_ID })
      return buildSuccessBody({ message: 'Conversation read' })
    },
  })

  app.route({
    ...contract.deleteConversation,
    handler: async (request) => {
      await deleteConversation(deps, {
        memberId: requireMember(request).id,
        peerId: request.params.userId,
      })
      return buildSuccessBody({ message: 'Conversation deleted successfully' })
    },
  })

  app.route({
    ...contract.syncMessages,
    handler: async (request, reply) => {
      const { conversationWith: peerId, lastSyncTime, from } = request.query
      const start = from === 'newest' ? AFTER_NEWEST : null
      const since = lastSyncTime === undefined ? start : toServerTime(lastSyncTime)
      const pair = { memberId: requireMember(request).id, peerId }
      const { messages, ...rest } = await syncMessages(db, pair, since)
      return sendRawJson(reply, buildJson({ messages: rawArray(messages), ...rest }))
    },
  })

  app.route({
    ...contract.searchMessages,
    handler: async (request, reply) => {
      const { conversationWith: peerId, q: text, before = MAX_ID } = request.query
      const memberId = requireMember(request).id
      refuseIfOff(deps, 'search', SEARCH_OFF, memberId)
      const search = { memberId, peerId, text, before }
      return sendRawJson(reply, await readMatchingMessages(db, search))
    },
  })

  app.route({
    ...readQuoted,
    handler: async (request, reply) => {
      const ids = request.query.ids.split(',')
      return sendRawJson(reply, await readQuotedMessages(db, requireMember(request).id, ids))
    },
  })

  app.route({
    ...changes.editMessage,
    handler: async (request, reply) => {
      const change = await countChange(request)
      return sendRawJson(reply, await editMessage(deps, change, request.body))
    },
  })

  app.route({
    ...changes.deleteMessage,
    handler: async (request, reply) =>
      sendRawJson(reply, await deleteMessage(deps, await countChange(request))),
  })

  for (const [endpoint, isSet] of [
    [changes.addReaction, true],
    [changes.removeReaction, false],
  ] as const) {
    app.route({
      ...endpoint,
      handler: async (request, reply) => {
        const change = await countChange(request)
        const { kind } = request.params
        return sendRawJson(reply, await changeReaction(deps, change, { kind, isSet }))
      },
    })
  }

  async function countChange(
    request: Parameters<typeof requireMember>[0] & { params: { id: string } },
  ) {
    const { id: memberId } = requireMember(request)
    await throttles.consume('message-change-member', memberId)
    return { memberId, messageId: request.params.id }
  }
}
