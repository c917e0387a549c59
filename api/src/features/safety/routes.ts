import * as contract from '@dolph/contract/safety'
import plugin from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { requireMember } from '../../http/access.ts'
import { buildSuccessBody } from '../../http/replies/success-body.ts'
import { blockMember, muteMember, readRelation, unblockMember, unmuteMember } from './actions.ts'
import { HiddenMembers } from './hidden-members.ts'
import { readHiddenPage } from './hidden-list.ts'

const routes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app
  app.decorate('hiddenMembers', new HiddenMembers(deps.db))

  app.route({
    ...contract.readRelation,
    handler: async (request) => {
      const pair = { memberId: requireMember(request).id, otherId: request.params.id }
      return buildSuccessBody({ data: await readRelation(deps, pair) })
    },
  })

  const changes = [
    [contract.blockMember, blockMember],
    [contract.unblockMember, unblockMember],
    [contract.muteMember, muteMember],
    [contract.unmuteMember, unmuteMember],
  ] as const
  for (const [endpoint, change] of changes) {
    app.route({
      ...endpoint,
      handler: async (request) => {
        const { id } = requireMember(request)
        await throttles.consume('hide-member', id)
        const data = await change(deps, { memberId: id, otherId: request.params.id })
        return buildSuccessBody({ data })
      },
    })
  }

  app.route({
    ...contract.listHiddenMembers,
    handler: async (request) =>
      buildSuccessBody(await readHiddenPage(deps.db, requireMember(request).id, request.query)),
  })
}

/** Without encapsulation: other features use the cache of hidden members. */
export const safetyRoutes = plugin(routes)
