import { dismissOnboarding, saveOnboarding } from '@dolph/contract/accounts/onboarding'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
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
