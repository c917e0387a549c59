import * as contract from '@dolph/contract/messaging'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { memberOf } from '../../http/access.ts'
import { ok } from '../../http/ok.ts'
import { openThrottles } from '../../http/throttles.ts'
import { sendJson } from '../../http/written-reply.ts'
import {
  deleteConversation,
  readConversation,
  readMessage,
  sendMessage,
  syncMessages,
} from './actions.ts'
import { countFirstContact } from './first-contact.ts'
import { conversationsPage, foundMessages, newestMessages, threadPage } from './pages.ts'
import { NEWEST } from './queries.ts'

export const messageRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, redis, config } = deps
  const throttles = openThrottles(redis, config.LIMITS)

  app.route({
    ...contract.listMessages,
    handler: async (request, reply) => {
      const { id } = memberOf(request)
      const { conversationWith: peerId, before = NEWEST } = request.query
      if (peerId === undefined) return sendJson(reply, await newestMessages(db, id))
      const { json, next } = await threadPage(db, { memberId: id, peerId, before })
      if (next) reply.header('link', `<${next}>; rel="next"`)
      return sendJson(reply, json)
    },
  })

  app.route({
    ...contract.listConversations,
    handler: async (request, reply) =>
      sendJson(reply, await conversationsPage(db, memberOf(request).id, request.query)),
  })

  app.route({
    ...contract.sendMessage,
    config: { ...contract.sendMessage.config, limit: 'message' },
    handler: async (request, reply) => {
      const { id } = memberOf(request)
      await throttles.count('message-member', id)
      const { json } = await sendMessage(deps, id, request.body, () =>
        countFirstContact(throttles, id),
      )
      reply.code(201)
      return sendJson(reply, json)
    },
  })

  app.route({
    ...contract.readMessage,
    config: { ...contract.readMessage.config, limit: 'message' },
    handler: async (request) => {
      await readMessage(deps, memberOf(request).id, request.params.id)
      return ok({ message: 'Message read' })
    },
  })

  app.route({
    ...contract.readConversation,
    config: { ...contract.readConversation.config, limit: 'message' },
    handler: async (request) => {
      const pair = { memberId: memberOf(request).id, peerId: request.params.userId }
      await readConversation(deps, { ...pair, upTo: request.body?.upTo ?? NEWEST })
      return ok({ message: 'Conversation read' })
    },
  })

  app.route({
    ...contract.deleteConversation,
    handler: async (request) => {
      await deleteConversation(deps, {
        memberId: memberOf(request).id,
        peerId: request.params.userId,
      })
      return ok({ message: 'Conversation deleted successfully' })
    },
  })

  app.route({
    ...contract.syncMessages,
    handler: async (request, reply) => {
      const { conversationWith: peerId, lastSyncTime = null } = request.query
      const pair = { memberId: memberOf(request).id, peerId }
      const { messages, ...rest } = await syncMessages(db, pair, lastSyncTime)
      return sendJson(reply, `{"messages":[${messages.join()}],${JSON.stringify(rest).slice(1)}`)
    },
  })

  app.route({
    ...contract.searchMessages,
    config: { ...contract.searchMessages.config, limit: 'search' },
    handler: async (request, reply) => {
      const { conversationWith: peerId, q: text, before = NEWEST } = request.query
      const search = { memberId: memberOf(request).id, peerId, text, before }
      return sendJson(reply, await foundMessages(db, search))
    },
  })
}
