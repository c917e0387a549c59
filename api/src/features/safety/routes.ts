import * as contract from '@dolph/contract/safety/safety'
import plugin from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../platform/deps.ts'
import { requireMember } from '../../platform/http/access.ts'
import { buildSuccessBody } from '../../platform/http/replies/success-body.ts'
import { blockMember, muteMember, readRelation, unblockMember, unmuteMember } from './actions.ts'
import { IgnoredMembers } from './ignored-members.ts'
import { readIgnoredPage } from './ignored-list.ts'

const routes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles, pairLocks } = app
  app.decorate('ignoredMembers', new IgnoredMembers(deps.db))

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
        await throttles.consume('ignore-member', id)
        const data = await change(
          { ...deps, pairLocks },
          { memberId: id, otherId: request.params.id },
        )
        return buildSuccessBody({ data })
      },
    })
  }

  // The address that the page had in older links.
  app.get(
    '/settings/hidden',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) => reply.redirect('/settings/ignored'),
  )

  app.route({
    ...contract.listIgnoredMembers,
    handler: async (request) =>
      buildSuccessBody(await readIgnoredPage(deps.db, requireMember(request).id, request.query)),
  })
}

/** Without encapsulation: other features use the cache of ignored members. */
export const safetyRoutes = plugin(routes)
