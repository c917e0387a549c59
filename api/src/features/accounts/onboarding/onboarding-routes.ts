import { dismissOnboarding, saveOnboarding } from '@dolph/contract/onboarding'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../deps.ts'
import { requireMember } from '../../../http/access.ts'
import { buildSuccessBody } from '../../../http/replies/success-body.ts'
import { deleteOnboarding, updateOnboarding } from './onboardings.ts'

export const onboardingRoutes: FastifyPluginAsyncZod<Deps> = async (app, { db }) => {
  app.route({
    ...saveOnboarding,
    handler: async (request) => {
      const { id } = requireMember(request)
      return buildSuccessBody({ data: await updateOnboarding(db, id, request.body) })
    },
  })

  app.route({
    ...dismissOnboarding,
    handler: async (request) => {
      await deleteOnboarding(db, requireMember(request).id)
      return buildSuccessBody({ data: null })
    },
  })
}
