import * as contract from '@dolph/contract/projects/projects'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import type { Reader } from '../../platform/db/reader.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { changeProject, changeTeamMember, leaveTeam } from './actions.ts'
import { selectProject, selectTeam } from './queries.ts'
import { selectReadablePost } from './readable-post.ts'

export const projectRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  async function readProject(reader: Reader, postId: string, viewerId: string) {
    const data = await selectProject(reader, { postId, viewerId })
    if (!data) throw postNotFound()
    return buildSuccessBody({ data })
  }

  app.route({
    ...contract.readProject,
    handler: async (request) =>
      readProject(request.reader, request.params.id, requireMember(request).id),
  })

  app.route({
    ...contract.changeProject,
    handler: async (request) => {
      const { params, body } = request
      const memberId = requireMember(request).id
      if (!(await changeProject(db, { postId: params.id, memberId }, body))) throw postNotFound()
      return readProject(db, params.id, memberId)
    },
  })

  app.route({
    ...contract.listTeam,
    handler: async (request) => {
      const viewer = { postId: request.params.id, viewerId: requireMember(request).id }
      if (!(await selectReadablePost(db, viewer))) throw postNotFound()
      return buildSuccessBody({ data: await selectTeam(db, viewer) })
    },
  })

  app.route({
    ...contract.changeTeamMember,
    handler: async (request) => {
      const { id: postId, userId } = request.params
      const memberId = requireMember(request).id
      const change = { postId, memberId, userId }
      const isChanged = await changeTeamMember(db, change, request.body.isCoOwner)
      if (isChanged === undefined) throw postNotFound()
      if (!isChanged) throw userNotFound()
      return buildSuccessBody({ data: await selectTeam(db, { postId, viewerId: memberId }) })
    },
  })

  app.route({
    ...contract.leaveTeam,
    handler: async (request) => {
      const { id: postId, userId } = request.params
      const viewerId = requireMember(request).id
      const hasLeft = await leaveTeam(db, { postId, memberId: viewerId, userId })
      const isReadable = await selectReadablePost(db, { postId, viewerId })
      if (!hasLeft) throw isReadable ? userNotFound() : postNotFound()
      const data = isReadable ? await selectTeam(db, { postId, viewerId }) : []
      return buildSuccessBody({ data })
    },
  })
}

function postNotFound(): Refusal {
  return new Refusal('not-found', 'Post not found')
}

function userNotFound(): Refusal {
  return new Refusal('not-found', 'User not found')
}
