import * as contract from '@dolph/contract/accounts/email-change'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Deps } from '../../../platform/deps.ts'
import { getAddressKey } from '../../../platform/http/limits/rate-limits.ts'
import { buildSuccessBody } from '../../../platform/http/replies/success-body.ts'
import { confirmEmail } from './email-change.ts'
import { undoEmailChange } from './undo-email-change.ts'

/** The links that confirm a change of email and that undo it; the profile requests the change. */
export const emailChangeRoutes: FastifyPluginAsyncZod<Deps> = async (app, deps) => {
  const { throttles } = app

  app.route({
    ...contract.confirmEmail,
    handler: async (request) => {
      await throttles.consume('code-try-address', getAddressKey(request.ip))
      const email = await confirmEmail(deps, request, request.body.token)
      return buildSuccessBody({ message: 'Email updated successfully', email })
    },
  })

  app.route({
    ...contract.undoEmailChange,
    handler: async (request) => {
      await throttles.consume('code-try-address', getAddressKey(request.ip))
      const email = await undoEmailChange(deps, request, request.body.token)
      return buildSuccessBody({ message: 'Your email was changed back', email })
    },
  })
}
