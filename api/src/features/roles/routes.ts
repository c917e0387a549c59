import * as contract from '@dolph/contract/roles/roles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { rawArray, RawJson } from '../../platform/db/json-text.ts'
import type { AppDeps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import {
  buildRawJsonBody,
  sendPrivateCachedReply,
  sendRawJson,
} from '../../platform/http/replies/raw-json-reply.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { selectCandidate } from '../people/candidates.ts'
import { selectReadablePost } from '../projects/readable-post.ts'
import { createRole, deleteRole, editRole, setRoleState } from './actions.ts'
import { selectAnswers } from './answers.ts'
import { createVisitorRolePages, readMemberRolePage } from './browse/role-page.ts'
import { confirmRoles } from './confirm-roles.ts'
import { selectOwnOpenRoles, selectRoles } from './queries.ts'
import { withFit, withoutFit } from './role-json.ts'

export const roleRoutes: FastifyPluginAsyncZod<AppDeps> = async (app, { db, readers }) => {
  const visitorPages = createVisitorRolePages(readers)

  app.route({
    ...contract.browseRoles,
    // A cached page is sent before validation, because only valid query strings are cached.
    preValidation: (request, reply, done) => {
      const page = request.member ? undefined : visitorPages.getCached(request.url)
      if (page) sendPrivateCachedReply(request, reply, page)
      else done()
    },
    handler: async (request, reply) => {
      const { url, query, member } = request
      const page = member
        ? await readMemberRolePage(request.reader, query, member.id)
        : await visitorPages.fetchPage(url, query)
      return sendPrivateCachedReply(request, reply, page)
    },
  })

  app.route({
    ...contract.listOwnOpenRoles,
    handler: async (request, reply) => {
      const roles = await selectOwnOpenRoles(db, requireMember(request).id)
      return sendRawJson(reply, buildRawJsonBody({ data: rawArray(roles) }))
    },
  })

  app.route({
    ...contract.listRoles,
    handler: async (request, reply) => {
      const { params, reader } = request
      const viewer = { postId: params.id, viewerId: requireMember(request).id }
      const post = orNotFound(await selectReadablePost(reader, viewer), 'Post not found')
      const [roles, candidate, answers] = await Promise.all([
        selectRoles(reader, { ...viewer, isOwner: post.isOwner }),
        selectCandidate(reader, viewer.viewerId),
        selectAnswers(reader, post.authorId),
      ])
      const now = new Date()
      const data = roles.map((role) =>
        post.isOwner ? withoutFit(role) : withFit(role, post.topics, candidate, now),
      )
      return sendRawJson(reply, buildRawJsonBody({ answers, data: rawArray(data) }))
    },
  })

  app.route({
    ...contract.createRole,
    handler: async (request, reply) => {
      const writer = { postId: request.params.id, memberId: requireMember(request).id }
      const role = orNotFound(await createRole(db, writer, request.body), 'Post not found')
      reply.code(201)
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(withoutFit(role)) }))
    },
  })

  app.route({
    ...contract.editRole,
    handler: async (request, reply) => {
      const writer = { roleId: request.params.id, memberId: requireMember(request).id }
      const role = orNotFound(await editRole(db, writer, request.body))
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(withoutFit(role)) }))
    },
  })

  app.route({
    ...contract.setRoleState,
    handler: async (request, reply) => {
      const writer = { roleId: request.params.id, memberId: requireMember(request).id }
      const role = orNotFound(await setRoleState(db, writer, request.body.state))
      return sendRawJson(reply, buildRawJsonBody({ data: new RawJson(withoutFit(role)) }))
    },
  })

  app.route({
    ...contract.deleteRole,
    handler: async (request) => {
      const writer = { roleId: request.params.id, memberId: requireMember(request).id }
      return buildSuccessBody(orNotFound(await deleteRole(db, writer)))
    },
  })

  app.route({
    ...contract.confirmRoles,
    handler: async (request) => {
      const memberId = requireMember(request).id
      const confirmed = await confirmRoles(db, { memberId, ids: request.body.ids })
      return buildSuccessBody({ confirmed })
    },
  })
}

function orNotFound<T>(value: T | undefined, message = contract.ROLE_NOT_FOUND): T {
  if (value === undefined) throw new Refusal('not-found', message)
  return value
}
