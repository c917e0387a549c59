import { UserName } from '@dolph/contract/accounts'
import { Id } from '@dolph/contract/primitives'
import * as contract from '@dolph/contract/profiles'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { memberOf } from '../../http/access.ts'
import { ok } from '../../http/ok.ts'
import { openThrottles } from '../../http/throttles.ts'
import { sendOne } from '../../http/written-reply.ts'
import { ownProfile, saveProfile } from './actions.ts'
import { selectProfile, selectProfileById, selectSkills } from './queries.ts'

export const profileRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { db, redis, config } = deps
  const throttles = openThrottles(redis, config.LIMITS)

  /** No name is as long as an id; what can be neither is nobody's. */
  async function profileOf(asked: string): Promise<string | undefined> {
    const [id, name] = [Id.safeParse(asked), UserName.safeParse(asked)]
    if (id.success) return selectProfileById(db, id.data)
    return name.success ? selectProfile(db, name.data.toLowerCase()) : undefined
  }

  app.route({
    ...contract.readOwnProfile,
    handler: async (request) => {
      return ok({ data: await ownProfile(deps, memberOf(request).id) })
    },
  })

  app.route({
    ...contract.updateProfile,
    handler: async (request) => {
      const { id } = memberOf(request)
      const { email } = request.body
      await throttles.count('profile-member', id)
      if (email !== undefined && email !== (await ownProfile(deps, id)).email) {
        await throttles.count('email-change-member', id)
        await throttles.count('email-change-address', email)
      }
      const data = await saveProfile(deps, id, request.body)
      return ok({ message: 'Profile updated successfully', data })
    },
  })

  app.route({
    ...contract.readProfile,
    handler: async (request, reply) => {
      const profile = await profileOf(request.params.username)
      if (!profile) throw new Refusal('not-found', 'User not found')
      return sendOne(request, reply, profile)
    },
  })

  app.route({
    ...contract.suggestSkills,
    config: { ...contract.suggestSkills.config, limit: 'search' },
    handler: async (request) => {
      return ok({ data: await selectSkills(db, request.query.q) })
    },
  })
}
